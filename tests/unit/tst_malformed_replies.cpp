// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "wire_server.h"

#include <lockcore/observe/lock_observer.h>
#include <lockcore/observe/queue_collection.h>
#include <lockcore/session/session.h>

#include <future>
#include <limits>
#include <stdexcept>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using wire::frame;
using wire::int32;
using wire::replyHeader;
using wire::stat;
using Start = std::function<void(Session&, Completion<void>)>;

/// Drops what an operation completes with, but for the error.
template <class T>
Completion<T> outcomeOf(Completion<void> done) {
    return [done = std::move(done)](const Result<T>& result) {
        done(result ? Result<void>() : Result<void>(tl::unexpected(result.error())));
    };
}

const Start kList = [](Session& session, Completion<void> done) {
    session.children("/lock", {}, outcomeOf<ChildList>(std::move(done)));
};
const Start kWatchedList = [](Session& session, Completion<void> done) {
    session.children(
        "/lock", [](const WatchEvent&) {}, outcomeOf<ChildList>(std::move(done)));
};
const Start kGet = [](Session& session, Completion<void> done) {
    session.get("/lock", {}, outcomeOf<NodeData>(std::move(done)));
};
const Start kExists = [](Session& session, Completion<void> done) {
    session.exists("/lock", {}, outcomeOf<Stat>(std::move(done)));
};
const Start kAcl = [](Session& session, Completion<void> done) {
    session.acl("/lock", outcomeOf<Acl>(std::move(done)));
};
const Start kCreate = [](Session& session, Completion<void> done) {
    session.create("/lock", {}, NodeKind::EphemeralSequential, outcomeOf<CreatedNode>(std::move(done)));
};
const Start kMultiCreate = [](Session& session, Completion<void> done) {
    session.multi({NewNode{"/lock", {}, NodeKind::EphemeralSequential}},
                  outcomeOf<std::vector<std::string>>(std::move(done)));
};

/// One part of the answer to a transaction.
std::string part(std::int32_t type, bool isDone, std::int32_t error = 0) {
    return int32(type) + (isDone ? '\1' : '\0') + int32(error);
}

/// A session on a loop that it shares with others.
class OpenSession {
public:
    OpenSession(EventLoop& loop, const std::string& address, std::chrono::milliseconds timeout = 10s)
        : m_loop(loop),
          m_session(Session::open(loop, {address, timeout}, [this](const ConnectionStatus& status) {
              if (isConnected(status.state) && !m_isConnected) m_connected.set_value();
              m_isConnected = m_isConnected || isConnected(status.state);
          })) {
        m_connected.get_future().wait();
    }
    ~OpenSession() { m_session->closeAndWait(); }
    OpenSession(const OpenSession&) = delete;
    OpenSession& operator=(const OpenSession&) = delete;

    Result<void> ask(const Start& start) {
        std::promise<Result<void>> answered;
        m_loop.post(
            [&] { start(*m_session, [&](Result<void> result) { answered.set_value(std::move(result)); }); });
        return answered.get_future().get();
    }
    ConnectionStatus status() {
        std::promise<ConnectionStatus> told;
        m_loop.post([&] { told.set_value(m_session->status()); });
        return told.get_future().get();
    }
    Session& session() { return *m_session; }

private:
    EventLoop& m_loop;
    std::promise<void> m_connected;
    bool m_isConnected = false;  // the loop's
    std::shared_ptr<Session> m_session;
};

/// Answers what is asked of /lock with `body`, and all else as ZooKeeper does.
WireServer::Script answering(const std::string& body) {
    return [body](const WireServer::Request& request) -> std::optional<std::string> {
        const bool isOfLock = request.path() == "/lock" || request.type == WireServer::kMulti;
        if (!isOfLock) return std::nullopt;
        return frame(replyHeader(request.xid) + body);
    };
}

bool isNoNode(const Result<void>& result) {
    return !result && result.error().code == ErrorCode::NoNode;
}

}  // namespace

/// What a server may send that no ZooKeeper does, as far as the C client survives it. What it does not is for
/// a link: lockcore/README.md.
class MalformedRepliesTest : public QObject {
    Q_OBJECT

    static WireServer::Script usual() {
        return [](const WireServer::Request&) { return std::optional<std::string>(); };
    }

private Q_SLOTS:
    void endsTheSessionAndNoOther_data() {
        QTest::addColumn<Start>("start");
        QTest::addColumn<std::string>("body");
        const auto row = [](const char* name, const Start& start, const std::string& body) {
            QTest::newRow(name) << start << body;
        };
        row("20 million names and none", kList, int32(20'000'000));
        row("fewer names than counted", kList, int32(3) + wire::string("a-0000000001") + stat(3));
        row("name longer than its packet", kList, int32(2) + wire::string("a") + int32(1 << 20) + stat(2));
        row("name of negative length", kList, int32(1) + int32(-1) + stat(1));
        row("name with a slash", kList, int32(1) + wire::string("../zookeeper") + stat(1));
        row("name without a letter", kList, int32(1) + wire::string("") + stat(1));
        row("children below 0", kList, int32(0) + stat(-1));
        row("a watch with it", kWatchedList, int32(2) + wire::string("a") + stat(-1));
        row("exists, children below 0", kExists, stat(-5));
        row("exists, data below 0", kExists, stat(0, -5));
        row("data, size below 0", kGet, wire::string("x") + stat(0, -1));
        row("more of an ACL than there is", kAcl,
            int32(20'000'000) + int32(31) + wire::string("world") + wire::string("anyone"));
        row("half an ACL entry", kAcl, int32(2) + int32(31) + wire::string("world"));
        row("created elsewhere", kCreate, wire::string("/locks/other-0000000001") + stat());
        row("created under another name", kCreate, wire::string("/lock-0000000001x") + stat());
        row("created nowhere", kCreate, wire::string("") + stat());
        row("transaction, created elsewhere", kMultiCreate,
            part(1, false) + wire::string("/other") + part(-1, true, -1));
        // For these the C client asks for more memory than there is, and lives with the refusal.
        row("-1 names", kList, int32(-1));
        row("-1 names and what belongs to them", kList, int32(-1) + stat(0));
        row("ACL of -1 entries", kAcl, int32(-1) + stat());
        row("data of length -2", kGet, int32(-2) + stat());
        row("data of the lowest length", kGet, int32(std::numeric_limits<std::int32_t>::min()) + stat());
#ifndef LOCKSCOPE_SANITIZED
        // 16 GB that nothing but a sanitizer ever writes to.
        row("2^31-1 names and none", kList, int32(std::numeric_limits<std::int32_t>::max()));
        // What the client keeps for the parts that are missing it never frees.
        row("transaction without results", kMultiCreate, part(-1, true, -1));
#endif
    }
    void endsTheSessionAndNoOther() {
        QFETCH(const Start, start);
        QFETCH(const std::string, body);
        WireServer good(usual());
        WireServer bad(answering(body));
        EventLoop loop;
        OpenSession other(loop, good.address());
        OpenSession session(loop, bad.address());
        QVERIFY(isNoNode(session.ask(
            [](Session& s, Completion<void> done) { s.exists("/", {}, outcomeOf<Stat>(std::move(done))); })));

        const auto result = session.ask(start);
        QVERIFY(!result);
        const Error& error = result.error();
        QVERIFY2(error.code == ErrorCode::NotZooKeeper, describe(error).c_str());
        QCOMPARE(error.path, std::string("/lock"));
        QCOMPARE(error.server, bad.address());
        const auto status = session.status();
        QCOMPARE(status.state, ConnectionState::Closed);
        QVERIFY(status.problem);
        QCOMPARE(status.problem->what, error.what);
        QVERIFY(isNoNode(other.ask(kList)));
    }

    /// A transaction of two parts of which one was answered.
    void partWithoutAResultIsNoSuccess() {
        if (kIsSanitized) QSKIP("what the C client keeps for the missing part it never frees");
        WireServer bad(answering(part(2, false) + part(-1, true, -1)));
        EventLoop loop;
        OpenSession session(loop, bad.address());
        const auto result = session.ask([](Session& s, Completion<void> done) {
            s.multi({RemoveNode{"/a"}, RemoveNode{"/b"}},
                    outcomeOf<std::vector<std::string>>(std::move(done)));
        });
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::NotZooKeeper);
        QVERIFY2(result.error().what.find("/b") != std::string::npos, result.error().what.c_str());
    }

    /// What was under way with it, and already answered well, is not told as if that could be trusted.
    void laterAnswersAreNotTrusted() {
        WireServer bad([](const WireServer::Request& request) -> std::optional<std::string> {
            const auto bodyOf = [&] { return request.path() == "/lock" ? stat(-1) : stat(3); };
            return request.type == WireServer::kExists
                       ? std::optional(frame(replyHeader(request.xid) + bodyOf()))
                       : std::nullopt;
        });
        EventLoop loop;
        OpenSession session(loop, bad.address());
        std::promise<Result<Stat>> next;
        loop.post([&] {
            session.session().exists("/lock", {}, [](const Result<Stat>&) {});
            session.session().exists("/next", {},
                                     [&](const Result<Stat>& result) { next.set_value(result); });
        });
        const auto result = next.get_future().get();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::NotZooKeeper);
    }

    /// An answer that is only larger than anybody wants is refused by itself.
    void hugeListIsRefusedAlone() {
        constexpr std::int32_t kNames = 70'000;
        const std::string name = wire::string(std::string(1000, 'n'));
        std::string body = int32(kNames);
        for (int i = 0; i < kNames; ++i)
            body += name;
        WireServer huge(answering(body + stat(3)));
        EventLoop loop;
        OpenSession session(loop, huge.address(), 120s);  // 70 MB take their time under a sanitizer
        const auto result = session.ask(kWatchedList);
        QVERIFY(!result);
        QVERIFY2(result.error().code == ErrorCode::TooLarge, describe(result.error()).c_str());
        QCOMPARE(result.error().path, std::string("/lock"));
        QCOMPARE(session.status().state, ConnectionState::Connected);
        std::promise<std::size_t> watches;
        loop.post([&] { watches.set_value(session.session().watchCount()); });
        QCOMPARE(watches.get_future().get(), std::size_t{0});
    }

    /// More watches than can be armed again are refused: a session that has them could never come back.
    void watchesThatAReconnectCanNotArmAreRefused() {
        constexpr int kWatches = 20'000;
        WireServer server([](const WireServer::Request& request) -> std::optional<std::string> {
            if (request.path() != "/cut") return std::nullopt;
            return frame(replyHeader(request.xid + 7));
        });
        EventLoop loop;
        OpenSession session(loop, server.address());
        std::atomic<int> answered = 0;
        std::atomic<int> refused = 0;
        loop.post([&] {
            for (int i = 0; i < kWatches; ++i) {
                const auto count = [&](const Result<Stat>& result) {
                    if (result.error().code == ErrorCode::TooLarge) ++refused;
                    ++answered;
                };
                const std::string path = "/app/locks/" + std::string(40, 'n') + std::to_string(100'000 + i);
                session.session().exists(
                    path, [](const WatchEvent&) {}, count);
            }
        });
        QTRY_COMPARE_WITH_TIMEOUT(answered.load(), kWatches, 60'000);
        QVERIFY2(refused > 1000 && refused < 6000, std::to_string(refused).c_str());
        QVERIFY(!session.ask([](Session& s, Completion<void> done) {
            s.exists("/cut", {}, outcomeOf<Stat>(std::move(done)));
        }));
        QTRY_COMPARE_WITH_TIMEOUT(session.status().state, ConnectionState::Reconnected, 20'000);
        QVERIFY(isNoNode(session.ask(kExists)));
        QCOMPARE(session.status().state, ConnectionState::Reconnected);
        QCOMPARE(server.connects(), 2);
    }

    /// A directory that counted 3 children is not read to its end only because it has been listed by then.
    void listThatIsLongerThanWasToldIsNotRead() {
        std::string names;
        constexpr std::int32_t kNames = 200'001;
        for (std::int32_t i = 0; i < kNames; ++i)
            names += wire::string("lock-" + std::to_string(1'000'000'000 + i));
        std::atomic<int> reads = 0;
        WireServer server([&](const WireServer::Request& request) -> std::optional<std::string> {
            if (request.type == WireServer::kGetData) ++reads;
            if (request.path() != "/lock") return std::nullopt;
            if (request.type == WireServer::kExists) return frame(replyHeader(request.xid) + stat(3));
            return frame(replyHeader(request.xid) + int32(kNames) + names + stat(3));
        });
        EventLoop loop;
        const auto session = Session::open(loop, {server.address(), 10s});
        std::promise<LockQueues> once;
        std::promise<std::shared_ptr<const LockQueue>> observed;
        std::unique_ptr<LockObserver> observer;
        std::shared_ptr<QueueCollection> collection;
        loop.post([&] {
            collection = QueueCollection::start(
                session, {"/lock"}, [&](LockQueues queues) { once.set_value(std::move(queues)); });
            observer = std::make_unique<LockObserver>(
                session, [&, told = false](const std::shared_ptr<const LockQueue>& queue) mutable {
                    if (queue->problem && queue->problem->code == ErrorCode::TooLarge &&
                        !std::exchange(told, true))
                        observed.set_value(queue);
                });
            observer->observe({"/lock"});
        });
        const auto queues = once.get_future().get();
        QCOMPARE(queues.size(), std::size_t{1});
        QVERIFY(queues.front()->problem);
        QCOMPARE(queues.front()->problem->code, ErrorCode::TooLarge);
        QVERIFY(observed.get_future().get()->rows.empty());
        QCOMPARE(reads.load(), 0);
        std::promise<void> ended;
        loop.post([&] {
            observer.reset();
            collection.reset();
            ended.set_value();
        });
        ended.get_future().wait();
        session->closeAndWait();
    }

    void answerToSomethingElseBreaksTheConnection() {
        WireServer bad([](const WireServer::Request& request) -> std::optional<std::string> {
            if (request.path() != "/lock") return std::nullopt;
            return frame(replyHeader(request.xid + 7) + stat());
        });
        EventLoop loop;
        OpenSession session(loop, bad.address());
        const auto result = session.ask(kExists);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::ConnectionLoss);
        QCOMPARE(result.error().path, std::string("/lock"));
    }

    /// Events for nobody, of no kind, and of the kind that the C client tells about itself.
    void eventsThatNobodyAskedForChangeNothing() {
        WireServer bad([](const WireServer::Request& request) -> std::optional<std::string> {
            if (request.path() != "/lock") return std::nullopt;
            std::string packets;
            for (const std::int32_t type : {-1, -2, 0, 1, 4, 99, std::numeric_limits<std::int32_t>::min()})
                for (const std::int32_t state : {3, -112, 12345})
                    packets +=
                        frame(replyHeader(-1) + int32(type) + int32(state) + wire::string("/elsewhere"));
            return packets + frame(replyHeader(request.xid) + stat());
        });
        EventLoop loop;
        OpenSession session(loop, bad.address());
        std::atomic<int> events = 0;
        QVERIFY(session.ask([&](Session& s, Completion<void> done) {
            s.exists(
                "/lock", [&](const WatchEvent&) { ++events; }, outcomeOf<Stat>(std::move(done)));
        }));
        QVERIFY(session.ask(kExists));
        QCOMPARE(events.load(), 0);
        QCOMPARE(session.status().state, ConnectionState::Connected);
    }

    void codesThatNoServerHasAreErrors() {
        for (const std::int32_t code : {12345, -12345, -199, 1, std::numeric_limits<std::int32_t>::min()}) {
            WireServer bad([code](const WireServer::Request& request) {
                return std::optional(frame(replyHeader(request.xid, code)));
            });
            EventLoop loop;
            OpenSession session(loop, bad.address());
            for (const auto& start : {kList, kGet, kExists, kAcl, kCreate, kMultiCreate}) {
                const auto result = session.ask(start);
                QVERIFY(!result);
                QVERIFY2(result.error().code == ErrorCode::Io, describe(result.error()).c_str());
                QCOMPARE(result.error().path, std::string("/lock"));
            }
        }
    }

    /// A timeout that no server grants.
    void connectRepliesThatNoServerSends() {
        for (const std::int32_t timeout :
             {0, -1, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}) {
            WireServer bad(usual(), [timeout](std::int32_t) { return WireServer::connected(timeout); });
            EventLoop loop;
            std::promise<ConnectionStatus> ended;
            const auto session =
                Session::open(loop, {bad.address(), 10s}, [&](const ConnectionStatus& status) {
                    if (isOver(status.state)) ended.set_value(status);
                });
            const auto status = ended.get_future().get();
            QCOMPARE(status.state, ConnectionState::Closed);
            QVERIFY(status.problem);
            QCOMPARE(status.problem->code, ErrorCode::NotZooKeeper);
            session->closeAndWait();
        }
    }

    /// Nothing may be thrown through the C client: the session ends, and says why, and no other does.
    void whatIsThrownFromACompletionEndsItsSession() {
        WireServer server(answering(stat()));
        EventLoop loop;
        OpenSession other(loop, server.address());
        OpenSession session(loop, server.address());
        loop.post([&] {
            session.session().exists(
                "/lock", {}, [](const Result<Stat>&) { throw std::runtime_error("a user's mistake"); });
        });
        QTRY_COMPARE(session.status().state, ConnectionState::Closed);
        const auto status = session.status();
        QVERIFY(status.problem && status.problem->what.find("a user's mistake") != std::string::npos);
        QVERIFY(other.ask(kExists));
    }

    /// Also where nothing of the server's is being taken: a request that can't be made, and all that are
    /// under way when the session ends.
    void whatIsThrownOutsideOfAnAnswerEndsItsSession() {
        WireServer server([](const WireServer::Request&) { return std::optional<std::string>(""); });
        EventLoop loop;
        OpenSession session(loop, server.address());
        std::promise<void> last;
        loop.post([&] {
            const auto fails = [](const Result<Stat>& result) { static_cast<void>(result.value()); };
            session.session().exists("/lock", {}, fails);
            session.session().exists("/lock", {}, fails);
            session.session().exists("/lock", {}, [&](const Result<Stat>&) { last.set_value(); });
            session.session().exists("no path", {}, fails);
        });
        last.get_future().wait();
        QTRY_COMPARE(session.status().state, ConnectionState::Closed);
    }

    void whatIsThrownFromAWatcherEndsItsSession() {
        WireServer server([](const WireServer::Request& request) -> std::optional<std::string> {
            if (request.path() != "/lock") return std::nullopt;
            return frame(replyHeader(request.xid) + stat()) +
                   frame(replyHeader(-1) + int32(3) + int32(3) + wire::string("/lock"));
        });
        EventLoop loop;
        OpenSession session(loop, server.address());
        loop.post([&] {
            session.session().exists(
                "/lock", [](const WatchEvent&) { throw 42; }, [](const Result<Stat>&) {});
        });
        QTRY_COMPARE(session.status().state, ConnectionState::Closed);
        QVERIFY(session.status().problem);
    }
};

LOCKSCOPE_TEST(MalformedRepliesTest)
#include "tst_malformed_replies.moc"
