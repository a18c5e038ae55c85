// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/snapshot_operations.h"

#include "bridge/explanation.h"
#include "events/event_export.h"
#include "threads/background.h"
#include "words/coverage_text.h"
#include "words/wall_clock.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QPromise>
#include <QtConcurrentRun>

#include <set>
#include <utility>

namespace lockscope {
namespace {

struct Snapshots {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Snapshots)
};

/// Of all locks: what has happened lately.
constexpr int kMostLeftSaved = 1000;

QString snapshotFilter() {
    return Snapshots::tr("Lockscope snapshots (*.lockscope.json *.lockscope.json.gz *.json *.json.gz)");
}

QString openFilter() {
    return Snapshots::tr(
        "Snapshots and recordings (*.lockscope.json *.lockscope.json.gz *.json *.json.gz *.lockrec)");
}

/// What is not in the file, as sentences; empty where nothing is missing.
QString missingText(const lockcore::Coverage& coverage) {
    QStringList sentences;
    for (const auto aspect : {lockcore::Aspect::Locks, lockcore::Aspect::Contenders})
        if (const QString text = notCheckedText(coverage, aspect); !text.isEmpty()) sentences << text;
    return sentences.join(QLatin1Char(' '));
}

/// What it says of its cluster, and of the program that took it.
lockcore::Snapshot withoutLocks(const lockcore::Snapshot& snapshot) {
    lockcore::Snapshot without;
    without.connectString = snapshot.connectString;
    without.server = snapshot.server;
    without.takenAtUnixMs = snapshot.takenAtUnixMs;
    without.program = snapshot.program;
    return without;
}

/// All that is known: what discovery found and what is on screen.
std::set<std::string> knownPaths(const ClusterDocument& document) {
    std::set<std::string> paths = document.observed();
    if (document.catalog())
        for (const auto& lock : document.catalog()->locks)
            paths.insert(lock.path);
    return paths;
}

}  // namespace

QString suggestedName(const std::string& lockPath, const QString& suffix) {
    QString name;
    for (const QChar c : QString::fromStdString(lockPath))
        name += c.isLetterOrNumber() && c.unicode() < 128 ? c : QLatin1Char('-');
    while (name.startsWith(QLatin1Char('-')))
        name.remove(0, 1);
    if (name.isEmpty()) name = QStringLiteral("locks");
    const QString time = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return QStringLiteral("%1-%2.%3").arg(name.left(80), time, suffix);
}

SnapshotOperations::SnapshotOperations(QWidget& window, ClusterConnection& connection,
                                       const ClusterDocument& document, Dialogs& dialogs,
                                       WindowMessages& messages, WorkStrip& work)
    : m_window(window),
      m_connection(connection),
      m_document(document),
      m_dialogs(dialogs),
      m_messages(messages),
      m_work(work) {}

SnapshotOperations::~SnapshotOperations() {
    m_opening.request_stop();
}

void SnapshotOperations::askFile(const QString& title, const std::string& lockPath,
                                 std::function<void(Target)> answer) {
    m_dialogs.askSaveRedacted(
        &m_window,
        {title, suggestedName(lockPath, QStringLiteral("lockscope.json")),
         suggestedName(lockPath.empty() ? "" : "lock", QStringLiteral("lockscope.json")), snapshotFilter()},
        [answer = std::move(answer)](const QString& file, const lockcore::RedactionChoice& hidden) {
            answer({file, hidden});
        });
}

void SnapshotOperations::saveAll() {
    // What is shown now, not what is by when the file was chosen.
    askFile(Snapshots::tr("Save all locks"), {}, [this, snapshot = shownFile()](const Target& target) {
        if (snapshot)
            save([snapshot] { return *snapshot; }, target);
        else
            readAndSave(target);
    });
}

/// Of a recording the moment that is shown; null where what is shown is live.
std::shared_ptr<const lockcore::Snapshot> SnapshotOperations::shownFile() const {
    if (!m_document.isRecorded()) return m_document.opened().snapshot;
    auto moment = std::make_shared<lockcore::Snapshot>(emptySnapshot(m_connection));
    moment->connectString = m_document.connectString().toStdString();
    moment->server = m_document.catalog()->server;
    moment->takenAtUnixMs = m_document.clock()();
    moment->checked = m_document.assessment();
    moment->locks = moment->checked->sample->locks;
    moment->coverage = moment->checked->coverage;
    moment->left = lockcore::lastThatLeft(m_document.history(), kMostLeftSaved);
    return moment;
}

std::function<lockcore::Snapshot()> SnapshotOperations::shownMoment() const {
    if (const auto file = shownFile()) return [file] { return *file; };
    const auto newest = m_document.assessment();
    SnapshotParts parts{emptySnapshot(m_connection), newest ? newest->sample->locks : lockcore::LockQueues(),
                        m_document.catalog(), newest};
    // Since then the connection may have been lost, or updates paused.
    if (newest) parts.empty.takenAtUnixMs = newest->sample->takenAtUnixMs;
    parts.empty.left = lockcore::lastThatLeft(m_document.history(), kMostLeftSaved);
    return [parts] { return snapshotOfAll(parts); };
}

void SnapshotOperations::readAndSave(const Target& target) {
    const QString& file = target.file;
    // Ends with whoever holds it, so also where the connection is closed before all is read.
    const auto reading = std::make_shared<QPromise<void>>();
    const std::set<std::string> paths = knownPaths(m_document);
    reading->setProgressRange(0, static_cast<int>(paths.size()));
    reading->start();
    whenDropped(reading->future(), &m_window, [this, file] {
        m_messages.tell(
            Severity::Warning,
            Snapshots::tr("The connection ended before all locks were read. Nothing was written to %1.")
                .arg(file));
    });
    std::stop_source stop;
    m_work.follow(reading->future(), Snapshots::tr("Reading all locks, to save them"),
                  [this, reading = std::weak_ptr(reading), stop, file]() mutable {
                      stop.request_stop();
                      // The server may not answer for long.
                      if (const auto open = reading.lock()) open->finish();
                      tellNotSaved(file);
                  });
    m_connection.collect(
        paths,
        [this, reading, stop, target](lockcore::LockQueues queues) {
            if (stop.stop_requested()) return;
            reading->finish();
            collected(std::move(queues), target);
        },
        [reading, stop](std::size_t read) {
            reading->setProgressValue(static_cast<int>(read));
            return !stop.stop_requested();
        });
}

void SnapshotOperations::collected(lockcore::LockQueues queues, const Target& target) {
    SnapshotParts parts{emptySnapshot(m_connection), std::move(queues), m_document.catalog(),
                        m_document.findings().basis};
    parts.empty.left = lockcore::lastThatLeft(m_document.history(), kMostLeftSaved);
    save([parts = std::move(parts)] { return snapshotOfAll(parts); }, target);
}

void SnapshotOperations::saveLock(const Selection& selection) {
    // The queue of this moment, not of the moment at which the file was chosen.
    if (!selection.queue) return;
    askFile(Snapshots::tr("Save this lock"), selection.lockPath,
            [this, parts = partsOf(selection.queue)](const Target& target) {
                save([parts] { return snapshotOfOne(parts); }, target);
            });
}

SnapshotParts SnapshotOperations::partsOf(const std::shared_ptr<const lockcore::LockQueue>& lock) const {
    const auto file = shownFile();
    SnapshotParts parts{.empty = file ? withoutLocks(*file) : emptySnapshot(m_connection), .locks = {lock}};
    // What was made of a file without findings is in none: who opens it makes it anew.
    if (!file || file->checked) parts.newest = m_document.findings().basis;
    return parts;
}

void SnapshotOperations::save(std::function<lockcore::Snapshot()> make, const Target& target) {
    std::stop_source stop;
    const auto saving = saveSnapshot(std::move(make), target.file, target.hidden, stop.get_token());
    m_work.follow(QFuture<void>(saving), Snapshots::tr("Saving %1").arg(QFileInfo(target.file).fileName()),
                  [stop]() mutable { stop.request_stop(); });
    whenDone(saving, &m_window, [this, target](const SavedSnapshot& saved) { tellSaved(saved, target); });
}

void SnapshotOperations::tellSaved(const SavedSnapshot& saved, const Target& target) {
    const QString& file = target.file;
    if (!saved.written) {
        if (saved.written.error().code == lockcore::ErrorCode::Cancelled) return tellNotSaved(file);
        m_messages.tell(
            Severity::Fault,
            explainError(Snapshots::tr("The snapshot was not saved."), saved.written.error()).joined());
        return;
    }
    const QString locks = QString::number(saved.locks);
    const QString summary =
        target.hidden.isEmpty()
            ? Snapshots::tr("Saved to %1. Locks: %2.").arg(file, locks)
            : Snapshots::tr("Saved to %1, without what was to be hidden. Locks: %2.").arg(file, locks);
    const QString missing = saved.coverage ? missingText(*saved.coverage) : QString();
    if (missing.isEmpty())
        m_messages.tell(Severity::Information, summary);
    else
        m_messages.tell(Severity::Warning, summary + QLatin1Char(' ') + missing);
}

void SnapshotOperations::tellNotSaved(const QString& file) {
    m_messages.tell(Severity::Information,
                    Snapshots::tr("Saving was cancelled. Nothing was written to %1.").arg(file));
}

void SnapshotOperations::exportPicture(PictureExport picture, const Selection& selection) {
    m_dialogs.askSaveFile(
        &m_window, Snapshots::tr("Export a picture"),
        suggestedName(selection.lockPath, QStringLiteral("png")), picture.filter,
        [this, paint = std::move(picture.paint)](const QString& file) {
            const auto writing = QtConcurrent::run(paint(file));
            whenDone(writing, &m_window, [this, file](const lockcore::Result<void>& result) {
                if (result)
                    m_messages.tell(Severity::Information, Snapshots::tr("Saved to %1.").arg(file));
                else
                    m_messages.tell(
                        Severity::Fault,
                        explainError(Snapshots::tr("The picture was not saved."), result.error()).joined());
            });
        });
}

void SnapshotOperations::exportEvents(std::vector<LogEvent> events) {
    if (events.empty()) {
        m_messages.tell(Severity::Information,
                        Snapshots::tr("The event log shows no event that could be saved."));
        return;
    }
    m_dialogs.askSaveFile(
        &m_window, Snapshots::tr("Export events"), suggestedName("events", QStringLiteral("csv")),
        Snapshots::tr("Events as CSV or JSON (*.csv *.json)"),
        [this, events = std::move(events)](const QString& file) {
            const QString saved =
                Snapshots::tr("Saved to %1. Events: %2.").arg(file, QString::number(events.size()));
            whenDone(writeEvents(events, file), &m_window,
                     [this, saved](const lockcore::Result<void>& result) {
                         if (result)
                             m_messages.tell(Severity::Information, saved);
                         else
                             m_messages.tell(
                                 Severity::Fault,
                                 explainError(Snapshots::tr("The events were not saved."), result.error())
                                     .joined());
                     });
        });
}

void SnapshotOperations::askAndOpen(Opened opened, OpenedRecorded recorded) {
    m_dialogs.askOpenFile(&m_window, Snapshots::tr("Open a snapshot or a recording"), openFilter(),
                          [this, opened = std::move(opened), recorded = std::move(recorded)](
                              const QString& file) { open(file, opened, recorded); });
}

void SnapshotOperations::open(const QString& file, Opened opened, OpenedRecorded recorded) {
    m_opening.request_stop();
    m_opening = std::stop_source();
    const auto opening = loadFile(file, m_opening.get_token());
    m_work.follow(QFuture<void>(opening), Snapshots::tr("Opening %1").arg(QFileInfo(file).fileName()),
                  [stop = m_opening]() mutable { stop.request_stop(); });
    whenDone(
        opening, &m_window,
        [this, file, opened = std::move(opened), recorded = std::move(recorded),
         stop = m_opening](const LoadedFile& result) {
            // It may have been there already when it was cancelled.
            if (stop.stop_requested())
                m_messages.tell(Severity::Information, Snapshots::tr("Opening %1 was cancelled.").arg(file));
            else if (!result)
                m_messages.tell(
                    Severity::Fault,
                    explainError(Snapshots::tr("%1 was not opened.").arg(file), result.error()).joined());
            else if (const auto* const snapshot =
                         std::get_if<std::shared_ptr<const lockcore::Snapshot>>(&*result))
                opened({file, *snapshot});
            else if (recorded)
                recorded(std::get<OpenedRecording>(*result));
        });
}

}  // namespace lockscope
