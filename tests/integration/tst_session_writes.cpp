// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <atomic>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Paths = std::vector<std::string>;

Result<Paths> multi(LiveSession& live, const std::vector<WriteOp>& ops) {
    return live.await<Paths>([&](Session& session, auto done) { session.multi(ops, std::move(done)); });
}

Result<CreatedNode> create(LiveSession& live, const NewNode& node) {
    return live.await<CreatedNode>(
        [&](Session& session, auto done) { session.create(node, std::move(done)); });
}

Result<NodeData> get(LiveSession& live, const std::string& path) {
    return live.await<NodeData>([&](Session& session, auto done) { session.get(path, {}, std::move(done)); });
}

Result<Acl> aclOf(LiveSession& live, const std::string& path) {
    return live.await<Acl>([&](Session& session, auto done) { session.acl(path, std::move(done)); });
}

Result<void> addAuth(LiveSession& live, const std::string& scheme, const std::string& credentials) {
    return live.await<void>(
        [&](Session& session, auto done) { session.addAuth(scheme, credentials, std::move(done)); });
}

std::size_t childCount(LiveSession& live) {
    return live
        .await<ChildList>([](Session& session, auto done) { session.children("/", {}, std::move(done)); })
        ->names.size();
}

}  // namespace

/// What a session can do beyond single reads and writes: transactions, access control, signs of life.
/// Each connect string has a chroot, which no answer may show.
class SessionWritesTest : public QObject {
    Q_OBJECT

    std::string m_connect;

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    void multiDoesAll() {
        LiveSession live(m_connect);
        QVERIFY(create(live, {"/old", "x"}));
        QVERIFY(create(live, {"/changed", "x"}));
        const auto paths =
            multi(live, {NewNode{"/new", std::string("\0\xff", 2)}, SetNode{"/changed", "y", 0},
                         RemoveNode{"/old", 0}, CheckNode{"/changed", 1}});
        QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
        QCOMPARE(*paths, (Paths{"/new", "/changed", "/old", "/changed"}));
        QCOMPARE(get(live, "/new")->data, std::string("\0\xff", 2));
        QCOMPARE(get(live, "/changed")->data, std::string("y"));
        QCOMPARE(get(live, "/old").error().code, ErrorCode::NoNode);
        QCOMPARE(get(live, "/new")->stat.czxid, get(live, "/changed")->stat.mzxid);
    }

    void multiTellsTheNamesOfSequentialZnodes() {
        LiveSession live(m_connect);
        QVERIFY(create(live, {"/parent"}));
        const std::string longName(200, 'n');
        const auto paths = multi(live, {NewNode{"/parent/e-", {}, NodeKind::EphemeralSequential},
                                        NewNode{"/parent/p-", {}, NodeKind::PersistentSequential},
                                        NewNode{"/parent/" + longName, {}, NodeKind::EphemeralSequential},
                                        NewNode{"/lone", {}, NodeKind::Ephemeral}});
        QVERIFY2(paths, paths ? "" : describe(paths.error()).c_str());
        QCOMPARE(*paths, (Paths{"/parent/e-0000000000", "/parent/p-0000000001",
                                "/parent/" + longName + "0000000002", "/lone"}));
        const auto first = get(live, paths->front());
        QVERIFY(first);
        QCOMPARE(first->stat.ephemeralOwner, live.id());
        for (const auto& path : *paths)
            QCOMPARE(get(live, path)->stat.czxid, first->stat.czxid);
        QCOMPARE(get(live, (*paths)[1])->stat.ephemeralOwner, SessionId::None);
    }

    void multiDoesNothingIfOnePartFails_data() {
        QTest::addColumn<int>("position");
        QTest::newRow("first") << 0;
        QTest::newRow("middle") << 1;
        QTest::newRow("last") << 2;
    }
    void multiDoesNothingIfOnePartFails() {
        QFETCH(const int, position);
        LiveSession live(m_connect);
        QVERIFY(create(live, {"/there"}));
        std::vector<WriteOp> ops{NewNode{"/one"}, SetNode{"/there", "written", -1}};
        ops.insert(ops.begin() + position, RemoveNode{"/missing", -1});
        const auto paths = multi(live, ops);
        QVERIFY(!paths);
        QCOMPARE(paths.error().code, ErrorCode::NoNode);
        QCOMPARE(paths.error().path, std::string("/missing"));
        QCOMPARE(childCount(live), std::size_t{1});
        QCOMPARE(get(live, "/there")->stat.version, 0);
    }

    void multiTellsWhyItFailed() {
        LiveSession live(m_connect);
        QVERIFY(create(live, {"/there"}));
        QVERIFY(create(live, {"/there/child"}));
        const auto codeOf = [&](const WriteOp& op) {
            const auto result = multi(live, {NewNode{"/never"}, op});
            return result ? ErrorCode::Io : result.error().code;
        };
        QCOMPARE(codeOf(NewNode{"/there"}), ErrorCode::NodeExists);
        QCOMPARE(codeOf(NewNode{"/missing/child"}), ErrorCode::NoNode);
        QCOMPARE(codeOf(RemoveNode{"/there", -1}), ErrorCode::NotEmpty);
        QCOMPARE(codeOf(SetNode{"/there", {}, 5}), ErrorCode::BadVersion);
        QCOMPARE(codeOf(CheckNode{"/there", 5}), ErrorCode::BadVersion);
        QCOMPARE(codeOf(CheckNode{"/missing", -1}), ErrorCode::NoNode);
        QCOMPARE(childCount(live), std::size_t{1});
    }

    void checkGuardsAWrite() {
        LiveSession live(m_connect);
        QVERIFY(create(live, {"/guard"}));
        QVERIFY(create(live, {"/data"}));
        QVERIFY(multi(live, {CheckNode{"/guard", -1}, SetNode{"/data", "1", -1}}));
        QVERIFY(multi(live, {CheckNode{"/guard", 0}, SetNode{"/data", "2", -1}}));
        QVERIFY(multi(live, {RemoveNode{"/guard", -1}}));
        const auto late = multi(live, {CheckNode{"/guard", -1}, SetNode{"/data", "3", -1}});
        QVERIFY(!late);
        QCOMPARE(late.error().path, std::string("/guard"));
        QCOMPARE(get(live, "/data")->data, std::string("2"));
    }

    /// The C client keeps lists of its own for each transaction under way; after a failure it used to mix
    /// them up (ZOOKEEPER-1636).
    void multisUnderWaySurviveALostConnection() {
        auto server = LocalCluster::start();
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString(), 20s);
        QVERIFY(create(live, {"/x"}));
        QCOMPARE(multi(live, {CheckNode{"/x", -1}, CheckNode{"/missing", -1}}).error().code,
                 ErrorCode::NoNode);
        (*server)->pause();
        auto answers = live.onLoop([&] {
            std::vector<std::future<Result<Paths>>> futures;
            for (int i = 0; i < 10; ++i) {
                const auto promise = std::make_shared<std::promise<Result<Paths>>>();
                futures.push_back(promise->get_future());
                live.session()->multi(
                    {NewNode{"/n-", {}, NodeKind::EphemeralSequential}, CheckNode{"/x", i % 2}},
                    [promise](Result<Paths> paths) { promise->set_value(std::move(paths)); });
            }
            return futures;
        });
        (*server)->kill();
        for (auto& answer : answers) {
            QCOMPARE(answer.wait_for(30s), std::future_status::ready);
            QCOMPARE(answer.get().error().code, ErrorCode::ConnectionLoss);
        }
        QVERIFY((*server)->restart());
        const auto state = [&] { return live.onLoop([&] { return live.session()->status().state; }); };
        QTRY_COMPARE_WITH_TIMEOUT(state(), ConnectionState::Reconnected, 30'000);
        QVERIFY(multi(live, {CheckNode{"/x", -1}, NewNode{"/y"}}));
        QCOMPARE(multi(live, {NewNode{"/y"}}).error().code, ErrorCode::NodeExists);
    }

    void multiWithoutOrWithBadPartsIsRefused() {
        LiveSession live(m_connect);
        QCOMPARE(multi(live, {}).error().code, ErrorCode::BadArguments);
        const auto relative = multi(live, {NewNode{"/fine"}, RemoveNode{"not/a/path", -1}});
        QCOMPARE(relative.error().code, ErrorCode::BadArguments);
        QCOMPARE(relative.error().path, std::string("not/a/path"));
        QCOMPARE(childCount(live), std::size_t{0});
    }

    void accessControlWithDigest() {
        LiveSession owner(m_connect);
        LiveSession stranger(m_connect);
        QVERIFY(addAuth(owner, "digest", "user:secret"));
        const Acl mine{{permission::kAll, "auth", ""}};
        QVERIFY(create(owner, {"/mine", "x", NodeKind::Persistent, mine}));
        const auto read = aclOf(owner, "/mine");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->size(), std::size_t{1});
        QCOMPARE(read->front().scheme, std::string("digest"));
        QVERIFY(read->front().id.starts_with("user:"));
        QCOMPARE(read->front().permissions, permission::kAll);

        QCOMPARE(get(stranger, "/mine").error().code, ErrorCode::NoAuth);
        QCOMPARE(create(stranger, {"/mine/child"}).error().code, ErrorCode::NoAuth);
        const auto both = multi(stranger, {NewNode{"/theirs"}, SetNode{"/mine", "y", -1}});
        QCOMPARE(both.error().code, ErrorCode::NoAuth);
        QCOMPARE(both.error().path, std::string("/mine"));
        QCOMPARE(childCount(owner), std::size_t{1});

        QVERIFY(addAuth(stranger, "digest", "user:secret"));
        QCOMPARE(get(stranger, "/mine")->data, std::string("x"));
    }

    void accessControlOfTransactions() {
        LiveSession owner(m_connect);
        LiveSession stranger(m_connect);
        QVERIFY(addAuth(owner, "digest", "user:secret"));
        const Acl readable{{permission::kAll, "auth", ""}, {permission::kRead, "world", "anyone"}};
        QVERIFY(
            multi(owner, {NewNode{"/open", "o"}, NewNode{"/readable", "r", NodeKind::Ephemeral, readable}}));
        QCOMPARE(*aclOf(owner, "/open"), Acl{AclEntry{}});
        QCOMPARE(aclOf(stranger, "/readable")->size(), std::size_t{2});
        QCOMPARE(get(stranger, "/readable")->data, std::string("r"));
        QCOMPARE(multi(stranger, {SetNode{"/readable", "w", -1}}).error().code, ErrorCode::NoAuth);
        QCOMPARE(aclOf(owner, "/missing").error().code, ErrorCode::NoNode);
    }

    void credentialsSurviveAReconnect() {
        auto server = LocalCluster::start();
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString(), 20s);
        QVERIFY(addAuth(live, "digest", "user:secret"));
        QVERIFY(create(live, {"/mine", "x", NodeKind::Persistent, {{permission::kAll, "auth", ""}}}));
        const auto state = [&] { return live.onLoop([&] { return live.session()->status().state; }); };
        (*server)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(state(), ConnectionState::Suspended, 30'000);
        QVERIFY((*server)->restart());
        QTRY_COMPARE_WITH_TIMEOUT(state(), ConnectionState::Reconnected, 30'000);
        const auto read = get(live, "/mine");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    }

    void refusedCredentialsEndTheSession() {
        LiveSession live(m_connect);
        const auto refused = addAuth(live, "no-such-scheme", "x");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AuthFailed);
        QTRY_COMPARE_WITH_TIMEOUT(live.onLoop([&] { return live.session()->status().state; }),
                                  ConnectionState::AuthFailed, kServerPatienceMs);
    }

    void contactTimesGrow() {
        LiveSession live(m_connect, 6s);
        const auto before = live.session()->contact();
        QCOMPARE(before.timeout, std::chrono::milliseconds(6s));
        QVERIFY(before.served.count() > 0);
        const auto start = live.loop().bootTime();
        QVERIFY(before.served <= start);

        QVERIFY(create(live, {"/x"}));
        const auto written = live.session()->contact();
        QVERIFY(written.written >= start);
        QVERIFY(written.written <= live.loop().bootTime());
        QVERIFY(written.heard >= written.written);

        QVERIFY(get(live, "/x"));
        const auto heard = live.session()->contact();
        QVERIFY(heard.heard > written.heard);
        QCOMPARE(heard.written, written.written);  // a read shows nothing about the leader
        QVERIFY(heard.served >= written.served);

        QVERIFY(multi(live, {CheckNode{"/x", -1}}));
        QVERIFY(live.session()->contact().written > heard.written);
        // A refusal is an answer, too.
        const auto refused = live.session()->contact();
        QVERIFY(!create(live, {"/x"}));
        QVERIFY(live.session()->contact().written > refused.written);
    }

    /// A server may know by itself that an ACL forbids it: that shows nothing about the leader.
    void refusalByAnAclIsNoContactWithTheLeader() {
        LiveSession owner(m_connect);
        QVERIFY(addAuth(owner, "digest", "user:secret"));
        QVERIFY(create(owner, {"/mine", "x", NodeKind::Persistent, {{permission::kAll, "auth", ""}}}));
        LiveSession stranger(m_connect);
        QVERIFY(create(stranger, {"/open"}));
        const auto before = stranger.session()->contact();
        QCOMPARE(create(stranger, {"/mine/child"}).error().code, ErrorCode::NoAuth);
        QCOMPARE(stranger.session()->contact().written, before.written);
        QVERIFY(stranger.session()->contact().heard > before.heard);
    }

    void contactIsReadOnAnyThread() {
        LiveSession live(m_connect);
        std::atomic<bool> stop = false;
        bool grows = true;
        std::jthread reader([&] {
            auto last = std::chrono::nanoseconds(0);
            while (!stop) {
                const auto now = live.session()->contact().written;
                grows = grows && now >= last;
                last = now;
            }
        });
        for (int i = 0; i < 100; ++i)
            QVERIFY(create(live, {"/x-", {}, NodeKind::EphemeralSequential}));
        stop = true;
        reader.join();
        QVERIFY(grows);
    }

    void contactOfASilentServerStandsStill() {
        auto server = LocalCluster::start();
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        LiveSession live((*server)->connectString(), 20s);
        QVERIFY(create(live, {"/x"}));
        (*server)->pause();
        auto answered = live.onLoop([&] {
            auto promise = std::make_shared<std::promise<void>>();
            live.session()->set("/x", "y", -1, [promise](const Result<Stat>&) { promise->set_value(); });
            return promise->get_future();
        });
        const auto before = live.session()->contact();
        QCOMPARE(answered.wait_for(200ms), std::future_status::timeout);
        QCOMPARE(live.session()->contact().written, before.written);
        (*server)->resume();
        QCOMPARE(answered.wait_for(30s), std::future_status::ready);
        QVERIFY(live.session()->contact().written > before.written);
    }

    void clusterIsSharedByOneConnectString() {
        LiveSession first(m_connect);
        LiveSession same(m_connect);
        LiveSession elsewhere(TestCluster::instance().freshConnectString());
        QCOMPARE(first.session()->cluster(), same.session()->cluster());
        QVERIFY(first.session()->cluster() != elsewhere.session()->cluster());
    }
};

LOCKSCOPE_TEST(SessionWritesTest)
#include "tst_session_writes.moc"
