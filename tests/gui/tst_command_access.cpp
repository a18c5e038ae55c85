// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_access.h"
#include "command_line.h"
#include "digest_server.h"
#include "guarded_cluster.h"
#include "profile_choice.h"
#include "program_run.h"
#include "reports.h"
#include "scripted_server.h"
#include "test_cluster.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QTemporaryDir>

using namespace lockscope;

/// By which way a subcommand reaches its cluster, as whom, and where its secrets come from.
class TestCommandAccess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void routeIsTakenAndUsed() {
        const auto routeOf = [](const char* option, const char* value) {
            const auto command = parseCommandLine({QStringLiteral("check"), QStringLiteral("--connect=zk1"),
                                                   QLatin1String(option), QLatin1String(value)});
            return command ? sessionOptions(*command->connection).route : lockcore::RouteOptions();
        };
        using lockcore::SocksProxy;
        QVERIFY(routeOf("--socks", "proxy:9050") ==
                lockcore::RouteOptions(SocksProxy{.host = "proxy", .port = 9050}));
        QVERIFY(routeOf("--socks", "proxy") ==
                lockcore::RouteOptions(SocksProxy{.host = "proxy", .port = 1080}));
        QVERIFY(routeOf("--socks", "[::1]:9050") ==
                lockcore::RouteOptions(SocksProxy{.host = "::1", .port = 9050}));
        QVERIFY(routeOf("--socks", "me@corp@proxy:9050") ==
                lockcore::RouteOptions(SocksProxy{.host = "proxy", .port = 9050, .user = "me@corp"}));
        QVERIFY(routeOf("--bastion", "ops@jump") ==
                lockcore::RouteOptions(lockcore::Bastion{.destination = "ops@jump"}));
    }

    /// Whoever reaches a server directly can be ended by what that sends.
    void everySessionGoesByALink() {
        QVERIFY(!lockcore::SessionOptions().link);  // it has to be asked for
        const auto command = parseCommandLine({QStringLiteral("check"), QStringLiteral("--connect=zk1")});
        QVERIFY(command && command->connection);
        QVERIFY(sessionOptions(*command->connection).link);
        QVERIFY(feedOptions(*command->connection).session.link);
    }

    /// "Nothing is wrong" was said of a deadlock with a lock beside it.
    void aChrootIsAllThatIsLookedAt() {
        const auto noteOf = [](const char* connect) {
            const auto command = parseCommandLine(
                {QStringLiteral("check"), QStringLiteral("--connect"), QLatin1String(connect)});
            auto sample = std::make_shared<lockcore::ClusterSample>();
            lockcore::ClusterAssessment assessment;
            assessment.sample = sample;
            return makeReport(queryOf(*command), assessment)->notes.join(QLatin1Char(' '));
        };
        QVERIFY(noteOf("zk1:2181/app").contains(QStringLiteral("below the chroot /app")));
        QVERIFY(!noteOf("zk1:2181").contains(QStringLiteral("chroot")));
    }

    void whoWeAreBySaslIsTakenAndUsed() {
        qputenv("LOCKSCOPE_SASL_PASSWORD", "s3cret");
        const auto command =
            parseCommandLine({QStringLiteral("--connect=zk1"), QStringLiteral("--user=alice"),
                              QStringLiteral("--sasl=digest")});
        qunsetenv("LOCKSCOPE_SASL_PASSWORD");
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        const auto sasl = sessionOptions(*command->connection).sasl;
        QVERIFY(sasl && *sasl == lockcore::SaslOptions(lockcore::SaslDigest{"alice", "s3cret"}));
    }

    void ticketIsTakenAndUsed() {
        const auto kerberosOf = [](const QStringList& arguments) {
            const auto command = parseCommandLine(
                QStringList{QStringLiteral("check"), QStringLiteral("--connect=zk1")} + arguments);
            const auto sasl = command ? sessionOptions(*command->connection).sasl : std::nullopt;
            return sasl ? std::get<lockcore::SaslKerberos>(*sasl)
                        : lockcore::SaslKerberos{.service = command ? "none" : command.error().toStdString()};
        };
        QCOMPARE(kerberosOf({QStringLiteral("--sasl=kerberos")}), lockcore::SaslKerberos());
        QCOMPARE(kerberosOf({QStringLiteral("--ticket-cache=KCM:"), QStringLiteral("--sasl=kerberos"),
                             QStringLiteral("--service=zk")}),
                 (lockcore::SaslKerberos{.service = "zk", .ticketCache = "KCM:"}));
        const QTemporaryDir directory;
        const QString keytab = directory.filePath(QStringLiteral("k"));
        QVERIFY(QFile(keytab).open(QIODevice::WriteOnly));
        QCOMPARE(kerberosOf({QStringLiteral("--sasl=kerberos"), QStringLiteral("--principal=alice"),
                             QStringLiteral("--keytab=") + keytab}),
                 (lockcore::SaslKerberos{.keytab = keytab.toStdString(), .principal = "alice"}));
    }

    /// That it ends is told beforehand; a keytab gets another one.
    void ticketIsLookedAt() {
        ConnectionOptions options;
        options.connectString = QStringLiteral("zk1");
        options.sasl = lockcore::SaslDigest{"alice", "s3cret"};
        QVERIFY(!surveyOptions(options).ownTicket);
        options.sasl = lockcore::SaslKerberos{.ticketCache = "KCM:"};
        QVERIFY(surveyOptions(options).ownTicket == lockcore::SaslKerberos{.ticketCache = "KCM:"});
        options.sasl = lockcore::SaslKerberos{.keytab = "/k", .principal = "alice"};
        QVERIFY(!surveyOptions(options).ownTicket);
    }

    void profileIsTakenByItsName() {
        const QTemporaryDir directory;
        WindowSettings settings(directory.filePath(QStringLiteral("settings.ini")),
                                std::make_unique<MemorySecrets>());
        ConnectionOptions profile;
        profile.connectString = QStringLiteral("zk1/app");
        profile.readOnly = true;
        profile.profile = {QStringLiteral("1"), QStringLiteral("prod eu"), {}};
        settings.profiles().put(profile);
        const auto asked = parseCommandLine(
            {QStringLiteral("check"), QStringLiteral("--profile=prod eu"), QStringLiteral("--max-queue=3")});
        QVERIFY2(asked, asked ? "" : qPrintable(asked.error()));
        const auto command = withProfile(*asked, settings.profiles());
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QCOMPARE(command->connection->connectString, QStringLiteral("zk1/app"));
        QVERIFY(command->connection->readOnly);
        QCOMPARE(command->connection->thresholds.longQueue, std::size_t{3});
        QCOMPARE(command->connection->thresholds.longWait, lockcore::Thresholds().longWait);

        const auto unknown =
            withProfile(*parseCommandLine({QStringLiteral("--profile=prod")}), settings.profiles());
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().contains(QStringLiteral("prod eu")), qPrintable(unknown.error()));
        QVERIFY(!unknown.error().contains(QLatin1Char('\n')));
    }

    void profileSignsInWithoutAWindow() {
        const GuardedCluster guarded;
        const QTemporaryDir directory;
        ConnectionOptions profile = guarded.options();
        profile.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
        profile.profile = {QStringLiteral("1"), QStringLiteral("guarded"), {}};
        {
            WindowSettings settings(directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                                    std::make_unique<MemorySecrets>());
            settings.profiles().put(profile);
        }
        const QStringList show{QStringLiteral("show"), QStringLiteral("/lock"), QStringLiteral("--profile"),
                               QStringLiteral("guarded")};
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("unix:path=/nowhere"));
        const Outcome refused = runLockscope(show, environment);
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.errors.contains("LOCKSCOPE_PASSWORD"), refused.errors.constData());

        environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), QStringLiteral("s3cret"));
        const Outcome shown = runLockscope(show, environment);
        QVERIFY2(shown.status == 0, shown.errors.constData());
        QVERIFY2(shown.output.contains("Holder"), shown.output.constData());
        QVERIFY(!shown.output.contains("s3cret") && !shown.errors.contains("s3cret"));
    }

    /// ssh runs what its configuration names, with the environment that it was given.
    void secretsOfTheEnvironmentAreNotHandedOn() {
        const QTemporaryDir directory;
        const QString seen = directory.filePath(QStringLiteral("seen"));
        QFile ssh(directory.filePath(QStringLiteral("ssh")));
        QVERIFY(ssh.open(QIODevice::WriteOnly));
        ssh.write("#!/bin/sh\nenv > '" + QFile::encodeName(seen) + "'\nexit 255\n");
        ssh.close();
        QVERIFY(ssh.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("PATH"),
                           directory.path() + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("LOCKSCOPE_ADMIN_USER"), QStringLiteral("webadmin"));
        for (const char* const name :
             {"LOCKSCOPE_PASSWORD", "LOCKSCOPE_TLS_PASSWORD", "LOCKSCOPE_SOCKS_PASSWORD",
              "LOCKSCOPE_SASL_PASSWORD", "LOCKSCOPE_ADMIN_PASSWORD"})
            environment.insert(QLatin1String(name), QStringLiteral("s3cret"));
        environment.insert(QStringLiteral("JVMFLAGS"),
                           QStringLiteral("-Dzookeeper.ssl.keyStore.password=s3cret"));
        (void)runLockscope({QStringLiteral("list"), QStringLiteral("--limit=2"),
                            QStringLiteral("--bastion=jump"), QStringLiteral("--connect=zk1")},
                           environment);
        QFile given(seen);
        QVERIFY(given.open(QIODevice::ReadOnly));
        const QByteArray variables = given.readAll();
        QVERIFY(variables.contains("LOCKSCOPE_ADMIN_USER"));
        QVERIFY2(!variables.contains("s3cret"), variables.constData());
    }

    /// A real server that takes nobody without SASL, by the program itself.
    void secretsComeFromADescriptor() {
        const DigestServer server;
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("LOCKSCOPE_SASL_PASSWORD"), QStringLiteral("of somebody else"));
        const auto list = [&](const QByteArray& secrets) {
            return runLockscope(
                {QStringLiteral("list"), QStringLiteral("--sasl=digest"), QStringLiteral("--user=alice"),
                 QStringLiteral("--secrets-fd=0"), QStringLiteral("--limit=20"), QStringLiteral("--connect"),
                 QString::fromStdString(server.connectString())},
                environment, secrets);
        };
        const Outcome done = list("LOCKSCOPE_TLS_PASSWORD=x\n\nLOCKSCOPE_SASL_PASSWORD=secret\r\n");
        QVERIFY2(done.output.startsWith("No locks were found"), (done.output + done.errors).constData());
        const Outcome wrong = list("LOCKSCOPE_SASL_PASSWORD=s3cret\n");
        QVERIFY2(wrong.status == 1 && wrong.errors.contains("credentials"), wrong.errors.constData());
        for (const char* const text : {"s3cret\n", "LOCKSCOPE_PASSWORD\n", "JVMFLAGS=s3cret\n"}) {
            const Outcome garbled = list(text);
            QCOMPARE(garbled.status, 2);
            QVERIFY2(garbled.errors.contains("Line 1 of --secrets-fd") && !garbled.errors.contains("s3cret"),
                     garbled.errors.constData());
        }
        const Outcome closed =
            runLockscope({QStringLiteral("list"), QStringLiteral("--secrets-fd=99")}, environment);
        QVERIFY2(closed.status == 2 && closed.errors.contains("Descriptor 99"), closed.errors.constData());
        for (const char* const number : {"x", "1", "-3"}) {
            const auto word = parseCommandLine(
                {QStringLiteral("list"), QStringLiteral("--secrets-fd=") + QLatin1String(number)});
            QVERIFY(!word && word.error().contains(QStringLiteral("--secrets-fd")));
        }
        // What needs no secrets does not wait for them.
        const auto secretsOf = [](const QStringList& arguments) { return secretsDescriptorIn(arguments); };
        const QString option = QStringLiteral("--secrets-fd=3");
        QCOMPARE(secretsOf({QStringLiteral("list"), option}), std::optional(3));
        QVERIFY(!secretsOf({QStringLiteral("complete"), QStringLiteral("list"), option}));
        QVERIFY(!secretsOf({QStringLiteral("list"), option, QStringLiteral("--help")}));
    }

    void adminLoginComesFromTheEnvironmentAlone() {
        ScriptedServer admin(
            [](const std::string&) { return ScriptedServer::Reply{ScriptedServer::http(401, "")}; });
        const std::string port = std::to_string(admin.port());
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        const auto list = [&](const std::string& before) {
            return runLockscope(
                {QStringLiteral("list"), QStringLiteral("--limit=5"), QStringLiteral("--connect"),
                 QString::fromStdString(TestCluster::instance().freshConnectString()),
                 QStringLiteral("--admin"),
                 QString::fromStdString("http://" + before + "{host}:" + port + "/commands")},
                environment);
        };
        const Outcome refused = list("webadmin:s3cret@");
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("LOCKSCOPE_ADMIN_PASSWORD"), refused.errors.constData());
        QVERIFY(!refused.errors.contains("s3cret"));
        QVERIFY(admin.requests().empty());

        environment.insert(QStringLiteral("LOCKSCOPE_ADMIN_USER"), QStringLiteral("webadmin"));
        const Outcome half = list("");
        QCOMPARE(half.status, 2);
        QVERIFY2(half.errors.contains("LOCKSCOPE_ADMIN_PASSWORD"), half.errors.constData());

        environment.insert(QStringLiteral("LOCKSCOPE_ADMIN_PASSWORD"), QStringLiteral("s3cret"));
        (void)list("");
        QVERIFY(!admin.requests().empty());
        for (const std::string& request : admin.requests())
            QVERIFY2(request.find("Authorization: Basic d2ViYWRtaW46czNjcmV0") != std::string::npos,
                     request.c_str());
    }

    void secretsOfAnOlderProgramLeaveTheSettings() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("Lockscope/lockscope.ini"));
        {
            const QJsonObject profile{
                {QStringLiteral("connect"), QStringLiteral("127.0.0.1:1")},
                {QStringLiteral("name"), QStringLiteral("old")},
                {QStringLiteral("admin-url"), QStringLiteral("http://a:s3cret@{host}:1/c")}};
            QSettings raw(file, QSettings::IniFormat);
            raw.setValue(QStringLiteral("v1/profiles/1"), QString::fromUtf8(QJsonDocument(profile).toJson()));
        }
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("unix:path=/nowhere"));
        const QStringList list{QStringLiteral("list"), QStringLiteral("--profile=old"),
                               QStringLiteral("--limit=1")};
        const Outcome told = runLockscope(list, environment);
        QVERIFY2(told.errors.contains("removed from the settings file"), told.errors.constData());
        QVERIFY2(told.errors.contains("LOCKSCOPE_ADMIN_USER"), told.errors.constData());
        QVERIFY(!told.errors.contains("s3cret"));
        QFile raw(file);
        QVERIFY(raw.open(QIODevice::ReadOnly));
        const QByteArray text = raw.readAll();
        QVERIFY2(text.contains("old") && !text.contains("s3cret"), text.constData());
        QVERIFY(!runLockscope(list, environment).errors.contains("removed from the settings file"));
    }

    void settingsThatAreDamagedAreSaid() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("Lockscope/lockscope.ini"));
        QVERIFY(QDir(directory.path()).mkpath(QStringLiteral("Lockscope")));
        QFile raw(file);
        QVERIFY(raw.open(QIODevice::WriteOnly) && raw.write("[v1\nprofiles") > 0);
        raw.close();
        const Outcome told = runLockscope({QStringLiteral("list"), QStringLiteral("--profile=old")},
                                          bareEnvironment(directory));
        QVERIFY2(told.errors.contains("is damaged") && told.errors.contains("lockscope.ini.damaged"),
                 told.errors.constData());
        QVERIFY(QFile::exists(file + QStringLiteral(".damaged")));
    }
};

LOCKSCOPE_TEST(TestCommandAccess)
#include "tst_command_access.moc"
