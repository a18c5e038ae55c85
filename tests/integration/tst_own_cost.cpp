// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_commands.h"
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "scripted_server.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QUrl>

#include <array>
#include <optional>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr quint16 kUsualAdminPort = 8080;
const std::string kCostlyName = "_c_00000000-0000-0000-0000-000000000001-lock-";

/// An address of this machine that no other program is likely to have taken.
QHostAddress rareAddress() {
    return QHostAddress(QHostAddress(QStringLiteral("127.90.0.0")).toIPv4Address() +
                        ScriptedServer::unusedPort());
}

/// What a server has been asked so far.
struct Asked {
    double requests = 0;  ///< by one session, pings too
    double words = 0;     ///< by anybody
};

/// As the server itself counts; empty while it does not answer. Blocks.
std::optional<Asked> askedSoFar(const LocalCluster& server, SessionId session) {
    QFile log(QString::fromStdString(server.logFile()));
    if (!log.open(QIODevice::ReadOnly)) return std::nullopt;
    Asked asked{.words = static_cast<double>(log.readAll().count(" command from /"))};
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    if (!socket.waitForConnected()) return std::nullopt;
    socket.write("cons");
    QByteArray answer;
    while (socket.waitForReadyRead())
        answer += socket.readAll();
    const QRegularExpression line(
        QStringLiteral("recved=(\\d+),[^)]*sid=0x%1,").arg(static_cast<quint64>(session), 0, 16));
    const auto match = line.match(QString::fromUtf8(answer));
    if (!match.hasMatch()) return std::nullopt;
    asked.requests = match.captured(1).toDouble();
    return asked;
}

/// Locks that nobody takes, and some that change all the time, by a client that is near. Lives on the test's
/// thread, in whose event loop it works.
class SteadyTraffic {
public:
    static constexpr std::size_t kBusyLocks = 5;

    explicit SteadyTraffic(const std::string& connect) : m_client(connect, 40s) {
        for (int i = 0; i < 50; ++i)
            m_client.queue("/kept/" + std::to_string(i), kCostlyName);
        for (std::size_t lock = 0; lock < kBusyLocks; ++lock)
            turn();
        QObject::connect(&m_pace, &QTimer::timeout, [this] { turn(); });
        m_pace.start(50);
    }
    static std::string path(std::size_t lock) { return "/busy/" + std::to_string(lock); }
    /// How often somebody has come so far.
    int turns() const { return m_turns; }

private:
    /// Somebody comes, and who was there before leaves.
    void turn() {
        ++m_turns;
        m_next = (m_next + 1) % kBusyLocks;
        std::string& holder = m_holders.at(m_next);
        const std::string name = m_client.queue(path(m_next), kCostlyName);
        if (!holder.empty()) m_client.remove(path(m_next) + '/' + holder);
        holder = name;
    }

    RawClient m_client;
    std::array<std::string, kBusyLocks> m_holders;
    std::size_t m_next = 0;
    int m_turns = 0;
    QTimer m_pace;
};

/// What a second of a feed costs a server that is that far away; nothing where the server does not tell.
std::optional<Asked> costPerSecond(const LocalCluster& server, const SteadyTraffic& traffic, int oneWayMs) {
    constexpr int kTurns = 240;
    const auto proxy = Peer::delayProxy(server.port(), oneWayMs);
    ClusterWatch watch({.connect = "127.0.0.1:" + proxy->hear().toStdString(),
                        .adminUrl = ScriptedServer::nobodysAdminUrl(),
                        .interval = 1s});
    std::set<std::string> busy;
    for (std::size_t lock = 0; lock < SteadyTraffic::kBusyLocks; ++lock)
        busy.insert(SteadyTraffic::path(lock));
    watch.feed().observe(busy);
    // What a feed does at its beginning is not what it costs.
    if (!watch.next()) return std::nullopt;
    const auto seen = watch.next();
    if (!seen) return std::nullopt;
    QElapsedTimer time;
    time.start();
    const auto before = askedSoFar(server, seen->sample->ownSession);
    const int turnsBefore = traffic.turns();
    const bool isMeasured =
        QTest::qWaitFor([&] { return traffic.turns() >= turnsBefore + kTurns; }, kServerPatienceMs);
    const auto after = askedSoFar(server, seen->sample->ownSession);
    const double seconds = static_cast<double>(time.elapsed()) / 1000;
    if (!isMeasured || !before || !after) return std::nullopt;
    const Asked cost{(after->requests - before->requests) / seconds,
                     (after->words - before->words) / seconds};
    qInfo("%d ms each way: %.1f requests and %.2f words a second", oneWayMs, cost.requests, cost.words);
    return cost;
}

}  // namespace

/// What this program asks of real servers, as these, or what stands in front of them, count it.
class TestOwnCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usualAdminPort_data();
    void usualAdminPort();
    void clientsOthersWaitForAreAskedAfterInTime();
    void costDoesNotGrowWithTheDistance();
};

void TestOwnCost::usualAdminPort_data() {
    QTest::addColumn<bool>("isAdminServer");
    QTest::newRow("another program") << false;
    QTest::newRow("AdminServer") << true;
}

/// Nobody has said that an AdminServer is there: another program hears of us at the beginning, and never
/// again.
void TestOwnCost::usualAdminPort() {
    QFETCH(const bool, isAdminServer);
    const LocalCluster& server = TestCluster::instance().server();
    if (isAdminServer && server.adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string chroot = parseConnectString(TestCluster::instance().freshConnectString())->chroot;
    RawClient client(server.connectString() + chroot);
    client.queue("/lock", kCostlyName);
    const ScriptedServer page([](const std::string&) {
        return ScriptedServer::Reply{ScriptedServer::http(200, "<html>Welcome</html>")};
    });
    const QHostAddress host = rareAddress();
    const auto front = Peer::delayProxyAt(host.toString().toStdString(), server.port(), 0);
    QCOMPARE(front->hear(), QString::number(server.port()));
    const quint16 behind = isAdminServer
                               ? static_cast<quint16>(QUrl(QString::fromStdString(server.adminUrl())).port())
                               : page.port();
    const TcpProxy usual(behind, host, kUsualAdminPort);
    if (!usual.isListening()) QSKIP("a program on this machine has port 8080 of all addresses");
    int knocks = 0;
    connect(&usual, &QTcpServer::newConnection, this, [&] { ++knocks; });

    ClusterWatch watch(
        {.connect = host.toString().toStdString() + ':' + std::to_string(server.port()) + chroot,
         .adminUrl = {}});
    const auto seen = watch.await([&](const ClusterAssessment& it) {
        return it.sample->locks.size() == 1 && it.sample->servers.size() == 1 &&
               it.sample->servers.front().connections && !it.sample->catalog->server.empty();
    });
    QVERIFY(seen);
    QCOMPARE(seen->sample->catalog->source,
             isAdminServer ? DiscoverySource::AdminServer : DiscoverySource::FourLetter);
    const int atFirst = knocks;
    for (int i = 0; i < 3; ++i)
        QVERIFY(watch.next());
    if (isAdminServer) {
        QVERIFY2(knocks >= atFirst + 3, qPrintable(QString::number(knocks)));
    } else {
        QVERIFY(atFirst > 0);
        QCOMPARE(knocks, atFirst);
        // One question of whoever lists the locks, and one of whoever looks at the servers, show what it is.
        const auto requests = page.requests();
        QVERIFY2(requests.size() <= 2, qPrintable(QString::number(requests.size())));
        for (const std::string& request : requests)
            QVERIFY2(request.starts_with("GET /commands/configuration"), request.c_str());
    }
}

/// Nothing changes, and nobody looks for locks: who holds what others wait for is asked after in each quarter
/// of its timeout all the same.
void TestOwnCost::clientsOthersWaitForAreAskedAfterInTime() {
    const std::string adminUrl = TestCluster::instance().server().adminUrl();
    if (adminUrl.empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    const std::string connect = TestCluster::instance().freshConnectString();
    RawClient holder(connect, 20s);
    RawClient waiter(connect, 20s);
    const std::string held = holder.queue("/lock", kCostlyName);
    waiter.queue("/lock", "_c_00000000-0000-0000-0000-000000000002-lock-");
    waiter.watch("/lock/" + held);
    AskedCommands admin(adminUrl);
    ClusterWatch watch({.connect = connect, .adminUrl = admin.url(), .interval = 1h});
    QVERIFY(watch.await([](const ClusterAssessment& seen) {
        return seen.sessions.size() == 2 && seen.sessions[0].state == SessionState::Connected;
    }));
    static_cast<void>(admin.takeCount("connections"));
    qsizetype asked = 0;
    const auto isAsked = [&] {
        asked += admin.takeCount("connections");
        return asked >= 4;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAsked(), 60'000);
}

/// Who is further away knows less, and later; nothing is asked twice for that.
void TestOwnCost::costDoesNotGrowWithTheDistance() {
    const auto server = LocalCluster::start({.tickTime = 200ms, .adminServer = false});
    QVERIFY2(server, server ? "" : describe(server.error()).c_str());
    const SteadyTraffic traffic((*server)->connectString());
    const auto near = costPerSecond(**server, traffic, 0);
    const auto far = costPerSecond(**server, traffic, 150);
    QVERIFY(near && far);
    QVERIFY(near->requests > 0 && near->words > 0 && far->requests > 0 && far->words > 0);
    // A busy machine may have been slower for the near one.
    QVERIFY(far->requests <= 1.25 * near->requests + 1);
    QVERIFY(far->words <= 1.25 * near->words + 0.5);
}

LOCKSCOPE_TEST(TestOwnCost)
#include "tst_own_cost.moc"
