// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

#include <lockcore/observe/operator_actions.h>

using namespace lockcore;

namespace {

const std::string kActedLock = "/lock";
const std::string kCurator = "_c_00000000-0000-0000-0000-000000000001-lock-";
const std::string kKazoo = "00000000000000000000000000000001__lock__";

}  // namespace

class TestOperatorActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void askSetsTheRevokePayload();
    void askIsRefusedWhereNobodyListens_data();
    void askIsRefusedWhereNobodyListens();
    void removeDeletes();
    void removeWorksWithoutReadPermission();
    void removeNeedsTheStat();
    void anotherNodeOfTheSameNameIsNotTouched();
    void whatAServerThatIsBehindShowsIsNotBelieved();
    void changeBetweenReadAndActionIsNotOverwritten();
    void vanishedContender();
    void contenderThatWasNeverRead();
    void lostConnection();
    void emptyParentIsDeleted();
    void parentInUseStays();
    void anotherParentStays();
    void parentThatGetsAChildMeanwhileStays();

private:
    Contender seen(const std::string& prefix) {
        const auto node = m_server->create(kActedLock + "/" + prefix, "10.0.0.1",
                                           NodeKind::EphemeralSequential, SessionId{1});
        const std::string name = node->path.substr(kActedLock.size() + 1);
        return {name, parseNodeName(name), node->stat, "10.0.0.1"};
    }
    Completion<void> done() {
        return [this](Result<void> result) { m_results.push_back(std::move(result)); };
    }
    Stat parent() const { return m_server->exists(kActedLock).value(); }
    ErrorCode onlyError() const { return m_results.at(0).error().code; }
    std::string path(const Contender& contender) const { return kActedLock + "/" + contender.name; }

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::vector<Result<void>> m_results;
};

void TestOperatorActions::init() {
    m_loop = std::make_unique<ManualLoop>();
    m_server = std::make_unique<FakeZooKeeper>(*m_loop);
    m_server->createPath(kActedLock);
    m_session = m_server->open();
    m_results.clear();
}

void TestOperatorActions::askSetsTheRevokePayload() {
    const Contender holder = seen(kCurator);
    askToRelease(*m_session, kActedLock, holder, done());
    QVERIFY(m_results.empty());
    m_loop->runReady();
    QCOMPARE(m_results.size(), 1u);
    QVERIFY(m_results[0]);
    QCOMPARE(m_server->get(path(holder))->data, std::string("__REVOKE__"));
}

void TestOperatorActions::askIsRefusedWhereNobodyListens_data() {
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("kazoo") << QByteArray::fromStdString(kKazoo);
    QTest::newRow("latch") << QByteArray("_c_00000000-0000-0000-0000-000000000001-latch-");
    QTest::newRow("unknown recipe") << QByteArray("x-");
}

void TestOperatorActions::askIsRefusedWhereNobodyListens() {
    QFETCH(QByteArray, prefix);
    const Contender holder = seen(prefix.toStdString());
    askToRelease(*m_session, kActedLock, holder, done());
    QVERIFY(m_results.empty());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::Unimplemented);
    QCOMPARE(m_server->get(path(holder))->data, std::string("10.0.0.1"));
    QVERIFY(m_session->sent().empty());
}

void TestOperatorActions::removeDeletes() {
    const Contender holder = seen(kKazoo);
    const Contender waiter = seen(kKazoo);
    removeContender(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QVERIFY(m_results.at(0));
    QVERIFY(!m_server->exists(path(holder)));
    QVERIFY(m_server->exists(path(waiter)));
}

void TestOperatorActions::removeWorksWithoutReadPermission() {
    const Contender holder = seen(kCurator);
    m_server->forbidRead(path(holder));
    removeContender(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QVERIFY(m_results.at(0));
    QVERIFY(!m_server->exists(path(holder)));
}

/// Where the Stat is forbidden too, nobody can tell whether it is still the same znode.
void TestOperatorActions::removeNeedsTheStat() {
    m_server->setStatNeedsRead(true);
    const Contender holder = seen(kCurator);
    m_server->forbidRead(path(holder));
    removeContender(*m_session, kActedLock, holder, done());
    Contender unread{holder.name, holder.parsed};
    unread.problem = Error{ErrorCode::NoAuth, "read"};
    removeContender(*m_session, kActedLock, unread, done());
    m_loop->runReady();
    QCOMPARE(m_results.size(), 2u);
    for (const auto& result : m_results)
        QCOMPARE(result.error().code, ErrorCode::NoAuth);
    QVERIFY(m_server->exists(path(holder)));
}

void TestOperatorActions::anotherNodeOfTheSameNameIsNotTouched() {
    const Contender holder = seen(kCurator);
    (void)m_server->remove(path(holder));
    (void)m_server->create(path(holder), "another", NodeKind::Ephemeral, SessionId{2});
    removeContender(*m_session, kActedLock, holder, done());
    askToRelease(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QCOMPARE(m_results.size(), 2u);
    for (const auto& result : m_results)
        QCOMPARE(result.error().code, ErrorCode::BadVersion);
    QCOMPARE(m_server->get(path(holder))->data, std::string("another"));
}

/// A follower still shows the znode that the operator saw; both were never written to.
void TestOperatorActions::whatAServerThatIsBehindShowsIsNotBelieved() {
    FakeZooKeeper servers(*m_loop, 2);
    const std::string node = "/locks/leader";
    servers.createPath("/locks");
    const auto made = servers.create(node, "first", NodeKind::Ephemeral, SessionId{1});
    const auto session = servers.open(*m_loop, 1);
    servers.setLagging(true);
    QVERIFY(servers.remove(node));
    QVERIFY(servers.create(node, "second", NodeKind::Ephemeral, SessionId{2}));
    NodeName name = parseNodeName("leader");
    name.dialect = Dialect::CuratorMutex;  // one that can be asked
    const Contender seenBefore{"leader", name, made->stat, "first"};
    removeContender(*session, "/locks", seenBefore, done());
    askToRelease(*session, "/locks", seenBefore, done());
    for (bool isBusy = true; isBusy;) {
        m_loop->runReady();
        isBusy = servers.catchUp(1);
    }
    QCOMPARE(m_results.size(), 2u);
    for (const auto& result : m_results)
        QCOMPARE(result.error().code, ErrorCode::BadVersion);
    QCOMPARE(servers.get(node)->data, std::string("second"));
}

void TestOperatorActions::changeBetweenReadAndActionIsNotOverwritten() {
    const Contender holder = seen(kCurator);
    m_session->setStepped(true);
    removeContender(*m_session, kActedLock, holder, done());
    askToRelease(*m_session, kActedLock, holder, done());
    for (int syncs = 0; syncs < 2; ++syncs)
        QVERIFY(m_session->applyNext());
    while (m_session->deliverNext()) {
    }
    QVERIFY(m_session->applyNext() && m_session->applyNext());
    (void)m_server->set(path(holder), "changed");
    while (m_session->deliverNext() || m_session->applyNext()) {
    }
    QCOMPARE(m_results.size(), 2u);
    for (const auto& result : m_results)
        QCOMPARE(result.error().code, ErrorCode::BadVersion);
    QCOMPARE(m_server->get(path(holder))->data, std::string("changed"));
}

void TestOperatorActions::vanishedContender() {
    const Contender holder = seen(kCurator);
    (void)m_server->remove(path(holder));
    removeContender(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::NoNode);
}

void TestOperatorActions::contenderThatWasNeverRead() {
    Contender holder = seen(kCurator);
    holder.stat.reset();
    removeContender(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::BadArguments);
    QVERIFY(m_server->exists(path(holder)));
}

void TestOperatorActions::lostConnection() {
    const Contender holder = seen(kCurator);
    m_session->disconnect();
    removeContender(*m_session, kActedLock, holder, done());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::ConnectionLoss);
}

void TestOperatorActions::emptyParentIsDeleted() {
    removeEmptyParent(*m_session, kActedLock, parent(), done());
    QVERIFY(m_results.empty());
    m_loop->runReady();
    QVERIFY(m_results.at(0));
    QVERIFY(!m_server->exists(kActedLock));
}

void TestOperatorActions::parentInUseStays() {
    const Contender holder = seen(kCurator);
    removeEmptyParent(*m_session, kActedLock, parent(), done());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::NotEmpty);
    QVERIFY(m_server->exists(path(holder)));
}

void TestOperatorActions::anotherParentStays() {
    Stat another = parent();
    another.czxid = Zxid{static_cast<std::int64_t>(another.czxid) + 100};
    removeEmptyParent(*m_session, kActedLock, another, done());
    m_loop->runReady();
    QCOMPARE(onlyError(), ErrorCode::BadVersion);
    QVERIFY(m_server->exists(kActedLock));
}

/// The server checks once more when it deletes.
void TestOperatorActions::parentThatGetsAChildMeanwhileStays() {
    m_session->setStepped(true);
    removeEmptyParent(*m_session, kActedLock, parent(), done());
    QVERIFY(m_session->applyNext() && m_session->deliverNext());  // the sync
    QVERIFY(m_session->applyNext());
    const Contender holder = seen(kCurator);
    while (m_session->deliverNext() || m_session->applyNext()) {
    }
    QCOMPARE(onlyError(), ErrorCode::NotEmpty);
    QVERIFY(m_server->exists(path(holder)));
}

LOCKSCOPE_TEST(TestOperatorActions)
#include "tst_operator_actions.moc"
