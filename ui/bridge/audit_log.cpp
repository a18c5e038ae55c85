// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/audit_log.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <pwd.h>
#include <unistd.h>

namespace lockscope {
namespace {

/// The account that runs the program; $USER is only what somebody says.
QString userName() {
    const passwd* const entry = getpwuid(geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(geteuid());
}

/// Without the fields that do not apply.
void insertText(QJsonObject& record, const char* key, const QString& text) {
    if (!text.isEmpty()) record.insert(QLatin1String(key), text);
}

QByteArray toLine(const AuditLog::Context& context, const ActionReport& report) {
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    QJsonObject record;
    insertText(record, "time", QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs));
    insertText(record, "user", userName());
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
    if (report.error) {
        insertText(record, "code", text(lockcore::errorName(report.error->code)));
        insertText(record, "error", text(lockcore::describe(*report.error)));
    }
    return QJsonDocument(record).toJson(QJsonDocument::Compact) + '\n';
}

}  // namespace

AuditLog::AuditLog(QString file, QObject* parent) : QObject(parent), m_file(std::move(file)) {}

QString AuditLog::defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/audit.jsonl");
}

bool AuditLog::append(const Context& context, const ActionReport& report) {
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath())) return false;
    QFile out(m_file);
    if (!out.open(QIODevice::Append | QIODevice::Unbuffered)) return false;
    const QByteArray line = toLine(context, report);
    if (out.write(line) != line.size()) return false;
    Q_EMIT appended();
    return true;
}

}  // namespace lockscope
