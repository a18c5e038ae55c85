// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kazoo_semaphore_story.h"
#include "metrics/cluster_metrics.h"
#include "metrics/lock_series.h"
#include "metrics/metrics_address.h"
#include "metrics/metrics_server.h"
#include "metrics/open_metrics.h"
#include "metrics/process_metrics.h"

#include "program_run.h"
#include "recorded_story.h"
#include "scraped_metrics.h"
#include "scripted_server.h"
#include "test_program.h"

#include <prometheus/metric_family.h>

#include <QFile>

#include <memory>
#include <string>
#include <vector>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::RecordedStory;

namespace {

const std::string kJobs = "/app/jobs";

/// Metrics of a cluster "prod" of which is told what a test tells.
class ToldMetrics {
public:
    explicit ToldMetrics(std::size_t mostLocks = LockSeries::kMost) : m_metrics("prod", mostLocks) {
        state(lockcore::ConnectionState::Connected);
    }

    void tell(const lockcore::Fact& fact) {
        m_metrics.put(fact);
        m_metrics.step(fact.atUnixMs);
    }
    void state(lockcore::ConnectionState state) {
        lockcore::FeedStatus status;
        status.connection.state = state;
        tell({RecordedStory::at(0), status});
    }
    ClusterMetrics& metrics() { return m_metrics; }
    QByteArray text() const {
        return QByteArray::fromStdString(OpenMetricsSerializer().Serialize(m_metrics.Collect()));
    }
    /// Of a metric of a lock.
    QByteArray value(const QByteArray& name, const std::string& lock) const {
        return sampleValue(text(),
                           name + "{cluster=\"prod\",lock=\"" + QByteArray::fromStdString(lock) + "\"}");
    }

private:
    ClusterMetrics m_metrics;
};

MetricsAddress addressOf(std::uint16_t port) {
    return {QStringLiteral("127.0.0.1"), port};
}

}  // namespace

/// What is served of a cluster, and how it is written.
class TestMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLocksQueueAndItsDurationsAreTold();
    void whatIsNotKnownNowIsNotTold();
    void findingsSessionsAndTheRecordingAreTold();
    void hostileNamesStayOneLine();
    void familiesOfSeveralClustersAreOne();
    void manyLocksAreSummed();
    void noSeriesCountsDown();
    void aStuckLockKeepsItsSeries();
    void aLockWithAFindingGetsASeries();
    void whatHappensDuringAnOutageIsNotCounted();
    void whoWaitsForAPermitIsNotKnownInTheNextSessionAtOnce();
    void whatIsDroppedBesideASemaphoreIsNot();
    void aClockThatIsSetBackStopsNothing();
    void locksThatAreGoneExpire();
    void addressesAreTakenOrRefused_data();
    void addressesAreTakenOrRefused();
    void isServedOnItsAddressAlone();
    void aPortInUseIsToldBeforeAnythingIsRecorded();
};

void TestMetrics::aLocksQueueAndItsDurationsAreTold() {
    RecordedStory story;
    ToldMetrics told;
    told.tell(story.read(kJobs, 0.5));
    told.tell(story.comes(kJobs, 1, 1));
    told.tell(story.comes(kJobs, 2, 2));
    told.tell(story.comes(kJobs, 3, 2.5));
    QCOMPARE(told.value("lockscope_lock_holders", kJobs), QByteArray("1"));
    QCOMPARE(told.value("lockscope_lock_waiters", kJobs), QByteArray("2"));
    told.tell(story.goes(kJobs, 1, 9));
    QCOMPARE(told.value("lockscope_lock_waiters", kJobs), QByteArray("1"));
    const QByteArray labels = "{cluster=\"prod\",lock=\"/app/jobs\"";
    const QByteArray text = told.text();
    // The first one waited for nobody, the second one for 7 s, and the first one held for 8.
    QCOMPARE(sampleValue(text, "lockscope_lock_wait_seconds_bucket" + labels + ",le=\"0.01\"}"),
             QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_lock_wait_seconds_bucket" + labels + ",le=\"5.0\"}"),
             QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_lock_wait_seconds_bucket" + labels + ",le=\"10.0\"}"),
             QByteArray("2"));
    QCOMPARE(sampleValue(text, "lockscope_lock_wait_seconds_bucket" + labels + ",le=\"+Inf\"}"),
             QByteArray("2"));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_sum", kJobs), QByteArray("7"));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_count", kJobs), QByteArray("1"));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_sum", kJobs), QByteArray("8"));
    // Told once more how it ended, it counts no second time.
    told.tell(story.told(12, {2, 3}));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_count", kJobs), QByteArray("1"));
    QVERIFY2(text.contains("# TYPE lockscope_lock_wait_seconds histogram\n# UNIT lockscope_lock_wait_seconds "
                           "seconds\n# HELP "),
             text.constData());
    QVERIFY(text.endsWith("\n# EOF\n"));
}

void TestMetrics::whatIsNotKnownNowIsNotTold() {
    RecordedStory story;
    ToldMetrics told;
    told.tell(story.comes(kJobs, 1, 1));
    told.tell(story.told(2, {1}));
    QCOMPARE(told.value("lockscope_lock_holders", kJobs), QByteArray("1"));
    QVERIFY(told.text().contains("lockscope_sessions{"));
    told.tell(story.read(kJobs, 3, lockcore::Freshness::Stale));
    told.state(lockcore::ConnectionState::Suspended);
    const QByteArray text = told.text();
    QVERIFY2(told.value("lockscope_lock_holders", kJobs).isEmpty(), text.constData());
    QVERIFY(!text.contains("lockscope_sessions{") && !text.contains("lockscope_findings{"));
    QVERIFY(!text.contains("lockscope_locks{"));
    QCOMPARE(sampleValue(text, "lockscope_connection_state{cluster=\"prod\",state=\"Suspended\"}"),
             QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_connection_state{cluster=\"prod\",state=\"Connected\"}"),
             QByteArray("0"));
}

void TestMetrics::findingsSessionsAndTheRecordingAreTold() {
    RecordedStory story;
    ToldMetrics told;
    lockcore::Finding sure;
    sure.kind = lockcore::FindingKind::LongQueue;
    lockcore::Finding suspected;
    suspected.kind = lockcore::FindingKind::LongWait;
    suspected.stage = lockcore::FindingStage::Suspected;
    told.tell(story.comes(kJobs, 1, 1));
    told.tell(story.told(2, {1}, 0, {sure, suspected}));
    lockcore::RecorderState state;
    state.bytes = 4096;
    state.writtenUntilUnixMs = 1'790'000'002'500;
    told.metrics().take(state, true);
    QByteArray text = told.text();
    QCOMPARE(sampleValue(text, "lockscope_findings{cluster=\"prod\",kind=\"long-queue\"}"), QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_findings{cluster=\"prod\",kind=\"long-wait\"}"), QByteArray("0"));
    QCOMPARE(sampleValue(text, "lockscope_sessions{cluster=\"prod\",state=\"connected\"}"), QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_sessions{cluster=\"prod\",state=\"ghost\"}"), QByteArray("0"));
    QCOMPARE(sampleValue(text, "lockscope_recording_up{cluster=\"prod\"}"), QByteArray("1"));
    QCOMPARE(sampleValue(text, "lockscope_recording_bytes{cluster=\"prod\"}"), QByteArray("4096"));
    QCOMPARE(sampleValue(text, "lockscope_recording_written_timestamp_seconds{cluster=\"prod\"}").toDouble(),
             1'790'000'002.5);
    ToldMetrics neverBegan;
    neverBegan.metrics().endRecording();
    QCOMPARE(sampleValue(neverBegan.text(), "lockscope_recording_up{cluster=\"prod\"}"), QByteArray("0"));
    state.problem = lockcore::Error{lockcore::ErrorCode::Io, "write"};
    told.metrics().take(state, true);  // it goes on in the file of the day before
    QCOMPARE(sampleValue(told.text(), "lockscope_recording_up{cluster=\"prod\"}"), QByteArray("1"));
    told.metrics().take(state, false);
    QCOMPARE(sampleValue(told.text(), "lockscope_recording_up{cluster=\"prod\"}"), QByteArray("0"));
    text = QByteArray::fromStdString(OpenMetricsSerializer().Serialize(ProcessMetrics().Collect()));
    QVERIFY2(text.contains("# TYPE process_cpu_seconds counter\n"), text.constData());
    QVERIFY(sampleValue(text, "process_cpu_seconds_total").toDouble() > 0);
    QVERIFY(sampleValue(text, "process_resident_memory_bytes").toDouble() > 1e6);
}

void TestMetrics::hostileNamesStayOneLine() {
    RecordedStory story;
    ToldMetrics told;
    const std::string hostile = "/a\"} 1\n# EOF\nlockscope_x{y=\"\\\xff\xe2\x80\xae";
    told.tell(story.comes(hostile, 1, 1));
    const QByteArray text = told.text();
    QCOMPARE(
        told.value("lockscope_lock_holders", "/a\\\"} 1\\n# EOF\\nlockscope_x{y=\\\"\\\\\\\\xff\xe2\x80\xae"),
        QByteArray("1"));
    QCOMPARE(text.count("\n# EOF"), 1);
    QVERIFY(!text.contains("\nlockscope_x"));
}

/// A family that is there twice is none.
void TestMetrics::familiesOfSeveralClustersAreOne() {
    prometheus::MetricFamily one;
    one.name = "lockscope_x";
    one.type = prometheus::MetricType::Gauge;
    one.metric.emplace_back().label = {{"cluster", "one"}};
    prometheus::MetricFamily between;
    between.name = "lockscope_y";
    prometheus::MetricFamily other = one;
    other.metric.front().label = {{"cluster", "other"}};
    other.metric.front().gauge.value = 2.5;
    QCOMPARE(QByteArray::fromStdString(OpenMetricsSerializer().Serialize({one, between, other})),
             QByteArray("# TYPE lockscope_x gauge\nlockscope_x{cluster=\"one\"} 0\n"
                        "lockscope_x{cluster=\"other\"} 2.5\n# TYPE lockscope_y unknown\n# EOF\n"));
}

void TestMetrics::manyLocksAreSummed() {
    RecordedStory story;
    ToldMetrics told(2);
    for (const char* lock : {"/1", "/2", "/3", "/4"}) {
        told.tell(story.comes(lock, 1, 1));
        told.tell(story.comes(lock, 2, 2));
    }
    told.tell(story.goes("/1", 1, 3));
    told.tell(story.goes("/3", 1, 3));
    told.tell(story.goes("/4", 1, 4));
    told.tell(story.goes("/4", 2, 5));
    QCOMPARE(told.value("lockscope_lock_holders", "/1"), QByteArray("1"));
    QCOMPARE(told.value("lockscope_lock_waiters", "/2"), QByteArray("1"));
    QVERIFY(told.value("lockscope_lock_holders", "/3").isEmpty());
    QCOMPARE(told.value("lockscope_lock_holders", "(others)"), QByteArray("1"));
    QCOMPARE(told.value("lockscope_lock_waiters", "(others)"), QByteArray("0"));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_count", "(others)"), QByteArray("2"));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_count", "(others)"), QByteArray("1"));
    QCOMPARE(sampleValue(told.text(), "lockscope_locks{cluster=\"prod\"}"), QByteArray("4"));
}

void TestMetrics::noSeriesCountsDown() {
    LockSeries series(1);
    series.show("/quiet", {});
    series.held("/quiet", 1s);
    series.show("/busy", {});
    for (int times = 0; times < 10; ++times)
        series.held("/busy", 1s);
    QCOMPARE(series.others()->holds.seconds, 10.0);
    series.choose(0);
    QVERIFY(series.locks().at("/busy").own && !series.locks().at("/quiet").own);
    // What the others have stays theirs; it begins anew.
    QCOMPARE(series.locks().at("/busy").own->holds.seconds, 0.0);
    series.held("/busy", 2s);
    series.held("/quiet", 4s);
    QCOMPARE(series.locks().at("/busy").own->holds.seconds, 2.0);
    QCOMPARE(series.others()->holds.seconds, 14.0);
    // One that has hardly more does not take its place.
    for (int times = 0; times < 15; ++times)
        series.waited("/quiet", 1s);
    series.choose(0);
    QVERIFY(series.locks().at("/busy").own);
}

/// It has no traffic at all.
void TestMetrics::aStuckLockKeepsItsSeries() {
    LockSeries series(1);
    series.show("/busy", {1, 1});
    series.show("/stuck", {1, 1});
    const auto aMinuteLater = [&series](std::int64_t nowMs) {
        for (int times = 0; times < 100; ++times)
            series.held("/busy", 1s);
        series.choose(nowMs);
        return series.locks().at("/stuck").own.has_value();
    };
    // It may have begun to wait a moment ago.
    QVERIFY(!aMinuteLater(60'000));
    QVERIFY(aMinuteLater(120'000));
    // The limit stays.
    QVERIFY(!series.locks().at("/busy").own);
    series.hide("/stuck");
    QVERIFY(aMinuteLater(180'000));
    series.show("/stuck", {2, 1});
    series.waited("/stuck", 200s);
    QVERIFY(!aMinuteLater(240'000));
    // One that only holds is not stuck.
    series.show("/stuck", {0, 1});
    QVERIFY(!aMinuteLater(300'000) && !aMinuteLater(360'000));
}

void TestMetrics::aLockWithAFindingGetsASeries() {
    RecordedStory story;
    ToldMetrics told(1);
    for (int times = 1; times < 20; ++times)
        told.tell(story.comes("/busy", times, times));
    told.tell(story.comes("/troubled", 30, 30));
    QVERIFY(told.value("lockscope_lock_holders", "/troubled").isEmpty());
    lockcore::Finding finding;
    finding.kind = lockcore::FindingKind::LongQueue;
    finding.lock = "/troubled";
    told.tell(story.told(31, {30}, 0, {finding}));
    told.metrics().step(RecordedStory::at(100));
    QCOMPARE(told.value("lockscope_lock_holders", "/troubled"), QByteArray("1"));
    QVERIFY(told.value("lockscope_lock_holders", "/busy").isEmpty());
}

/// When they were granted, and when they left, nobody could see.
void TestMetrics::whatHappensDuringAnOutageIsNotCounted() {
    RecordedStory story;
    ToldMetrics told;
    told.tell(story.read(kJobs, 0.5));
    told.tell(story.comes(kJobs, 1, 1));
    told.tell(story.comes(kJobs, 2, 2));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_count", kJobs), QByteArray("1"));
    told.tell(story.read(kJobs, 3, lockcore::Freshness::Stale));
    told.tell(story.goes(kJobs, 1, 900));
    QCOMPARE(told.value("lockscope_lock_holders", kJobs), QByteArray("1"));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_count", kJobs), QByteArray("0"));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_count", kJobs), QByteArray("1"));
    told.tell(story.comes(kJobs, 3, 901));
    told.tell(story.goes(kJobs, 2, 903));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_count", kJobs), QByteArray("0"));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_count", kJobs), QByteArray("2"));
    QCOMPARE(told.value("lockscope_lock_wait_seconds_sum", kJobs), QByteArray("2"));
    told.tell(story.goes(kJobs, 3, 907));
    QCOMPARE(told.value("lockscope_lock_hold_seconds_sum", kJobs), QByteArray("4"));
}

/// Permits are read before the lock beside them.
void TestMetrics::whoWaitsForAPermitIsNotKnownInTheNextSessionAtOnce() {
    lockcore::KazooSemaphoreStory story;
    ToldMetrics told;
    story.permit(1, 1);
    story.waits(2, 2);
    told.tell(story.permits(3));
    told.tell(story.lockBeside(3));
    QCOMPARE(told.value("lockscope_lock_waiters", "/s"), QByteArray("1"));
    told.tell(story.over(10));
    told.tell(story.permitsAlone(20));
    QVERIFY(told.value("lockscope_lock_waiters", "/s").isEmpty());
    QVERIFY(told.value("lockscope_lock_holders", "/s").isEmpty());
    told.tell(story.lockBeside(21));
    QCOMPARE(told.value("lockscope_lock_waiters", "/s"), QByteArray("1"));
    // That nobody waits any more, and so nothing is told beside, a sample shows.
    told.tell(story.over(30));
    story.waitsNoMore(2);
    told.tell(story.permitsAlone(40));
    QVERIFY(told.value("lockscope_lock_waiters", "/s").isEmpty());
    told.tell(story.sampled(41));
    QCOMPARE(told.value("lockscope_lock_waiters", "/s"), QByteArray("0"));
    QCOMPARE(told.value("lockscope_lock_holders", "/s"), QByteArray("1"));
}

/// It is read again where its watch was lost: until then nobody knows who waits.
void TestMetrics::whatIsDroppedBesideASemaphoreIsNot() {
    lockcore::KazooSemaphoreStory story;
    ToldMetrics told;
    story.permit(1, 1);
    story.waits(2, 2);
    told.tell(story.permits(3));
    told.tell(story.lockBeside(3));
    lockcore::LockQueue stale =
        *std::get<std::shared_ptr<const lockcore::LockQueue>>(story.lockBeside(4).what);
    stale.freshness = lockcore::Freshness::Stale;
    told.tell({RecordedStory::at(4), std::make_shared<const lockcore::LockQueue>(stale)});
    QVERIFY(told.value("lockscope_lock_waiters", "/s").isEmpty());
    QVERIFY2(!told.text().contains("/s-__lock__"), told.text().constData());
    stale.rows.clear();
    stale.freshness = lockcore::Freshness::Gone;
    told.tell({RecordedStory::at(5), std::make_shared<const lockcore::LockQueue>(stale)});
    QCOMPARE(told.value("lockscope_lock_waiters", "/s"), QByteArray("0"));
}

void TestMetrics::aClockThatIsSetBackStopsNothing() {
    RecordedStory story;
    ToldMetrics told(1);
    told.tell(story.comes("/early", 1, 1'000));
    told.metrics().step(RecordedStory::at(1'001));
    // An hour back: what has a series is chosen anew, as ever.
    told.tell(story.comes("/busy", 2, 10));
    for (int i = 0; i < 20; ++i) {
        told.tell(story.comes("/busy", 10 + i, 20 + i));
        told.tell(story.goes("/busy", 10 + i, 20.5 + i));
    }
    told.metrics().step(RecordedStory::at(120));
    QVERIFY2(!told.value("lockscope_lock_holders", "/busy").isEmpty(), told.text().constData());
}

void TestMetrics::locksThatAreGoneExpire() {
    RecordedStory story;
    ToldMetrics told;
    told.tell(story.comes(kJobs, 1, 1));
    told.tell(story.goes(kJobs, 1, 2));
    told.tell(story.read(kJobs, 3, lockcore::Freshness::Gone));
    told.tell(story.comes("/other", 2, 4));
    QVERIFY(told.value("lockscope_lock_holders", kJobs).isEmpty());
    // What it counted last can still be fetched.
    told.metrics().step(RecordedStory::at(3 + 9 * 60));
    QVERIFY(!told.value("lockscope_lock_wait_seconds_count", kJobs).isEmpty());
    told.metrics().step(RecordedStory::at(3 + 11 * 60));
    QVERIFY2(!told.text().contains(kJobs.c_str()), told.text().constData());
    QCOMPARE(told.value("lockscope_lock_holders", "/other"), QByteArray("1"));
    told.tell({RecordedStory::at(700), lockcore::Unwatched{"/other", RecordedStory::at(700)}});
    told.metrics().step(RecordedStory::at(700 + 11 * 60));
    QVERIFY2(!told.text().contains("/other"), told.text().constData());
}

void TestMetrics::addressesAreTakenOrRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isTaken");
    const auto row = [](const char* text, bool isTaken) {
        QTest::newRow(text) << QString::fromLatin1(text) << isTaken;
    };
    row("127.0.0.1:9404", true);
    row("0.0.0.0:1", true);
    row("[::1]:65535", true);
    row("localhost:9404", true);
    row("9404", false);
    row(":9404", false);
    row("127.0.0.1", false);
    row("127.0.0.1:0", false);
    row("127.0.0.1:65536", false);
    row("127.0.0.1:9404s", false);
    row("127.0.0.1:9404,0.0.0.0:1", false);
    row("::1:9404", false);
    row("[127.0.0.1]:9404", false);
    row("some-host:9404", false);
}

void TestMetrics::addressesAreTakenOrRefused() {
    QFETCH(QString, text);
    QFETCH(bool, isTaken);
    const auto address = MetricsAddress::from(text);
    QCOMPARE(address.has_value(), isTaken);
    if (address) QCOMPARE(address->text(), text);
}

void TestMetrics::isServedOnItsAddressAlone() {
    const std::uint16_t port = ScriptedServer::unusedPort();
    const auto server = MetricsServer::start(addressOf(port), {std::make_shared<ProcessMetrics>()});
    QVERIFY2(server, server ? "" : qPrintable(server.error().joined()));
    const QByteArray answer = scraped(port);
    QVERIFY2(answer.startsWith("HTTP/1.1 200 ") &&
                 answer.contains("\r\nContent-Type: application/openmetrics-text; version=1.0.0; "
                                 "charset=utf-8\r\n") &&
                 answer.contains("\r\n\r\n# TYPE ") && answer.endsWith("\n# EOF\n"),
             answer.constData());
    QVERIFY(scraped(port, "GET /").startsWith("HTTP/1.1 404 "));
    QVERIFY(!scraped(port, "GET /metrics/../../etc/passwd").contains(" 200 "));
    QVERIFY(scraped(port, "POST /metrics").startsWith("HTTP/1.1 405 "));
    QTcpSocket other;
    other.connectToHost(QStringLiteral("127.0.0.2"), port);
    QVERIFY(!other.waitForConnected());
    const auto second = MetricsServer::start(addressOf(port), {});
    QVERIFY(!second);
    const QString told = second.error().joined();
    QVERIFY2(told.contains(addressOf(port).text()) && told.contains(QStringLiteral("in use")) &&
                 told.contains(QStringLiteral("--metrics")),
             qPrintable(told));
}

void TestMetrics::aPortInUseIsToldBeforeAnythingIsRecorded() {
    const ScriptedServer taken([](const std::string&) { return ScriptedServer::Reply{}; });
    const QTemporaryDir directory;
    const QString file = directory.filePath(QStringLiteral("a.lockrec"));
    const Outcome outcome =
        runLockscope({QStringLiteral("record"), QStringLiteral("--connect=127.0.0.1:1"), QStringLiteral("-o"),
                      file, QStringLiteral("--metrics"), addressOf(taken.port()).text()},
                     bareEnvironment(directory));
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.errors.contains("can't be served on 127.0.0.1:") && outcome.errors.count('\n') == 1,
             outcome.errors.constData());
    QVERIFY(!QFile::exists(file));
}

LOCKSCOPE_TEST(TestMetrics)
#include "tst_metrics.moc"
