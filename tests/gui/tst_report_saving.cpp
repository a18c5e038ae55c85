// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "recorded_file.h"
#include "replay/replay_bar.h"
#include "replay/replay_strip.h"
#include "sample_assessment.h"
#include "test_program.h"
#include "window_fixture.h"

#include <lockcore/history/snapshot.h>

#include <QFile>

using namespace lockscope;

namespace {

QByteArray savedReport(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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
    QVERIFY(hidden.contains("host-1:2181") && !hidden.contains("/app/lock") && !hidden.contains("zk1"));
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

LOCKSCOPE_TEST(TestReportSaving)
#include "tst_report_saving.moc"
