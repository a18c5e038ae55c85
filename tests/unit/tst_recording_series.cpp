// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recorded_story.h"
#include "recording/believed_time.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/recording_series.h>
#include <lockcore/wall_clock.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <ctime>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kTenYearsMs = 3'650 * kDayMs;
constexpr int kSeriesPatienceMs = 60'000;

/// By UTC; the tests' own zone is an hour ahead of it.
std::int64_t momentOf(const char* iso) {
    return QDateTime::fromString(iso, Qt::ISODate).toMSecsSinceEpoch();
}

/// Who is in the lock /a by a file, and how it is known: "2 live".
QString standsIn(const std::string& file, bool atItsBegin) {
    const auto recording = Recording::open(file);
    if (!recording) return QString::fromStdString(describe(recording.error()));
    const RecordedRun& run = (*recording)->runs().back();
    const auto queues = (*recording)->locksAt(atItsBegin ? run.beganUnixMs : run.untilUnixMs, "/a");
    if (!queues || queues->empty()) return "none";
    const bool isLive = queues->front()->freshness == Freshness::Live;
    return QString::number(queues->front()->rows.size()) + (isLive ? " live" : " stale");
}

/// The same as the story has it, now.
Fact toldNow(Fact fact) {
    auto queue = std::make_shared<LockQueue>(*std::get<std::shared_ptr<const LockQueue>>(fact.what));
    fact.atUnixMs = queue->readAtUnixMs = queue->askedAtUnixMs = unixMs();
    queue->unchangedUntilUnixMs = queue->readAtUnixMs;
    fact.what = std::shared_ptr<const LockQueue>(std::move(queue));
    return fact;
}

}  // namespace

/// Recordings of a day each.
class TestRecordingSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void aDayEndsAtLocalMidnight();
    void theNextFileBeginsWithWhatStands();
    void aFileOfTheSameDayIsGoneOnWith();
    void namesAreSafe_data();
    void namesAreSafe();
    void longNamesStayApart();
    void theDirectoryIsMadeForItsOwnerAlone();
    void filesOfDaysLongAgoGo();
    void theOldestGoWhereTheyAreTooMuch();
    void oneThatSomebodyWritesStays();
    void roomIsMadeFirst();
    void aClockThatJumpsAheadLeavesTheFiles();
    void aClockIsBelievedADayLater();
    void whatIsNotWatchedStandsInTheNextFile();
    void whatCanNotBeBegunIsTriedAgain();
    void whatCanNotBeWrittenIsTriedAgain();
    void aSecondOneIsRefused();

private:
    std::string directory() const { return m_directory->path().toStdString(); }
    QString path(const QString& file) const { return m_directory->filePath(file); }
    QStringList files() const { return QDir(m_directory->path()).entryList(QDir::Files, QDir::Name); }
    void makeFile(const QString& name, int bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(bytes, 'x'));
    }
    std::unique_ptr<RecordingSeries> started(SeriesOptions options, std::int64_t nowUnixMs) const {
        options.directory = directory();
        if (options.name.empty()) options.name = "a";
        auto series = RecordingSeries::start(std::move(options), nowUnixMs);
        return series ? std::move(*series) : nullptr;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QByteArray m_zone;
};

void TestRecordingSeries::initTestCase() {
    m_zone = qgetenv("TZ");
    qputenv("TZ", "TST-1");
    ::tzset();
}

void TestRecordingSeries::cleanupTestCase() {
    if (m_zone.isNull())
        qunsetenv("TZ");
    else
        qputenv("TZ", m_zone);
    ::tzset();
}

void TestRecordingSeries::aDayEndsAtLocalMidnight() {
    const auto series = started({}, momentOf("2026-11-27T22:59:59Z"));
    QVERIFY(series);
    QCOMPARE(QString::fromStdString(series->file()), path("a-2026-11-27.lockrec"));
    series->step(momentOf("2026-11-27T22:59:59Z") + 999);
    QCOMPARE(QString::fromStdString(series->file()), path("a-2026-11-27.lockrec"));
    series->step(momentOf("2026-11-27T23:00:00Z"));
    QCOMPARE(QString::fromStdString(series->file()), path("a-2026-11-28.lockrec"));
    QVERIFY(!series->end().problem);
    QCOMPARE(files(), (QStringList{"a-2026-11-27.lockrec", "a-2026-11-28.lockrec"}));
}

/// Nothing is told of a lock that does not change.
void TestRecordingSeries::theNextFileBeginsWithWhatStands() {
    RecordedStory story;
    const std::int64_t first = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({}, first);
    QVERIFY(series);
    series->put(toldNow(story.comes("/a", 1, 0)));
    series->put(toldNow(story.comes("/a", 2, 0)));
    const std::string before = series->file();
    series->step(first + kDayMs);
    QVERIFY(!QFile::exists(QString::fromStdString(before) + "-wal"));
    series->put(toldNow(story.comes("/b", 3, 0)));
    QVERIFY(!series->end().problem);
    const auto old = Recording::open(before);
    QVERIFY2(old, old ? "" : describe(old.error()).c_str());
    QVERIFY((*old)->runs().front().ended);
    QCOMPARE((*old)->locksAt((*old)->runs().front().untilUnixMs)->size(), std::size_t{1});
    const auto next = Recording::open(series->file());
    QVERIFY2(next, next ? "" : describe(next.error()).c_str());
    const RecordedRun& run = (*next)->runs().front();
    // From its first moment on.
    QCOMPARE((*next)->locksAt(run.beganUnixMs, "/a")->size(), std::size_t{1});
    QCOMPARE((*next)->locksAt(run.beganUnixMs, "/a")->front()->rows.size(), std::size_t{2});
    QCOMPARE((*next)->locksAt(run.beganUnixMs, "/a")->front()->freshness, Freshness::Live);
    QCOMPARE((*next)->locksAt(run.untilUnixMs)->size(), std::size_t{2});
}

void TestRecordingSeries::aFileOfTheSameDayIsGoneOnWith() {
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto runs = [&] {
        return (*Recording::open(path("a-2026-11-27.lockrec").toStdString()))->runs().size();
    };
    QVERIFY(started({}, now));
    QCOMPARE(runs(), std::size_t{1});
    QVERIFY(started({}, now + 1'000));
    QCOMPARE(runs(), std::size_t{2});
    QCOMPARE(files(), QStringList{"a-2026-11-27.lockrec"});
}

void TestRecordingSeries::namesAreSafe_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("file");
    const auto row = [](const char* name, const char* file) { QTest::addRow("%s", name) << name << file; };
    row("prod", "prod");
    row("Prod_1.eu-west", "Prod_1.eu-west");
    row("prod eu", "prod%20eu");
    row("zk1:2181,zk2:2181/app", "zk1%3A2181%2Czk2%3A2181%2Fapp");
    row("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd");
    row("..", "%2E.");
    row("-rf", "%2Drf");
    row("a%20b", "a%2520b");
    row("ä\n", "%C3%A4%0A");
    row("", "%");
}

void TestRecordingSeries::namesAreSafe() {
    QFETCH(QString, name);
    QFETCH(QString, file);
    QCOMPARE(QString::fromStdString(seriesFileName(name.toStdString(), momentOf("2026-11-27T12:00:00Z"))),
             file + "-2026-11-27.lockrec");
}

void TestRecordingSeries::longNamesStayApart() {
    const std::string start(4'000, ':');
    const std::string one = seriesFileName(start + "1", 0);
    QVERIFY(one.size() < 230);
    QVERIFY(one != seriesFileName(start + "2", 0));
    QCOMPARE(one, seriesFileName(start + "1", 0));
}

void TestRecordingSeries::theDirectoryIsMadeForItsOwnerAlone() {
    const std::string made = directory() + "/made";
    QVERIFY(RecordingSeries::start({.directory = made, .name = "a"}, unixMs()));
    const auto others = QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(made)) & others));
    const auto refused =
        RecordingSeries::start({.directory = directory() + "/no/where", .name = "a"}, unixMs());
    QVERIFY(!refused);
    QCOMPARE(refused.error().path, directory() + "/no/where");
}

void TestRecordingSeries::filesOfDaysLongAgoGo() {
    const QStringList others{"a-2026-11-2.lockrec",   "a-2026-11-20.json",     "a-b-2026-11-20.lockrec",
                             "ab-2026-11-20.lockrec", "a-2026-02-31.lockrec",  "a-2026-11-20.lockrec.bak",
                             "b-2026-11-20.lockrec",  "%61-2026-11-20.lockrec"};
    const QStringList own{"a-2026-11-24.lockrec", "a-2026-11-25.lockrec", "a-2026-11-26.lockrec"};
    for (const QString& each : others + own + QStringList{"a-2026-11-24.lockrec-wal"})
        makeFile(each, 10);
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({.keep = 48h}, now);
    QVERIFY(series);
    QVERIFY(!files().contains("a-2026-11-24.lockrec"));  // it ended two days and a half ago
    QVERIFY(!files().contains("a-2026-11-24.lockrec-wal"));
    QVERIFY(files().contains("a-2026-11-25.lockrec"));
    series->step(now + kDayMs / 2 + 1);
    QVERIFY(!files().contains("a-2026-11-25.lockrec"));
    QVERIFY(files().contains("a-2026-11-26.lockrec"));
    QVERIFY(files().contains("a-2026-11-28.lockrec"));
    for (const QString& each : others)
        QVERIFY2(files().contains(each), qPrintable(each));
}

void TestRecordingSeries::theOldestGoWhereTheyAreTooMuch() {
    for (const char* day : {"24", "25", "26"})
        makeFile(QStringLiteral("a-2026-11-%1.lockrec").arg(day), 10 << 20);
    makeFile("b-2026-11-20.lockrec", 10 << 20);
    QVERIFY(started({.mostBytes = std::uint64_t{21} << 20U}, momentOf("2026-11-27T12:00:00Z")));
    QCOMPARE(files(), (QStringList{"a-2026-11-25.lockrec", "a-2026-11-26.lockrec", "a-2026-11-27.lockrec",
                                   "b-2026-11-20.lockrec"}));
}

void TestRecordingSeries::oneThatSomebodyWritesStays() {
    const auto other = Recorder::start({.file = path("a-2026-11-26.lockrec").toStdString()});
    QVERIFY(other);
    QVERIFY(started({.keep = 1h}, momentOf("2026-11-27T12:00:00Z")));
    QVERIFY(files().contains("a-2026-11-26.lockrec"));
    QVERIFY(!(*other)->end().problem);
    QVERIFY(started({.keep = 1h}, momentOf("2026-11-27T12:00:00Z")));
    QCOMPARE(files(), QStringList{"a-2026-11-27.lockrec"});
}

/// Where the disk is full, nothing can be begun before.
void TestRecordingSeries::roomIsMadeFirst() {
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({.mostBytes = std::uint64_t{21} << 20U}, now);
    QVERIFY(series);
    for (const char* day : {"24", "25", "26"})
        makeFile(QStringLiteral("a-2026-11-%1.lockrec").arg(day), 10 << 20);
    makeFile("a-2026-11-28.lockrec", 1'000);
    series->step(now + kDayMs);
    QVERIFY(series->state().problem);
    QVERIFY(!files().contains("a-2026-11-24.lockrec"));
    QVERIFY(files().contains("a-2026-11-26.lockrec"));
}

void TestRecordingSeries::aClockThatJumpsAheadLeavesTheFiles() {
    const QStringList all{"a-2026-11-24.lockrec", "a-2026-11-25.lockrec", "a-2026-11-26.lockrec"};
    for (const QString& each : all)
        makeFile(each, 10);
    const std::int64_t now = momentOf("2026-11-26T22:00:00Z");
    const auto areThere = [&] {
        return std::ranges::all_of(all, [&](const QString& each) { return files().contains(each); });
    };
    {
        const auto series = started({.keep = 100h}, momentOf("2026-11-27T12:00:00Z"));
        QVERIFY(series);
        series->step(now + kTenYearsMs);
        QVERIFY(series->file().find("2036") != std::string::npos);
        QVERIFY(areThere());
    }
    // One that is started then has made a file of that day, too; it is no witness.
    for (int round = 0; round < 2; ++round) {
        QVERIFY(started({.keep = 100h}, now + kTenYearsMs));
        QVERIFY(areThere());
    }
}

void TestRecordingSeries::aClockIsBelievedADayLater() {
    const std::int64_t begin = momentOf("2026-11-27T12:00:00Z");
    BelievedTime time(begin);
    QCOMPARE(time.at(begin, 1'000), begin);
    QCOMPARE(time.at(begin + 3 * kDayMs, 1'000 + 3 * kDayMs), begin + 3 * kDayMs);
    const std::int64_t jumped = begin + kTenYearsMs;
    const std::int64_t up = 1'000 + 4 * kDayMs;
    QCOMPARE(time.at(jumped, up), begin + 4 * kDayMs);
    QCOMPARE(time.at(jumped + kDayMs / 2, up + kDayMs / 2), begin + 4 * kDayMs + kDayMs / 2);
    QCOMPARE(time.at(jumped + kDayMs, up + kDayMs), jumped + kDayMs);
    QCOMPARE(time.at(jumped + kDayMs + 7, up + kDayMs + 7), jumped + kDayMs + 7);
    // Back again: it is right at once, and so is what it was before.
    QCOMPARE(time.at(begin, up + 2 * kDayMs), begin);
    QCOMPARE(time.at(jumped + 3 * kDayMs, up + 3 * kDayMs), jumped + 3 * kDayMs);
}

/// As when the servers are away at midnight.
void TestRecordingSeries::whatIsNotWatchedStandsInTheNextFile() {
    RecordedStory story;
    const std::int64_t first = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({}, first);
    QVERIFY(series);
    series->put(toldNow(story.comes("/a", 1, 0)));
    series->put(toldNow(story.comes("/a", 2, 0)));
    series->put(toldNow(story.read("/a", 0, Freshness::Stale)));
    series->step(first + kDayMs);
    QVERIFY(!series->end().problem);
    QCOMPARE(standsIn(series->file(), true), "2 stale");
    QCOMPARE(standsIn(series->file(), false), "2 stale");
}

/// And what comes meanwhile is in the file that there is.
void TestRecordingSeries::whatCanNotBeBegunIsTriedAgain() {
    RecordedStory story;
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({}, now);
    QVERIFY(series);
    series->put(toldNow(story.comes("/a", 1, 0)));
    makeFile("a-2026-11-28.lockrec", 1'000);
    series->step(now + kDayMs);
    const RecorderState state = series->state();
    QVERIFY(state.problem);
    QCOMPARE(QString::fromStdString(state.problem->path), path("a-2026-11-28.lockrec"));
    QVERIFY(series->isRecording());
    series->put(toldNow(story.comes("/a", 2, 0)));
    QVERIFY(QFile::remove(path("a-2026-11-28.lockrec")));
    series->step(now + kDayMs + 1'000);
    QVERIFY(series->state().problem);
    series->step(now + kDayMs + 30'000);
    QVERIFY(!series->state().problem);
    QCOMPARE(QString::fromStdString(series->file()), path("a-2026-11-28.lockrec"));
    series->put(toldNow(story.comes("/a", 3, 0)));
    QVERIFY(!series->end().problem);
    QCOMPARE(standsIn(path("a-2026-11-27.lockrec").toStdString(), false), "2 live");
    QCOMPARE(standsIn(series->file(), true), "2 live");
    QCOMPARE(standsIn(series->file(), false), "3 live");
}

/// A full disk is no end: somebody makes room.
void TestRecordingSeries::whatCanNotBeWrittenIsTriedAgain() {
    std::signal(SIGXFSZ, SIG_IGN);
    RecordedStory story;
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto series = started({}, now);
    QVERIFY(series);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit full = before;
    full.rlim_cur = 4'096;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    constexpr int kTurns = kIsSanitized ? 200 : 2'000;
    for (int number = 1; number <= kTurns; ++number)
        series->put(toldNow(story.comes("/a", number, 0)));
    const bool hasFailed =
        QTest::qWaitFor([&] { return series->state().problem.has_value(); }, kSeriesPatienceMs);
    series->step(now + 1'000);
    const bool isTold = series->state().problem.has_value() && !series->isRecording();
    series->put(toldNow(story.comes("/a", kTurns + 1, 0)));
    series->step(now + 20'000);
    const bool isTriedTooSoon = series->isRecording();
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(hasFailed && isTold && !isTriedTooSoon);
    series->step(now + 31'000);
    QVERIFY(!series->state().problem && series->isRecording());
    QVERIFY(!series->end().problem);
    QCOMPARE(standsIn(series->file(), false), QStringLiteral("%1 live").arg(kTurns + 1));
}

void TestRecordingSeries::aSecondOneIsRefused() {
    const std::int64_t now = momentOf("2026-11-27T12:00:00Z");
    const auto first = started({}, now);
    QVERIFY(first);
    const auto second = RecordingSeries::start({.directory = directory(), .name = "a"}, now);
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Busy);
    QVERIFY(started({.name = "b"}, now));
}

LOCKSCOPE_TEST(TestRecordingSeries)
#include "tst_recording_series.moc"
