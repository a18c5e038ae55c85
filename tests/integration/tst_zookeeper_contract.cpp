// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_under_test.h"
#include "test_cluster.h"
#include "test_program.h"

#include <mutex>

using namespace lockcore;

namespace {

/// What happened, in order, as text. Written on loops, read on the test's thread.
class Log {
public:
    void add(const QString& line) {
        const std::lock_guard guard(m_mutex);
        m_lines << line;
    }
    QStringList take() {
        const std::lock_guard guard(m_mutex);
        return std::exchange(m_lines, {});
    }
    template <class T>
    Completion<T> completion(const QString& name) {
        return [this, name](const Result<T>& result) {
            add(name + ' ' +
                (result ? QStringLiteral("ok") : QString::fromLatin1(errorName(result.error().code).data())));
        };
    }
    Watcher watcher(const QString& name) {
        return [this, name](const WatchEvent& event) {
            constexpr const char* kKinds[] = {"created", "deleted", "changed", "children"};
            add(name + ' ' + kKinds[static_cast<int>(event.kind)] + ' ' + QString::fromStdString(event.path));
        };
    }

private:
    std::mutex m_mutex;
    QStringList m_lines;
};

QString codeOf(const Error& error) {
    return QString::fromLatin1(errorName(error.code).data());
}

template <class T>
QString outcome(const Result<T>& result) {
    return result ? QStringLiteral("ok") : codeOf(result.error());
}

QString joined(std::vector<std::string> names) {
    std::ranges::sort(names);
    QStringList list;
    for (const std::string& name : names)
        list << QString::fromStdString(name);
    return list.join(' ');
}

}  // namespace

/// What lockcore relies on behind the ZooKeeper port, asserted of the cluster in memory and of a real server
/// alike, so that the one can't drift from the other.
class ContractTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ClusterUnderTest> m_cluster;
    std::unique_ptr<SessionUnderTest> m_first;
    std::unique_ptr<SessionUnderTest> m_second;
    Log m_log;

    Result<CreatedNode> create(const std::string& path, NodeKind kind = NodeKind::Persistent, Acl acl = {}) {
        return m_first->await<CreatedNode>([&](ZooKeeper& zookeeper, Completion<CreatedNode> done) {
            zookeeper.create(NewNode{path, "data", kind, acl}, std::move(done));
        });
    }
    Result<void> remove(const std::string& path, std::int32_t version = -1) {
        return remove(*m_first, path, version);
    }
    static Result<void> remove(SessionUnderTest& session, const std::string& path,
                               std::int32_t version = -1) {
        return session.await<void>([&](ZooKeeper& zookeeper, Completion<void> done) {
            zookeeper.remove(path, version, std::move(done));
        });
    }
    Result<Stat> set(const std::string& path, std::int32_t version = -1) {
        return set(*m_first, path, version);
    }
    static Result<Stat> set(SessionUnderTest& session, const std::string& path, std::int32_t version = -1) {
        return session.await<Stat>([&](ZooKeeper& zookeeper, Completion<Stat> done) {
            zookeeper.set(path, "changed", version, std::move(done));
        });
    }
    Result<NodeData> get(const std::string& path) { return get(*m_first, path); }
    static Result<NodeData> get(SessionUnderTest& session, const std::string& path) {
        return session.await<NodeData>([&](ZooKeeper& zookeeper, Completion<NodeData> done) {
            zookeeper.get(path, {}, std::move(done));
        });
    }
    static Result<Stat> exists(SessionUnderTest& session, const std::string& path) {
        return session.await<Stat>([&](ZooKeeper& zookeeper, Completion<Stat> done) {
            zookeeper.exists(path, {}, std::move(done));
        });
    }
    Result<Stat> exists(const std::string& path) { return exists(*m_first, path); }
    Result<ChildList> children(const std::string& path) {
        return m_first->await<ChildList>([&](ZooKeeper& zookeeper, Completion<ChildList> done) {
            zookeeper.children(path, {}, std::move(done));
        });
    }
    Result<std::vector<std::string>> multi(const std::vector<WriteOp>& ops) {
        return m_first->await<std::vector<std::string>>(
            [&](ZooKeeper& zookeeper, Completion<std::vector<std::string>> done) {
                zookeeper.multi(ops, std::move(done));
            });
    }
    Result<void> addAuth(SessionUnderTest& session, const std::string& credentials) {
        return session.await<void>([&](ZooKeeper& zookeeper, Completion<void> done) {
            zookeeper.addAuth("digest", credentials, std::move(done));
        });
    }
    /// Watches of the second session, each with a read of its own.
    WatchToken watchData(const std::string& path, const QString& name) {
        WatchToken token{};
        (void)m_second->await<NodeData>([&](ZooKeeper& zookeeper, Completion<NodeData> done) {
            token = zookeeper.get(path, m_log.watcher(name), std::move(done));
        });
        return token;
    }
    WatchToken watchExists(const std::string& path, const QString& name) {
        WatchToken token{};
        (void)m_second->await<Stat>([&](ZooKeeper& zookeeper, Completion<Stat> done) {
            token = zookeeper.exists(path, m_log.watcher(name), std::move(done));
        });
        return token;
    }
    WatchToken watchChildren(const std::string& path, const QString& name) {
        WatchToken token{};
        (void)m_second->await<ChildList>([&](ZooKeeper& zookeeper, Completion<ChildList> done) {
            token = zookeeper.children(path, m_log.watcher(name), std::move(done));
        });
        return token;
    }
    /// What the second session's watches have told: all events before the answer to a read.
    QStringList events() {
        (void)exists(*m_second, "/");
        return m_log.take();
    }
    std::size_t watchCount() {
        std::size_t count = 0;
        m_second->onLoop([&] { count = m_second->zookeeper().watchCount(); });
        return count;
    }

private Q_SLOTS:
    void init() {
        QFETCH_GLOBAL(bool, isReal);
        QFETCH_GLOBAL(bool, byLink);
        QFETCH_GLOBAL(bool, statNeedsRead);
        m_cluster = isReal ? ClusterUnderTest::real(byLink) : ClusterUnderTest::simulated(statNeedsRead);
        m_first = m_cluster->open();
        m_second = m_cluster->open();
        m_log.take();
    }
    void cleanup() {
        m_first.reset();
        m_second.reset();
        m_cluster.reset();
    }
    void initTestCase_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<bool>("byLink");
        QTest::addColumn<bool>("statNeedsRead");
        QTest::newRow("in memory, before 3.8.4") << false << false << false;
        QTest::newRow("in memory") << false << false << true;
        QTest::newRow("real server") << true << false << TestCluster::instance().statNeedsRead();
        QTest::newRow("real server by link") << true << true << TestCluster::instance().statNeedsRead();
    }

    void statsTellWhatHappened() {
        const auto created = create("/a");
        QVERIFY(created);
        const Stat& fresh = created->stat;
        QVERIFY(fresh.czxid != Zxid::None);
        QVERIFY(fresh.czxid == fresh.mzxid && fresh.czxid == fresh.pzxid);
        QCOMPARE(fresh.version, 0);
        QCOMPARE(fresh.cversion, 0);
        QCOMPARE(fresh.dataLength, 4);
        QCOMPARE(fresh.ephemeralOwner, SessionId::None);
        const auto written = set("/a");
        QCOMPARE(written->version, 1);
        QCOMPARE(written->dataLength, 7);
        QVERIFY(written->mzxid > fresh.mzxid && written->czxid == fresh.czxid);
        QVERIFY(create("/a/x") && create("/a/y") && remove("/a/x"));
        const auto now = exists("/a");
        QCOMPARE(now->cversion, 3);
        QCOMPARE(now->numChildren, 1);
        QVERIFY(now->pzxid > written->mzxid && now->mzxid == written->mzxid);
        QCOMPARE(get("/a")->data, std::string("changed"));
        QVERIFY(*exists("/a") == get("/a")->stat && *exists("/a") == children("/a")->stat);
    }

    void refusals() {
        QVERIFY(create("/a") && create("/a/b") && create("/e", NodeKind::Ephemeral));
        QCOMPARE(outcome(create("/no/x")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(create("/a")), QStringLiteral("NodeExists"));
        QCOMPARE(outcome(create("/e/x")), QStringLiteral("NoChildrenForEphemerals"));
        QCOMPARE(outcome(remove("/a")), QStringLiteral("NotEmpty"));
        QCOMPARE(outcome(remove("/a/b", 3)), QStringLiteral("BadVersion"));
        QCOMPARE(outcome(remove("/no")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(set("/a", 3)), QStringLiteral("BadVersion"));
        QCOMPARE(outcome(set("/no")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(get("/no")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(exists("/no")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(children("/no")), QStringLiteral("NoNode"));
        QCOMPARE(outcome(get("no path")), QStringLiteral("BadArguments"));
        QCOMPARE(get("/no").error().path, std::string("/no"));
        QVERIFY(set("/a", 0) && set("/a", 1) && remove("/a/b", 0));
    }

    void sequenceNumbersCountAllChildren() {
        QVERIFY(create("/q"));
        const auto path = [&](NodeKind kind) { return create("/q/x-", kind).value_or(CreatedNode{}).path; };
        QCOMPARE(path(NodeKind::PersistentSequential), std::string("/q/x-0000000000"));
        QVERIFY(create("/q/plain") && remove("/q/plain"));
        QCOMPARE(path(NodeKind::EphemeralSequential), std::string("/q/x-0000000002"));
        QVERIFY(remove("/q/x-0000000002"));
        QCOMPARE(path(NodeKind::EphemeralSequential), std::string("/q/x-0000000003"));
        QCOMPARE(outcome(create("/q/x-0000000003")), QStringLiteral("NodeExists"));
        QCOMPARE(path(NodeKind::EphemeralSequential), std::string("/q/x-0000000004"));
    }

    void containersLookPersistent() {
        const auto container = create("/c", NodeKind::Container);
        QVERIFY(container);
        QCOMPARE(container->stat.ephemeralOwner, SessionId::None);
        QVERIFY(create("/c/x") && remove("/c/x"));
        QVERIFY(exists("/c"));
        QCOMPARE(outcome(create("/c", NodeKind::Container)), QStringLiteral("NodeExists"));
    }

    void ephemeralsEndWithTheirSession() {
        const auto own = create("/e", NodeKind::Ephemeral);
        SessionId session{};
        m_first->onLoop([&] { session = m_first->zookeeper().status().session; });
        QCOMPARE(own->stat.ephemeralOwner, session);
        watchData("/e", QStringLiteral("watch"));
        m_first->close();
        QCOMPARE(events(), QStringList({QStringLiteral("watch deleted /e")}));
        QCOMPARE(outcome(get(*m_first, "/")), QStringLiteral("Closing"));
    }

    void expiryEndsWhatTheSessionHas() {
        QVERIFY(create("/e", NodeKind::Ephemeral) && create("/p"));
        m_first->onLoop([&] {
            m_first->zookeeper().addListener([&](const ConnectionStatus& status) {
                m_log.add(QString::fromLatin1(connectionStateName(status.state).data()));
            });
            m_first->zookeeper().get("/p", m_log.watcher(QStringLiteral("watch")),
                                     [](const Result<NodeData>&) {});
        });
        QVERIFY(get("/p"));
        m_first->sleepThroughTimeout([&] { return !exists(*m_second, "/e"); });
        ConnectionState state{};
        m_first->runUntil([&] {
            m_first->onLoop([&] { state = m_first->zookeeper().status().state; });
            return state == ConnectionState::Expired;
        });
        QCOMPARE(m_log.take().last(), QStringLiteral("Expired"));
        QCOMPARE(outcome(get("/p")), QStringLiteral("SessionExpired"));
        std::size_t watches = 1;
        m_first->onLoop([&] { watches = m_first->zookeeper().watchCount(); });
        QCOMPARE(watches, std::size_t{0});
    }

    void requestsOfOneFlightAreAppliedInOrder() {
        m_first->onLoop([&] {
            auto& zookeeper = m_first->zookeeper();
            zookeeper.create("/a", "x", NodeKind::Persistent, m_log.completion<CreatedNode>("create"));
            zookeeper.set("/a", "y", 0, m_log.completion<Stat>("set"));
            zookeeper.get("/a", {}, m_log.completion<NodeData>("get"));
            zookeeper.sync("/a", m_log.completion<void>("sync"));
            zookeeper.children("/a", {}, m_log.completion<ChildList>("list"));
            zookeeper.remove("/a", 1, m_log.completion<void>("remove"));
            zookeeper.exists("/a", {}, m_log.completion<Stat>("exists"));
            zookeeper.multi({NewNode{"/b"}, SetNode{"/b", "z"}},
                            m_log.completion<std::vector<std::string>>("multi"));
            zookeeper.get("/b", {}, m_log.completion<NodeData>("get"));
            m_log.add("sent");
        });
        QVERIFY(exists("/"));
        QCOMPARE(m_log.take(), QStringList({"sent", "create ok", "set ok", "get ok", "sync ok", "list ok",
                                            "remove ok", "exists NoNode", "multi ok", "get ok"}));
    }

    void watchesFireOnceAndForTheirKindOnly() {
        QVERIFY(create("/a"));
        watchData("/a", "data");
        watchChildren("/a", "children");
        watchExists("/b", "missing");
        QCOMPARE(watchCount(), std::size_t{3});
        QVERIFY(create("/a/x"));
        QCOMPARE(events(), QStringList({"children children /a"}));
        QVERIFY(set("/a") && set("/a"));
        QCOMPARE(events(), QStringList({"data changed /a"}));
        QVERIFY(create("/b") && set("/b") && create("/a/y"));
        QCOMPARE(events(), QStringList({"missing created /b"}));
        QCOMPARE(watchCount(), std::size_t{0});
    }

    void deletionIsToldToWatchesOfBothKinds() {
        QVERIFY(create("/a"));
        watchData("/a", "data");
        watchChildren("/a", "children");
        watchExists("/a", "exists");
        watchChildren("/", "root");
        QVERIFY(remove("/a"));
        auto told = events();
        QCOMPARE(told.takeLast(), QStringLiteral("root children /"));
        told.sort();
        QCOMPARE(told, QStringList({"children deleted /a", "data deleted /a", "exists deleted /a"}));
    }

    void eventsComeBeforeTheAnswerThatShowsTheChange() {
        QVERIFY(create("/a"));
        m_second->onLoop([&] {
            auto& zookeeper = m_second->zookeeper();
            zookeeper.get("/a", m_log.watcher("watch"), m_log.completion<NodeData>("get"));
            zookeeper.set("/a", "x", -1, m_log.completion<Stat>("set"));
            zookeeper.get("/a", {}, m_log.completion<NodeData>("get"));
        });
        QCOMPARE(events(), QStringList({"get ok", "watch changed /a", "set ok", "get ok"}));
    }

    void aReadThatFailsArmsNothing() {
        watchData("/no", "void");
        watchChildren("/no", "void");
        QCOMPARE(watchCount(), std::size_t{0});
        QVERIFY(create("/no") && remove("/no"));
        QCOMPARE(events(), QStringList());
    }

    void cancelledWatchesAreGoneAndMayComeBack() {
        QVERIFY(create("/a"));
        const auto cancelled = watchData("/a", "cancelled");
        m_second->onLoop([&] {
            m_second->zookeeper().cancelWatch(cancelled);
            m_second->zookeeper().get("/a", m_log.watcher("new"), [](const Result<NodeData>&) {});
        });
        (void)events();
        QCOMPARE(watchCount(), std::size_t{1});
        QVERIFY(set("/a"));
        QCOMPARE(events(), QStringList({"new changed /a"}));
        const auto one = watchData("/a", "one");
        watchData("/a", "other");
        m_second->onLoop([&] { m_second->zookeeper().cancelWatch(one); });
        QVERIFY(remove("/a"));
        QCOMPARE(events(), QStringList({"other deleted /a"}));
    }

    void transactionsAreWholeOrNothing() {
        QVERIFY(create("/q"));
        const auto done = multi({NewNode{"/q/x-", "1", NodeKind::EphemeralSequential},
                                 NewNode{"/q/x-", "2", NodeKind::EphemeralSequential}, SetNode{"/q", "z"},
                                 CheckNode{"/q", 1}, NewNode{"/t"}, RemoveNode{"/t"}});
        QVERIFY2(done, done ? "" : qPrintable(codeOf(done.error())));
        QCOMPARE((*done)[0], std::string("/q/x-0000000000"));
        QCOMPARE((*done)[1], std::string("/q/x-0000000001"));
        QCOMPARE(done->size(), std::size_t{6});
        QCOMPARE(exists((*done)[0])->czxid, exists((*done)[1])->czxid);
        QCOMPARE(exists("/q")->mzxid, exists((*done)[0])->czxid);
        QVERIFY(!exists("/t"));

        watchData("/q", "watch");
        watchChildren("/q", "watch");
        const auto failed =
            multi({SetNode{"/q", "no"}, NewNode{"/q/y"}, RemoveNode{"/missing"}, NewNode{"/z"}});
        QCOMPARE(outcome(failed), QStringLiteral("NoNode"));
        QCOMPARE(failed.error().path, std::string("/missing"));
        QCOMPARE(get("/q")->data, std::string("z"));
        QCOMPARE(get("/q")->stat.version, 1);
        QCOMPARE(joined(children("/q")->names), QStringLiteral("x-0000000000 x-0000000001"));
        QCOMPARE(events(), QStringList());
        QCOMPARE(create("/q/x-", NodeKind::PersistentSequential)->path, std::string("/q/x-0000000002"));
    }

    void transactionsTellTheFirstPartThatFails() {
        QVERIFY(create("/a") && create("/b"));
        const auto failure = [&](const std::vector<WriteOp>& ops) {
            const auto result = multi(ops);
            return result ? QStringLiteral("ok")
                          : codeOf(result.error()) + ' ' + QString::fromStdString(result.error().path);
        };
        QCOMPARE(failure({CheckNode{"/a", 7}, CheckNode{"/no"}}), QStringLiteral("BadVersion /a"));
        QCOMPARE(failure({CheckNode{"/a"}, CheckNode{"/no"}}), QStringLiteral("NoNode /no"));
        QCOMPARE(failure({CheckNode{"/a"}, NewNode{"/b"}}), QStringLiteral("NodeExists /b"));
        QCOMPARE(
            failure({NewNode{"/c"}, NewNode{"/c/x-", "", NodeKind::PersistentSequential}, RemoveNode{"/c"}}),
            QStringLiteral("NotEmpty /c"));
        QCOMPARE(failure({CheckNode{"/a", 0}}), QStringLiteral("ok"));
        QVERIFY(!exists("/c"));
    }

    void accessControlLists() {
        using namespace permission;
        const auto world = [](int permissions) { return Acl{{permissions, "world", "anyone"}}; };
        QVERIFY(create("/open"));
        const auto open = m_first->await<Acl>(
            [](ZooKeeper& zookeeper, Completion<Acl> done) { zookeeper.acl("/open", std::move(done)); });
        QVERIFY(open && *open == world(kAll));
        QVERIFY(create("/fixed", NodeKind::Persistent, world(kRead)));
        QCOMPARE(outcome(get("/fixed")), QStringLiteral("ok"));
        QCOMPARE(outcome(set("/fixed")), QStringLiteral("NoAuth"));
        QCOMPARE(outcome(create("/fixed/x")), QStringLiteral("NoAuth"));
        QVERIFY(create("/secret", NodeKind::Persistent, world(kAll & ~kRead & ~kAdmin)));
        QCOMPARE(outcome(get("/secret")), QStringLiteral("NoAuth"));
        QCOMPARE(outcome(children("/secret")), QStringLiteral("NoAuth"));
        QFETCH_GLOBAL(bool, statNeedsRead);
        QCOMPARE(outcome(exists("/secret")), statNeedsRead ? QStringLiteral("NoAuth") : QStringLiteral("ok"));
        QCOMPARE(outcome(set("/secret")), QStringLiteral("ok"));
        const auto hidden = m_first->await<Acl>(
            [](ZooKeeper& zookeeper, Completion<Acl> done) { zookeeper.acl("/secret", std::move(done)); });
        QCOMPARE(outcome(hidden), QStringLiteral("NoAuth"));
        QVERIFY(create("/kept", NodeKind::Persistent, world(kAll & ~kDelete)) && create("/kept/x"));
        QCOMPARE(outcome(remove("/kept/x")), QStringLiteral("NoAuth"));
        // A znode's own list does not protect it.
        QCOMPARE(outcome(remove("/fixed")), QStringLiteral("ok"));
        QCOMPARE(outcome(create("/nobody", NodeKind::Persistent, {{kAll, "auth", ""}})),
                 QStringLiteral("BadArguments"));
    }

    void credentials() {
        QVERIFY(addAuth(*m_first, "alice:secret"));
        QVERIFY(create("/hers", NodeKind::Persistent, {{permission::kAll, "auth", ""}}));
        QCOMPARE(outcome(get(*m_first, "/hers")), QStringLiteral("ok"));
        QCOMPARE(outcome(get(*m_second, "/hers")), QStringLiteral("NoAuth"));
        QCOMPARE(outcome(set(*m_second, "/hers")), QStringLiteral("NoAuth"));
        const auto failed = m_second->await<std::vector<std::string>>(
            [](ZooKeeper& zookeeper, Completion<std::vector<std::string>> done) {
                zookeeper.multi({NewNode{"/x"}, CheckNode{"/hers"}}, std::move(done));
            });
        QCOMPARE(outcome(failed), QStringLiteral("NoAuth"));
        QVERIFY(addAuth(*m_second, "alice:secret"));
        QCOMPARE(outcome(get(*m_second, "/hers")), QStringLiteral("ok"));
    }

    /// An event is not delivered to whoever may not read the znode, and is used up all the same. exists()
    /// leaves a watch there where it succeeds.
    void eventsAreForReadersOnly() {
        QFETCH_GLOBAL(bool, statNeedsRead);
        QVERIFY(create("/secret", NodeKind::Persistent,
                       {{permission::kAll & ~permission::kRead, "world", "anyone"}}));
        watchExists("/secret", "watch");
        QCOMPARE(watchCount(), std::size_t{statNeedsRead ? 0u : 1u});
        QVERIFY(set("/secret") && remove("/secret"));
        QCOMPARE(events(), QStringList());
    }

    void dataMayBeAnything() {
        const std::string bytes("\0\xff\n", 3);
        for (const std::string& data : {std::string(), bytes}) {
            const auto path =
                m_first->await<CreatedNode>([&](ZooKeeper& zookeeper, Completion<CreatedNode> done) {
                    zookeeper.create("/d-", data, NodeKind::PersistentSequential, std::move(done));
                });
            QCOMPARE(get(path->path)->data, data);
        }
    }

    void anAnswerNeverComesFromInsideTheCall() {
        m_first->onLoop([&] {
            m_first->zookeeper().exists("/", {}, m_log.completion<Stat>("exists"));
            m_first->zookeeper().get("bad", {}, m_log.completion<NodeData>("bad"));
            m_log.add("returned");
        });
        QVERIFY(exists("/"));
        QCOMPARE(m_log.take().first(), QStringLiteral("returned"));
    }

    /// An answer is a sign of life from the time when its request was sent.
    void contactTellsWhatWasAnswered() {
        const auto contact = [&] {
            Contact now;
            m_first->onLoop([&] { now = m_first->zookeeper().contact(); });
            return now;
        };
        QVERIFY(create("/a"));
        const Contact written = contact();
        QVERIFY(written.written.count() > 0 && written.heard >= written.written);
        QVERIFY(written.timeout.count() > 0);
        QVERIFY(get("/a"));
        QVERIFY(contact().heard >= written.heard);
        QCOMPARE(contact().written, written.written);
    }
};

LOCKSCOPE_TEST(ContractTest)
#include "tst_zookeeper_contract.moc"
