// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"
#include "wire_zookeeper.h"

#include "clients/own_lock_client.h"

#include <algorithm>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using ToldWords = std::vector<std::string>;

/// "1 granted", "0 failed SessionExpired"
std::string inWords(const ClientEvent& event) {
    static constexpr const char* kKinds[] = {"opened",   "queued", "granted", "written", "refused",
                                             "released", "hold",   "failed",  "closed",  "ended"};
    std::string words = std::to_string(event.round) + ' ' + kKinds[event.what.index()];
    if (const auto* failed = std::get_if<ClientEvent::Failed>(&event.what))
        words += ' ' + std::string(errorName(failed->error.code));
    if (const auto* changed = std::get_if<ClientEvent::HoldChanged>(&event.what))
        words += ' ' + std::string(holdStateName(changed->state));
    if (const auto* refused = std::get_if<ClientEvent::WriteRefused>(&event.what))
        words += ' ' + std::string(writeRefusalName(refused->reason));
    return words;
}

/// A cluster in memory on which clients of the lab take locks.
struct LabClients {
    LabClients() = default;
    /// What clients that are gone have left to do, while there is a cluster.
    ~LabClients() { loop.runReady(); }
    LabClients(const LabClients&) = delete;
    LabClients& operator=(const LabClients&) = delete;

    ManualLoop loop;
    FakeZooKeeper cluster{loop};

    OwnSession way() {
        return {.open = [this] { return cluster.open(); },
                .close =
                    [this](const std::shared_ptr<ZooKeeper>& session, std::function<void()> closed) {
                        std::static_pointer_cast<FakeSession>(session)->close();
                        loop.post(std::move(closed));
                    }};
    }
};

/// One of them, and what it has told.
class HeardClient {
public:
    HeardClient(LabClients& lab, LockRecipe recipe, std::shared_ptr<RegisterWriter> writer = {})
        : m_lab(lab),
          m_client(lab.loop,
                   {.contender = 7, .recipe = recipe, .path = "/locks/orders", .check = RegisterCheck::Token},
                   lab.way(), std::move(writer)) {}

    void open() {
        m_client.open([this](const ClientEvent& event) {
            m_heard.push_back(inWords(event));
            if (const auto* opened = std::get_if<ClientEvent::Opened>(&event.what)) session = opened->session;
            if (const auto* granted = std::get_if<ClientEvent::Granted>(&event.what)) last = *granted;
        });
    }
    OwnLockClient* operator->() { return &m_client; }
    /// Since this was called last, when all is done that can be.
    ToldWords heard() {
        m_lab.loop.runReady();
        return std::exchange(m_heard, {});
    }

    SessionId session = SessionId::None;
    ClientEvent::Granted last{};

private:
    LabClients& m_lab;
    OwnLockClient m_client;
    ToldWords m_heard;
};

/// One with a session of its own by a link, on a loop of its own. Test's thread.
class LinkedLockClient {
public:
    LinkedLockClient(const std::string& connectString, std::chrono::milliseconds timeout) {
        onLoop([&] {
            m_client = std::make_unique<OwnLockClient>(
                m_loop, OwnClientPlan{.contender = 7, .path = "/locks/orders"},
                ownSession(m_loop, SessionOptions{connectString, timeout}), nullptr);
            m_client->open([this](const ClientEvent& event) {
                const std::lock_guard guard(m_mutex);
                m_heard.push_back(inWords(event));
            });
        });
    }
    ~LinkedLockClient() {
        onLoop([&] { m_client.reset(); });
    }
    LinkedLockClient(const LinkedLockClient&) = delete;
    LinkedLockClient& operator=(const LinkedLockClient&) = delete;

    void acquire() {
        onLoop([&] { m_client->acquire(1); });
    }
    void disturb(Disturbance disturbance) {
        onLoop([&] { m_client->disturb(disturbance); });
    }
    bool hasHeard(const std::string& words) {
        const std::lock_guard guard(m_mutex);
        return std::ranges::find(m_heard, words) != m_heard.end();
    }

private:
    void onLoop(const std::function<void()>& task) {
        std::promise<void> done;
        m_loop.post([&] {
            task();
            done.set_value();
        });
        done.get_future().wait();
    }

    std::mutex m_mutex;
    ToldWords m_heard;
    EventLoop m_loop;
    std::unique_ptr<OwnLockClient> m_client;  // the loop's
};

std::size_t contendersOn(WireZooKeeper& server) {
    return server.ask([&server] {
        const auto list = server.cluster().children("/locks/orders");
        return list ? list->names.size() : std::size_t{0};
    });
}

}  // namespace

/// What clients in this process tell of what becomes of their locks.
class OwnLockClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneAfterTheOther();
    void readersShare();
    void givesUpBeforeTheGrant();
    void endOfTheSessionIsToldAndAnotherOpened();
    void withoutASessionItIsTold();
    void withoutALockItIsGrantedAtOnce();
    void recipesOfSeveralQueuesAreRefused();
    void staleWriteIsRefused();
    void closeGivesBack();
    void killedItSaysSo();
    void killedItsZnodeStays();
    void frozenItIsSuspendedAndThawedItGoesOn();
};

void OwnLockClientTest::oneAfterTheOther() {
    LabClients lab;
    HeardClient first(lab, LockRecipe::Mutex);
    HeardClient second(lab, LockRecipe::Mutex);
    first.open();
    second.open();
    QCOMPARE(first.heard(), ToldWords({"0 opened"}));
    QCOMPARE(second.heard(), ToldWords({"0 opened"}));
    first->acquire(1);
    QCOMPARE(first.heard().back(), std::string("1 granted"));
    second->acquire(1);
    QCOMPARE(second.heard(), ToldWords({"1 queued"}));
    first->release(1);
    QCOMPARE(first.heard(), ToldWords({"1 released"}));
    QCOMPARE(second.heard(), ToldWords({"1 granted"}));
    QVERIFY(raw(first.last.token) < raw(second.last.token));
    QVERIFY(!second.last.node.empty());
    QVERIFY(first.session != second.session);
}

void OwnLockClientTest::readersShare() {
    LabClients lab;
    HeardClient first(lab, LockRecipe::Read);
    HeardClient second(lab, LockRecipe::Read);
    HeardClient writer(lab, LockRecipe::Write);
    for (auto* const client : {&first, &second, &writer}) {
        client->open();
        client->heard();
        (*client)->acquire(1);
    }
    QCOMPARE(first.heard().back(), std::string("1 granted"));
    QCOMPARE(second.heard().back(), std::string("1 granted"));
    QCOMPARE(writer.heard().back(), std::string("1 queued"));
    first->release(1);
    second->release(1);
    QCOMPARE(writer.heard(), ToldWords({"1 granted"}));
}

void OwnLockClientTest::givesUpBeforeTheGrant() {
    LabClients lab;
    HeardClient holder(lab, LockRecipe::Mutex);
    HeardClient waiter(lab, LockRecipe::Mutex);
    for (auto* const client : {&holder, &waiter}) {
        client->open();
        client->heard();
        (*client)->acquire(1);
        client->heard();
    }
    waiter->release(1);
    QCOMPARE(waiter.heard(), ToldWords({"1 released"}));
    QCOMPARE(lab.cluster.children("/locks/orders")->names.size(), 1u);
    holder->release(1);
    QCOMPARE(holder.heard(), ToldWords({"1 released"}));
    QCOMPARE(waiter.heard(), ToldWords());
    waiter->acquire(2);
    QCOMPARE(waiter.heard().back(), std::string("2 granted"));
}

void OwnLockClientTest::endOfTheSessionIsToldAndAnotherOpened() {
    LabClients lab;
    HeardClient client(lab, LockRecipe::Mutex);
    client.open();
    client->acquire(1);
    client.heard();
    const SessionId before = client.session;
    lab.cluster.expire(before);
    const auto heard = client.heard();
    QCOMPARE(heard.back(), std::string("0 failed SessionExpired"));
    QCOMPARE(std::ranges::count(heard, std::string("1 hold Lost")), 1);
    client->release(1);
    QCOMPARE(client.heard(), ToldWords({"1 released"}));
    client.open();
    QCOMPARE(client.heard(), ToldWords({"0 opened"}));
    QVERIFY(client.session != before);
    client->acquire(2);
    QCOMPARE(client.heard().back(), std::string("2 granted"));
}

void OwnLockClientTest::withoutASessionItIsTold() {
    LabClients lab;
    HeardClient client(lab, LockRecipe::Mutex);
    client.open();
    client.heard();
    lab.cluster.expire(client.session);
    client.heard();
    client->acquire(1);
    QCOMPARE(client.heard(), ToldWords({"1 failed SessionExpired"}));
    client->close();
    QCOMPARE(client.heard(), ToldWords({"0 closed"}));
}

void OwnLockClientTest::withoutALockItIsGrantedAtOnce() {
    LabClients lab;
    HeardClient first(lab, LockRecipe::None);
    HeardClient second(lab, LockRecipe::None);
    for (auto* const client : {&first, &second}) {
        client->open();
        client->heard();
        (*client)->acquire(1);
        QCOMPARE(client->heard(), ToldWords({"1 granted"}));
        QCOMPARE(client->last.token, Zxid::None);
    }
    first->release(1);
    QCOMPARE(first.heard(), ToldWords({"1 released"}));
}

void OwnLockClientTest::recipesOfSeveralQueuesAreRefused() {
    LabClients lab;
    HeardClient client(lab, LockRecipe::MultiLock);
    client.open();
    client.heard();
    client->acquire(1);
    QCOMPARE(client.heard(), ToldWords({"1 failed BadArguments"}));
}

void OwnLockClientTest::staleWriteIsRefused() {
    LabClients lab;
    lab.cluster.createPath("/register");
    const auto resource = lab.cluster.open();
    bool isMade = false;
    makeRegister(*resource, "/register/orders", [&](const Result<void>& made) { isMade = made.has_value(); });
    lab.loop.runReady();
    QVERIFY(isMade);
    const auto writer = std::make_shared<RegisterWriter>(resource, "/register/orders");
    HeardClient first(lab, LockRecipe::Mutex, writer);
    HeardClient second(lab, LockRecipe::Mutex, writer);
    for (auto* const client : {&first, &second}) {
        client->open();
        client->heard();
        (*client)->acquire(1);
        client->heard();
    }
    first->write(1, std::nullopt);
    QCOMPARE(first.heard(), ToldWords({"1 written"}));
    // Whoever took the lock from it has written, and it does not know.
    QVERIFY(lab.cluster.remove("/locks/orders/" + first.last.node));
    QCOMPARE(second.heard(), ToldWords({"1 granted"}));
    second->write(1, kNextNumber);
    QCOMPARE(second.heard(), ToldWords({"1 written"}));
    first->write(1, std::nullopt);
    QCOMPARE(first.heard().back(), std::string("1 refused stale-token"));
    resource->close();
}

void OwnLockClientTest::closeGivesBack() {
    LabClients lab;
    HeardClient client(lab, LockRecipe::Mutex);
    client.open();
    client->acquire(1);
    client.heard();
    client->close();
    QCOMPARE(client.heard(), ToldWords({"0 closed"}));
    QVERIFY(lab.cluster.children("/locks/orders")->names.empty());
}

void OwnLockClientTest::killedItSaysSo() {
    LabClients lab;
    HeardClient client(lab, LockRecipe::Mutex);
    client.open();
    client->acquire(1);
    client.heard();
    client->disturb(Disturbance::Kill);
    QCOMPARE(client.heard(), ToldWords({"0 ended"}));
}

/// As after a crash: the server is told nothing, and keeps the znode until the session's timeout.
void OwnLockClientTest::killedItsZnodeStays() {
    WireZooKeeper server;
    {
        LinkedLockClient client(server.connectString(), 10s);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("0 opened"), 30'000);
        client.acquire();
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("1 granted"), 30'000);
        client.disturb(Disturbance::Kill);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("0 ended"), 30'000);
    }
    QCOMPARE(contendersOn(server), std::size_t{1});
}

void OwnLockClientTest::frozenItIsSuspendedAndThawedItGoesOn() {
    WireZooKeeper server;
    {
        LinkedLockClient client(server.connectString(), 2s);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("0 opened"), 30'000);
        client.acquire();
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("1 granted"), 30'000);
        client.disturb(Disturbance::Freeze);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("1 hold Suspended"), 30'000);
        client.disturb(Disturbance::Thaw);
        QTRY_VERIFY_WITH_TIMEOUT(client.hasHeard("1 hold Held"), 30'000);
        QCOMPARE(contendersOn(server), std::size_t{1});
    }
    QTRY_COMPARE_WITH_TIMEOUT(contendersOn(server), std::size_t{0}, 30'000);
}

LOCKSCOPE_TEST(OwnLockClientTest)
#include "tst_own_lock_client.moc"
