// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "raw_client.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/wall_clock.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const std::string kLock = "/lock";
const std::string kName = "_c_00000000-0000-0000-0000-000000000001-lock-";

/// What a feed sees of one lock's past. Lives on the test's thread.
class SeenPast {
public:
    explicit SeenPast(const std::string& connect) : m_feed(optionsFor(connect), sink()) {
        m_feed.observe({kLock});
    }

    /// Its past when that is as wanted; empty after a minute.
    std::optional<LockPast> await(const std::function<bool(const LockPast&)>& isWanted) {
        std::optional<LockPast> past;
        const auto isThere = [&] {
            const std::scoped_lock lock(m_seen->mutex);
            const LockPast* const found = m_seen->history.of(kLock);
            if (!found || !isWanted(*found)) return false;
            past = *found;
            return true;
        };
        (void)QTest::qWaitFor(isThere, 60'000);
        return past;
    }

private:
    struct Seen {
        std::mutex mutex;
        LockHistory history;  // guarded by mutex
    };

    static FeedOptions optionsFor(const std::string& connect) {
        FeedOptions options{.session = {connect, 10s}};
        options.discovery.connect = *parseConnectString(connect);
        options.survey.servers = options.discovery.connect.servers;
        options.survey.chroot = options.discovery.connect.chroot;
        options.asksTheseServersOnly = true;
        return options;
    }
    FactSink sink() {
        return [seen = m_seen](const Fact& fact) {
            const std::scoped_lock lock(seen->mutex);
            if (const auto* const queue = std::get_if<std::shared_ptr<const LockQueue>>(&fact.what))
                seen->history.update(*queue, fact.atUnixMs);
        };
    }

    std::shared_ptr<Seen> m_seen = std::make_shared<Seen>();
    ClusterFeed m_feed;
};

bool hasContenders(const LockPast& past) {
    return !past.turns.empty();
}

constexpr std::int64_t kLongMs = 6'000;

/// Waits until what was read by then is far back.
bool isLongAgo(std::int64_t thenUnixMs) {
    return QTest::qWaitFor([&] { return unixMs() > thenUnixMs + kLongMs; }, 60'000);
}

bool hasLostOne(const LockPast& past) {
    return !past.turns.empty() && past.turns.front().leftAtUnixMs.has_value();
}

}  // namespace

/// When something happened to a lock, as it is told, against when it did.
class TestSeenTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLateEventIsNoLateChange();
    void aDeadConnectionIsAGapFromItsLastAnswer();
};

/// The network stalls just then, and is fast again when the change is read.
void TestSeenTimes::aLateEventIsNoLateChange() {
    const std::string connect = TestCluster::instance().freshConnectString();
    RawClient holder(connect, 40s);
    RawClient waiter(connect, 40s);
    const std::string held = holder.queue(kLock, kName);
    (void)waiter.queue(kLock, kName);
    TcpProxy proxy(TestCluster::instance().server().port());
    SeenPast seen(proxy.address() + parseConnectString(connect)->chroot);
    QVERIFY(seen.await(hasContenders));
    QVERIFY(isLongAgo(unixMs()));
    const std::int64_t before = unixMs();
    holder.remove(kLock + '/' + held);
    const std::int64_t after = unixMs();
    // While this thread waits for its own answers, the proxy lets nothing through.
    while (unixMs() < after + 700)
        waiter.write(kLock, "data");
    const auto past = seen.await(hasLostOne);
    QVERIFY(past);
    const Turn& first = past->turns.front();
    QVERIFY(first.leftAtUnixMs.value() >= before);
    QVERIFY2(first.leftNotBeforeUnixMs.value() <= after,
             qPrintable(QString::number(*first.leftNotBeforeUnixMs - after)));
    const Takeover granted = past->turns.back().granted.value();
    QVERIFY(granted.notAfterUnixMs >= before);
    QVERIFY(granted.notBeforeUnixMs.value() <= after);
    // On a quiet cluster it is not known to the millisecond, but much better than by the reading before.
    QVERIFY(before - *first.leftNotBeforeUnixMs < kLongMs / 2);
}

/// It is noticed seconds later.
void TestSeenTimes::aDeadConnectionIsAGapFromItsLastAnswer() {
    const std::string connect = TestCluster::instance().freshConnectString();
    RawClient holder(connect, 40s);
    const std::string held = holder.queue(kLock, kName);
    TcpProxy proxy(TestCluster::instance().server().port());
    SeenPast seen(proxy.address() + parseConnectString(connect)->chroot);
    QVERIFY(seen.await(hasContenders));

    QVERIFY(isLongAgo(unixMs()));
    proxy.loseAnswers();
    const std::int64_t lost = unixMs();
    holder.remove(kLock + '/' + held);
    const std::int64_t removed = unixMs();
    // The client gives up its connection after two thirds of the timeout.
    QVERIFY(seen.await([](const LockPast& past) { return !past.unseen.empty(); }));
    QVERIFY(unixMs() - lost > 3'000);
    proxy.mend();
    const auto past = seen.await(hasLostOne);
    QVERIFY(past);
    QCOMPARE(past->unseen.size(), 1U);
    QVERIFY2(past->unseen.front().fromUnixMs <= removed,
             qPrintable(QString::number(past->unseen.front().fromUnixMs - lost)));
    QVERIFY(past->unseen.front().fromUnixMs > lost - kLongMs / 2);
    QVERIFY(past->turns.front().leftNotBeforeUnixMs.value() <= removed);
}

LOCKSCOPE_TEST(TestSeenTimes)
#include "tst_seen_times.moc"
