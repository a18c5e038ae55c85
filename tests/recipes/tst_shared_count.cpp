// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_session.h"
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

#include <lockcore/recipes/shared_count.h>

#include <optional>

using namespace lockcore;

namespace {

const std::string kCountPath = "/app/count";

/// Four bytes as Curator writes them.
std::string bytes(unsigned char a, unsigned char b, unsigned char c, unsigned char d) {
    return {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c), static_cast<char>(d)};
}

/// Value and version, of whatever znode.
bool isVersion(const std::optional<VersionedCount>& count, std::pair<std::int32_t, std::int32_t> expected) {
    return count && std::pair(count->value, count->version) == expected;
}

}  // namespace

/// A count as its clients see it, step by step against a server in memory.
class SharedCountTest : public QObject {
    Q_OBJECT

    ManualLoop m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::vector<std::shared_ptr<FakeSession>> m_sessions;

    std::shared_ptr<FakeSession> open() { return m_sessions.emplace_back(m_server->open()); }

    /// Starts something and returns what it came to.
    Result<VersionedCount> answer(const std::function<void(Completion<VersionedCount>)>& start) {
        const auto result = std::make_shared<std::optional<Result<VersionedCount>>>();
        start([result](Result<VersionedCount> settled) { *result = std::move(settled); });
        m_loop.runReady();
        return result->value_or(fail(ErrorCode::Busy, "no answer"));
    }
    Result<VersionedCount> set(SharedCount& count, std::int32_t value) {
        return answer([&](auto done) { count.setAsync(value, std::move(done)); });
    }
    Result<VersionedCount> read(SharedCount& count) {
        return answer([&](auto done) { count.readAsync(std::move(done)); });
    }

    struct Heard {
        std::vector<std::int32_t> values;
        std::vector<ErrorCode> errors;
    };
    static SharedCount::Listener listenTo(Heard& heard) {
        return [&heard](const Result<VersionedCount>& count) {
            if (count) {
                heard.values.push_back(count->value);
            } else {
                heard.errors.push_back(count.error().code);
            }
        };
    }

private Q_SLOTS:
    void init() { m_server = std::make_unique<FakeZooKeeper>(m_loop); }

    void cleanup() {
        m_loop.runReady();
        for (const auto& session : m_sessions) {
            QCOMPARE(session->watchCount(), std::size_t{0});  // each test's counts are gone by now
            session->close();
        }
        m_sessions.clear();
        m_loop.runReady();
        QCOMPARE(m_loop.timerCount(), std::size_t{0});
    }

    void createsWhatIsMissingWithItsSeed() {
        SharedCount count(open(), "/a/b/count", 7);
        QVERIFY(!count.latest());
        m_loop.runReady();
        QVERIFY(isVersion(count.latest(), {7, 0}));
        QCOMPARE(m_server->get("/a/b/count")->data, bytes(0, 0, 0, 7));
        QCOMPARE(m_server->exists("/a/b/count")->ephemeralOwner, SessionId::None);
    }

    void keepsWhatIsThere() {
        m_server->createPath("/app");
        QVERIFY(m_server->create(kCountPath, bytes(0x01, 0x02, 0x03, 0x04), NodeKind::Persistent));
        SharedCount count(open(), kCountPath, 7);
        m_loop.runReady();
        QVERIFY(isVersion(count.latest(), {0x01020304, 0}));
    }

    void writesNegativeNumbersToo() {
        SharedCount count(open(), kCountPath, 0);
        QVERIFY(isVersion(set(count, -2).value(), {-2, 1}));
        QCOMPARE(m_server->get(kCountPath)->data, bytes(0xff, 0xff, 0xff, 0xfe));
        QCOMPARE(read(count)->value, -2);
        QVERIFY(set(count, std::numeric_limits<std::int32_t>::min()));
        QCOMPARE(m_server->get(kCountPath)->data, bytes(0x80, 0, 0, 0));
        QCOMPARE(read(count)->value, std::numeric_limits<std::int32_t>::min());
    }

    void otherDataIsNoCount() {
        m_server->createPath("/app");
        QVERIFY(m_server->create(kCountPath, "12", NodeKind::Persistent));
        SharedCount count(open(), kCountPath, 7);
        Heard heard;
        count.addListener(listenTo(heard));
        m_loop.runReady();
        QCOMPARE(heard.errors, std::vector{ErrorCode::BadFormat});
        QVERIFY(!count.latest());
        QCOMPARE(set(count, 1).error().code, ErrorCode::BadFormat);  // what it is not is not overwritten
        QVERIFY(m_server->set(kCountPath, bytes(0, 0, 0, 3)));
        m_loop.runReady();
        QCOMPARE(heard.values, std::vector{3});
    }

    void pathHasToBeOne() {
        SharedCount count(open(), "app", 7);
        QCOMPARE(read(count).error().code, ErrorCode::BadArguments);
    }

    void everybodyHearsOfAChange() {
        SharedCount mine(open(), kCountPath, 1);
        SharedCount theirs(open(), kCountPath, 5);
        m_loop.runReady();
        Heard heard;
        theirs.addListener(listenTo(heard));
        m_loop.runReady();
        QVERIFY(set(mine, 2));
        QVERIFY(set(mine, 3));
        QCOMPARE(heard.values, std::vector({1, 2, 3}));
        QVERIFY(isVersion(theirs.latest(), {3, 2}));
    }

    void compareAndSetRefusesWhatSomebodyChanged() {
        SharedCount mine(open(), kCountPath, 1);
        SharedCount theirs(open(), kCountPath, 1);
        m_loop.runReady();
        const auto before = mine.latest().value();
        QVERIFY(set(theirs, 2));
        const auto refused = answer([&](auto done) { mine.compareAndSetAsync(before, 10, std::move(done)); });
        QCOMPARE(refused.error().code, ErrorCode::BadVersion);
        const auto written =
            answer([&](auto done) { mine.compareAndSetAsync(mine.latest().value(), 10, std::move(done)); });
        QVERIFY(isVersion(written.value(), {10, 2}));
        QCOMPARE(theirs.latest()->value, 10);
    }

    /// Versions begin anew: by them alone the new znode would be taken for the one that was read.
    void compareAndSetRefusesAnotherZnodeOfTheSameVersion() {
        SharedCount count(open(), kCountPath, 1);
        m_loop.runReady();
        const auto before = count.latest().value();
        QVERIFY(m_server->remove(kCountPath));
        QVERIFY(m_server->create(kCountPath, bytes(0, 0, 0, 8), NodeKind::Persistent));
        QCOMPARE(m_server->exists(kCountPath)->version, before.version);
        const auto refused =
            answer([&](auto done) { count.compareAndSetAsync(before, 10, std::move(done)); });
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::BadVersion);
        QCOMPARE(m_server->get(kCountPath)->data, bytes(0, 0, 0, 8));
        QVERIFY(answer([&](auto done) { count.compareAndSetAsync(*count.latest(), 10, std::move(done)); }));
    }

    /// Created again just between the look and the write: it can't be told before, and is told afterwards.
    void compareAndSetTellsThatItWroteAnotherZnode() {
        const auto session = open();
        SharedCount count(session, kCountPath, 1);
        m_loop.runReady();
        const auto before = count.latest().value();
        session->setStepped(true);
        std::optional<Result<VersionedCount>> result;
        count.compareAndSetAsync(before, 10,
                                 [&](const Result<VersionedCount>& written) { result = written; });
        m_loop.runReady();
        QVERIFY(session->applyNext() && session->applyNext());      // sync, look
        QVERIFY(session->deliverNext() && session->deliverNext());  // and what they told
        m_loop.runReady();
        QVERIFY(m_server->remove(kCountPath));
        QVERIFY(m_server->create(kCountPath, bytes(0, 0, 0, 8), NodeKind::Persistent));
        while (session->applyNext() || session->deliverNext())
            m_loop.runReady();
        QVERIFY(result && !*result);
        QCOMPARE(result->error().code, ErrorCode::BadVersion);
        QVERIFY2(result->error().what.find("has been written") != std::string::npos,
                 result->error().what.c_str());
        QCOMPARE(m_server->get(kCountPath)->data, bytes(0, 0, 0, 10));
        session->setStepped(false);
        m_loop.runReady();
    }

    void waitsForItsConnection() {
        const auto session = open();
        session->disconnect();
        m_loop.runReady();
        SharedCount count(session, kCountPath, 4);
        QCOMPARE(set(count, 5).error().code, ErrorCode::Busy);  // no answer yet
        QVERIFY(session->reconnect());
        m_loop.runReady();
        QCOMPARE(count.latest()->value, 5);
    }

    void hearsWhatItMissedWhileDisconnected() {
        const auto session = open();
        SharedCount count(session, kCountPath, 1);
        Heard heard;
        count.addListener(listenTo(heard));
        m_loop.runReady();
        session->disconnect();
        m_loop.runReady();
        QVERIFY(m_server->set(kCountPath, bytes(0, 0, 0, 9)));
        QVERIFY(session->reconnect());
        m_loop.runReady();
        QCOMPARE(heard.values, std::vector({1, 9}));
        QCOMPARE(heard.errors.size(), std::size_t{0});
    }

    /// Whatever request a broken connection takes along, applied or not, the count is known afterwards.
    void connectionBreaksAtAnyRequest_data() {
        QTest::addColumn<int>("request");
        QTest::addColumn<bool>("applied");
        for (int request = 0; request < 6; ++request) {
            QTest::addRow("%d lost", request) << request << false;
            QTest::addRow("%d applied", request) << request << true;
        }
    }
    void connectionBreaksAtAnyRequest() {
        QFETCH(int, request);
        QFETCH(bool, applied);
        const auto session = open();
        int left = request;
        session->setFate([&](const FakeSession::Request&) {
            if (left-- != 0) return FakeSession::Fate::Apply;
            return applied ? FakeSession::Fate::LoseReply : FakeSession::Fate::LoseRequest;
        });
        SharedCount count(session, kCountPath, 3);
        m_loop.runReady();
        session->reconnect();
        m_loop.runReady();
        QVERIFY(isVersion(count.latest(), {3, 0}));
        QVERIFY(m_server->set(kCountPath, bytes(0, 0, 0, 4)));
        m_loop.runReady();
        session->reconnect();
        m_loop.runReady();
        QCOMPARE(count.latest()->value, 4);
    }

    void deletedCountIsReadAgainWhenItIsThere() {
        const auto session = open();
        SharedCount count(session, kCountPath, 3);
        QVERIFY(set(count, 4) && set(count, 5));
        QVERIFY(m_server->remove(kCountPath));
        m_loop.runReady();
        QVERIFY(!m_server->exists(kCountPath));  // whoever deleted it meant it
        QCOMPARE(count.latest()->value, 5);
        QCOMPARE(set(count, 6).error().code, ErrorCode::NoNode);
        QVERIFY(m_server->create(kCountPath, bytes(0, 0, 0, 1), NodeKind::Persistent));
        m_loop.runReady();
        QVERIFY(isVersion(count.latest(), {1, 0}));  // though its version is lower
    }

    void refusalIsToldAndTriedAgainWhenAsked() {
        m_server->createPath("/app");
        QVERIFY(m_server->create(kCountPath, bytes(0, 0, 0, 2), NodeKind::Persistent));
        m_server->forbidRead(kCountPath);
        SharedCount count(open(), kCountPath, 3);
        Heard heard;
        count.addListener(listenTo(heard));
        m_loop.runReady();
        QCOMPARE(heard.errors, std::vector{ErrorCode::NoAuth});
        m_server->allowRead(kCountPath);
        QVERIFY(isVersion(read(count).value(), {2, 0}));
        QCOMPARE(heard.values, std::vector{2});
    }

    void createThatIsRefusedEnds() {
        const auto session = open();
        session->setError([](const FakeSession::Request& request) {
            return request.op == FakeSession::Op::Create && request.path != kCountPath
                       ? std::optional(ErrorCode::NoAuth)
                       : std::nullopt;
        });
        SharedCount count(session, kCountPath, 3);
        const auto refused = read(count);
        QCOMPARE(refused.error().code, ErrorCode::NoAuth);
        QVERIFY(refused.error().path != kCountPath);
        QVERIFY(session->sent().size() < 20);
    }

    void sessionsEndIsTheCountsEnd() {
        const auto session = open();
        SharedCount count(session, kCountPath, 3);
        Heard heard;
        count.addListener(listenTo(heard));
        m_loop.runReady();
        session->expire();
        m_loop.runReady();
        QCOMPARE(heard.errors, std::vector{ErrorCode::SessionExpired});
        QCOMPARE(count.latest()->value, 3);
        QCOMPARE(set(count, 4).error().code, ErrorCode::SessionExpired);
    }

    void lastCopyEndsTheWatching() {
        const auto session = open();
        Heard heard;
        {
            SharedCount count(session, kCountPath, 3);
            const SharedCount copy = count;
            count.addListener(listenTo(heard));
            m_loop.runReady();
            QCOMPARE(session->watchCount(), std::size_t{1});
        }
        m_loop.runReady();
        QCOMPARE(session->watchCount(), std::size_t{0});
        QVERIFY(m_server->set(kCountPath, bytes(0, 0, 0, 4)));
        m_loop.runReady();
        QCOMPARE(heard.values, std::vector{3});
    }

    void endSettlesWhatWaits() {
        const auto session = open();
        session->disconnect();
        m_loop.runReady();
        std::optional<ErrorCode> code;
        {
            SharedCount count(session, kCountPath, 3);
            count.setAsync(4, [&](const Result<VersionedCount>& result) { code = result.error().code; });
            m_loop.runReady();
        }
        m_loop.runReady();
        QCOMPARE(code, std::optional(ErrorCode::Cancelled));
    }

    void removedListenerHearsNoMore() {
        SharedCount count(open(), kCountPath, 3);
        Heard heard;
        Heard other;
        const auto token = count.addListener(listenTo(heard));
        count.addListener([&](const Result<VersionedCount>& value) {
            count.removeListener(token);  // in a listener, too
            listenTo(other)(value);
        });
        m_loop.runReady();
        QVERIFY(set(count, 4));
        QCOMPARE(heard.values, std::vector{3});
        QCOMPARE(other.values, std::vector({3, 4}));
    }

    void blockingOnTheLoopIsRefused() {
        SharedCount count(open(), kCountPath, 3);
        QCOMPARE(count.read().error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(count.set(1).error().code, ErrorCode::WouldBlockLoop);
        QCOMPARE(count.compareAndSet({}, 1).error().code, ErrorCode::WouldBlockLoop);
        m_loop.runReady();
    }
};

LOCKSCOPE_TEST(SharedCountTest)
#include "tst_shared_count.moc"
