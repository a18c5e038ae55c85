// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_log.h"

#include "audit/audit_file.h"
#include "threads/gui_thread.h"

#include <lockcore/foreign_text.h>

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <pwd.h>
#include <unistd.h>

#include <string>
#include <utility>

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
    if (report.id != 0) insertText(record, "act", QString::number(report.id, 16));
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

AuditLog::AuditLog(QString file, QObject* parent)
    : QObject(parent), m_file(std::move(file)), m_gui(std::make_shared<GuiThread>(this)) {}

AuditLog::~AuditLog() {
    while (!m_thread.finish(std::chrono::minutes(1))) {
    }
    m_gui->close();
}

QString AuditLog::defaultFile() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/audit.jsonl");
}

void AuditLog::append(const Context& context, const ActionReport& report, QObject* receiver,
                      Written written) {
    const std::uint64_t number = m_nextLine++;
    m_waiting.emplace(number, Waiting{receiver, std::move(written)});
    m_thread.add([this, gui = m_gui, file = m_file, line = toLine(context, report), number] {
        // Only the closed-over values are touched here; `this` is, back on its own thread.
        gui->post([this, number, result = appendToDisk(file, line)] { lineEnded(number, result); });
    });
}

void AuditLog::lineEnded(std::uint64_t line, const lockcore::Result<void>& result) {
    const auto waiting = m_waiting.extract(line);
    if (result) Q_EMIT appended();
    if (waiting.mapped().receiver) waiting.mapped().written(result);
}

}  // namespace lockscope
