// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_commands.h"
#include "live_session.h"
#include "raw_client.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/feed/cluster_feed.h>

#include <algorithm>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Queue = std::shared_ptr<const LockQueue>;
using Catalog = std::shared_ptr<const LockCatalog>;
using Assessment = std::shared_ptr<const ClusterAssessment>;

/// What a feed has told so far. Any thread.
class ToldFacts {
public:
    void add(const Fact& fact) {
        const std::scoped_lock lock(m_mutex);
        m_facts.push_back(fact);
    }
    std::vector<Fact> all() const {
        const std::scoped_lock lock(m_mutex);
        return m_facts;
    }
    template <class Kind>
    std::vector<Kind> of() const {
        std::vector<Kind> kinds;
        for (const Fact& fact : all())
            if (const auto* kind = std::get_if<Kind>(&fact.what)) kinds.push_back(*kind);
        return kinds;
    }
    template <class Kind>
    std::optional<Kind> last() const {
        const auto kinds = of<Kind>();
        return kinds.empty() ? std::nullopt : std::optional(kinds.back());
    }
    /// How many contenders its last queue has.
    std::optional<std::size_t> rowsOf(const std::string& path) const {
        std::optional<std::size_t> rows;
        for (const Queue& queue : of<Queue>())
            if (queue->path == path) rows = queue->rows.size();
        return rows;
    }
    bool isUnwatched(const std::string& path) const {
        return std::ranges::count(of<Unwatched>(), path, &Unwatched::lockPath) > 0;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Fact> m_facts;  // guarded by m_mutex
};

const std::string kFirst = "/a/_c_00000001-9d0a-4c3e-8a2b-0123456789ab-lock-0000000001";
const std::string kSecond = "/a/_c_00000002-9d0a-4c3e-8a2b-0123456789ab-lock-0000000002";

}  // namespace

/// One stream of all that is read of a real server.
class TestClusterFeed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_connect = freshCluster();
        m_told = std::make_shared<ToldFacts>();
        m_client = std::make_unique<LiveSession>(m_connect);
        create("/a", NodeKind::Persistent);
    }
    void cleanup() {
        m_feed.reset();
        m_client.reset();
    }

    /// What it rests on comes before what is told of it.
    void factsInTheOrderInWhichTheyBecomeKnown();
    void observedLockFollowsItsClients();
    void nothingIsToldOfALockThatWasLetGo();
    void pausedLockIsReadOnce();
    void ownHoldIsTold();
    void removalIsToldWithItsContender();
    void refusedActIsToldWithItsReason();
    void missingChrootIsTheProblem();
    void dumpIsAskedForOnceAPass();
    void watchesOfASmallClusterAreToldAtOnceAndSoonAgain();
    void theFirstSampleKnowsWhoTheServersAre();
    void accessIsToldToWhoAsks();
    void endsWhileItIsConnecting();

private:
    void create(const std::string& path, NodeKind kind = NodeKind::Ephemeral) {
        const auto created = m_client->await<CreatedNode>([&](Session& session, auto done) {
            session.create({path, "data", kind}, std::move(done));
        });
        QVERIFY2(created, path.c_str());
    }
    FeedOptions optionsFor(const std::string& connect) const {
        FeedOptions options{.session = {connect, 10s}};
        options.discovery.connect = *parseConnectString(connect);
        options.discovery.adminUrl = TestCluster::instance().server().adminUrl();
        options.discovery.interval = options.discovery.adminInterval = 100ms;
        options.survey.servers = options.discovery.connect.servers;
        options.survey.chroot = options.discovery.connect.chroot;
        options.survey.adminUrl = options.discovery.adminUrl;
        return options;
    }
    void open(const FeedOptions& options) {
        m_feed =
            std::make_unique<ClusterFeed>(options, [told = m_told](const Fact& fact) { told->add(fact); });
    }
    void open(const std::string& connect) { open(optionsFor(connect)); }
    /// At a window's pace, by that AdminServer.
    void openBy(const AskedCommands& admin) {
        FeedOptions options = optionsFor(m_connect);
        options.discovery.adminUrl = options.survey.adminUrl = admin.url();
        const DiscoveryOptions usual;
        options.discovery.interval = usual.interval;
        options.discovery.adminInterval = usual.adminInterval;
        options.survey.watches = AskWatches::Always;
        open(options);
    }
    /// The contender of the last queue of /a.
    std::shared_ptr<const Contender> contender(std::size_t row) const {
        return m_told->last<Queue>().value()->rows.at(row).contender;
    }

    std::string m_connect;
    std::shared_ptr<ToldFacts> m_told;
    std::unique_ptr<LiveSession> m_client;
    std::unique_ptr<ClusterFeed> m_feed;
};

void TestClusterFeed::factsInTheOrderInWhichTheyBecomeKnown() {
    create(kFirst);
    open(m_connect);
    const auto isJudged = [&] {
        const auto last = m_told->last<Assessment>();
        return last && !(*last)->sample->locks.empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isJudged(), kServerPatienceMs);
    const auto facts = m_told->all();
    QVERIFY(std::ranges::is_sorted(facts, {}, &Fact::atUnixMs));
    const auto isCatalog = [](const Fact& fact) { return std::holds_alternative<Catalog>(fact.what); };
    const auto isAssessment = [](const Fact& fact) { return std::holds_alternative<Assessment>(fact.what); };
    const auto isConnection = [](const Fact& fact) {
        const auto* status = std::get_if<FeedStatus>(&fact.what);
        return status != nullptr && isConnected(status->connection.state);
    };
    const auto connected = std::ranges::find_if(facts, isConnection);
    const auto listed = std::ranges::find_if(facts, isCatalog);
    QVERIFY(connected < listed);
    QVERIFY(listed < std::ranges::find_if(facts, isAssessment));
    QCOMPARE((*m_told->last<Catalog>())->locks.front().path, std::string("/a"));
}

void TestClusterFeed::observedLockFollowsItsClients() {
    create(kFirst);
    open(m_connect);
    m_feed->observe({"/a"});
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(1), kServerPatienceMs);
    create(kSecond);
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(2), kServerPatienceMs);
    m_client.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(0), kServerPatienceMs);
    QCOMPARE((*m_told->last<Queue>())->kind, DirectoryKind::Lock);  // though nobody is in it
    QVERIFY(!m_told->isUnwatched("/a"));
}

void TestClusterFeed::nothingIsToldOfALockThatWasLetGo() {
    create(kFirst);
    create("/b", NodeKind::Persistent);
    open(m_connect);
    m_feed->observe({"/a"});
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(1), kServerPatienceMs);
    m_feed->observe({"/b"});
    QTRY_VERIFY_WITH_TIMEOUT(m_told->isUnwatched("/a"), kServerPatienceMs);
    create(kSecond);
    create("/b/job-1");
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/b"), std::optional<std::size_t>(1), kServerPatienceMs);
    QCOMPARE(m_told->rowsOf("/a"), std::optional<std::size_t>(1));
}

void TestClusterFeed::pausedLockIsReadOnce() {
    create(kFirst);
    open(m_connect);
    QTRY_VERIFY_WITH_TIMEOUT(m_told->last<Catalog>(), kServerPatienceMs);
    m_feed->setPaused(true);
    m_feed->observe({"/a"});
    QTRY_VERIFY_WITH_TIMEOUT(m_told->isUnwatched("/a"), kServerPatienceMs);
    QCOMPARE(m_told->rowsOf("/a"), std::optional<std::size_t>(1));
    QTRY_COMPARE_WITH_TIMEOUT((*m_told->last<Queue>())->rows.front().contender->stat.has_value(), true,
                              kServerPatienceMs);
    create(kSecond);
    m_feed->setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(2), kServerPatienceMs);
}

void TestClusterFeed::ownHoldIsTold() {
    open(m_connect);
    std::promise<Result<void>> granted;
    m_feed->acquire(7, {.lockPath = "/own"}, [&](const Result<void>& result) { granted.set_value(result); },
                    {.act = 12});
    QVERIFY(granted.get_future().get());
    const auto held = [&] {
        const auto holds = m_told->last<std::vector<OwnHold>>();
        return holds && holds->size() == 1 && holds->front().state == OwnHoldState::Held;
    };
    QTRY_VERIFY_WITH_TIMEOUT(held(), kServerPatienceMs);
    QCOMPARE(m_told->last<std::vector<OwnHold>>()->front().id, 7u);
    const auto acquired = m_told->last<OwnAct>();
    QVERIFY(acquired && acquired->kind == OwnAct::Kind::Acquire && acquired->hold);
    QVERIFY(acquired->hold->fencingToken != Zxid::None);
    QCOMPARE(acquired->note.act, 12u);
    std::promise<Result<void>> released;
    m_feed->release(7, [&](const Result<void>& result) { released.set_value(result); }, {.act = 13});
    QVERIFY(released.get_future().get());
    const auto back = m_told->last<OwnAct>();
    QVERIFY(back && back->kind == OwnAct::Kind::Release && back->note.act == 13);
    QCOMPARE(back->hold->fencingToken, acquired->hold->fencingToken);
    QTRY_VERIFY_WITH_TIMEOUT(m_told->last<std::vector<OwnHold>>()->empty(), kServerPatienceMs);
}

void TestClusterFeed::removalIsToldWithItsContender() {
    create(kFirst);
    open(m_connect);
    m_feed->observe({"/a"});
    QTRY_COMPARE_WITH_TIMEOUT(m_told->rowsOf("/a"), std::optional<std::size_t>(1), kServerPatienceMs);
    const auto isRead = [&] { return contender(0)->stat.has_value(); };
    QTRY_VERIFY_WITH_TIMEOUT(isRead(), kServerPatienceMs);
    const auto victim = contender(0);
    std::promise<Result<void>> removed;
    m_feed->removeContender("/a", victim, [&](const Result<void>& result) { removed.set_value(result); });
    QVERIFY(removed.get_future().get());
    const auto act = m_told->last<OwnAct>();
    QVERIFY(act);
    QCOMPARE(int(act->kind), int(OwnAct::Kind::RemoveContender));
    QCOMPARE(act->lockPath, std::string("/a"));
    QCOMPARE(act->contender, victim);
    QVERIFY(act->result);
}

void TestClusterFeed::refusedActIsToldWithItsReason() {
    create(kFirst);
    open(m_connect);
    Stat another;
    another.czxid = Zxid{1};
    std::promise<Result<void>> refused;
    m_feed->deleteParent("/a", another, [&](const Result<void>& result) { refused.set_value(result); });
    const auto result = refused.get_future().get();
    QVERIFY(!result);
    QCOMPARE(m_told->last<OwnAct>()->result.error().code, result.error().code);
}

void TestClusterFeed::missingChrootIsTheProblem() {
    open(m_connect + "/missing");
    const auto problem = [&] {
        const auto status = m_told->last<FeedStatus>();
        return status && status->problem ? std::optional(status->problem->kind) : std::nullopt;
    };
    QTRY_VERIFY_WITH_TIMEOUT(problem() == ProblemKind::ChrootMissing, kServerPatienceMs);
    create("/missing", NodeKind::Persistent);
    QTRY_VERIFY_WITH_TIMEOUT(!problem(), kServerPatienceMs);
    QVERIFY(m_client->await<void>(
        [](Session& session, auto done) { session.remove("/missing", -1, std::move(done)); }));
    QTRY_VERIFY_WITH_TIMEOUT(problem() == ProblemKind::ChrootMissing, kServerPatienceMs);
}

/// It tells both which locks there are and whose sessions live: who asks for the one spares the other.
void TestClusterFeed::dumpIsAskedForOnceAPass() {
    const std::string adminUrl = TestCluster::instance().server().adminUrl();
    if (adminUrl.empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    AskedCommands admin(adminUrl);
    openBy(admin);
    qsizetype surveys = 0;
    for (std::size_t count = 1; surveys < 6; ++count) {
        QVERIFY(count < 60);
        // Another transaction, or the list before is as good.
        create("/a/_c_" + std::to_string(10'000'000 + count) + "-9d0a-4c3e-8a2b-0123456789ab-lock-",
               NodeKind::EphemeralSequential);
        const auto isListed = [&] {
            const auto catalog = m_told->last<Catalog>();
            if (!catalog || (*catalog)->locks.empty()) return false;
            const DiscoveredLock& lock = (*catalog)->locks.front();
            return lock.holders + lock.waiters == count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kServerPatienceMs);
        surveys += admin.takeCount("connections");
    }
    QCOMPARE((*m_told->last<Catalog>())->source, DiscoverySource::AdminServer);
    const auto dumps = admin.takeCount("dump");
    const auto passes = static_cast<qsizetype>(m_told->of<Catalog>().size());
    // One may be under way, and one be too old for the first survey of a busy machine.
    QVERIFY2(dumps <= passes + 2,
             qPrintable(QString("%1 dumps, %2 passes, %3 surveys").arg(dumps).arg(passes).arg(surveys)));
    m_feed.reset();
}

/// Who waits is known to be told of its turn as soon as anything is shown, not half a minute later.
void TestClusterFeed::watchesOfASmallClusterAreToldAtOnceAndSoonAgain() {
    const std::string adminUrl = TestCluster::instance().server().adminUrl();
    if (adminUrl.empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    RawClient holder(m_connect);
    RawClient waiter(m_connect);
    const std::string held = holder.queue("/a", "_c_00000001-9d0a-4c3e-8a2b-0123456789ab-lock-");
    waiter.queue("/a", "_c_00000002-9d0a-4c3e-8a2b-0123456789ab-lock-");
    waiter.watch("/a/" + held);
    AskedCommands admin(adminUrl);
    openBy(admin);
    const auto isTold = [](const Assessment& assessment) {
        const ClusterSample& sample = *assessment->sample;
        return !sample.servers.empty() && !sample.locks.empty() &&
               sample.locks[0]->freshness == Freshness::Live;
    };
    const auto isAnyTold = [&] { return std::ranges::any_of(m_told->of<Assessment>(), isTold); };
    QTRY_VERIFY_WITH_TIMEOUT(isAnyTold(), kServerPatienceMs);
    const auto assessments = m_told->of<Assessment>();
    const Assessment first = *std::ranges::find_if(assessments, isTold);
    QVERIFY(first->sample->servers[0].watched);
    QCOMPARE(first->chains.at(0).size(), std::size_t(2));
    QCOMPARE(first->chains[0][1].verdict, ChainVerdict::Verified);

    qsizetype tables = 0;
    const auto areToldAgain = [&] {
        tables += admin.takeCount("watches");
        return tables >= 4;
    };
    QTRY_VERIFY_WITH_TIMEOUT(areToldAgain(), 3 * kServerPatienceMs);
    // Three times in between: at the pace of a large cluster that would be 45 looks at its clients and more.
    const auto looks = admin.takeCount("connections");
    QVERIFY2(looks < 30, qPrintable(QString("%1 looks").arg(looks)));
    m_feed.reset();
}

/// Where servers tell their locks sooner than the session tells who the servers are: one that the
/// configuration does not name was a member that does not answer at first.
void TestClusterFeed::theFirstSampleKnowsWhoTheServersAre() {
    const auto server =
        LocalCluster::start({.tickTime = 200ms, .adminServer = false, .extraConfig = {"skipACL=yes"}});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const std::string direct = (*server)->connectString();
    LiveSession client(direct);
    const auto written = client.await<Stat>([&](Session& session, auto done) {
        session.set("/zookeeper/config", "server.1=127.0.0.1:2:3:participant;" + direct + "\nversion=1", -1,
                    std::move(done));
    });
    QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    TcpProxy slow((*server)->port());
    slow.setDelay(300);
    FeedOptions options{.session = {slow.address(), 10s}};
    options.discovery.connect = *parseConnectString(direct);
    options.survey.servers = parseConnectString(direct + ",127.0.0.1:1")->servers;
    options.discovery.adminUrl = options.survey.adminUrl = "http://127.0.0.1:1/{host}";
    open(options);
    QTRY_VERIFY_WITH_TIMEOUT(!m_told->of<Assessment>().empty(), kServerPatienceMs);
    const Assessment first = m_told->of<Assessment>().front();
    QCOMPARE(first->coverage->servers.size(), std::size_t{2});
    QCOMPARE(first->coverage->servers[0].standing, ServerStanding::Member);
    QCOMPARE(first->coverage->servers[1].standing, ServerStanding::NotNamed);
    m_feed.reset();
}

void TestClusterFeed::accessIsToldToWhoAsks() {
    open(m_connect);
    const auto isOpen = [&] {
        const auto status = m_told->last<FeedStatus>();
        return status && isConnected(status->connection.state);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOpen(), kServerPatienceMs);
    for (const char* const path : {"/a", "/missing"})
        m_feed->readAccess(path);
    QTRY_COMPARE_WITH_TIMEOUT(m_told->of<LockAccess>().size(), std::size_t(2), kServerPatienceMs);
    const auto told = m_told->of<LockAccess>();
    QCOMPARE(told[0].lockPath, std::string("/a"));
    QVERIFY(told[0].access && *told[0].access == Acl(1, AclEntry()));
    QVERIFY(!told[1].access && told[1].access.error().code == ErrorCode::NoNode);
}

void TestClusterFeed::endsWhileItIsConnecting() {
    open(m_connect);
    m_feed->observe({"/a"});
    m_feed.reset();
    const auto told = m_told->all().size();
    create(kFirst);
    QCOMPARE(m_told->all().size(), told);
}

LOCKSCOPE_TEST(TestClusterFeed)
#include "tst_cluster_feed.moc"
