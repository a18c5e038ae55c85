// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_export.h"

#include "threads/file_bytes.h"
#include "words/display_text.h"
#include "words/inert_text.h"

#include <lockcore/foreign_text.h>

#include <QDateTime>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QtConcurrentRun>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope {
namespace {

QString severityKey(Severity severity) {
    switch (severity) {
        case Severity::Information: return QStringLiteral("info");
        case Severity::Warning: return QStringLiteral("warning");
        case Severity::Fault: return QStringLiteral("fault");
    }
    return {};
}

QString kindKey(EventKind kind) {
    switch (kind) {
        case EventKind::Queued: return QStringLiteral("queued");
        case EventKind::Granted: return QStringLiteral("granted");
        case EventKind::Released: return QStringLiteral("released");
        case EventKind::SessionEnded: return QStringLiteral("session-ended");
        case EventKind::SessionExpired: return QStringLiteral("session-expired");
        case EventKind::Removed: return QStringLiteral("removed");
        case EventKind::Left: return QStringLiteral("left");
        case EventKind::LockRemoved: return QStringLiteral("lock-removed");
        case EventKind::LockCreated: return QStringLiteral("lock-created");
        case EventKind::Reading: return QStringLiteral("reading");
        case EventKind::Connection: return QStringLiteral("connection");
        case EventKind::Server: return QStringLiteral("server");
        case EventKind::Action: return QStringLiteral("action");
        case EventKind::Finding: return QStringLiteral("finding");
        case EventKind::Lab: return QStringLiteral("lab");
    }
    return {};
}

QString utcText(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs);
}

QString wholeName(const std::string& name) {
    return displayText(name, std::numeric_limits<qsizetype>::max());
}

QString sessionHex(const LogEvent& event) {
    return event.session == lockcore::SessionId::None
               ? QString()
               : QString::fromStdString(lockcore::toHex(event.session));
}

QString eventField(const QString& value) {
    QString text = spreadsheetValue(value, false);
    const auto separates = [](QChar each) { return QStringLiteral("\",\r\n").contains(each); };
    if (std::ranges::none_of(text, separates)) return text;
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QJsonValue orNull(const QString& text) {
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

lockcore::Result<void> writePrivately(const QByteArray& bytes, const QString& file) {
    QSaveFile out(file);
    constexpr auto kOwnerAlone = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    // Before anything is in it.
    const bool isWritten = out.open(QIODevice::WriteOnly) && out.setPermissions(kOwnerAlone) &&
                           writeAll(out, bytes) && out.commit();
    if (isWritten) return {};
    return lockcore::fail(lockcore::ErrorCode::Io, out.errorString().toStdString(), file.toStdString());
}

}  // namespace

QByteArray eventsAsCsv(const std::vector<LogEvent>& events) {
    QString text = QStringLiteral("at,atUnixMs,severity,event,host,session,lock,text\r\n");
    for (const LogEvent& event : events) {
        const QStringList fields{utcText(event.atUnixMs),
                                 QString::number(event.atUnixMs),
                                 severityKey(event.severity),
                                 kindKey(event.kind),
                                 eventField(wholeName(event.address)),
                                 sessionHex(event),
                                 eventField(wholeName(event.lockPath)),
                                 eventField(event.text)};
        text += fields.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

QByteArray eventsAsJson(const std::vector<LogEvent>& events) {
    QJsonArray all;
    for (const LogEvent& event : events)
        all.append(QJsonObject{{QStringLiteral("at"), utcText(event.atUnixMs)},
                               {QStringLiteral("atUnixMs"), qint64{event.atUnixMs}},
                               {QStringLiteral("severity"), severityKey(event.severity)},
                               {QStringLiteral("event"), kindKey(event.kind)},
                               {QStringLiteral("host"), orNull(wholeName(event.address))},
                               {QStringLiteral("session"), orNull(sessionHex(event))},
                               {QStringLiteral("lock"), orNull(wholeName(event.lockPath))},
                               {QStringLiteral("text"), event.text}});
    const QByteArray text = QJsonDocument(all).toJson();
    return QByteArray::fromStdString(lockcore::withoutHidden(text.toStdString()));
}

QFuture<lockcore::Result<void>> writeEvents(std::vector<LogEvent> events, const QString& file) {
    return QtConcurrent::run([events = std::move(events), file] {
        const bool isJson = QFileInfo(file).suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0;
        return writePrivately(isJson ? eventsAsJson(events) : eventsAsCsv(events), file);
    });
}

}  // namespace lockscope
