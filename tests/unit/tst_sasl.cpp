// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "packet_server.h"
#include "side_workers.h"
#include "test_program.h"
#include "wire.h"
#include "wire_server.h"

#include <lockcore/session/session.h>

#include <QRegularExpression>

#include <future>
#include <latch>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What a server answers to the token with that number: bytes as they go out; empty: it hangs up.
using SaslAnswers = std::function<std::optional<std::string>(std::int32_t xid, std::size_t number)>;

/// Greets, and answers each SASL request as told. Test's thread.
class SaslScript {
public:
    explicit SaslScript(SaslAnswers answers)
        : m_answers(std::move(answers)),
          m_server({.opened = {},
                    .received = [this](auto connection, const auto& packet) { take(connection, packet); },
                    .closed = [this](auto connection) { m_greeted.erase(connection); }}) {}

    std::string address() const { return m_server.address(); }
    /// All that clients have said, but for their connect requests.
    std::vector<std::string> heard() {
        const std::lock_guard guard(m_mutex);
        return m_heard;
    }

private:
    void take(PacketServer::Connection connection, const std::string& packet) {
        const auto greeted = m_greeted.emplace(connection, 0);
        if (greeted.second) {
            m_server.send(connection, WireServer::connected(10'000));
            return;
        }
        {
            const std::lock_guard guard(m_mutex);
            m_heard.push_back(packet);
        }
        const auto answer = m_answers(wire::readInt32(packet, 0), greeted.first->second++);
        if (answer) {
            m_server.send(connection, *answer);
        } else {
            m_greeted.erase(connection);
            m_server.close(connection);
        }
    }

    const SaslAnswers m_answers;
    std::mutex m_mutex;
    std::vector<std::string> m_heard;
    std::map<PacketServer::Connection, std::size_t> m_greeted;  // the server's thread's
    PacketServer m_server;
};

std::string tokenAnswer(std::int32_t xid, const std::string& token) {
    return wire::frame(wire::replyHeader(xid) + wire::string(token));
}

constexpr const char* kChallenge =
    R"(realm="zk-sasl-md5",nonce="OA6MG9tEQGm2hh",qop="auth",charset=utf-8,algorithm=md5-sess)";

/// The first problem that a session tells, with the state it is in then.
ConnectionStatus problemAt(const std::string& server, std::chrono::milliseconds timeout) {
    EventLoop loop;
    std::promise<ConnectionStatus> told;
    std::once_flag once;
    SessionOptions options{server, timeout};
    options.sasl = SaslDigest{"alice", "secret"};
    const auto session = Session::open(loop, options, [&](const ConnectionStatus& status) {
        if (isConnected(status.state) || status.problem)
            std::call_once(once, [&] { told.set_value(status); });
    });
    auto word = told.get_future();
    const bool isTold = word.wait_for(60s) == std::future_status::ready;
    session->closeAndWait();
    return isTold ? word.get() : ConnectionStatus();
}

}  // namespace

/// What a server may answer to SASL, and what is done beside the loop.
class SaslTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answers_data() {
        QTest::addColumn<SaslAnswers>("answers");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, SaslAnswers answers, ErrorCode code, const char* what) {
            QTest::newRow(name) << std::move(answers) << code << what;
        };
        const auto second = [](std::string token) -> SaslAnswers {
            return
                [token](auto xid, auto number) { return tokenAnswer(xid, number == 0 ? kChallenge : token); };
        };
        using wire::frame;
        using wire::int32;
        using wire::replyHeader;
        row(
            "no header", [](auto xid, auto) { return frame(int32(xid)); }, ErrorCode::NotZooKeeper,
            "no answer to that");
        row(
            "no token", [](auto xid, auto) { return frame(replyHeader(xid)); }, ErrorCode::NotZooKeeper,
            "its answer ends");
        row(
            "short token", [](auto xid, auto) { return frame(replyHeader(xid) + int32(100) + "short"); },
            ErrorCode::NotZooKeeper, "its answer counts 100 bytes and has 5");
        row(
            "negative token", [](auto xid, auto) { return frame(replyHeader(xid) + int32(-5)); },
            ErrorCode::NotZooKeeper, "its answer");
        row(
            "negative length", [](auto, auto) { return int32(-5); }, ErrorCode::NotZooKeeper, "-5 bytes");
        row(
            "endless", [](auto, auto) { return int32(1 << 30); }, ErrorCode::NotZooKeeper,
            "1073741824 bytes");
        row(
            "another's", [](auto xid, auto) { return tokenAnswer(xid + 1, kChallenge); },
            ErrorCode::NotZooKeeper, "no answer to that");
        row(
            "two at once",
            [](auto xid, auto) { return tokenAnswer(xid, kChallenge) + tokenAnswer(xid, kChallenge); },
            ErrorCode::NotZooKeeper, "no answer to that");
        row(
            "error before anything was shown", [](auto xid, auto) { return frame(replyHeader(xid, -115)); },
            ErrorCode::SaslFailed, "the server does not begin with it, with error -115: it has another one$");
        row(
            "error",
            [](auto xid, auto number) {
                return number == 0 ? tokenAnswer(xid, kChallenge) : frame(replyHeader(xid, -115));
            },
            ErrorCode::AuthFailed, "the server refuses it with error -115$");
        row(
            "hangs up", [](auto, auto) { return std::nullopt; }, ErrorCode::ConnectionLoss,
            "closed by the server");
        row(
            "no SASL", [](auto xid, auto) { return frame(replyHeader(xid) + int32(-1)); },
            ErrorCode::SaslFailed, "has no SASL, or not this mechanism$");
        row(
            "nonsense", [](auto xid, auto) { return tokenAnswer(xid, "\xff\x01nonsense"); },
            ErrorCode::SaslFailed, "by DIGEST-MD5: .+");
        row("does not know the password", second("rspauth=00000000000000000000000000000000"),
            ErrorCode::SaslFailed, "by DIGEST-MD5: .+");
        row("says nothing of the password", second(""), ErrorCode::AuthFailed,
            "does not say that it agrees$");
    }
    /// Nothing else is ever asked, and each is told as what it is.
    void answers() {
        QFETCH(const SaslAnswers, answers);
        QFETCH(const ErrorCode, code);
        QFETCH(const QString, what);
        SaslScript server(answers);
        const auto status = problemAt(server.address(), 10s);
        QVERIFY(status.problem);
        const auto told = QString::fromStdString(describe(*status.problem));
        QVERIFY2(status.problem->code == code, qPrintable(told));
        const QRegularExpression expected(what);
        QVERIFY2(expected.match(QString::fromStdString(status.problem->what)).hasMatch(), qPrintable(told));
        QCOMPARE(status.problem->server, server.address());
        constexpr std::int32_t kSaslRequest = 102;
        for (const std::string& packet : server.heard())
            QCOMPARE(wire::readInt32(packet, 4), kSaslRequest);
    }

    /// The password does not go by the wire, nor does a second connection begin with what the first was told.
    void saysWhatProvesThePassword() {
        SaslScript server([](auto xid, auto number) -> std::optional<std::string> {
            if (number > 0) return std::nullopt;
            return tokenAnswer(xid, kChallenge);
        });
        problemAt(server.address(), 10s);
        const auto heard = server.heard();
        QVERIFY(heard.size() >= 2);
        constexpr std::size_t kTokenLengthAt = 8;
        QCOMPARE(wire::readInt32(heard[0], kTokenLengthAt), 0);
        for (const char* part : {"username=\"alice\"", "realm=\"zk-sasl-md5\"",
                                 "digest-uri=\"zookeeper/zk-sasl-md5\"", "nonce=\"OA6MG9tEQGm2hh\""})
            QVERIFY2(heard[1].find(part) != std::string::npos, heard[1].c_str());
        QVERIFY(heard[1].find("secret") == std::string::npos);
    }

    void serverThatNeverAnswers() {
        SaslScript server([](auto, auto) { return std::string(); });
        const auto status = problemAt(server.address(), 2s);
        QVERIFY(status.problem);
        QCOMPARE(status.problem->code, ErrorCode::OperationTimeout);
        QCOMPARE(status.problem->what,
                 "Authenticating at " + server.address() + ": nothing came of it within 1200 ms");
    }

    /// One that hangs holds up none of the others.
    void workersAtOnce() {
        constexpr int kAtOnce = 16;
        std::latch all(kAtOnce);
        std::promise<void> done;
        {
            SideWorkers workers;
            std::atomic<int> ended = 0;
            for (int i = 0; i < kAtOnce; ++i)
                workers.run([&] {
                    all.arrive_and_wait();
                    if (++ended == kAtOnce) done.set_value();
                });
            QVERIFY(done.get_future().wait_for(60s) == std::future_status::ready);
        }
    }

    void workersTakeMoreThanThereAreThreads() {
        SideWorkers workers;
        constexpr int kTasks = 1'000;
        std::atomic<int> ended = 0;
        std::promise<void> done;
        for (int i = 0; i < kTasks; ++i)
            workers.run([&] {
                if (++ended == kTasks) done.set_value();
            });
        QVERIFY(done.get_future().wait_for(60s) == std::future_status::ready);
    }

    /// What is under way at the end is waited for.
    void workersEnd() {
        std::promise<void> begun;
        bool isDone = false;
        {
            SideWorkers workers;
            workers.run([&] {
                begun.set_value();
                std::this_thread::yield();
                isDone = true;
            });
            begun.get_future().wait();
        }
        QVERIFY(isDone);
    }
};

LOCKSCOPE_TEST(SaslTest)
#include "tst_sasl.moc"
