// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "gap_words.h"
#include "liveness_history.h"
#include "sample_builder.h"
#include "sample_story.h"
#include "test_program.h"

#include <lockcore/observe/assessment.h>

using namespace lockcore;

namespace {

Coverage coverageIn(ClusterSample sample, LockCatalog catalog = {}) {
    catalog.source = DiscoverySource::AdminServer;
    sample.catalog = std::make_shared<const LockCatalog>(std::move(catalog));
    FindingHistory history;
    return *assess(std::make_shared<const ClusterSample>(std::move(sample)), history).coverage;
}

SampleBuilder busyLock() {
    SampleBuilder builder;
    builder.lock("/a", "M1@1 M2@2");
    return builder;
}

}  // namespace

class CoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysAreStable() {
        QCOMPARE(aspectKey(Aspect::Liveness), std::string_view("liveness"));
        for (const Aspect aspect : kAspects)
            QCOMPARE(aspectFromKey(aspectKey(aspect)), std::optional(aspect));
        QVERIFY(!aspectFromKey("nothing"));
        QCOMPARE(gapFromKey("watches-not-told"), std::optional(GapKind::WatchesNotTold));
        QVERIFY(!gapFromKey(""));
    }

    void everythingTold() {
        const Coverage coverage = coverageIn(busyLock().server("zk1", true).sample(true));
        QCOMPARE(gapsOf(coverage), QString());
        QVERIFY(coverage.isComplete());
        QCOMPARE(coverage.locksRead, std::size_t{1});
        QCOMPARE(coverage.sessionsFound, std::size_t{2});
        QCOMPARE(coverage.waitersVerified, std::size_t{1});
        QVERIFY(coverage.servers.at(0).watchedAtUnixMs != 0);
    }

    /// The findings of a file are those of its locks alone.
    void aSampleWithoutACatalogHasNone() {
        FindingHistory history;
        const auto sample = std::make_shared<const ClusterSample>(busyLock().sample());
        const auto assessment = assess(sample, history);
        QVERIFY(!assessment.coverage);
        QVERIFY(assessment.findings.empty());
    }

    void noServerTellsWhoIsConnected() {
        const auto silent = [](ServerReport& server) {
            server.connections.reset();
            server.watched.reset();
            server.rungs = {{Evidence::Connections, EvidenceSource::FourLetter,
                             Error{ErrorCode::NotAllowed, "Ask for \"cons\""}}};
        };
        const Coverage coverage = coverageIn(busyLock().server("zk1").editServer(silent).sample());
        QCOMPARE(gapsOf(coverage), QStringLiteral("connections-not-told zk1 2, watches-not-told zk1 1"));
        QCOMPARE(coverage.gaps[0].reason->code, ErrorCode::NotAllowed);
        QVERIFY(coverage.lacks(Aspect::Liveness) && coverage.lacks(Aspect::Watches));
        QVERIFY(!coverage.lacks(Aspect::Contenders));
        QCOMPARE(coverage.sessionsFound, std::size_t{0});
        QCOMPARE(coverage.sessionsOpen, (std::vector{SessionId{1}, SessionId{2}}));
    }

    /// Who looks for them needs to know whose they are.
    void whoHoldsIsNamedFirst() {
        SampleBuilder builder;
        builder.lock("/a", "M1@7 M2@3").lock("/b", "M1@5 M2@7 M3@2").server("zk1");
        const Coverage coverage =
            coverageIn(builder.editServer([](ServerReport& server) { server.connections.reset(); }).sample());
        QCOMPARE(coverage.sessionsOpen,
                 (std::vector{SessionId{5}, SessionId{7}, SessionId{2}, SessionId{3}}));
        std::vector<Finding> findings;
        addNotChecked(coverage, findings);
        const auto found = std::ranges::find(findings, aspectKey(Aspect::Liveness), &Finding::detail);
        QVERIFY(found != findings.end());
        QCOMPARE(found->sessions, coverage.sessionsOpen);
    }

    /// Its watch table and its expiry are kept from a survey before. It was left out of whoever did not
    /// answer.
    void whatIsRememberedIsNoAnswer() {
        const Error nobody{ErrorCode::Io, "Ask for \"srvr\""};
        const auto down = [&](ServerReport& server) {
            server.connections.reset();
            server.rungs = {{Evidence::Server, EvidenceSource::FourLetter, nobody},
                            {Evidence::Connections, EvidenceSource::FourLetter, nobody},
                            {Evidence::Ephemerals, EvidenceSource::AdminServer},
                            {Evidence::Watches, EvidenceSource::AdminServer}};
            server.rungs[2].isRemembered = server.rungs[3].isRemembered = true;
        };
        SampleBuilder builder = busyLock().server("zk1", true).editServer(down);
        const Coverage coverage = coverageIn(builder.sample());
        QVERIFY(!coverage.servers.at(0).answered);
        QCOMPARE(coverage.servers.at(0).problem->code, ErrorCode::Io);
        // The same kind of answer is one where it was asked for.
        builder.editServer([](ServerReport& server) { server.rungs[2].isRemembered = false; });
        QVERIFY(coverageIn(builder.sample()).servers.at(0).answered);
    }

    void aServerThatIsDownTellsNoWatchesForThatReason() {
        const Error nobody{ErrorCode::Io, "Ask for \"srvr\""};
        const Error oneAddress{ErrorCode::BadArguments, "Ask AdminServer"};
        const auto reasonOf = [&](const std::optional<Error>& serverProblem) {
            const auto edit = [&](ServerReport& server) {
                server.watched.reset();
                if (serverProblem) server.connections.reset();
                server.rungs = {{Evidence::Server, EvidenceSource::FourLetter, serverProblem},
                                {Evidence::Watches, EvidenceSource::AdminServer, oneAddress}};
            };
            const Coverage coverage =
                coverageIn(busyLock().server("zk1").connect(1).connect(2).editServer(edit).sample());
            return coverage.gaps.back().reason->code;
        };
        QCOMPARE(reasonOf(nobody), ErrorCode::Io);
        QCOMPARE(reasonOf(std::nullopt), ErrorCode::BadArguments);
    }

    /// "localhost" beside "127.0.0.1", a DNS name beside one of its addresses.
    void aServerOfTwoNamesIsOne() {
        const auto follower = [](std::optional<std::int64_t> id) {
            return [id](ServerReport& it) {
                it.mode = "follower";
                it.id = id;
            };
        };
        const auto countOf = [](const SampleBuilder& builder) {
            return coverageIn(builder.sample()).serversAsked();
        };
        SampleBuilder byId;
        byId.server("zk:2181").editServer(follower(1)).server("10.0.0.2:2181").editServer(follower(2));
        byId.server("10.0.0.1:2181").editServer(follower(1));
        QCOMPARE(countOf(byId), std::size_t{2});
        const Coverage coverage = coverageIn(byId.sample());
        QCOMPARE(coverage.servers.at(2).aliasOf, std::string("zk:2181"));
        QCOMPARE(coverage.servers.at(1).id, std::optional<std::int64_t>(2));
        QVERIFY(coverage.servers.at(1).aliasOf.empty());

        SampleBuilder byClients;
        byClients.server("localhost:2181").connect(1).server("127.0.0.1:2181").connect(1).connect(2);
        QCOMPARE(countOf(byClients), std::size_t{1});
        QCOMPARE(countOf(byClients.server("::1:2181").connect(2)), std::size_t{1});
        // The word of both counts for more.
        SampleBuilder byOtherIds;
        byOtherIds.server("zk1:2181").editServer(follower(1)).connect(1);
        byOtherIds.server("zk2:2181").editServer(follower(2)).connect(1);
        QCOMPARE(countOf(byOtherIds), std::size_t{2});
        // Where nothing tells, names count.
        QCOMPARE(countOf(SampleBuilder().server("zk1:2181").server("zk2:2181")), std::size_t{2});
    }

    /// Its clients may be coming back, or be gone with it: nobody knows yet.
    void aServerThatHasJustStarted() {
        SampleBuilder builder = busyLock();
        builder.server("zk1", true).connect(2).editServer([](ServerReport& it) {
            it.servesSinceUnixMs = SampleBuilder::kNowMs - 1'000;
        });
        builder.watch(2, 0, 0);
        const Coverage coverage = coverageIn(builder.sample());
        QCOMPARE(gapsOf(coverage), QStringLiteral("server-settling zk1 1"));
        QCOMPARE(coverage.sessionsFound, std::size_t{1});
    }

    /// A list of another cluster's is like that.
    void aListedLockThatIsNotThere() {
        SampleBuilder builder;
        builder.lock("/a", "").editLock([](LockQueue& it) { it.freshness = Freshness::Gone; });
        DiscoveredLock listed{.path = "/a"};
        const QueueRow row{std::make_shared<const Contender>(Contender{"x-0000000001", {}}), Role::Holder};
        const SessionId session{1};
        listed.queue = std::make_shared<const NamedQueue>(std::span(&row, 1), std::span(&session, 1));
        LockCatalog catalog;
        catalog.locks = {listed};
        QCOMPARE(gapsOf(coverageIn(builder.server("zk1", true).sample(), catalog)),
                 QStringLiteral("lock-missing /a"));
    }

    /// All sessions are found on the others: what it would have told does not matter.
    void aDeadServerDoesNotMatter() {
        const auto dead = [](ServerReport& server) { server.connections.reset(); };
        const auto waiter = SampleBuilder().lock("/a", "M1@1");
        const Coverage found = coverageIn(
            SampleBuilder(waiter).server("zk2").editServer(dead).server("zk1").connect(1).sample());
        QCOMPARE(gapsOf(found), QString());
        const Coverage missing =
            coverageIn(SampleBuilder(waiter).server("zk2").editServer(dead).server("zk1").sample());
        QCOMPARE(gapsOf(missing), QStringLiteral("connections-not-told zk2 1"));
    }

    void aDirectoryThatIsClosed() {
        const auto close = [](LockQueue& queue) {
            queue.freshness = Freshness::Named;
            queue.problem = Error{ErrorCode::NoAuth, "list"};
        };
        const auto unread = [](Contender& contender) {
            contender.toldSession = contender.stat->ephemeralOwner;
            contender.stat.reset();
        };
        SampleBuilder builder = busyLock();
        builder.edit(0, unread).edit(1, unread).editLock(close).lock("/b", "M1@1").server("zk1", true);
        const Coverage coverage = coverageIn(builder.connect(1).connect(2).sample());
        QCOMPARE(gapsOf(coverage), QStringLiteral("lock-unread /a 2, watchers-unknown /a 1"));
        QCOMPARE(coverage.locks - coverage.locksRead, std::size_t{1});
        // Whose they are is known by the dump.
        QCOMPARE(coverage.sessions, std::size_t{2});
        QCOMPARE(coverage.sessionsFound, std::size_t{2});
        // One that is too long to be listed tells no more.
        const auto lengthen = [](LockQueue& queue) { queue.problem = Error{ErrorCode::TooLarge, "list"}; };
        QCOMPARE(gapsOf(coverageIn(builder.editLock(lengthen).sample())),
                 QStringLiteral("lock-unread /a 2, watchers-unknown /a 1"));
    }

    /// Of a queue that moves on between two reads nobody knows who is there now; one of several that has left
    /// is no gap.
    void whoAlwaysHasLeftIsNotKnown() {
        const auto gone = [](Contender& contender) {
            contender.problem = Error{ErrorCode::NoNode, "Get"};
            contender.stat.reset();
        };
        SampleBuilder builder = busyLock();
        builder.server("zk1", true).connect(1).connect(2);
        QCOMPARE(gapsOf(coverageIn(SampleBuilder(builder).edit(0, gone).sample())), QString());
        QCOMPARE(gapsOf(coverageIn(SampleBuilder(builder).edit(0, gone).edit(1, gone).sample())),
                 QStringLiteral("contenders-unread /a 2"));
    }

    void whatIsNotReadYetComesByItself() {
        const auto name = [](LockQueue& queue) { queue.freshness = Freshness::Named; };
        const auto unread = [](Contender& contender) { contender.stat.reset(); };
        SampleBuilder builder;
        builder.lock("/a", "M1@1").edit(0, unread).editLock(name).server("zk1", true);
        const Coverage coverage = coverageIn(builder.sample());
        QCOMPARE(gapsOf(coverage), QStringLiteral("not-read-yet /a 1"));
        QVERIFY(coverage.isUnderWay());
    }

    /// It was "No server was asked for its watches", where all had been.
    void noClientWaitsWithAPersistentContender() {
        const Coverage coverage =
            coverageIn(SampleBuilder().lock("/a", "M1@1 M2@0").server("zk1", true).connect(1).sample());
        QCOMPARE(gapsOf(coverage), QString());
        QCOMPARE(coverage.waiters, std::size_t{0});
    }

    void waiterWhoseClientIsAtNoServer() {
        SampleBuilder builder = busyLock();
        builder.server("zk1", true).connect(1).editServer([](ServerReport& it) {
            it.members = 2;
            it.mode = "leader";
            it.metrics = ServerMetrics{.learners = 1};
        });
        QCOMPARE(gapsOf(coverageIn(builder.sample())),
                 QStringLiteral("servers-unknown 1, watchers-unknown 1"));
    }

    /// As behind balancers: all that are known by name told all that they have, and still some may be left.
    void serversThatNobodyCountsLeaveAGap() {
        SampleBuilder builder = busyLock();
        for (int id = 1; id <= 3; ++id)
            builder.server("zk" + std::to_string(id), true).editServer([id](ServerReport& it) {
                it.id = id;
                it.members = 3;
                it.mode = id == 1 ? "leader" : "follower";
            });
        const Coverage coverage = coverageIn(builder.connect(1).sample());
        QCOMPARE(coverage.sessionsFound, std::size_t{1});
        QVERIFY2(gapsOf(coverage).contains("servers-unknown 1"), qPrintable(gapsOf(coverage)));
    }

    /// They are down, which is not that nobody asked them.
    void whoDoesNotAnswerWasAsked() {
        const auto ofThree = [](const QString& names) {
            SampleBuilder builder = busyLock();
            for (const QString& name : names.split(' ')) {
                const bool isThere = name != "dead";
                builder.server(name.toStdString(), true).editServer([&](ServerReport& it) {
                    if (isThere) {
                        it.id = name.back().digitValue();
                        it.members = 3;
                        it.mode = "follower";
                    } else {
                        it = ServerReport{"dead"};
                    }
                });
            }
            return gapsOf(coverageIn(builder.sample()));
        };
        QVERIFY(ofThree("zk1 zk2").contains("servers-unknown"));
        QCOMPARE(ofThree("zk1 zk2 dead"),
                 QStringLiteral("connections-not-told dead 2, watches-not-told dead 1"));
        QVERIFY(ofThree("zk1 dead").contains("servers-unknown"));
    }

    /// Who has gone is not unread.
    void goneContendersAreNoGap() {
        const auto gone = [](Contender& contender) {
            contender.stat.reset();
            contender.problem = Error{ErrorCode::NoNode, "read"};
        };
        const Coverage coverage =
            coverageIn(SampleBuilder().lock("/a", "M1@1").edit(0, gone).server("zk1", true).sample());
        QCOMPARE(gapsOf(coverage), QString());
    }

    void gapsOfTheCatalogAreTold() {
        LockCatalog catalog;
        catalog.gaps = {{.kind = GapKind::SearchCut, .count = 7}};
        const Coverage coverage = coverageIn(SampleBuilder().sample(), catalog);
        QCOMPARE(gapsOf(coverage), QStringLiteral("search-cut 7"));
        QVERIFY(!coverage.isUnderWay());
    }

    /// Another server had applied more before.
    void aServerThatLagsIsNotTheTruth() {
        LockCatalog catalog;
        catalog.server = "zk2";
        catalog.zxid = Zxid{41};
        catalog.readAtUnixMs = SampleBuilder::kNowMs + 1'001;
        catalog.asOfUnixMs = SampleBuilder::kNowMs + 1'000;
        const auto ahead = [](ServerReport& server) { server.lastZxid = Zxid{42}; };
        const Coverage coverage =
            coverageIn(SampleBuilder().server("zk1").editServer(ahead).sample(), catalog);
        QCOMPARE(gapsOf(coverage), QStringLiteral("lagging-source zk2"));
        // Told hardly before it: followers are a moment behind.
        catalog.asOfUnixMs = SampleBuilder::kNowMs + 999;
        QCOMPARE(gapsOf(coverageIn(SampleBuilder().server("zk1").editServer(ahead).sample(), catalog)),
                 QString());
    }

    /// The first samples of `check`, in which a list is always older than what servers tell.
    void aListOfAServerThatIsBehindIsLookedAtAgain_data() {
        QTest::addColumn<bool>("byAdmin");
        QTest::newRow("AdminServer") << true;
        QTest::newRow("four-letter word") << false;
    }

    void aListOfAServerThatIsBehindIsLookedAtAgain() {
        QFETCH(bool, byAdmin);
        FindingHistory history;
        const auto look = [&](std::int64_t afterMs, std::int64_t zxid, std::int64_t othersZxid) {
            SampleBuilder builder;
            for (const auto& server : {std::pair("zk1", othersZxid), std::pair("zk2", zxid)})
                builder.server(std::string(server.first) + ":2181", true).editServer([&](ServerReport& it) {
                    it.adminServer = std::string(server.first) + ":8080";
                    it.lastZxid = Zxid{server.second};
                    it.zxidAskedUnixMs = it.readAtUnixMs = SampleBuilder::kNowMs + afterMs;
                });
            ClusterSample sample = builder.sample();
            sample.takenAtUnixMs += afterMs;
            // As it is told again where its server knows of no transaction since.
            LockCatalog catalog;
            catalog.source = byAdmin ? DiscoverySource::AdminServer : DiscoverySource::FourLetter;
            catalog.server = byAdmin ? "zk2:8080" : "zk2:2181";
            catalog.readAtUnixMs = catalog.asOfUnixMs = SampleBuilder::kNowMs - 10;
            sample.catalog = std::make_shared<const LockCatalog>(catalog);
            return assess(std::make_shared<const ClusterSample>(sample), history);
        };
        const auto first = look(0, 41, 42);
        QVERIFY(!first.isSettled());
        QVERIFY(!first.coverage->lacks(Aspect::Locks));
        const auto second = look(2'050, 41, 43);
        QVERIFY(second.isSettled());
        QVERIFY(gapsOf(*second.coverage).startsWith(QStringLiteral("lagging-source zk2:2181")));
        QCOMPARE(second.coverage->listedBy, std::string("zk2:2181"));
        // It has what the others had, which have more by now.
        const auto third = look(4'100, 43, 44);
        QVERIFY(third.isSettled());
        QVERIFY(!third.coverage->lacks(Aspect::Locks));
        history = {};
        QVERIFY(look(0, 42, 42).isSettled());
    }

    /// Two clusters in one connect string: a list that was whole said nothing of it.
    void serversOfAnotherClusterAreAGap() {
        SampleBuilder builder = busyLock();
        builder.server("zk1:2181", true).connect(1).connect(2).watch(2, 0, 0);
        builder.server("zk9:2181").editServer([](ServerReport& it) {
            it = ServerReport{"zk9:2181"};
            it.standing = ServerStanding::OtherCluster;
        });
        LockCatalog catalog;
        const Coverage coverage = coverageIn(builder.sample(), catalog);
        QCOMPARE(gapsOf(coverage), QStringLiteral("other-cluster zk9:2181"));
        QVERIFY(coverage.lacks(Aspect::Locks));
        QCOMPARE(coverage.serversAsked(), std::size_t{1});
    }

    /// Beside a monitor that asks by words a window went from "no problems" to "not everything" and back.
    void aDisturbedReadingIsCoveredByAWholeOneBefore() {
        const auto gaps = [](bool isWhole, std::int64_t wholeBeforeMs) {
            SampleBuilder builder = busyLock();
            builder.server("zk1", true).connect(1).editServer([=](ServerReport& it) {
                it.hasUnlistedConnections = !isWhole;
                it.connectionsCounted = 4;
                it.connectionsListed = 3;
                it.listedBefore = ReadingMoment{Zxid{0}, it.readAtUnixMs - wholeBeforeMs};
            });
            Coverage coverage = coverageIn(builder.sample());
            std::erase_if(coverage.gaps,
                          [](const Gap& gap) { return aspectOf(gap.kind) != Aspect::Liveness; });
            return coverage;
        };
        // The one that is missed came after the reading before.
        QCOMPARE(gapsOf(gaps(true, 5'000)), QStringLiteral("sessions-in-doubt 1"));
        QCOMPARE(gapsOf(gaps(false, 5'000)), QString());
        QCOMPARE(gapsOf(gaps(false, 30'000)), QString());
        const Coverage tooLong = gaps(false, 30'001);
        QCOMPARE(gapsOf(tooLong), QStringLiteral("connections-unlisted zk1 1"));
        QCOMPARE(tooLong.gaps.at(0).counted, std::uint64_t{4});
        QCOMPARE(tooLong.gaps.at(0).listed, std::uint64_t{3});
    }

    /// "Nothing is wrong" stood there for two seconds after the holder's client was killed.
    void aClientThatServersMissIsInDoubtAtOnce() {
        SampleBuilder builder = busyLock();
        builder.server("zk1", true).connect(2).watch(2, 0, 0).editServer([](ServerReport& it) {
            it.listedBefore.reset();
            it.lastZxid = Zxid{2};
        });
        const Coverage coverage = coverageIn(builder.sample());
        QCOMPARE(gapsOf(coverage), QStringLiteral("sessions-in-doubt 1"));
        QCOMPARE(coverage.sessions, std::size_t{2});
        QCOMPARE(coverage.sessionsFound, std::size_t{1});
    }

    void aClientThatHasJustComeIsNotMissed() {
        SampleBuilder builder = busyLock();
        builder.server("zk1", true).connect(1).editServer([](ServerReport& it) {
            it.listedBefore.reset();
            it.lastZxid = Zxid{1};  // before the second contender
        });
        QVERIFY(!coverageIn(builder.sample()).lacks(Aspect::Liveness));
    }

    void sessionsInDoubtAtTheEndWereNotChecked() {
        ClusterSample sample = SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1:2181").connect(1).sample();
        LockCatalog catalog;
        catalog.source = DiscoverySource::AdminServer;
        sample.catalog = std::make_shared<const LockCatalog>(catalog);
        FindingHistory history;
        const auto checked = assess(std::make_shared<const ClusterSample>(sample), history);
        const auto told = withDoubtsLeft(checked, 1);
        QVERIFY(told.coverage->lacks(Aspect::Liveness));
        QVERIFY2(gapsOf(*told.coverage).contains(QStringLiteral("sessions-in-doubt")),
                 qPrintable(gapsOf(*told.coverage)));
        const auto isUnchecked = [](const Finding& finding) {
            return finding.kind == FindingKind::NotChecked && finding.detail == aspectKey(Aspect::Liveness);
        };
        QCOMPARE(std::ranges::count_if(told.findings, isUnchecked), 1);
        QCOMPARE(gapsOf(*withDoubtsLeft(told, 0).coverage), gapsOf(*checked.coverage));
        QCOMPARE(withDoubtsLeft(told, 2).coverage->sessionsFound, checked.coverage->sessionsFound - 2);
    }

    void holdersWhoseSilenceNobodyToldWereNotChecked() {
        ClusterSample sample =
            SampleBuilder().lock("/a", "M1@1 M2@2").server("zk1:2181").connect(1).connect(2).sample();
        LockCatalog catalog;
        catalog.source = DiscoverySource::AdminServer;
        sample.catalog = std::make_shared<const LockCatalog>(catalog);
        const auto told = [&] {
            FindingHistory history;
            return assess(std::make_shared<const ClusterSample>(sample), history);
        };
        QVERIFY(!told().coverage->lacks(Aspect::Liveness));
        QCOMPARE(told().coverage->sessionsFound, std::size_t{2});
        sample.servers[0].connections->front().isSilenceOpen = true;
        const auto unknown = told();
        QVERIFY2(gapsOf(*unknown.coverage).contains(QStringLiteral("silence-unknown 1")),
                 qPrintable(gapsOf(*unknown.coverage)));
        QCOMPARE(unknown.coverage->sessionsFound, std::size_t{1});
        QVERIFY(std::ranges::any_of(unknown.findings, [](const Finding& finding) {
            return finding.kind == FindingKind::NotChecked && finding.detail == aspectKey(Aspect::Liveness);
        }));
    }

    /// As a window sees it: what a server tells nothing of is a gap until a later reading shows an answer.
    void aSilenceIsUnknownUntilTheClientIsAnswered() {
        SampleStory story(DiscoverySource::AdminServer);
        LivenessHistory liveness;
        const auto lacksLiveness = [&](int seconds, std::int64_t lastAnswerMs) {
            SampleBuilder builder = busyLock().server("zk1:2181").connect(1, 0, 30'000).connect(2, 0, 30'000);
            builder.editServer([&](ServerReport& it) {
                it.askedAt = it.toldAt = TimePoint(std::chrono::seconds(3'600 + seconds));
                it.connections->front().lastAnswerMs = lastAnswerMs;
                it.connections->back().lastAnswerMs = 1'000;
                std::vector reports{it};
                liveness.takeConnections(reports);
                it = reports.front();
            });
            return story.at(seconds, builder).coverage->lacks(Aspect::Liveness);
        };
        QVERIFY(lacksLiveness(0, 5'000));
        QVERIFY(lacksLiveness(2, 5'000));
        QVERIFY(!lacksLiveness(4, 8'000));
        QVERIFY(!lacksLiveness(6, 8'000));
    }

    /// No server tells watches on a list of children: that is neither known nor a gap.
    void whoWaitsForAPermitIsNotVerified() {
        const auto permits = [](const std::string& watched) {
            SampleBuilder builder;
            builder.lock("/s/leases", "_c_00000001-9d0a-4c3e-8a2b-0123456789ab-lease-0000000001@1");
            builder.lock("/s/locks", "M2@2 M3@3").server("zk1", true).connect(1).connect(2).connect(3);
            builder.watch(3, 1, 0);
            if (!watched.empty()) builder.watch(2, watched);
            return coverageIn(builder.sample());
        };
        const Coverage usual = permits("");
        QCOMPARE(gapsOf(usual), QString());
        QCOMPARE(usual.waiters, std::size_t{2});
        QCOMPARE(usual.waitersVerified, std::size_t{1});
        // A persistent watch on the directory is told.
        QCOMPARE(permits("/s/leases").waitersVerified, std::size_t{2});
        SampleBuilder mutex = busyLock().server("zk1", true).connect(1).connect(2);
        QCOMPARE(coverageIn(mutex.sample()).waitersVerified, std::size_t{1});
    }

    /// It was counted as one whose watch was told.
    void aWaiterWithoutAClientIsNotVerified() {
        SampleBuilder builder;
        builder.lock("/a", "M1@1 M2@2 M3@3").server("zk1", true).connect(1).connect(2).watch(2, 0, 0);
        const Coverage coverage = coverageIn(builder.sample());
        QVERIFY2(!coverage.lacks(Aspect::Watches), qPrintable(gapsOf(coverage)));
        QCOMPARE(coverage.waiters, std::size_t{2});
        QCOMPARE(coverage.waitersVerified, std::size_t{1});
    }

    void gapsOfOtherClusters() {
        for (int kind = 0; gapKey(static_cast<GapKind>(kind)) != "watches-not-compared"; ++kind) {
            const auto gap = static_cast<GapKind>(kind);
            QCOMPARE(isOfOtherCluster(gap), gap == GapKind::OtherCluster || gap == GapKind::ForeignSource);
        }
    }

    /// A recursive watch on it would tell; but a cache's, or one for something else, looks like that.
    void aWatchAboveTheLockIsNotKnownToTell() {
        const auto watching = [](const std::string& path) {
            SampleBuilder builder;
            builder.lock("/app/a", "M1@1 M2@2").server("zk1", true).connect(1).connect(2);
            return coverageIn(builder.watch(2, path).sample());
        };
        for (const char* const above : {"/app", "/"}) {
            const Coverage coverage = watching(above);
            QCOMPARE(gapsOf(coverage), QStringLiteral("watchers-unknown 1"));
            QCOMPARE(coverage.waitersVerified, std::size_t{0});
        }
        QCOMPARE(gapsOf(watching("/app/a")), QString());
        // Of whom servers tell no watch anyway: it watches the list of children.
        SampleBuilder builder;
        builder.lock("/app/a", "s1@1 s2@2").server("zk1", true).connect(1).connect(2).watch(2, "/app");
        QCOMPARE(gapsOf(coverageIn(builder.sample())), QString());
    }

    void oneFindingForEachAspect() {
        ClusterSample sample = busyLock().sample();
        LockCatalog catalog;
        catalog.gaps = {{.kind = GapKind::ReadOnlySource, .server = "zk1"}};
        sample.catalog = std::make_shared<const LockCatalog>(catalog);
        FindingHistory history;
        const auto assessment = assess(std::make_shared<const ClusterSample>(sample), history);
        QCOMPARE(assessment.findings.size(), std::size_t{3});
        QStringList details;
        for (const Finding& finding : assessment.findings) {
            QCOMPARE(finding.kind, FindingKind::NotChecked);
            QCOMPARE(finding.severity, Severity::Information);
            QVERIFY(!finding.gaps.empty());
            details << QString::fromStdString(finding.detail);
        }
        QCOMPARE(details.join(QLatin1Char(' ')), QStringLiteral("liveness locks watches"));
        QCOMPARE(assessment.findings[0].count, std::optional<std::uint64_t>(2));
    }
};

LOCKSCOPE_TEST(CoverageTest)
#include "tst_coverage.moc"
