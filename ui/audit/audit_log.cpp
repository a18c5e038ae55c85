// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_log.h"

#include "audit/audit_file.h"

#include <lockcore/foreign_text.h>

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QStandardPaths>
#include <QtConcurrentRun>

#include <pwd.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace lockscope {
namespace {

/// Without the fields that do not apply.
void insertText(QJsonObject& record, const char* key, const QString& text) {
    if (!text.isEmpty()) record.insert(QLatin1String(key), text);
}

QByteArray toLine(const AuditLog::Context& context, const ActionReport& report) {
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    QJsonObject record;
    if (report.id != 0) insertText(record, "act", QString::number(report.id, 16));
    insertText(record, "time", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
    insertText(record, "user", AuditLog::userName());
    insertText(record, "cluster", context.cluster);
    insertText(record, "server", text(context.server));
    if (context.session != lockcore::SessionId::None)
        insertText(record, "session", text(lockcore::toHex(context.session)));
    insertText(record, "action", text(actionName(report.kind)));
    insertText(record, "lock", text(report.lockPath));
    insertText(record, "contender", text(report.contender));
    if (report.czxid != lockcore::Zxid::None)
        insertText(record, "czxid", text(lockcore::toHex(report.czxid)));
    insertText(record, "detail", text(report.detail));
    insertText(record, "reason", text(report.reason));
    insertText(record, "outcome", text(outcomeName(report.outcome)));
    if (report.refusal) {
        insertText(record, "code", text(refusalName(*report.refusal)));
        insertText(record, "error", text(refusalReason(report)));
    } else if (report.error) {
        insertText(record, "code", text(lockcore::errorName(report.error->code)));
        insertText(record, "error", text(lockcore::describe(*report.error)));
    }
    const std::string line = QJsonDocument(record).toJson(QJsonDocument::Compact).toStdString();
    return QByteArray::fromStdString(lockcore::withoutHidden(line)) + '\n';
}

}  // namespace

AuditLog::AuditLog(QString file, QObject* parent) : QObject(parent), m_file(std::move(file)) {}

QString AuditLog::defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/audit.jsonl");
}

/// $USER is only what somebody says.
QString AuditLog::userName() {
    const passwd* const entry = getpwuid(geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(geteuid());
}

void AuditLog::append(const Context& context, const ActionReport& report, QObject* receiver,
                      Written written) {
    QThreadPool* const pool = &m_pool;
    const auto onDisk = QtConcurrent::run(
        pool, [file = m_file, line = toLine(context, report)] { return appendToDisk(file, line); });
    whenDone(onDisk, this,
             [this, receiver = QPointer<QObject>(receiver),
              written = std::move(written)](const lockcore::Result<void>& result) {
                 if (result) Q_EMIT appended();
                 if (receiver) written(result);
             });
}

}  // namespace lockscope
