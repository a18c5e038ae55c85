// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "random_source.h"
#include "simulated_cluster.h"
#include "test_program.h"

#include <lockcore/lab/register.h>

using namespace lockcore;

namespace {

const std::string kRegisterPath = "/run/register/orders";
const std::string kGuardingLock = "/run/lock";

RegisterEntry entryOf(std::uint64_t contender, Zxid token, RegisterCheck check,
                      std::int64_t number = kNoNumber) {
    return {contender, 1, token, number, check};
}

/// Clients that hold one lock in turns, and never learn that they have lost it: each goes on writing. The
/// connections to the register break as the seed says.
class RegisterSchedule {
public:
    RegisterSchedule(std::uint64_t seed, RegisterCheck check, bool isNumbering)
        : m_random(seed), m_check(check), m_isNumbering(isNumbering) {
        m_cluster.server->createPath("/run");
        m_cluster.server->createPath(kGuardingLock);
        makeRegister(*m_cluster.open(), kRegisterPath, [](const Result<void>&) {});
        m_cluster.loop.runReady();
        for (std::uint64_t contender = 1; contender <= 3; ++contender)
            m_clients.push_back(makeClient(contender));
    }

    RegisterReading play() {
        for (int step = 0; step < 150; ++step)
            act();
        heal();
        Outcome<RegisterReading> read;
        readBack(*m_cluster.open(), kRegisterPath, read.completion());
        m_cluster.loop.runReady();
        const RegisterReading reading = read.isDone() ? judge(*read.result(), m_told) : RegisterReading{};
        m_isPlayed = read.isDone() && m_cluster.closeSessions();
        return reading;
    }

    /// All was read, and nothing waits any more.
    bool isPlayed() const { return m_isPlayed; }

private:
    struct Client {
        std::uint64_t contender;
        std::shared_ptr<FakeSession> resource;
        std::uint64_t round = 0;
        Zxid token = Zxid::None;
        std::string holder = {};
    };

    Client makeClient(std::uint64_t contender) {
        auto resource = m_cluster.open();
        resource->setStepped(true);
        resource->setFate([this](const FakeSession::Request&) {
            const int chance = m_random.below(100);
            if (chance < 4) return FakeSession::Fate::LoseReply;
            return chance < 8 ? FakeSession::Fate::LoseRequest : FakeSession::Fate::Apply;
        });
        return {contender, resource};
    }

    void act() {
        Client& client = m_clients[m_random.index(m_clients.size())];
        const int chance = m_random.below(100);
        if (chance < 12) {
            grant(client);
        } else if (chance < 40) {
            write(client);
        } else if (!client.resource->isLinked()) {
            client.resource->reconnect();
        } else if (m_random.percent(50)) {
            client.resource->applyNext();
        } else {
            client.resource->deliverNext();
        }
        m_cluster.loop.runReady();
    }

    /// The holder's session ends, and this client is the next one.
    void grant(Client& client) {
        if (!m_holder.empty() && !m_cluster.server->remove(m_holder)) return;
        const auto made = m_cluster.server->create(kGuardingLock + "/lock-", "",
                                                   NodeKind::EphemeralSequential, SessionId{77});
        if (!made) return;
        m_holder = made->path;
        client.holder = made->path;
        client.token = made->stat.czxid;
        ++client.round;
    }

    void write(const Client& client) {
        if (client.holder.empty()) return;
        const RegisterEntry entry{client.contender, client.round, client.token,
                                  m_isNumbering ? kNextNumber : ++m_number, m_check};
        RegisterWriter(client.resource, kRegisterPath)
            .write(entry, client.holder, [this, entry](const Result<std::int64_t>& written) {
                if (written)
                    m_told.push_back({entry.contender, entry.round, *written, Told::Answer::Written});
                else if (written.error().code == ErrorCode::HoldLost)
                    m_told.push_back({entry.contender, entry.round, entry.number, Told::Answer::Refused});
            });
    }

    void heal() {
        for (const Client& client : m_clients)
            client.resource->setFate({});
        for (bool moves = true; moves;) {
            moves = false;
            m_cluster.loop.runReady();
            for (const Client& client : m_clients) {
                if (!client.resource->isLinked()) moves = client.resource->reconnect() || moves;
                moves = client.resource->applyNext() || moves;
                moves = client.resource->deliverNext() || moves;
            }
        }
    }

    SimulatedCluster m_cluster;
    RandomSource m_random;
    const RegisterCheck m_check;
    const bool m_isNumbering;
    std::vector<Client> m_clients;
    std::vector<Told> m_told;
    std::string m_holder;
    std::int64_t m_number = 0;
    bool m_isPlayed = false;
};

/// What many schedules came to together.
struct ScheduleSums {
    std::uint64_t writes = 0;
    std::uint64_t stale = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t missing = 0;
    std::uint64_t undecided = 0;
    std::uint64_t refused = 0;
    std::uint64_t unread = 0;

    void add(const RegisterReading& reading, bool isRead) {
        writes += reading.writes();
        stale += reading.stale;
        duplicates += reading.duplicates;
        missing += reading.missing;
        undecided += reading.undecided;
        refused += reading.refused;
        if (!isRead || reading.changedByOthers) ++unread;
    }
};

ScheduleSums playSchedules(RegisterCheck check, bool isNumbering) {
    constexpr std::uint64_t kSeeds = 300;
    ScheduleSums sums;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RegisterSchedule schedule(seed, check, isNumbering);
        const auto reading = schedule.play();
        sums.add(reading, schedule.isPlayed());
    }
    return sums;
}

}  // namespace

/// The protected register against a server in memory: step by step, and under schedules in which answers get
/// lost while clients write that hold nothing any more.
class LabRegisterTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SimulatedCluster> m_cluster;

    void make() {
        Outcome<void> made;
        makeRegister(*m_cluster->open(), kRegisterPath, made.completion());
        m_cluster->loop.runReady();
        QVERIFY(made.isDone());
    }

    Outcome<std::int64_t> write(const std::shared_ptr<FakeSession>& resource, const RegisterEntry& entry,
                                const std::string& holder = {}) {
        Outcome<std::int64_t> written;
        RegisterWriter(resource, kRegisterPath).write(entry, holder, written.completion());
        m_cluster->loop.runReady();
        return written;
    }

    RegisterReading read() {
        Outcome<RegisterReading> reading;
        readBack(*m_cluster->open(), kRegisterPath, reading.completion());
        m_cluster->loop.runReady();
        return reading.isDone() ? *reading.result() : RegisterReading{};
    }

    std::string data(const std::string& path) const {
        const auto node = m_cluster->server->get(path);
        return node ? node->data : std::string();
    }

    std::string makeHolder() {
        m_cluster->server->createPath(kGuardingLock);
        const auto made = m_cluster->server->create(kGuardingLock + "/lock-", "",
                                                    NodeKind::EphemeralSequential, SessionId{77});
        return made ? made->path : std::string();
    }

private Q_SLOTS:
    void init() {
        m_cluster = std::make_unique<SimulatedCluster>();
        m_cluster->server->createPath("/run");
    }
    void cleanup() {
        QVERIFY(m_cluster->closeSessions());
        m_cluster.reset();
    }

    void isMadeOnce() {
        make();
        const auto resource = m_cluster->open();
        QVERIFY(write(resource, entryOf(1, Zxid{5}, RegisterCheck::None, 9)).isDone());
        make();
        QCOMPARE(data(kRegisterPath), std::string("5 9 1 1"));
    }

    void isNotMadeWithoutItsRun() {
        Outcome<void> made;
        makeRegister(*m_cluster->open(), "/other/register/orders", made.completion());
        m_cluster->loop.runReady();
        QVERIFY(made.isError(ErrorCode::NoNode));
    }

    void saysWhatWasWrittenLastAndKeepsEachWrite() {
        make();
        const auto resource = m_cluster->open();
        QVERIFY(write(resource, {3, 2, Zxid{17}, 40, RegisterCheck::None}).isDone());
        QVERIFY(write(resource, {4, 1, Zxid{18}, 41, RegisterCheck::Token}).isDone());
        QCOMPARE(data(kRegisterPath), std::string("18 41 4 1"));
        QCOMPARE(data(kRegisterPath + "/w-0000000000"), std::string("3 2 17 40 none"));
        QCOMPARE(data(kRegisterPath + "/w-0000000001"), std::string("4 1 18 41 token"));
        const auto reading = read();
        QCOMPARE(reading.name, std::string("orders"));
        QVERIFY(!reading.changedByOthers);
        QCOMPARE(reading.writes(), std::uint64_t{2});
        QVERIFY(reading.entries.front() == (RegisterEntry{3, 2, Zxid{17}, 40, RegisterCheck::None}));
        QVERIFY(reading.entries.back() == (RegisterEntry{4, 1, Zxid{18}, 41, RegisterCheck::Token}));
    }

    void refusesALowerTokenThanItKnows() {
        make();
        const auto resource = m_cluster->open();
        QVERIFY(write(resource, entryOf(2, Zxid{12}, RegisterCheck::Token)).isDone());
        QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::Token)).isError(ErrorCode::HoldLost));
        QVERIFY(write(resource, entryOf(2, Zxid{12}, RegisterCheck::Token)).isDone());
        QCOMPARE(read().writes(), std::uint64_t{2});
        QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::None)).isDone());  // who does not ask
        QCOMPARE(read().stale, std::uint64_t{1});
    }

    void refusesWhoseHoldersZnodeIsGone() {
        make();
        const auto resource = m_cluster->open();
        const auto holder = makeHolder();
        QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::Hold), holder).isDone());
        QVERIFY(m_cluster->server->remove(holder));
        const auto refused = write(resource, entryOf(1, Zxid{11}, RegisterCheck::Hold), holder);
        QVERIFY(refused.isError(ErrorCode::HoldLost));
        QCOMPARE(read().writes(), std::uint64_t{1});
    }

    /// A register that is gone refuses nobody: it is gone.
    void missingRegisterIsNoRefusal() {
        const auto holder = makeHolder();
        const auto resource = m_cluster->open();
        QVERIFY(
            write(resource, entryOf(1, Zxid{11}, RegisterCheck::Hold), holder).isError(ErrorCode::NoNode));
        QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::Token)).isError(ErrorCode::NoNode));
    }

    void numbersGoOnFromWhatIsThere() {
        make();
        const auto resource = m_cluster->open();
        const auto first = write(resource, entryOf(1, Zxid{11}, RegisterCheck::Token, kNextNumber));
        const auto second = write(resource, entryOf(1, Zxid{11}, RegisterCheck::None, kNextNumber));
        QVERIFY(first.isDone() && second.isDone());
        QCOMPARE(*first.result(), std::int64_t{1});
        QCOMPARE(*second.result(), std::int64_t{2});
        QCOMPARE(read().entries.back().number, std::int64_t{2});
    }

    /// Somebody is always quicker: it gives up, and has written nothing.
    void whoIsOvertakenEachTimeIsTold() {
        make();
        const auto resource = m_cluster->open();
        const auto other = m_cluster->open();
        resource->setStepped(true);
        auto written = write(resource, entryOf(2, Zxid{12}, RegisterCheck::Token));
        std::uint64_t others = 0;
        for (; written.isPending() && others < 100; ++others) {
            resource->applyNext();  // the read
            QVERIFY(write(other, entryOf(1, Zxid{11}, RegisterCheck::None)).isDone());
            resource->deliverNext();
            m_cluster->loop.runReady();
            resource->applyNext();  // the write, in vain
            resource->deliverNext();
            m_cluster->loop.runReady();
        }
        QVERIFY(written.isError(ErrorCode::Busy));
        QCOMPARE(read().writes(), others);
    }

    void writeWithoutAnswerIsNotSentAgain() {
        make();
        const auto resource = m_cluster->open();
        breakAt(resource, 1, FakeSession::Fate::LoseReply);  // 0 is the read
        const auto written = write(resource, entryOf(1, Zxid{11}, RegisterCheck::Token));
        QVERIFY(written.isError(ErrorCode::ConnectionLoss));
        QVERIFY(resource->reconnect());
        m_cluster->loop.runReady();
        QCOMPARE(resource->countSent(FakeSession::Op::Multi), std::size_t{1});
        QCOMPARE(read().undecided, std::uint64_t{1});
    }

    void whatOthersDidIsNotJudged_data() {
        QTest::addColumn<int>("what");
        QTest::addRow("a write beside the journal") << 0;
        QTest::addRow("an entry that is gone") << 1;
        QTest::addRow("a znode that is none") << 2;
        QTest::addRow("an entry that was changed") << 3;
    }
    void whatOthersDidIsNotJudged() {
        QFETCH(int, what);
        make();
        const auto resource = m_cluster->open();
        for (int i = 0; i < 3; ++i)
            QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::Token)).isDone());
        QVERIFY(!read().changedByOthers);
        auto& server = *m_cluster->server;
        const std::string second = kRegisterPath + "/w-0000000001";
        if (what == 0) QVERIFY(server.set(kRegisterPath, "0 0 0 0"));
        if (what == 1) QVERIFY(server.remove(second));
        if (what == 2) QVERIFY(server.create(kRegisterPath + "/note", "", NodeKind::Persistent));
        if (what == 3) QVERIFY(server.set(second, "1 1 11 0 perhaps"));
        QVERIFY(read().changedByOthers);
    }

    void longJournalIsReadInItsOrderAndNotAllAtOnce() {
        make();
        constexpr int kMany = 1000;
        const auto resource = m_cluster->open();
        for (int i = 1; i <= kMany; ++i)
            RegisterWriter(resource, kRegisterPath)
                .write(entryOf(1, Zxid{11}, RegisterCheck::None, i), {}, [](const Result<std::int64_t>&) {});
        m_cluster->loop.runReady();
        const auto reader = m_cluster->open();
        Outcome<RegisterReading> reading;
        readBack(*reader, kRegisterPath, reading.completion());
        m_cluster->loop.runReady();
        QVERIFY(reading.isDone());
        const auto& entries = reading.result()->entries;
        QCOMPARE(entries.size(), std::size_t{kMany});
        for (int i = 0; i < kMany; ++i)
            QCOMPARE(entries[static_cast<std::size_t>(i)].number, std::int64_t{i + 1});
        QVERIFY(reader->maxInFlight() <= 256);
    }

    void readingThatBreaksIsTold() {
        make();
        const auto resource = m_cluster->open();
        QVERIFY(write(resource, entryOf(1, Zxid{11}, RegisterCheck::None)).isDone());
        const auto reader = m_cluster->open();
        breakAt(reader, 2, FakeSession::Fate::LoseRequest);
        Outcome<RegisterReading> reading;
        readBack(*reader, kRegisterPath, reading.completion());
        m_cluster->loop.runReady();
        QVERIFY(reading.isError(ErrorCode::ConnectionLoss));
    }

    void guardedRegisterTakesNoStaleWriteWhateverGetsLost_data() {
        QTest::addColumn<RegisterCheck>("check");
        QTest::addRow("token") << RegisterCheck::Token;
        QTest::addRow("hold") << RegisterCheck::Hold;
    }
    void guardedRegisterTakesNoStaleWriteWhateverGetsLost() {
        QFETCH(RegisterCheck, check);
        const auto sums = playSchedules(check, false);
        QCOMPARE(sums.unread, std::uint64_t{0});
        QCOMPARE(sums.stale, std::uint64_t{0});
        QCOMPARE(sums.missing, std::uint64_t{0});
        QVERIFY(sums.writes > 0);
        QVERIFY(sums.refused > 0);    // some tried
        QVERIFY(sums.undecided > 0);  // and some answers were lost
    }

    void plainRegisterTakesThem() {
        const auto sums = playSchedules(RegisterCheck::None, false);
        QCOMPARE(sums.unread, std::uint64_t{0});
        QVERIFY(sums.stale > 0);
        QCOMPARE(sums.refused, std::uint64_t{0});
        QCOMPARE(sums.missing, std::uint64_t{0});
        QVERIFY(sums.undecided > 0);
    }

    void guardedNumbersAreUnique_data() { guardedRegisterTakesNoStaleWriteWhateverGetsLost_data(); }
    void guardedNumbersAreUnique() {
        QFETCH(RegisterCheck, check);
        const auto sums = playSchedules(check, true);
        QCOMPARE(sums.duplicates, std::uint64_t{0});
        QVERIFY(sums.writes > 0);
    }

    void plainNumbersAreNot() { QVERIFY(playSchedules(RegisterCheck::None, true).duplicates > 0); }
};

LOCKSCOPE_TEST(LabRegisterTest)
#include "tst_lab_register.moc"
