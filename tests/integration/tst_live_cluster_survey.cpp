// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_commands.h"
#include "cluster_watch.h"
#include "live_session.h"
#include "scripted_server.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/observe/cluster_survey.h>

#include <algorithm>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kTimeout = 10s;

SurveyOptions optionsFor(const LocalCluster& server, const std::string& adminUrl) {
    return {.servers = {{"127.0.0.1", server.port()}},
            .adminUrl = adminUrl,
            .watches = AskWatches::Always,
            .limit = 30s};
}

QString problemsOf(const ServerReport& report) {
    QStringList problems;
    for (const Rung& rung : report.rungs)
        if (rung.problem)
            problems << QString::fromStdString(std::string(evidenceName(rung.evidence)) + ": " +
                                               describe(*rung.problem));
    return problems.join('\n');
}

const ClientConnection* connectionOf(const ServerReport& report, SessionId session) {
    if (!report.connections) return nullptr;
    const auto found = std::ranges::find(*report.connections, session, &ClientConnection::session);
    return found == report.connections->end() ? nullptr : &*found;
}

/// Creates a znode and leaves a data watch on it.
void watchNode(LiveSession& session, const std::string& path) {
    const auto created = session.await<CreatedNode>(
        [&](Session& live, auto done) { live.create(path, "", NodeKind::Ephemeral, std::move(done)); });
    QVERIFY2(created, created ? "" : describe(created.error()).c_str());
    const auto read = session.await<NodeData>([&](Session& live, auto done) {
        live.get(
            path, [](const WatchEvent&) {}, std::move(done));
    });
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
}

/// Leaves a watch on each of so many paths, at which nothing is.
void watchMany(LiveSession& session, int count) {
    constexpr int kAtOnce = 5'000;
    for (int begin = 0; begin < count; begin += kAtOnce) {
        const auto last = session.await<Stat>([&](Session& live, auto done) {
            const int end = std::min(begin + kAtOnce, count);
            const auto watch = [&live](int number, Completion<Stat> completion) {
                live.exists(
                    "/w" + std::to_string(number), [](const WatchEvent&) {}, std::move(completion));
            };
            for (int i = begin; i + 1 < end; ++i)
                watch(i, [](const auto&) {});
            watch(end - 1, std::move(done));
        });
        QCOMPARE(last.error().code, ErrorCode::NoNode);
    }
}

}  // namespace

/// The evidence ladder of a real server.
class TestLiveClusterSurvey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byAdminServer();
    void byWord();
    void bothTellTheSame();
    void remediesHelp();
    void adminServerOfAnotherServer();
    void tooManyWatchesAreNotAskedFor();
    void serverThatHangs();
};

void TestLiveClusterSurvey::byAdminServer() {
    const LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession session(connect, kTimeout);
    watchNode(session, "/watched");
    const ServerReport report = surveyCluster(optionsFor(server, server.adminUrl())).at(0);
    QCOMPARE(problemsOf(report), QString());
    QCOMPARE(report.server, server.connectString());
    QCOMPARE(report.mode, std::string("standalone"));
    QVERIFY(report.version.starts_with("3."));
    QVERIFY(report.lastZxid && raw(*report.lastZxid) > 0);

    const ClientConnection* const own = connectionOf(report, session.id());
    QVERIFY(own);
    QVERIFY2(own->address.starts_with("127.0.0.1:"), own->address.c_str());
    QCOMPARE(own->timeout, kTimeout);
    QVERIFY(own->silentFor < kTimeout);
    QVERIFY(own->sinceUnixMs && std::abs(*own->sinceUnixMs - report.readAtUnixMs) < 60'000);
    QVERIFY(!own->lastOperation.empty());

    QVERIFY(report.watched);
    const std::string watched = parseConnectString(connect)->chroot + "/watched";
    QVERIFY(report.watched->contains(session.id()));
    QCOMPARE(report.watched->at(session.id()), std::set<std::string>{watched});

    // Rounded up to the server's tick.
    QVERIFY(report.expiresIn.contains(session.id()));
    const auto left = report.expiresIn.at(session.id());
    QVERIFY2(left > 0ms && left <= kTimeout + 1s, qPrintable(QString::number(left.count())));

    QVERIFY(report.metrics && report.metrics->watches && report.metrics->dataWatches);
    QVERIFY(*report.metrics->dataWatches >= 1 && *report.metrics->watches >= *report.metrics->dataWatches);
    QVERIFY(report.metrics->ephemerals >= 1u);
    QVERIFY(report.metrics->connections >= 1u);
    QVERIFY(report.metrics->sessionsExpired && report.metrics->mostDeleteWatchers);
    // The same machine's clock.
    QVERIFY(report.clockAhead && std::abs(report.clockAhead->count()) <= 1'000);
}

void TestLiveClusterSurvey::byWord() {
    const LocalCluster& server = TestCluster::instance().server();
    LiveSession session(TestCluster::instance().freshConnectString(), kTimeout);
    watchNode(session, "/watched");
    const ServerReport report = surveyCluster(optionsFor(server, ScriptedServer::nobodysAdminUrl())).at(0);
    for (const Evidence evidence :
         {Evidence::Server, Evidence::Connections, Evidence::Ephemerals, Evidence::Metrics})
        QVERIFY2(report.has(evidence), qPrintable(problemsOf(report)));
    QVERIFY(!report.has(Evidence::Watches));
    QCOMPARE(report.mode, std::string("standalone"));
    const ClientConnection* const own = connectionOf(report, session.id());
    QVERIFY(own);
    QVERIFY2(own->address.starts_with("127.0.0.1:"), own->address.c_str());
    QCOMPARE(own->timeout, kTimeout);
    QVERIFY(own->silentFor < kTimeout);
    QVERIFY(report.metrics->dataWatches >= 1u);
}

void TestLiveClusterSurvey::bothTellTheSame() {
    const LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession first(connect, kTimeout);
    LiveSession second(connect, 20s);
    const ServerReport admin = surveyCluster(optionsFor(server, server.adminUrl())).at(0);
    const ServerReport word = surveyCluster(optionsFor(server, ScriptedServer::nobodysAdminUrl())).at(0);
    for (const SessionId id : {first.id(), second.id()}) {
        const ClientConnection* const byAdmin = connectionOf(admin, id);
        const ClientConnection* const byWord = connectionOf(word, id);
        QVERIFY(byAdmin && byWord);
        QCOMPARE(byAdmin->address, byWord->address);
        QCOMPARE(byAdmin->timeout, byWord->timeout);
        QCOMPARE(byAdmin->sinceUnixMs, byWord->sinceUnixMs);
    }
    QCOMPARE(admin.version, word.version);
    // The connection that asks has no session.
    QVERIFY(connectionOf(word, SessionId::None) == nullptr);
}

void TestLiveClusterSurvey::remediesHelp() {
    LocalClusterOptions options;
    options.adminServer = false;
    options.fourLetterWords = "srvr";
    std::string remedy;
    {
        const auto server = LocalCluster::start(options);
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        const ServerReport report =
            surveyCluster(optionsFor(**server, ScriptedServer::nobodysAdminUrl())).at(0);
        QVERIFY(report.has(Evidence::Server));
        for (const Rung& rung : report.rungs) {
            if (rung.evidence == Evidence::Server) continue;
            const bool isWatches = rung.evidence == Evidence::Watches;
            QCOMPARE(rung.problem->code, isWatches ? ErrorCode::Io : ErrorCode::NotAllowed);
            if (isWatches) QCOMPARE(rung.remedy, std::string("admin.enableServer=true"));
            if (rung.evidence == Evidence::Connections) remedy = rung.remedy;
        }
    }
    const std::string key = "4lw.commands.whitelist=";
    QVERIFY2(remedy.starts_with(key), remedy.c_str());
    options.fourLetterWords = remedy.substr(key.size());
    const auto server = LocalCluster::start(options);
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const ServerReport report = surveyCluster(optionsFor(**server, ScriptedServer::nobodysAdminUrl())).at(0);
    for (const Rung& rung : report.rungs)
        QVERIFY2(!rung.problem || rung.evidence == Evidence::Watches, qPrintable(problemsOf(report)));
    QVERIFY(report.metrics->dataWatches);
}

/// Its writes would wait while it tells them.
void TestLiveClusterSurvey::tooManyWatchesAreNotAskedFor() {
    const auto server = LocalCluster::start();
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    if ((*server)->adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    LiveSession session((*server)->connectString(), 60s);
    AskedCommands admin((*server)->adminUrl());
    const auto survey = [&] {
        // The event loop has to run meanwhile, for whoever counts the questions.
        auto asked = std::async(std::launch::async,
                                [&] { return surveyCluster(optionsFor(**server, admin.url())).at(0); });
        const auto isThere = [&] { return asked.wait_for(0s) == std::future_status::ready; };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isThere(), 3 * kServerPatienceMs); }();
        return asked.get();
    };
    watchMany(session, 1'000);
    const ServerReport few = survey();
    QCOMPARE(problemsOf(few), QString());
    QVERIFY(few.watched);
    QCOMPARE(few.watched->at(session.id()).size(), std::size_t(1'000));
    QCOMPARE(admin.takeCount("watches"), 1);

    watchMany(session, 50'001);
    const ServerReport many = survey();
    QCOMPARE(admin.takeCount("watches"), 0);
    QVERIFY(!many.watched);
    QCOMPARE(many.metrics->dataWatches, std::optional<std::uint64_t>(50'001));
    const auto rung = std::ranges::find(many.rungs, Evidence::Watches, &Rung::evidence);
    QVERIFY(rung != many.rungs.end() && rung->problem);
    QCOMPARE(rung->problem->code, ErrorCode::TooLarge);
    QVERIFY2(describe(*rung->problem).find("50001") != std::string::npos, describe(*rung->problem).c_str());
    // Everything else is told all the same.
    QVERIFY2(many.has(Evidence::Connections) && many.has(Evidence::Ephemerals), qPrintable(problemsOf(many)));
}

void TestLiveClusterSurvey::serverThatHangs() {
    LocalClusterOptions options;
    const auto server = LocalCluster::start(options);
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const LocalCluster& other = TestCluster::instance().server();
    SurveyOptions survey = optionsFor(**server, (*server)->adminUrl());
    survey.servers.push_back({"localhost", other.port()});
    survey.limit = 500ms;
    (*server)->pause();
    const auto reports = surveyCluster(survey);
    (*server)->resume();
    QCOMPARE(reports.at(0).rungs.at(0).problem->code, ErrorCode::OperationTimeout);
    QVERIFY(!reports.at(0).connections);
    QVERIFY2(reports.at(1).has(Evidence::Connections), qPrintable(problemsOf(reports.at(1))));
}

/// A profile whose AdminServer address is that of another server on the same machine.
void TestLiveClusterSurvey::adminServerOfAnotherServer() {
    const LocalCluster& server = TestCluster::instance().server();
    if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const auto other = LocalCluster::start();
    QVERIFY2(other, other ? "" : describe(other.error()).c_str());
    const auto hold = [](LiveSession& session, const std::string& directory) {
        const auto made = session.await<CreatedNode>([&](Session& live, auto done) {
            live.create(directory, "", NodeKind::Persistent, std::move(done));
        });
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
        watchNode(session, directory + "/_c_00000000-0000-0000-0000-000000000001-lock-0000000000");
    };
    const std::string connect = TestCluster::instance().freshConnectString();
    LiveSession ours(connect, kTimeout);
    hold(ours, "/ours");
    LiveSession theirs((*other)->connectString(), kTimeout);
    hold(theirs, "/theirs");

    const ServerReport report = surveyCluster(optionsFor(server, (*other)->adminUrl())).at(0);
    QVERIFY(connectionOf(report, ours.id()));
    QVERIFY(!connectionOf(report, theirs.id()));
    QVERIFY(report.livingSessions && !report.livingSessions->contains(theirs.id()));
    QVERIFY(!report.expiresAtMs.contains(theirs.id()));  // the word tells of ours
    QVERIFY(!report.watched);
    QCOMPARE(report.rungs.back().problem->code, ErrorCode::OtherServer);

    ClusterWatch watch({.connect = connect, .adminUrl = (*other)->adminUrl()});
    const auto seen = watch.await([](const ClusterAssessment& assessment) {
        return !assessment.sample->locks.empty() && !assessment.sample->servers.empty();
    });
    QVERIFY(seen);
    QCOMPARE(seen->sample->locks.size(), 1u);
    QCOMPARE(seen->sample->locks[0]->path, std::string("/ours"));
    QCOMPARE(seen->sample->catalog->source, DiscoverySource::FourLetter);
    QCOMPARE(seen->sample->catalog->problems.at(0).code, ErrorCode::OtherServer);
    QVERIFY(!sessionIn(*seen, theirs.id()));
    QCOMPARE(sessionIn(*seen, ours.id())->state, SessionState::Connected);
}

LOCKSCOPE_TEST(TestLiveClusterSurvey)
#include "tst_live_cluster_survey.moc"
