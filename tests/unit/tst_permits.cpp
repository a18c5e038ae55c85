// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_story.h"
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

/// "1 2; 3 4": the sessions of each circle.
QString circlesOf(const WaitForGraph& graph) {
    QStringList circles;
    for (const WaitCycle& circle : graph.cycles) {
        QStringList sessions;
        for (const std::size_t edge : circle.edges)
            sessions << QString::number(raw(graph.sessions.at(graph.edges[edge].waiter)));
        circles << sessions.join(' ');
    }
    return circles.join("; ");
}

SampleBuilder::Edit createdAs(std::int64_t number) {
    return [number](Contender& it) { it.stat->czxid = Zxid{number}; };
}

/// What a server has told of the client that waits for a permit.
struct LastAnswer {
    std::optional<Zxid> zxid;
    const char* operation = "PING";
};

/// Session 1 has the only lease that is seen to be taken and waits for the lock of session 2, whose lease
/// came last of all, by transaction 99. How many there are nobody knows.
SampleBuilder circleThroughALease(const std::optional<LastAnswer>& answer) {
    SampleBuilder builder;
    builder.lock("/a", "M1@2 M2@1").edit(1, createdAs(60));
    builder.lock("/s/leases", lease(1, 1) + ' ' + lease(2, 2)).edit(1, createdAs(99));
    builder.lock("/s/locks", "M2@2").edit(0, createdAs(50));
    if (!answer) return builder;
    builder.server("zk1:2181").connect(1).connect(2).editServer([&](ServerReport& it) {
        it.connections->back().lastZxid = answer->zxid;
        it.connections->back().lastOperation = answer->operation;
    });
    return builder;
}

/// Sessions 1 and 3 have both permits, session 2 has the lock that session 1 waits for, and wants a permit.
/// What session 3 waits for is the caller's.
SampleBuilder knotOfPermits() {
    SampleBuilder builder = kazooSemaphore(2, {1, 3}, "k2@2");
    builder.edit(0, createdAs(50));
    return builder;
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
    void knotsOfPermits_data();
    void knotsOfPermits();
    void knotOfTwoSemaphores();
    void ownerThatIsStuckElsewhere();
    void knotOfPermitsLasts();
    void ownerBesideTheCircleGoesOn();
    void ownerBesideTheCircleHasThreads();
    void ownerBesideTheCircleIsGone();
    void manyKnotsOfPermits();
    void whoeverIsPausedMayHaveAFreePermit_data();
    void whoeverIsPausedMayHaveAFreePermit();
    void whatAWaiterHasCountedIsRemembered();
    void counterIsHeardOfLater();
    void waitersThatCannotBeRead();
    void permitsThatAreNotKnown();
    void waitersOfKazoo();
    void whoHasGotAPermitSinceDoesNotWait();
    void whoWaitsAgainIsToldOf();
    void locksOfOthersStayWhatTheyAre();
    void unchangedPartsAreTheSameSemaphore();
    void locksThatOneClientSimplyHasAreLeftOut();
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
    // Nobody waits for whoever has one.
    QCOMPARE(found(2, {5}, 0), "warning ghost-waiter free-permit /k, warning ghost-holder /k");
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

void TestPermits::knotsOfPermits_data() {
    QTest::addColumn<int>("permits");
    QTest::addColumn<QStringList>("locks");
    QTest::addColumn<QString>("expected");
    QTest::newRow("both owners wait for one lock") << 2 << QStringList{"M1@2 M2@1 M3@3"} << "1 2";
    QTest::newRow("for two locks") << 2 << QStringList{"M1@2 M2@1", "M1@2 M2@3"} << "1 2";
    QTest::newRow("one behind another's lock") << 2 << QStringList{"M1@2 M2@1 M3@7", "M1@7 M2@3"} << "1 2";
    QTest::newRow("the other one waits for nobody") << 2 << QStringList{"M1@2 M2@1"} << "";
    QTest::newRow("for somebody who does not wait") << 2 << QStringList{"M1@2 M2@1", "M1@9 M2@3"} << "";
    QTest::newRow("for somebody whom nobody knows") << 2 << QStringList{"M1@2 M2@1", "M1 M2@3"} << "";
    QTest::newRow("a permit is free") << 3 << QStringList{"M1@2 M2@1 M3@3"} << "";
}

void TestPermits::knotsOfPermits() {
    QFETCH(int, permits);
    QFETCH(QStringList, locks);
    SampleBuilder builder = kazooSemaphore(std::size_t(permits), {1, 3}, "k2@2");
    for (int i = 0; i < locks.size(); ++i)
        builder.lock("/l" + std::to_string(i), locks[i].toStdString());
    QTEST(circlesOf(assessed(builder).waitFor), "expected");
}

/// Each of four has a permit of one, and wants one of the other.
void TestPermits::knotOfTwoSemaphores() {
    const auto of = [](const std::string& second) {
        SampleBuilder builder;
        builder.lock("/a/leases", lease(1, 1) + ' ' + lease(2, 2)).lock("/a/locks", "M3@3 M4@4");
        builder.lock("/b/leases", lease(3, 3) + ' ' + lease(4, 4)).lock("/b/locks", second);
        return circlesOf(assessed(builder).waitFor);
    };
    QVERIFY(!of("M1@1 M2@2").isEmpty());
    QCOMPARE(of("M1@1"), "");
}

/// That one's deadlock is told. Once it is over a permit is given back.
void TestPermits::ownerThatIsStuckElsewhere() {
    SampleBuilder builder = knotOfPermits();
    builder.lock("/l", "M1@2 M2@1").lock("/m", "M1@9 M2@3").lock("/n", "M1@3 M2@9");
    QCOMPARE(circlesOf(assessed(builder).waitFor), "3 9");
}

void TestPermits::knotOfPermitsLasts() {
    SampleStory story;
    const auto knot = [] { return knotOfPermits().lock("/l", "M1@2 M2@1 M3@3").edit(0, createdAs(1)); };
    QCOMPARE(lifeOf(story.at(0, knot()).findings), "suspected information possible-deadlock permits");
    const auto lasting = story.at(6, knot());
    QCOMPARE(lifeOf(lasting.findings), "verified warning possible-deadlock permits");
    QCOMPARE(lasting.findings[0].sessions, (std::vector{SessionId{1}, SessionId{2}}));
    QCOMPARE(lasting.findings[0].locks, (std::vector<std::string>{"/l", "/k"}));
}

/// Session 3, without which there is no deadlock.
void TestPermits::ownerBesideTheCircleGoesOn() {
    SampleStory story;
    const auto knot = [] { return knotOfPermits().lock("/l", "M1@2 M2@1 M3@3").edit(0, createdAs(1)); };
    story.at(0, knot());
    story.at(3, knot().lock("/m", "M1@3").age(0, std::chrono::seconds(-2)));
    const auto later = story.at(7, knot().lock("/m", "M1@3").age(0, std::chrono::seconds(-2)));
    QCOMPARE(lifeOf(later.findings), "suspected information possible-deadlock permits");
}

void TestPermits::ownerBesideTheCircleHasThreads() {
    SampleStory story;
    const auto knot = [] {
        return knotOfPermits().lock("/l", "M1@2 M2@1 M3@3").edit(0, createdAs(1)).lock("/m", "M1@3");
    };
    story.at(0, knot());
    const auto later = story.at(7, knot());
    QCOMPARE(lifeOf(later.findings), "suspected information possible-deadlock permits");
    QVERIFY(later.findings[0].isOfThreads);
}

/// Its permit is given back when its session expires.
void TestPermits::ownerBesideTheCircleIsGone() {
    const auto isDeadlock = [](bool isThere) {
        SampleBuilder builder = knotOfPermits();
        builder.lock("/l", "M1@2 M2@1 M3@3").server("zk1:2181").connect(1).connect(2);
        if (isThere) builder.connect(3);
        return toldIn(builder).contains("possible-deadlock");
    };
    QVERIFY(isDeadlock(true));
    QVERIFY(!isDeadlock(false));
}

void TestPermits::manyKnotsOfPermits() {
    constexpr int kCount = 3'000;
    SampleBuilder builder;
    for (int i = 0; i < kCount; ++i) {
        const std::string path = '/' + std::to_string(100'000 + i);
        const std::array<int, 3> ids{3 * i + 1, 3 * i + 2, 3 * i + 3};
        const std::string other = std::to_string(ids[1]);
        builder.lock(path + "/a",
                     "M1@" + other + " M2@" + std::to_string(ids[0]) + " M3@" + std::to_string(ids[2]));
        builder.lock(path + "/leases", lease(1, ids[0]) + ' ' + lease(3, ids[2]));
        builder.lock(path + "/locks", "M2@" + other);
    }
    const auto sample = withPermitWaiters(std::make_shared<const ClusterSample>(builder.sample()));
    QCOMPARE(waitForGraph(*sample).cycles.size(), std::size_t(kCount));
}

void TestPermits::whoeverIsPausedMayHaveAFreePermit_data() {
    QTest::addColumn<std::optional<LastAnswer>>("answer");
    QTest::addColumn<bool>("isVerified");
    using Answer = std::optional<LastAnswer>;
    QTest::newRow("answered since") << Answer(LastAnswer{Zxid{99}}) << true;
    QTest::newRow("answered before") << Answer(LastAnswer{Zxid{98}}) << false;
    QTest::newRow("has created its lease, not counted") << Answer(LastAnswer{Zxid{99}, "CREA"}) << false;
    QTest::newRow("not told what of") << Answer(LastAnswer{std::nullopt}) << false;
    QTest::newRow("nobody tells") << Answer() << false;
}

/// Of a client that has been paused since a lease came free nobody knows that there is no deadlock.
void TestPermits::whoeverIsPausedMayHaveAFreePermit() {
    QFETCH(std::optional<LastAnswer>, answer);
    QFETCH(bool, isVerified);
    SampleStory story;
    story.at(0, circleThroughALease(answer));
    const QString told = lifeOf(story.at(6, circleThroughALease(answer)).findings);
    QCOMPARE(told, isVerified ? "verified warning possible-deadlock"
                              : "suspected information possible-deadlock perhaps-free-permit");
    // However long it is paused.
    const QString later = lifeOf(story.at(300, circleThroughALease(answer)).findings);
    QCOMPARE(later, isVerified ? "verified fault possible-deadlock"
                               : "suspected information possible-deadlock perhaps-free-permit");
}

void TestPermits::whatAWaiterHasCountedIsRemembered() {
    SampleStory story;
    story.at(0, circleThroughALease(LastAnswer{Zxid{99}}));
    QCOMPARE(lifeOf(story.at(6, circleThroughALease(std::nullopt)).findings),
             "verified warning possible-deadlock");
    // Another lease has come and gone.
    const auto changed = [] {
        SampleBuilder builder;
        builder.lock("/a", "M1@2 M2@1").edit(1, createdAs(60));
        builder.lock("/s/leases", lease(1, 1) + ' ' + lease(2, 2)).edit(1, createdAs(99));
        builder.editLock([](LockQueue& it) { it.stat->pzxid = Zxid{120}; });
        return builder.lock("/s/locks", "M2@2").edit(0, createdAs(50));
    };
    QCOMPARE(lifeOf(story.at(7, changed()).findings),
             "suspected information possible-deadlock perhaps-free-permit");
}

/// It is the same circle before and after.
void TestPermits::counterIsHeardOfLater() {
    SampleStory story;
    const auto first = story.at(0, circleThroughALease(std::nullopt));
    QCOMPARE(lifeOf(first.findings), "suspected information possible-deadlock perhaps-free-permit");
    story.at(8, circleThroughALease(LastAnswer{Zxid{99}}));
    const auto verified = story.at(10, circleThroughALease(LastAnswer{Zxid{99}}));
    QCOMPARE(lifeOf(verified.findings), "verified warning possible-deadlock");
    QCOMPARE(verified.findings[0].sinceUnixMs, first.findings[0].sinceUnixMs);
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

/// The lock beside was read before the permits.
void TestPermits::whoHasGotAPermitSinceDoesNotWait() {
    ClusterSample sample = kazooSemaphore(2, {1, 2}, "k2@2 k3@3").sample();
    auto permits = *sample.locks[0];
    auto waiters = *sample.locks[1];
    auto got = std::make_shared<Contender>(*permits.rows[1].contender);
    got->stat->czxid = Zxid{raw(waiters.stat->pzxid) + 1};
    permits.rows[1].contender = got;
    QCOMPARE(shownPermits(withWaiters(permits, waiters)), "holder 1, holder 2, waiter 3 for 1");
    // Curator's client creates its lease while it waits.
    permits.dialect = Dialect::CuratorSemaphore;
    QCOMPARE(withWaiters(permits, waiters).rows.size(), 4u);
}

/// Its permit had been there when the lock beside was read.
void TestPermits::whoWaitsAgainIsToldOf() {
    ClusterSample sample = kazooSemaphore(2, {1, 2}, "k2@2 k3@3").sample();
    QCOMPARE(shownPermits(withWaiters(*sample.locks[0], *sample.locks[1])),
             "holder 1, holder 2, waiter 2 for 1, waiter 3 for 2");
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

void TestPermits::unchangedPartsAreTheSameSemaphore() {
    SampleBuilder builder;
    builder.lock("/s/leases", lease(1, 1)).lock("/s/locks", "M2@2");
    const auto sample = std::make_shared<const ClusterSample>(builder.sample());
    KnownPermits known;
    const auto first = withPermitWaiters(sample, &known);
    const auto again = withPermitWaiters(sample, &known);
    LockIndex index;
    QVERIFY(index.take(first->locks));
    QVERIFY(!index.take(again->locks));
    const auto others = std::make_shared<const ClusterSample>(builder.sample());
    QVERIFY(index.take(withPermitWaiters(others, &known)->locks));
}

void TestPermits::locksThatOneClientSimplyHasAreLeftOut() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1").lock("/b", "M1@1 M2@2").lock("/c", "M-1@1").lock("/d", "");
    builder.lock("/s/leases", lease(1, 1)).lock("/z", "M1@1");
    ClusterSample sample = builder.sample();
    const auto eventful = [&] {
        QStringList paths;
        const LockIndex index(sample.locks);
        for (const std::size_t number : index.eventful())
            paths << QString::fromStdString(sample.locks[number]->path);
        return paths.join(QLatin1Char(' '));
    };
    QCOMPARE(eventful(), "/b /c /d /s/leases");
    auto unread = std::make_shared<LockQueue>(*sample.locks.front());
    unread->freshness = Freshness::Named;
    sample.locks.front() = unread;
    auto persistent = std::make_shared<LockQueue>(*sample.locks.back());
    auto contender = std::make_shared<Contender>(*persistent->rows.front().contender);
    contender->stat->ephemeralOwner = SessionId::None;
    persistent->rows.front().contender = contender;
    sample.locks.back() = persistent;
    QCOMPARE(eventful(), "/a /b /c /d /s/leases /z");
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
