// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdf_words.h"
#include "process.h"
#include "program_run.h"
#include "recorded_file.h"
#include "sample_assessment.h"
#include "test_program.h"

#include <lockcore/history/snapshot.h>

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <csignal>

namespace {

QByteArray writtenBytes(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString storyTime(double seconds) {
    return QDateTime::fromMSecsSinceEpoch(lockcore::RecordedStory::at(seconds))
        .toUTC()
        .toString(Qt::ISODateWithMs);
}

}  // namespace

/// What the program writes of recordings and snapshots, to be handed on.
class TestReportRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = path("a.lockrec");
        QVERIFY(writeRecordedFile(m_file));
    }

    void everyKindOfFileIsWritten();
    void aSpanIsReportedOn();
    void locksAreChosen();
    void whatIsHiddenIsInNoneOfThem_data();
    void whatIsHiddenIsInNoneOfThem();
    void aSnapshotIsReportedOn();
    void failsWithItsReason();
    void whileItIsWrittenASignalEndsIt();
    void hangupIsIgnoredWhereNohupSaysSo();

private:
    /// What a reader sees of a report.
    static QString wordsOf(const QString& file) {
        if (file.endsWith(QStringLiteral(".pdf"))) return PdfWords(writtenBytes(file)).text();
        QByteArray text = writtenBytes(file);
        if (file.endsWith(QStringLiteral(".csv")))
            text +=
                writtenBytes(QString(file).replace(QStringLiteral(".csv"), QStringLiteral("-events.csv")));
        return QString::fromUtf8(text);
    }

    QString path(const char* name) const { return m_directory->filePath(QLatin1String(name)); }
    Outcome report(const QString& file, const char* output, const QStringList& more = {}) const {
        return runLockscope(
            QStringList{QStringLiteral("report"), file, QStringLiteral("-o"), path(output)} + more,
            bareEnvironment(*m_directory));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_file;
};

void TestReportRun::everyKindOfFileIsWritten() {
    for (const char* const name : {"r.html", "r.pdf", "r.md", "r.csv"}) {
        const Outcome done = report(m_file, name);
        // Between the two runs nothing was seen.
        QVERIFY2(done.status == 3 && done.errors.isEmpty(), done.errors.constData());
    }
    QVERIFY(writtenBytes(path("r.html")).startsWith("<!DOCTYPE html>"));
    QVERIFY(writtenBytes(path("r.html")).contains("/app/orders"));
    QVERIFY(writtenBytes(path("r.pdf")).startsWith("%PDF-"));
    QVERIFY(writtenBytes(path("r.md")).contains("nothing was recorded"));
    QVERIFY(writtenBytes(path("r.csv")).startsWith("lock,"));
    // 1, 2, 3 and 9 of one lock; of the other ones 5 and 7.
    QCOMPARE(writtenBytes(path("r.csv")).count("\r\n/app/"), 6);
    QVERIFY(writtenBytes(path("r-events.csv")).contains("finding-begins"));
}

void TestReportRun::aSpanIsReportedOn() {
    const Outcome done = report(
        m_file, "r.md", {QStringLiteral("--from"), storyTime(5), QStringLiteral("--to"), storyTime(18)});
    QVERIFY2(done.status == 0, done.errors.constData());
    const QByteArray text = writtenBytes(path("r.md"));
    // A finding is about it; it has stood still for less than a minute.
    QVERIFY2(text.contains("`/app/orders`") && text.contains("still so at"), text.constData());
    QVERIFY(!text.contains("nothing was recorded"));
    const Outcome none = report(
        m_file, "none.md", {QStringLiteral("--from"), storyTime(70), QStringLiteral("--to"), storyTime(80)});
    QCOMPARE(none.status, 1);
    QVERIFY2(none.errors.contains("The report was not written. Nothing was recorded from") &&
                 none.errors.contains("It has "),
             none.errors.constData());
    QVERIFY(!QFile::exists(path("none.md")));
}

void TestReportRun::locksAreChosen() {
    const Outcome done = report(m_file, "r.csv", {QStringLiteral("--locks=/app/st*")});
    QVERIFY2(done.status == 3, done.errors.constData());
    QVERIFY(writtenBytes(path("r.csv")).contains("/app/stock"));
    QVERIFY(!writtenBytes(path("r.csv")).contains("/app/orders"));
    QVERIFY(!writtenBytes(path("r-events.csv")).contains("/app/orders"));
}

void TestReportRun::whatIsHiddenIsInNoneOfThem_data() {
    QTest::addColumn<QString>("name");
    for (const char* const name : {"r.html", "r.pdf", "r.md", "r.csv"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestReportRun::whatIsHiddenIsInNoneOfThem() {
    QFETCH(QString, name);
    const Outcome done =
        report(m_file, qPrintable(name), {QStringLiteral("--redact=hosts,data,users,paths")});
    QVERIFY2(done.status == 3, done.errors.constData());
    const QString text = wordsOf(path(qPrintable(name)));
    // Its numbers stay.
    QVERIFY2(text.contains(QStringLiteral("lock-0000000002")), qPrintable(text));
    const QStringList originals{QStringLiteral("orders"), QStringLiteral("stock"), QStringLiteral("10.0.0.7"),
                                QStringLiteral("zk:2181")};
    for (const QString& original : originals)
        QVERIFY2(!text.contains(original), qPrintable(original));
    // Where nothing is hidden they are to be found.
    const QString open = QStringLiteral("open-") + name;
    QCOMPARE(report(m_file, qPrintable(open)).status, 3);
    QVERIFY(wordsOf(path(qPrintable(open))).contains(originals.front()));
    // Nor is anything left of what it was made of.
    const QStringList files =
        QDir(m_directory->path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& file : files)
        QVERIFY2(!file.contains(QStringLiteral("lockscope-")), qPrintable(file));
}

void TestReportRun::aSnapshotIsReportedOn() {
    const auto lock = samples::queue(samples::mutexes(1, 3));
    lockcore::Snapshot snapshot;
    snapshot.connectString = "zk1:2181";
    snapshot.takenAtUnixMs = samples::kNowUnixMs;
    snapshot.locks = {lock};
    snapshot.checked = samples::Cluster(lock).disconnect(0).assessment();
    snapshot.coverage = snapshot.checked->coverage;
    const QString file = path("a.json");
    QVERIFY(lockcore::writeSnapshot(snapshot, QFile::encodeName(file).toStdString()));
    const Outcome done = report(file, "r.html");
    QVERIFY2(done.status == 0, done.errors.constData());
    QVERIFY(writtenBytes(path("r.html")).contains("/app/lock"));
    const Outcome wrong = report(file, "s.html", {QStringLiteral("--from"), storyTime(1)});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.errors.contains("has one moment"), wrong.errors.constData());
}

void TestReportRun::failsWithItsReason() {
    const Outcome missing = report(path("none.lockrec"), "r.html");
    QCOMPARE(missing.status, 1);
    QVERIFY2(
        missing.errors.contains("The report was not written.") && missing.errors.contains("none.lockrec"),
        missing.errors.constData());
    QFile foreign(path("foreign.lockrec"));
    QVERIFY(foreign.open(QIODevice::WriteOnly) && foreign.write("nothing of it") > 0);
    foreign.close();
    QCOMPARE(report(path("foreign.lockrec"), "r.html").status, 1);
    const Outcome nowhere = report(m_file, "none/r.html");
    QCOMPARE(nowhere.status, 1);
    QVERIFY(!QFile::exists(path("r.html")));
}

/// Then no event loop runs that could end the program.
void TestReportRun::whileItIsWrittenASignalEndsIt() {
    const auto handler = [] {
        struct sigaction action {};
        sigaction(SIGTERM, nullptr, &action);
        return action.sa_handler;
    };
    { const lockscope::TerminationSignals unheard; }
    QVERIFY(handler() == SIG_DFL);
    // Of several that come at once the second one harms nothing.
    {
        const lockscope::TerminationSignals heard;
        QCOMPARE(::raise(SIGTERM), 0);
    }
    QVERIFY(handler() != SIG_DFL);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, SIG_DFL);
}

void TestReportRun::hangupIsIgnoredWhereNohupSaysSo() {
    std::signal(SIGHUP, SIG_IGN);
    {
        const lockscope::TerminationSignals signals;
        struct sigaction action {};
        sigaction(SIGHUP, nullptr, &action);
        QVERIFY(action.sa_handler == SIG_IGN);
    }
    std::signal(SIGHUP, SIG_DFL);
}

LOCKSCOPE_TEST(TestReportRun)
#include "tst_report_run.moc"
