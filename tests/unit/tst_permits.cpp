// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/permits.h>
#include <lockcore/observe/queue_collection.h>

using namespace lockcore;

namespace {

std::string lease(int number, int session) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "_c_%08d-9d0a-4c3e-8a2b-0123456789ab-lease-%010d@%d", number,
                  number, session);
    return text.data();
}

/// "holder 1, waiter 2 for 0": role, session and predecessor of each row.
QString shownPermits(const LockQueue& lock) {
    QStringList rows;
    for (const QueueRow& row : lock.rows) {
        const SessionId session = row.contender->stat ? row.contender->stat->ephemeralOwner : SessionId::None;
        QString text = QStringLiteral("%1 %2").arg(roleName(row.role).data()).arg(raw(session));
        if (row.predecessor) text += QStringLiteral(" for %1").arg(*row.predecessor);
        rows << text;
    }
    return rows.join(", ");
}

ClusterAssessment assessed(const SampleBuilder& builder) {
    FindingHistory history;
    return assess(std::make_shared<const ClusterSample>(builder.sample()), history);
}

/// "warning ghost-waiter /a": what is wrong there.
QString toldIn(const SampleBuilder& builder) {
    QStringList findings;
    for (const Finding& finding : assessed(builder).findings) {
        QStringList words;
        for (const std::string_view word : {severityName(finding.severity), findingKey(finding.kind),
                                            std::string_view(finding.detail), std::string_view(finding.lock)})
            if (!word.empty()) words << QString::fromUtf8(word.data(), qsizetype(word.size()));
        findings << words.join(' ');
    }
    return findings.join(", ");
}

/// Of kazoo, which writes down how many permits there are: each holder's session, and the lock of the
/// waiters.
SampleBuilder& addKazooSemaphore(SampleBuilder& builder, const std::string& path, std::size_t permits,
                                 std::initializer_list<int> holders, const char* waiters) {
    std::string leases;
    for (const int session : holders)
        leases += std::string(31, 'a') + std::to_string(session) + '@' + std::to_string(session) + ' ';
    if (!leases.empty()) leases.pop_back();
    builder.lock(path, leases);
    for (std::size_t row = 0; row < holders.size(); ++row)
        builder.edit(row, [](Contender& it) { it.parsed = parseNodeName(it.name, Dialect::KazooSemaphore); });
    builder.editLock([permits](LockQueue& it) {
        it.dialect = Dialect::KazooSemaphore;
        it.kind = DirectoryKind::Semaphore;
        it.capacity = permits;
    });
    return builder.lock(path + "-__lock__", waiters);
}

SampleBuilder kazooSemaphore(std::size_t permits, std::initializer_list<int> holders, const char* waiters) {
    SampleBuilder builder;
    return addKazooSemaphore(builder, "/k", permits, holders, waiters);
}

}  // namespace

class TestPermits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holderAndWaiterOfCuratorsSemaphoreMutex();
    void leaseThatIsNotGrantedYet();
    void whoIsKnownByNameAloneIsNoLease();
    void whoHasOneMayWantAnother();
    void firstWaiterWaitsForAnyPermit();
    void waiterBeforeAFreePermitIsBlockedByNobody();
    void absentWaiterBeforeAFreePermit();
    void absentWaiterWhereNobodyKnowsHowManyThereAre();
    void absentWaitersOfManySemaphores();
    void nobodyWaitsBehindAPermitOfHisOwn();
    void deadlockThroughASemaphoreMutex();
    void oneOfSeveralPermitsIsNoDeadlock();
    void deadlockThroughPermitsThatOneSessionHas();
    void waitersThatCannotBeRead();
    void permitsThatAreNotKnown();
    void waitersOfKazoo();
    void locksOfOthersStayWhatTheyAre();
    void waitersComeBack();
    void chainOfWaiters();
};

/// Of one permit: who has it blocks both others.
void TestPermits::holderAndWaiterOfCuratorsSemaphoreMutex() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2 M3@3");
    const auto seen = assessed(builder);
    QCOMPARE(seen.sample->locks.size(), 1u);
    const LockQueue& lock = *seen.sample->locks[0];
    QCOMPARE(lock.path, std::string("/s/leases"));
    QCOMPARE(shownPermits(lock), "holder 1, waiter 2 for 0, waiter 3 for 1");
    QCOMPARE(contenderPath(lock.path, *lock.rows[1].contender),
             builder.sample().locks[1]->path + '/' + builder.sample().locks[1]->rows[0].contender->name);
    QCOMPARE(seen.waitFor.edges.size(), 2u);
    QCOMPARE(seen.waitFor.blocking[0].inAll, 2u);
    QVERIFY(seen.waitFor.blocking[0].isRoot);
}

/// Curator's client creates its lease before it counts: it is no second holder.
void TestPermits::leaseThatIsNotGrantedYet() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2").lock("/t/leases", "");
    const ClusterSample before = builder.sample();
    auto leases = *before.locks[0];
    Contender pending = *leases.rows[0].contender;
    pending.name.replace(pending.name.size() - 10, 10, "0000000002");
    pending.stat->ephemeralOwner = SessionId{2};
    pending.stat->czxid = Zxid{99};
    leases.rows.push_back({std::make_shared<const Contender>(pending), Role::Holder});
    QCOMPARE(shownPermits(withWaiters(leases, *before.locks[1])), "holder 1, waiter 2 for 0, foreign 2");
}

/// A dump tells whose it is, and not when it came.
void TestPermits::whoIsKnownByNameAloneIsNoLease() {
    const auto named = [](Contender& it) {
        it.toldSession = it.stat->ephemeralOwner;
        it.stat.reset();
    };
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1) + ' ' + lease(2, 2)).edit(1, named);
    builder.lock("/s/locks", "M2@2").edit(0, named);
    QCOMPARE(shownPermits(*assessed(builder).sample->locks[0]), "holder 1, holder 0, waiter 0 for 1");
}

void TestPermits::whoHasOneMayWantAnother() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1) + ' ' + lease(2, 2)).lock("/s/locks", "M2@2");
    QCOMPARE(shownPermits(*assessed(builder).sample->locks[0]), "holder 1, holder 2, waiter 2 for 1");
}

/// Who stands behind it in the lock waits for it.
void TestPermits::firstWaiterWaitsForAnyPermit() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1) + ' ' + lease(2, 2)).lock("/s/locks", "M3@3 M4@4");
    const auto several = assessed(builder);
    const LockQueue& semaphore = *several.sample->locks[0];
    QCOMPARE(shownPermits(semaphore), "holder 1, holder 2, waiter 3 for 1, waiter 4 for 2");
    std::vector<bool> any;
    for (std::size_t row = 0; row < semaphore.rows.size(); ++row)
        any.push_back(waitsForAnyPermit(semaphore, row));
    QCOMPARE(any, (std::vector{false, false, true, false}));
    QVERIFY(waitsByList(semaphore, 2) && !waitsByList(semaphore, 3) && !waitsByList(semaphore, 0));
    QVERIFY(!blockerOf(semaphore, 2));
    QCOMPARE(blockerOf(semaphore, 3), std::optional<std::size_t>(2));
    // Who has the only one that is taken: of a mutex there is but one.
    SampleBuilder mutex;
    mutex.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2");
    const LockQueue one = *assessed(mutex).sample->locks[0];
    QVERIFY(waitsForAnyPermit(one, 1));
    QCOMPARE(blockerOf(one, 1), std::optional<std::size_t>(0));
}

/// As while a client is paused right before it would have taken it.
void TestPermits::waiterBeforeAFreePermitIsBlockedByNobody() {
    const auto of = [](std::size_t permits) { return assessed(kazooSemaphore(permits, {1}, "k2@2 k3@3")); };
    const auto full = of(1);
    QCOMPARE(freePermits(*full.sample->locks[0]), std::optional<std::size_t>(0));
    QVERIFY(!waitsForAnyPermit(*full.sample->locks[0], 1));
    QCOMPARE(blockerOf(*full.sample->locks[0], 1), std::optional<std::size_t>(0));
    QCOMPARE(full.waitFor.edges.size(), 2u);
    const auto free = of(2);
    QCOMPARE(freePermits(*free.sample->locks[0]), std::optional<std::size_t>(1));
    QVERIFY(waitsForAnyPermit(*free.sample->locks[0], 1));
    QVERIFY(!blockerOf(*free.sample->locks[0], 1));
    QCOMPARE(free.waitFor.edges.size(), 1u);
    QCOMPARE(free.waitFor.sessions[free.waitFor.edges[0].blocker], SessionId{2});
}

void TestPermits::absentWaiterBeforeAFreePermit() {
    const auto found = [](std::size_t permits, std::initializer_list<int> holders, int silentMs) {
        SampleBuilder builder = kazooSemaphore(permits, holders, "k8@8 k9@9");
        builder.server("zk1:2181").connect(1).connect(2).connect(9);
        if (silentMs > 0) builder.connect(8, silentMs);
        return toldIn(builder);
    };
    QCOMPARE(found(2, {1, 2}, 0), "warning ghost-waiter /k");
    QCOMPARE(found(2, {1}, 0), "warning ghost-waiter free-permit /k");
    QCOMPARE(found(2, {}, 0), "warning ghost-waiter free-permit /k");
    QCOMPARE(found(1, {}, 0), "warning ghost-waiter free-permit /k");
    // Nobody waits for who has one.
    QCOMPARE(found(2, {5}, 0), "warning ghost-holder /k, warning ghost-waiter free-permit /k");
    QCOMPARE(found(1, {5}, 0), "fault ghost-holder /k, warning ghost-waiter /k");
    QCOMPARE(found(2, {1}, 6'000), "information silent-waiter free-permit /k");
}

void TestPermits::absentWaiterWhereNobodyKnowsHowManyThereAre() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2 M3@3 M4@4").server("zk1:2181");
    builder.connect(1).connect(4);
    // The second one's turn is after the first one's.
    QCOMPARE(toldIn(builder),
             "warning ghost-waiter /s/leases, warning ghost-waiter perhaps-free-permit /s/leases");
}

/// Four of one host are one finding: not together with those whose turn has not come.
void TestPermits::absentWaitersOfManySemaphores() {
    SampleBuilder builder;
    for (int i = 1; i <= 5; ++i)
        addKazooSemaphore(builder, "/k" + std::to_string(i), 2, {1}, "k8@8 k9@9");
    addKazooSemaphore(builder, "/k6", 1, {1}, "k8@8 k9@9").server("zk1:2181").connect(1).connect(9);
    QCOMPARE(toldIn(builder), "warning ghost-waiter free-permit, warning ghost-waiter /k6");
    const auto seen = assessed(builder);
    const auto& contenders = seen.findings.at(0).contenders;
    QCOMPARE(contenders.size(), 5u);
    QCOMPARE(contenders[0], contenderPath("/k1", *seen.sample->locks[0]->rows[1].contender));
    QVERIFY(contenders[0].starts_with("/k1-__lock__/"));
}

void TestPermits::nobodyWaitsBehindAPermitOfHisOwn() {
    const auto told = [](std::size_t permits, std::initializer_list<int> holders) {
        SampleBuilder builder = kazooSemaphore(permits, holders, "k1@1 k9@9");
        return toldIn(builder.server("zk1:2181").connect(1).connect(2).connect(9));
    };
    QCOMPARE(told(2, {1}), "");
    QCOMPARE(told(2, {2, 1}), "");
    QCOMPARE(told(1, {1}), "information self-wait /k");
}

void TestPermits::deadlockThroughASemaphoreMutex() {
    SampleBuilder builder;
    builder.lock("/a", "M1@2 M2@1").lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2");
    const auto seen = assessed(builder);
    QCOMPARE(seen.waitFor.cycles.size(), 1u);
    const auto found = std::ranges::find(seen.findings, FindingKind::PossibleDeadlock, &Finding::kind);
    QVERIFY(found != seen.findings.end());
    // Not the directory in which its waiters queue up.
    QCOMPARE(found->locks, (std::vector<std::string>{"/a", "/s/leases"}));
}

void TestPermits::oneOfSeveralPermitsIsNoDeadlock() {
    SampleBuilder builder;
    builder.lock("/a", "M1@2 M2@1")
        .lock("/s/leases", lease(1, 1) + ' ' + lease(3, 3))
        .lock("/s/locks", "M2@2");
    const auto seen = assessed(builder);
    QVERIFY(seen.waitFor.cycles.empty());
    QCOMPARE(seen.waitFor.edges.size(), 3u);  // of the lock, and to each who has a permit
}

/// Nobody else can give one back.
void TestPermits::deadlockThroughPermitsThatOneSessionHas() {
    SampleBuilder builder;
    builder.lock("/a", "M1@2 M2@1")
        .lock("/s/leases", lease(1, 1) + ' ' + lease(3, 1))
        .lock("/s/locks", "M2@2");
    QCOMPARE(assessed(builder).waitFor.cycles.size(), 1u);
    // Whose the second one is was not read.
    SampleBuilder unread;
    unread.lock("/a", "M1@2 M2@1").lock("/s/leases", lease(1, 1) + ' ' + lease(3, 1));
    unread.edit(1, [](Contender& it) { it.stat.reset(); }).lock("/s/locks", "M2@2");
    QVERIFY(assessed(unread).waitFor.cycles.empty());
}

/// Their directory is closed to us; the dump has told their names. Nothing more comes.
void TestPermits::waitersThatCannotBeRead() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2");
    builder.edit(0, [](Contender& it) { it.stat.reset(); }).editLock([](LockQueue& it) {
        it.freshness = Freshness::Named;
        it.problem = Error{ErrorCode::NoAuth, "List the children", "/s/locks"};
    });
    const auto seen = assessed(builder);
    QCOMPARE(seen.sample->locks.size(), 1u);
    const Coverage coverage = coverageOf(seen.sample->locks, LockCatalog{});
    QVERIFY(!coverage.isUnderWay());
    QCOMPARE(coverage.gaps.size(), 1u);
    QCOMPARE(coverage.gaps[0].kind, GapKind::LockUnread);
    QCOMPARE(coverage.gaps[0].reason->path, std::string("/s/locks"));
}

/// Not read yet, or closed to us: whether the first of those who wait has one is nothing that anybody knows.
void TestPermits::permitsThatAreNotKnown() {
    const auto seenWhile = [](Freshness freshness, const std::optional<Error>& problem) {
        SampleBuilder builder;
        builder.lock("/k", "").editLock([&](LockQueue& it) {
            it.dialect = Dialect::KazooSemaphore;
            it.kind = DirectoryKind::Semaphore;
            it.freshness = freshness;
            it.problem = problem;
        });
        builder.lock("/k-__lock__", "k2@2 k3@3");
        return assessed(builder);
    };
    const Error closed{ErrorCode::NoAuth, "List the children", "/k"};
    for (const bool isClosed : {false, true}) {
        const auto seen = isClosed ? seenWhile(Freshness::Failed, closed) : seenWhile(Freshness::Named, {});
        QCOMPARE(seen.sample->locks.size(), 1u);
        QCOMPARE(shownPermits(*seen.sample->locks[0]), "waiter 2, waiter 3 for 0");
        const Coverage coverage = coverageOf(seen.sample->locks, LockCatalog{});
        QCOMPARE(coverage.gaps.size(), 1u);
        QCOMPARE(coverage.gaps[0].kind, isClosed ? GapKind::LockUnread : GapKind::NotReadYet);
        QCOMPARE(coverage.gaps[0].path, std::string("/k"));
    }
}

void TestPermits::waitersOfKazoo() {
    const std::string hex(32, 'a');
    SampleBuilder builder;
    builder.lock("/k", hex + "@1").edit(0, [&](Contender& it) {
        it.parsed = parseNodeName(it.name, Dialect::KazooSemaphore);
    });
    builder.lock("/k-__lock__", "k1@2");
    const auto seen = assessed(builder);
    QCOMPARE(seen.sample->locks.size(), 1u);
    QCOMPARE(shownPermits(*seen.sample->locks[0]), "holder 1, waiter 2 for 0");
}

void TestPermits::locksOfOthersStayWhatTheyAre() {
    SampleBuilder builder;
    builder.lock("/s/leases", "M1@1").lock("/s/locks", "M2@2").lock("/t/locks", "M1@1");
    QCOMPARE(assessed(builder).sample->locks.size(), 3u);
    const auto sample = std::make_shared<const ClusterSample>(builder.sample());
    QCOMPARE(withPermitWaiters(sample), sample);
}

void TestPermits::waitersComeBack() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2 M3@3");
    const ClusterSample sample = builder.sample();
    const LockQueue both = withWaiters(*sample.locks[0], *sample.locks[1]);
    const auto waiters = waitersIn(both);
    QVERIFY(waiters);
    QCOMPARE(waiters->path, std::string("/s/locks"));
    QCOMPARE(shownPermits(withWaiters(*sample.locks[0], *waiters)), shownPermits(both));
    QVERIFY(!waitersIn(*sample.locks[0]));
}

/// The second one watches the first; that one watches the list of leases, which no server tells.
void TestPermits::chainOfWaiters() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2 M3@3").server("zk1:2181", true);
    builder.connect(1).connect(2).connect(3).watch(3, 1, 0);
    const auto seen = assessed(builder);
    QCOMPARE(seen.chains[0][2].verdict, ChainVerdict::Verified);
    QVERIFY(seen.findings.empty());
    SampleBuilder deaf;
    deaf.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2 M3@3").server("zk1:2181", true);
    deaf.connect(1).connect(2).connect(3);
    QCOMPARE(assessed(deaf).chains[0][2].verdict, ChainVerdict::NoWatch);
}

LOCKSCOPE_TEST(TestPermits)
#include "tst_permits.moc"
