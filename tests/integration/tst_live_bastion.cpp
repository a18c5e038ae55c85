// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>
#include "live_session.h"
#include "scripted_server.h"
#include "ssh_bastion.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/observe/server_probe.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/bastion_master.h>
#include <lockcore/session/connect_string.h>

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

SessionOptions byWay(const std::string& connectString, const Bastion& bastion) {
    SessionOptions options{connectString, 20s};
    options.route = bastion;
    return options;
}

void runOn(EventLoop& loop, const std::function<void()>& task) {
    std::promise<void> done;
    loop.post([&] {
        task();
        done.set_value();
    });
    done.get_future().wait();
}

}  // namespace

/// Sessions by the user's own ssh and a real sshd.
class LiveBastionTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SshBastion> m_bastion;
    std::unique_ptr<SshBastion> m_byPassword;  ///< takes no keys
    std::unique_ptr<SshBastion> m_closed;      ///< lets in, and leads nowhere

    static std::string server() { return TestCluster::instance().server().connectString(); }

private Q_SLOTS:
    void initTestCase() {
        m_bastion = std::make_unique<SshBastion>(SshBastion::Options());
        m_byPassword = std::make_unique<SshBastion>(SshBastion::Options{.takesKeys = false});
        m_closed = std::make_unique<SshBastion>(SshBastion::Options{.allowsForwarding = false});
    }
    void cleanupTestCase() {
        m_closed.reset();
        m_byPassword.reset();
        m_bastion.reset();
    }

    /// On the same lock as one that comes directly.
    void locks() {
        const auto cluster = freshCluster();
        LiveSession byBastion(byWay(cluster, m_bastion->route()));
        LiveSession direct(cluster);
        QCOMPARE(byBastion.onLoop([&] { return byBastion.session()->status().server; }), server());
        Mutex one(byBastion.session(), "/lock");
        Mutex other(direct.session(), "/lock");
        auto hold = one.acquire();
        QVERIFY(hold);
        QVERIFY(!other.acquireFor(100ms));
        hold->release();
        QVERIFY(other.acquireFor(30s));
    }

    /// A passphrase, which no agent knows: asked for once for the session, and once for all that is asked
    /// beside it.
    void aPersonIsAskedForWhatSshNeeds() {
        Bastion bastion = m_bastion->routeWithLockedKey();
        const auto without = firstWord(byWay(server(), bastion));
        QVERIFY(without.problem && without.problem->code == ErrorCode::RouteFailed);
        QCOMPARE(m_bastion->questions(), 0);
        bastion.askpass = m_bastion->askpass("opener");
        LiveSession live(byWay(freshCluster(), bastion));
        QCOMPARE(m_bastion->questions(), 1);
        EventLoop loop;
        std::unique_ptr<BastionMaster> master;
        runOn(loop, [&] { master = std::make_unique<BastionMaster>(loop, bastion); });
        const Bastion shared = master->shared();
        QVERIFY(shared.askpass.empty());
        const auto isUp = [&] { return QFileInfo::exists(QString::fromStdString(shared.master)); };
        QVERIFY(!isUp());
        runOn(loop, [&] { master->begin(); });
        QTRY_VERIFY_WITH_TIMEOUT(isUp(), 60'000);
        QCOMPARE(m_bastion->questions(), 2);
        runOn(loop, [&] { master.reset(); });
    }

    /// OpenSSH's `-D`, which looks up names at the other end and wants no user.
    void locksByARealSocksProxy() {
        const std::uint16_t port = ScriptedServer::unusedPort();
        QStringList arguments;
        for (const std::string& argument : m_bastion->route().arguments)
            arguments << QString::fromStdString(argument);
        QProcess proxy;
        proxy.start(
            QStringLiteral("ssh"),
            arguments + QStringList{"-v", "-N", "-o", "BatchMode=yes", "-o", "ExitOnForwardFailure=yes", "-D",
                                    "127.0.0.1:" + QString::number(port), "127.0.0.1"});
        QByteArray told;
        proxy.setReadChannel(QProcess::StandardError);
        while (!told.contains("Entering interactive session") && proxy.waitForReadyRead(60'000))
            told += proxy.readAllStandardError();
        QVERIFY2(told.contains("Entering interactive session"), told.constData());
        const auto connect = parseConnectString(freshCluster());
        QVERIFY(connect);
        SessionOptions options{"localhost:" + std::to_string(connect->servers.front().port) + connect->chroot,
                               20s};
        options.route = SocksProxy{.host = "127.0.0.1", .port = port};
        {
            LiveSession byProxy(options);
            Mutex lock(byProxy.session(), "/lock");
            QVERIFY(lock.acquire());
        }
        proxy.kill();
        proxy.waitForFinished(-1);
    }

    void leadsNowhere_data() {
        using Way = std::function<Bastion()>;
        QTest::addColumn<Way>("way");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const Way& way, const char* why) {
            QTest::newRow(name) << way << why;
        };
        row(
            "refuses our key", [this] { return m_bastion->routeWithAnotherKey(); },
            "the bastion lets nobody in by what ssh could show; try ssh in a terminal, .+: "
            ".+: Permission denied \\(publickey\\)\\.$");
        row(
            "unknown host key", [this] { return m_bastion->routeOfNewcomer(); },
            "the bastion's host key is not known here; log in there once with ssh in a terminal, .+$");
        row(
            "another host key", [this] { return m_bastion->routeWithAnotherHostKey(); },
            "the bastion's host key is another one than the known one; ask its owner .+$");
        row(
            "wants a password, and there is no terminal", [this] { return m_byPassword->route(); },
            "the bastion wants a password or another answer, and there is no way to ask for it; let it take "
            "a key, .+: .+: Permission denied \\(password\\)\\.$");
        row(
            "does not allow it", [this] { return m_closed->route(); },
            "the bastion does not allow a connection to the server: .+$");
        row(
            "is not there",
            [this] {
                auto gone = m_bastion->route();
                gone.arguments.insert(gone.arguments.begin(),
                                      {"-p", std::to_string(ScriptedServer::unusedPort())});
                return gone;
            },
            "the bastion can't be reached: .+ Connection refused$");
    }
    /// Tried again like any server that can't be reached: a key may be added to an agent meanwhile.
    void leadsNowhere() {
        QFETCH(const std::function<Bastion()>, way);
        QFETCH(const QString, why);
        const auto word = firstWord(byWay(server(), way()));
        QCOMPARE(word.state, ConnectionState::Connecting);
        QVERIFY(word.problem);
        QVERIFY2(word.problem->code == ErrorCode::RouteFailed, describe(*word.problem).c_str());
        QCOMPARE(word.problem->server, server());
        const QRegularExpression expected(QRegularExpression::escape(QString::fromStdString(
                                              "By the bastion 127.0.0.1 to " + server() + ", ")) +
                                          why);
        QVERIFY2(expected.match(QString::fromStdString(word.problem->what)).hasMatch(),
                 word.problem->what.c_str());
    }

    void serverThatIsNotThere() {
        const auto nobody = "127.0.0.1:" + std::to_string(ScriptedServer::unusedPort());
        const auto word = firstWord(byWay(nobody, m_bastion->route()));
        QVERIFY(word.problem);
        QCOMPARE(word.problem->code, ErrorCode::RouteFailed);
        QVERIFY2(word.problem->what.find("the bastion does not reach the server: ") != std::string::npos,
                 word.problem->what.c_str());
    }

    void wordsGoByTheBastion() {
        const HostPort to = parseConnectString(server())->servers.front();
        const auto ask = [&](const Bastion& bastion) { return probeServer(to, 30s, {}, {.route = bastion}); };
        const int before = m_bastion->logins();
        QCOMPARE(ask(m_bastion->route()).answer, ServerAnswer::Serving);
        QTRY_COMPARE(m_bastion->logins(), before + 1);
        const ServerProbe closed = ask(m_closed->route());
        QCOMPARE(closed.answer, ServerAnswer::NoWay);
        QVERIFY(closed.problem->what.find("the bastion does not allow") != std::string::npos);
    }

    /// Names are the bastion's to look up.
    void adminServersAreAskedByTheBastion() {
        const std::string url = TestCluster::instance().server().adminUrl();
        const auto ask = [](const std::string& of, const Bastion& bastion) {
            return fetchAdminCommand(of, "server_stats", {30s}, {}, {}, {}, {.route = bastion});
        };
        const int before = m_bastion->logins();
        const auto reply = ask(url, m_bastion->route());
        QVERIFY2(reply, reply ? "" : describe(reply.error()).c_str());
        QVERIFY(reply->find("last_processed_zxid") != std::string::npos);
        QTRY_COMPARE(m_bastion->logins(), before + 1);
        const auto closed = ask(url, m_closed->route());
        QVERIFY(!closed);
        QCOMPARE(closed.error().code, ErrorCode::RouteFailed);
        const auto nowhere = ask("http://no-such-host.invalid:8080/commands", m_bastion->route());
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, ErrorCode::RouteFailed);
        QVERIFY2(nowhere.error().what.find("the bastion does not reach the server") != std::string::npos,
                 nowhere.error().what.c_str());
    }

    void manyQuestionsAreOneLogin() {
        EventLoop loop;
        const int before = m_bastion->logins();
        std::unique_ptr<BastionMaster> master;
        runOn(loop, [&] { master = std::make_unique<BastionMaster>(loop, m_bastion->route()); });
        const Bastion shared = master->shared();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(shared.master)), 30'000);
        const HostPort to = parseConnectString(server())->servers.front();
        for (int i = 0; i < 5; ++i)
            QCOMPARE(probeServer(to, 30s, {}, {.route = shared}).answer, ServerAnswer::Serving);
        const std::string url = TestCluster::instance().server().adminUrl();
        QVERIFY(fetchAdminCommand(url, "server_stats", {30s}, {}, {}, {}, {.route = shared}));
        QCOMPARE(m_bastion->logins(), before + 1);
        const QFileInfo socket(QString::fromStdString(shared.master));
        const auto others = QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
        QVERIFY(!(QFileInfo(socket.absolutePath()).permissions() & others));
        runOn(loop, [&] { master.reset(); });
        QVERIFY(!QFile::exists(socket.absolutePath()));
        // As nobody has logged in for it any more, it logs in by itself.
        QCOMPARE(probeServer(to, 30s, {}, {.route = shared}).answer, ServerAnswer::Serving);
        QTRY_COMPARE(m_bastion->logins(), before + 2);
    }

    void withoutSsh() {
        auto bastion = m_bastion->route();
        bastion.program = "no-such-ssh";
        const auto word = firstWord(byWay(server(), bastion));
        QCOMPARE(word.state, ConnectionState::Connecting);
        QVERIFY(word.problem);
        QCOMPARE(word.problem->code, ErrorCode::MissingProgram);
        QCOMPARE(word.problem->what, std::string("\"no-such-ssh\" is not installed here"));
        QCOMPARE(word.problem->server, server());
    }
};

LOCKSCOPE_TEST(LiveBastionTest)
#include "tst_live_bastion.moc"
