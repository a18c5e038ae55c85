// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "operations/report_process.h"
#include "recorded_file.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "window_fixture.h"
#include "words/moment.h"

#include <lockcore/history/snapshot.h>

#include <QDir>
#include <QFile>
#include <QScopeGuard>

using namespace lockscope;

namespace {

QByteArray savedReport(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// When it has ended.
ReportOutcome outcomeOf(ReportProcess& process, const ReportRequest& request) {
    std::optional<ReportOutcome> ended;
    process.start(request, [&](const ReportOutcome& outcome) { ended = outcome; });
    (void)QTest::qWaitFor([&] { return ended.has_value(); }, kPatienceMs);
    return ended.value_or(ReportOutcome());
}

}  // namespace

/// Reports that are saved from the window, on what it shows.
class TestReportSaving : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }

    void onAWholeRecordingAndOnASpanOfIt();
    void onASnapshot();
    void whyItWasNotWrittenIsSaid();
    void timesAreInTheZoneThatIsShown();
    void aDialectFileThatIsWrongIsToldAndLeftOut();
    void theReasonIsWhatTheProgramSaidLast();

private:
    QString path(const char* name) const { return m_window->directory.filePath(QLatin1String(name)); }
    QString message() const { return m_window->window.panels().messageBar->text(); }
    void openRecorded();
    void save(const QString& file) {
        m_window->dialogs.file = file;
        m_window->trigger(ActionId::SaveReport);
    }

    std::unique_ptr<TestWindow> m_window;
};

void TestReportSaving::init() {
    m_window = std::make_unique<TestWindow>();
    QVERIFY(!m_window->isEnabled(ActionId::SaveReport));
}

void TestReportSaving::openRecorded() {
    QVERIFY(writeRecordedFile(path("a.lockrec")));
    m_window->window.openSnapshot(path("a.lockrec"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->window.events().rowCount() > 5, kPatienceMs);
}

void TestReportSaving::onAWholeRecordingAndOnASpanOfIt() {
    openRecorded();
    save(path("whole.csv"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("whole.csv")), kPatienceMs);
    QVERIFY2(message().contains(QStringLiteral("Not all of that was seen")), qPrintable(message()));
    // 1, 2, 3 and 9 of one lock; of the other ones 5 and 7.
    QCOMPARE(savedReport(path("whole.csv")).count("\r\n/app/"), 6);
    QVERIFY(m_window->dialogs.suggestedFile.endsWith(QStringLiteral(".html")));

    ReplayBar* const bar = m_window->window.panels().replay->bar();
    Q_EMIT bar->spanWanted(
        lockcore::TimeSpan{lockcore::RecordedStory::at(32), lockcore::RecordedStory::at(35)});
    save(path("part.csv"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("part.csv")), kPatienceMs);
    QVERIFY2(!message().contains(QStringLiteral("Not all")), qPrintable(message()));
    QCOMPARE(savedReport(path("part.csv")).count("\r\n/app/"), 3);  // 2, 5 and 7
}

void TestReportSaving::onASnapshot() {
    const auto lock = samples::queue(samples::mutexes(1, 3));
    lockcore::Snapshot snapshot;
    snapshot.connectString = "zk1:2181";
    snapshot.takenAtUnixMs = samples::kNowUnixMs;
    snapshot.locks = {lock};
    snapshot.checked = samples::Cluster(lock).disconnect(0).assessment();
    snapshot.coverage = snapshot.checked->coverage;
    QVERIFY(lockcore::writeSnapshot(snapshot, QFile::encodeName(path("a.json")).toStdString()));
    m_window->window.openSnapshot(path("a.json"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isEnabled(ActionId::SaveReport), kPatienceMs);
    save(path("r.html"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("r.html")), kPatienceMs);
    const QByteArray page = savedReport(path("r.html"));
    QVERIFY(page.startsWith("<!DOCTYPE html>") && page.contains("/app/lock") && page.contains("zk1:2181"));

    m_window->dialogs.hidden = {.hosts = true, .paths = true};
    save(path("hidden.html"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("hidden.html")), kPatienceMs);
    const QByteArray hidden = savedReport(path("hidden.html"));
    QVERIFY(hidden.contains("host-1:2181") && !hidden.contains("/app/lock") &&
            !hidden.contains("/app/<wbr>lock") && !hidden.contains("zk1"));
}

void TestReportSaving::whyItWasNotWrittenIsSaid() {
    openRecorded();
    save(path("none/r.html"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("The report was not written.")), kPatienceMs);
    QVERIFY2(!message().contains(QStringLiteral("lockscope: ")), qPrintable(message()));
    save(path("r.odt"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral(".pdf")), kPatienceMs);
    QVERIFY(!QFile::exists(path("r.odt")));
}

void TestReportSaving::timesAreInTheZoneThatIsShown() {
    const QByteArray before = qgetenv("TZ");
    const auto restore = qScopeGuard([&] {
        before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
        setShownTimeZone(TimeZone::Local);
    });
    qputenv("TZ", "Asia/Tokyo");
    openRecorded();
    save(path("local.md"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("local.md")), kPatienceMs);
    QVERIFY(savedReport(path("local.md")).contains("+09:00"));
    setShownTimeZone(TimeZone::Utc);
    save(path("utc.md"));
    QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("utc.md")), kPatienceMs);
    const QByteArray page = savedReport(path("utc.md"));
    QVERIFY(page.contains("+00:00") && !page.contains("+09:00"));
}

/// As the window does, which was started with the same folder.
void TestReportSaving::aDialectFileThatIsWrongIsToldAndLeftOut() {
    QVERIFY(writeRecordedFile(path("a.lockrec")));
    QVERIFY(QDir(m_window->directory.path()).mkdir(QStringLiteral("dialects")));
    QFile wrong(path("dialects/wrong.json"));
    QVERIFY(wrong.open(QIODevice::WriteOnly));
    wrong.write("{");
    wrong.close();
    ReportProcess process(QStringLiteral(LOCKSCOPE_PROGRAM), path("dialects"));
    const ReportOutcome outcome = outcomeOf(process, {path("a.lockrec"), {}, path("r.html"), {}});
    QVERIFY2(outcome.isWritten, qPrintable(outcome.problem));
    QCOMPARE(outcome.warnings.size(), 1);
    QVERIFY2(outcome.warnings.front().contains(QStringLiteral("wrong.json")),
             qPrintable(outcome.warnings.front()));
    QVERIFY(QFile::exists(path("r.html")));
}

/// Libraries say other things on standard error.
void TestReportSaving::theReasonIsWhatTheProgramSaidLast() {
    const auto problemOf = [&](const QByteArray& script) {
        QFile program(path("program"));
        if (!program.open(QIODevice::WriteOnly)) return QString();
        program.write("#!/bin/sh\n" + script);
        program.close();
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        ReportProcess process(program.fileName(), {});
        return outcomeOf(process, {path("a.lockrec"), {}, path("r.html"), {}}).problem;
    };
    QCOMPARE(problemOf("echo 'QFont: no such font' >&2\n"
                       "echo 'lockscope: A file is left out.' >&2\n"
                       "echo 'lockscope: The disk is full.' >&2\n"
                       "echo 'QPainter: not ended' >&2\nexit 1\n"),
             QStringLiteral("The disk is full."));
    QCOMPARE(problemOf("echo 'no library' >&2\nexit 127\n"), QStringLiteral("no library"));
    QVERIFY(problemOf("exit 9\n").contains(QStringLiteral("exit status 9")));
}

LOCKSCOPE_TEST(TestReportSaving)
#include "tst_report_saving.moc"
