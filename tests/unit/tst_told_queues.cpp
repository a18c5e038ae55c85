// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"
#include "told_queues.h"

#include <lockcore/observe/permits.h>

using namespace lockcore;

namespace {

using Queue = std::shared_ptr<const LockQueue>;

Queue readQueue(const std::string& path, const std::string& contenders) {
    return SampleBuilder().lock(path, contenders).sample().locks.front();
}

std::shared_ptr<const ClusterAssessment> judged(const SampleBuilder& builder) {
    FindingHistory history;
    return std::make_shared<const ClusterAssessment>(
        assess(std::make_shared<const ClusterSample>(builder.sample()), history));
}

/// "holder, waiter".
QString rolesIn(const LockQueue& queue) {
    QStringList roles;
    for (const QueueRow& row : queue.rows)
        roles << QString::fromUtf8(roleName(row.role).data());
    return roles.join(", ");
}

const std::string kOneLease = "_c_00000001-9d0a-4c3e-8a2b-0123456789ab-lease-0000000001@1";
const std::string kTwo = "job-0000000001@1 job-0000000002@2";

/// A chain of watches: the children of the directory turn out to be a queue.
SampleBuilder chainOfTwo() {
    SampleBuilder builder;
    builder.lock("/q", kTwo).server("zk1:2181", true).connect(1).connect(2).watch(2, 0, 0);
    return builder;
}

}  // namespace

class TestToldQueues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsReadIsTold();
    void lockThatIsFreeStaysALock();
    void anotherDirectoryIsNoLockForThat();
    void directoryThatTurnsOutToBeAQueueIsToldAgain();
    void whatHasTurnedIsNotToldTwice();
    void whatIsReadLaterIsAQueueToo();
    void whoWaitsForAPermitIsTold();
    void permitsThatAreAllFree();
    void lockBesideThatIsWatchedTellsAtOnce();
    void lockBesideTellsOfPermitsThatAreAllFree();
    void whatMayNotBeReadIsToldByItsNames();
    void whatIsLetGoIsNotToldAgain();
};

void TestToldQueues::whatIsReadIsTold() {
    ToldQueues told;
    const Queue read = readQueue("/a", "M1@1 M2@2");
    QCOMPARE(told.take(read), read);
    QCOMPARE(told.all(), std::vector<Queue>{read});
}

void TestToldQueues::lockThatIsFreeStaysALock() {
    ToldQueues told;
    told.take(readQueue("/a", "M1@1"));
    const Queue free = told.take(readQueue("/a", ""));
    QCOMPARE(free->rows.size(), 0u);
    QCOMPARE(free->kind, DirectoryKind::Lock);
    QCOMPARE(free->dialect, Dialect::CuratorMutex);
}

void TestToldQueues::anotherDirectoryIsNoLockForThat() {
    ToldQueues told;
    told.take(readQueue("/a", "M1@1"));
    auto other = *readQueue("/a", "");
    other.stat->czxid = Zxid{77};
    QCOMPARE(told.take(std::make_shared<const LockQueue>(other))->dialect, Dialect::Unknown);
}

void TestToldQueues::directoryThatTurnsOutToBeAQueueIsToldAgain() {
    ToldQueues told;
    QCOMPARE(rolesIn(*told.take(readQueue("/q", kTwo))), "member, member");
    const auto changed = told.take(judged(chainOfTwo()));
    QCOMPARE(changed.size(), 1u);
    QCOMPARE(rolesIn(*changed.front()), "holder, waiter");
    QCOMPARE(told.all(), changed);
}

void TestToldQueues::whatHasTurnedIsNotToldTwice() {
    ToldQueues told;
    told.take(readQueue("/q", kTwo));
    QCOMPARE(told.take(judged(chainOfTwo())).size(), 1u);
    QCOMPARE(told.take(judged(chainOfTwo())).size(), 0u);
}

void TestToldQueues::whatIsReadLaterIsAQueueToo() {
    ToldQueues told;
    told.take(judged(chainOfTwo()));
    QCOMPARE(rolesIn(*told.take(readQueue("/q", kTwo))), "holder, waiter");
}

void TestToldQueues::whoWaitsForAPermitIsTold() {
    const std::string lease = kOneLease;
    ToldQueues told;
    QCOMPARE(told.take(readQueue("/s/leases", lease))->rows.size(), 1u);
    SampleBuilder builder;
    builder.lock("/s/leases", lease).lock("/s/locks", "M2@2 M3@3");
    const auto changed = told.take(judged(builder));
    QCOMPARE(changed.size(), 1u);
    QCOMPARE(changed.front()->rows.size(), 3u);
    builder = SampleBuilder();
    builder.lock("/s/leases", lease).lock("/s/locks", "M3@3");
    const auto later = told.take(judged(builder));
    QCOMPARE(later.size(), 1u);
    QCOMPARE(later.front()->rows.size(), 2u);
}

/// No sample tells of it.
void TestToldQueues::lockBesideThatIsWatchedTellsAtOnce() {
    ToldQueues told;
    told.take(readQueue("/s/leases", kOneLease));
    QCOMPARE(told.besides(), std::set<std::string>{"/s/locks"});
    QCOMPARE(rolesIn(*told.takeBeside(readQueue("/s/locks", "M2@2 M3@3"))), "holder, waiter, waiter");
    QVERIFY(!told.takeBeside(readQueue("/other/locks", "M2@2")));
    const Queue one = told.takeBeside(readQueue("/s/locks", "M3@3"));
    QCOMPARE(rolesIn(*one), "holder, waiter");
    // What a sample has seen before is older.
    SampleBuilder builder;
    builder.lock("/s/leases", kOneLease).lock("/s/locks", "M2@2 M3@3");
    QVERIFY(told.take(judged(builder)).empty());
    told.forgetBesides();
    QCOMPARE(rolesIn(*told.take(readQueue("/s/leases", kOneLease))), "holder, waiter, waiter");
    told.keepOnly({});
    QVERIFY(told.besides().empty());
}

/// As they were known once.
void TestToldQueues::lockBesideTellsOfPermitsThatAreAllFree() {
    ToldQueues told;
    told.take(readQueue("/s/leases", kOneLease));
    told.take(readQueue("/s/leases", ""));
    QCOMPARE(rolesIn(*told.takeBeside(readQueue("/s/locks", "M2@2"))), "waiter");
}

/// Nothing in the directory that is shown tells that it is a semaphore.
void TestToldQueues::permitsThatAreAllFree() {
    const auto judgedWith = [](const char* waiters) {
        SampleBuilder builder;
        builder.lock("/k", "").editLock([](LockQueue& it) {
            it.dialect = Dialect::KazooSemaphore;
            it.kind = DirectoryKind::Semaphore;
            it.capacity = 2;
        });
        builder.lock("/k-__lock__", waiters);
        return judged(builder);
    };
    ToldQueues told;
    QCOMPARE(told.take(readQueue("/k", ""))->kind, DirectoryKind::Unknown);
    const auto changed = told.take(judgedWith("k2@2 k3@3"));
    QCOMPARE(changed.size(), 1u);
    QCOMPARE(changed.front()->kind, DirectoryKind::Semaphore);
    QCOMPARE(rolesIn(*changed.front()), "waiter, waiter");
    QCOMPARE(freePermits(*changed.front()), std::optional<std::size_t>(2));
    const auto later = told.take(judgedWith("k3@3"));
    QCOMPARE(later.size(), 1u);
    QCOMPARE(rolesIn(*later.front()), "waiter");
    QCOMPARE(rolesIn(*told.take(readQueue("/k", ""))), "waiter");
}

void TestToldQueues::whatMayNotBeReadIsToldByItsNames() {
    ToldQueues told;
    const Queue listed = readQueue("/closed", "M1@1 M2@2");
    const std::array sessions{SessionId{1}, SessionId{2}};
    LockCatalog catalog;
    catalog.locks.push_back(discoveredLock(*listed));
    catalog.locks.front().queue = std::make_shared<const NamedQueue>(listed->rows, sessions);
    told.take(std::make_shared<const LockCatalog>(catalog));
    auto closed = *readQueue("/closed", "");
    closed.freshness = Freshness::Failed;
    closed.problem = Error{ErrorCode::NoAuth, "list", "/closed", {}};
    const Queue named = told.take(std::make_shared<const LockQueue>(closed));
    QCOMPARE(rolesIn(*named), "holder, waiter");
    QCOMPARE(named->problem->code, ErrorCode::NoAuth);
}

void TestToldQueues::whatIsLetGoIsNotToldAgain() {
    ToldQueues told;
    told.take(readQueue("/q", kTwo));
    told.keepOnly({"/other"});
    QCOMPARE(told.all().size(), 0u);
    QCOMPARE(told.take(judged(chainOfTwo())).size(), 0u);
}

LOCKSCOPE_TEST(TestToldQueues)
#include "tst_told_queues.moc"
