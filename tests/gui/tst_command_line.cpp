// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "about/program_version.h"
#include "asked_commands.h"
#include "bridge/cluster_access.h"
#include "command_line.h"
#include "digest_server.h"
#include "guarded_cluster.h"
#include "log_lines.h"
#include "profile_choice.h"
#include "program_run.h"
#include "raw_client.h"
#include "reports.h"
#include "scripted_server.h"
#include "test_cluster.h"
#include "test_program.h"
#include "window_fixture.h"
#include "words/report_moment.h"

#include <lockcore/history/snapshot.h>

#include <QDir>
#include <QDirIterator>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTimeZone>

#include <algorithm>
#include <csignal>

using namespace lockscope;

namespace {

int clustersIn(const QTemporaryDir& directory) {
    return static_cast<int>(QDir(directory.path()).entryList({QStringLiteral("lockscope-cluster-*")}).size());
}

}  // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void understands() {
        const auto command = parseCommandLine(
            {QStringLiteral("--connect"), QStringLiteral("zk1:2181,zk2:2181/app"), QStringLiteral("--pin=/a"),
             QStringLiteral("--pin"), QStringLiteral("/b"), QStringLiteral("--admin"),
             QStringLiteral("http://zk1:8080/commands"), QStringLiteral("--session-timeout"),
             QStringLiteral("30"), QStringLiteral("--theme=dark"), QStringLiteral("--size"),
             QStringLiteral("1366x768")});
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QCOMPARE(command->verb, CommandLine::Verb::Window);
        QCOMPARE(command->connection->connectString, QStringLiteral("zk1:2181,zk2:2181/app"));
        QCOMPARE(command->connection->pinnedRoots, (QStringList{QStringLiteral("/a"), QStringLiteral("/b")}));
        QCOMPARE(command->connection->adminUrl, QStringLiteral("http://zk1:8080/commands"));
        QCOMPARE(command->connection->sessionTimeout, std::chrono::seconds(30));
        QCOMPARE(command->theme, std::optional(ThemeChoice::Dark));
        QCOMPARE(command->size, std::optional(QSize(1366, 768)));

        const auto demo = parseCommandLine(
            {QStringLiteral("--demo"), QStringLiteral("--demo-contenders"), QStringLiteral("200")});
        QVERIFY(demo && demo->demo);
        QCOMPARE(demo->demoContenders, 200U);
        const auto file = parseCommandLine({QStringLiteral("--"), QStringLiteral("--odd name.json")});
        QVERIFY(file);
        QCOMPARE(file->file, QStringLiteral("--odd name.json"));
        const auto snapshot =
            parseCommandLine({QStringLiteral("snapshot"), QStringLiteral("--connect"), QStringLiteral("zk1"),
                              QStringLiteral("-o"), QStringLiteral("-")});
        QVERIFY2(snapshot, snapshot ? "" : qPrintable(snapshot.error()));
        QCOMPARE(snapshot->verb, CommandLine::Verb::Snapshot);
        QCOMPARE(snapshot->output, QStringLiteral("-"));
        // What is wrong goes into the file.
        QCOMPARE(watchesFor(snapshot->verb), lockcore::AskWatches::Always);
        QCOMPARE(watchesFor(CommandLine::Verb::Check), lockcore::AskWatches::Always);
        const auto check = parseCommandLine({QStringLiteral("check"), QStringLiteral("--connect=zk1"),
                                             QStringLiteral("--json"), QStringLiteral("--max-wait=5"),
                                             QStringLiteral("--max-queue=0")});
        QVERIFY2(check, check ? "" : qPrintable(check.error()));
        QCOMPARE(check->verb, CommandLine::Verb::Check);
        QVERIFY(check->format == ReportFormat::Json);
        QCOMPARE(check->connection->thresholds.longWait, std::chrono::seconds(5));
        QCOMPARE(check->connection->thresholds.longQueue, std::size_t{0});
        const auto record =
            parseCommandLine({QStringLiteral("record"), QStringLiteral("--connect=zk1"), QStringLiteral("-o"),
                              QStringLiteral("a.lockrec"), QStringLiteral("--for=10m"),
                              QStringLiteral("--max-size=2G"), QStringLiteral("--keep=14d")});
        QVERIFY2(record, record ? "" : qPrintable(record.error()));
        QCOMPARE(record->verb, CommandLine::Verb::Record);
        QCOMPARE(record->recordFor, std::optional<std::chrono::milliseconds>(std::chrono::minutes(10)));
        QCOMPARE(record->mostBytes, std::optional(std::uint64_t{2} << 30U));
        QCOMPARE(record->keep, std::optional<std::chrono::milliseconds>(std::chrono::hours(24 * 14)));
        QVERIFY(!recordsDaily(*record));
        const auto daily = parseCommandLine(
            {QStringLiteral("record"), QStringLiteral("--profile=a"), QStringLiteral("--profile=b"),
             QStringLiteral("-o"), QStringLiteral("/var/lib/lockscope.d/"), QStringLiteral("--locks=/app/**"),
             QStringLiteral("--locks=/b/*"), QStringLiteral("--on-finding=mail -s lock ops"),
             QStringLiteral("--metrics=127.0.0.1:9404")});
        QVERIFY2(daily, daily ? "" : qPrintable(daily.error()));
        QVERIFY(recordsDaily(*daily));
        QCOMPARE(daily->profiles, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(daily->recordedLocks.size(), std::size_t{2});
        QVERIFY(daily->recordedLocks.front().matches("/app/x/y"));
        QCOMPARE(daily->onFinding, QStringLiteral("mail -s lock ops"));
        QCOMPARE(daily->metrics, std::optional(MetricsAddress{QStringLiteral("127.0.0.1"), 9404}));
        const auto import =
            parseCommandLine({QStringLiteral("import-txnlog"), QStringLiteral("/one"), QStringLiteral("-o"),
                              QStringLiteral("a.lockrec"), QStringLiteral("/other"),
                              QStringLiteral("--mark=/a=not-a-lock"), QStringLiteral("--json")});
        QVERIFY2(import, import ? "" : qPrintable(import.error()));
        QCOMPARE(import->verb, CommandLine::Verb::ImportTxnlog);
        QCOMPARE(import->directories, (QStringList{QStringLiteral("/one"), QStringLiteral("/other")}));
        QCOMPARE(import->output, QStringLiteral("a.lockrec"));
        QCOMPARE(import->markWords.size(), std::size_t{1});
        QVERIFY(import->format == ReportFormat::Json);
        const auto probe =
            parseCommandLine({QStringLiteral("probe"), QStringLiteral("--connect=zk1/app"),
                              QStringLiteral("--path=/probe"), QStringLiteral("--cycles=50"),
                              QStringLiteral("--json"), QStringLiteral("--tls"), QStringLiteral("--clean")});
        QVERIFY2(probe, probe ? "" : qPrintable(probe.error()));
        QCOMPARE(probe->verb, CommandLine::Verb::Probe);
        QCOMPARE(probe->probePath, QStringLiteral("/probe"));
        QCOMPARE(probe->probeCycles, std::optional<std::size_t>(50));
        QVERIFY(probe->probeCleans);
        QVERIFY(probe->format == ReportFormat::Json && probe->connection->tls);
        const auto past =
            parseCommandLine({QStringLiteral("show"), QStringLiteral("/a"), QStringLiteral("a.lockrec"),
                              QStringLiteral("--at=2026-11-26T10:02:03.500Z")});
        QVERIFY2(past, past ? "" : qPrintable(past.error()));
        QCOMPARE(past->file, QStringLiteral("a.lockrec"));
        QCOMPARE(past->atUnixMs, std::optional<std::int64_t>(1'795'687'323'500));
        for (const char* name : {"a.json", "a.lockscope.json.gz", "A.JSON"}) {
            const auto taken = parseCommandLine({QStringLiteral("list"), QLatin1String(name)});
            QVERIFY2(taken, taken ? "" : qPrintable(taken.error()));
            QCOMPARE(taken->file, QLatin1String(name));
        }
        const auto redact =
            parseCommandLine({QStringLiteral("redact"), QStringLiteral("a.json"), QStringLiteral("-o"),
                              QStringLiteral("b.json"), QStringLiteral("--redact=users, part=Acme,part=x")});
        QVERIFY2(redact, redact ? "" : qPrintable(redact.error()));
        QCOMPARE(redact->file, QStringLiteral("a.json"));
        QVERIFY(redact->redaction == (lockcore::RedactionChoice{false, false, true, false, {"Acme", "x"}}));
        const auto report =
            parseCommandLine({QStringLiteral("report"), QStringLiteral("a.lockrec"), QStringLiteral("-o"),
                              QStringLiteral("r.html"), QStringLiteral("--from=2026-11-26T10:02:03.500Z"),
                              QStringLiteral("--locks=/app/**"), QStringLiteral("--redact=hosts")});
        QVERIFY2(report, report ? "" : qPrintable(report.error()));
        QCOMPARE(report->file, QStringLiteral("a.lockrec"));
        QCOMPARE(report->fromUnixMs, std::optional<std::int64_t>(1'795'687'323'500));
        QVERIFY(!report->toUnixMs);
        QCOMPARE(report->recordedLocks.size(), std::size_t{1});
        QVERIFY(report->redaction && report->redaction->hosts);
        const auto diff = parseCommandLine({QStringLiteral("diff"), QStringLiteral("odd@name.json"),
                                            QStringLiteral("a.lockrec@2026-11-26T10:02:03.500Z")});
        QVERIFY2(diff, diff ? "" : qPrintable(diff.error()));
        QCOMPARE(diff->compared[0].file, QStringLiteral("odd@name.json"));
        QVERIFY(!diff->compared[0].atUnixMs);
        QCOMPARE(diff->compared[1].file, QStringLiteral("a.lockrec"));
        QCOMPARE(diff->compared[1].atUnixMs, std::optional<std::int64_t>(1'795'687'323'500));
        QCOMPARE(parseCommandLine({})->verb, CommandLine::Verb::Window);
        QCOMPARE(parseCommandLine({QStringLiteral("--help"), QStringLiteral("--nonsense")})->verb,
                 CommandLine::Verb::Help);
    }

    void momentIsTakenAsItIsTold_data() {
        QTest::addColumn<qint64>("unixMs");
        QTest::addColumn<QString>("end");
        QTest::newRow("a second") << qint64{1'795'683'421'000} << QStringLiteral(":01 ");
        QTest::newRow("just after it") << qint64{1'795'683'421'001} << QStringLiteral(":01.001 ");
        QTest::newRow("just before it") << qint64{1'795'683'420'999} << QStringLiteral(":00.999 ");
    }
    void momentIsTakenAsItIsTold() {
        QFETCH(const qint64, unixMs);
        QFETCH(const QString, end);
        const QString told = exactMoment(unixMs);
        QVERIFY2(told.contains(end), qPrintable(told));
        const auto taken = parseCommandLine(
            {QStringLiteral("list"), QStringLiteral("a.lockrec"), QStringLiteral("--at"), told});
        QVERIFY2(taken, taken ? "" : qPrintable(taken.error()));
        QCOMPARE(taken->atUnixMs, std::optional<std::int64_t>(unixMs));
    }

    void refuses_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* arguments, const char* named) {
            QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(named);
        };
        row("--nonsense", "--nonsense");
        row("-x", "-x");
        row("--connect", "--connect");
        row("--connect zk1:port", "zk1:port");
        row("lab run herd --connect --json", "--connect needs");
        row("snapshot --connect zk1 -o --profile=a", "-o needs");
        row("--connect zk1 --demo", "--demo");
        row("one.json two.json", "two.json");
        row("--theme pink", "pink");
        row("--size big", "big");
        row("--language klingon", "klingon");
        row("--log loud", "loud");
        row("--demo=yes", "--demo");
        row("--demo-contenders 0 --demo", "--demo-contenders");
        row("--demo-contenders 5", "--demo");
        row("--pictures dir", "--demo");
        row("--pin /a", "--connect");
        row("--connect zk1 --pin a", "a");
        row("-o file.json", "snapshot");
        row("snapshot", "--connect");
        row("snapshot --connect zk1", "-o");
        row("snapshot --connect zk1 -o file.txt", "file.txt");
        row("snapshot --connect zk1 file.json", "file.json");
        row("--session-timeout never --connect zk1", "never");
        row("list", "--connect");
        row("list /a --connect zk1", "/a");
        row("show --connect zk1", "/app/lock");
        row("show relative --connect zk1", "/app/lock");
        row("show night.lockrec", "/app/lock");
        row("show /tmp/night.json.gz", "/app/lock");
        row("check --connect zk1 --max-wait soon", "soon");
        row("check --connect zk1 --max-queue many", "many");
        row("--ask-anyway", "--connect");
        row("sessions --connect zk1 -o file.json", "-o");
        row("--connect zk1 --json", "--json");
        row("--dialects", "--dialects");
        row("--sasl", "--sasl");
        row("--sasl plain --user alice --connect zk1", "plain");
        row("--sasl digest --connect zk1", "--user");
        row("--user alice --connect zk1", "--sasl");
        row("--sasl digest --user alice", "--connect");
        row("--sasl kerberos", "--connect");
        row("--sasl kerberos --user alice --connect zk1", "--user");
        row("--service zk --connect zk1", "--sasl kerberos");
        row("--sasl digest --user alice --ticket-cache c --connect zk1", "--ticket-cache");
        row("--sasl kerberos --keytab /k --connect zk1", "principal");
        row("--sasl kerberos --principal alice --connect zk1", "keytab");
        row("--sasl kerberos --ticket-cache c --keytab /k --principal alice --connect zk1", "choose one");
        row("--sasl kerberos --keytab /nowhere/k --principal alice --connect zk1", "/nowhere/k");
        row("--client-config", "--client-config");
        row("--client-config c", "--connect");
        row("--client-config c --profile a", "--profile");
        row("--client-env --demo", "--connect");
        row("--client-env=c --connect zk1", "--client-env");
        row("--socks", "--socks");
        row("--socks proxy:port --connect zk1", "proxy:port");
        row("--socks proxy:1080/app --connect zk1", "proxy:1080/app");
        row("--socks a:1,b:1 --connect zk1", "a:1,b:1");
        row("--socks @proxy:1080 --connect zk1", "@proxy:1080");
        row("--socks proxy:1080", "--connect");
        row("--socks proxy:1080 --bastion jump --connect zk1", "--bastion");
        row("--bastion jump --socks proxy:1080 --connect zk1", "--socks");
        row("--bastion=-oProxyCommand=x --connect zk1", "begin");
        row("--profile a --bastion jump", "--profile");
        row("--profile", "--profile");
        row("--profile a --connect zk1", "--profile");
        row("--profile a --pin /a", "--pin");
        row("--profile a --demo", "--profile");
        row("record", "--connect");
        row("record --connect zk1", "-o FILE.lockrec");
        row("record --connect zk1 -o file.json", ".lockrec");
        row("record --connect zk1 -o dir/file.lockre", ".lockrec");
        row("record --profile a --profile b -o a.lockrec", "-o DIRECTORY");
        row("record --profile a --profile a -o dir", "twice");
        row("record --connect zk1 -o a.lockrec --locks app", "app");
        row("record --connect zk1 -o a.lockrec --locks /a/../b", "/a/../b");
        row("list --connect zk1 --locks /a", "record");
        row("list --connect zk1 --on-finding mail", "record");
        row("record --connect zk1 -o a.lockrec --metrics 9404", "9404");
        row("check --connect zk1 --metrics 127.0.0.1:9404", "record");
        row("record --connect zk1 -o a.lockrec --for ever", "ever");
        row("record --connect zk1 -o a.lockrec --for 10", "10");
        row("record --connect zk1 -o a.lockrec --keep 0d", "0d");
        row("record --connect zk1 -o a.lockrec --max-size 1M", "16M");
        row("record --connect zk1 -o a.lockrec --max-size 16777217T", "16777217T");
        row("record --connect zk1 a.lockrec", "-o");
        row("import-txnlog -o a.lockrec", "directories");
        row("import-txnlog /data", "-o FILE.lockrec");
        row("import-txnlog /data -o a.json", ".lockrec");
        row("import-txnlog /data -o a.lockrec --connect zk1", "--connect");
        row("import-txnlog /data -o a.lockrec --at 2026-11-26T10:02:03", "--at");
        row("snapshot --connect zk1 -o a.json --for 10m", "--for");
        row("probe", "--connect");
        row("probe --connect zk1 /a", "/a");
        row("probe --connect zk1 --path /", "--path");
        row("probe --connect zk1 --path probe", "probe");
        row("probe --connect zk1 --cycles 0", "--cycles");
        row("probe --connect zk1 --cycles 10001", "10001");
        row("probe --connect zk1 --format csv", "--format");
        row("probe --connect zk1 --pin /a", "--pin");
        row("list --connect zk1 --cycles 5", "probe");
        row("list --connect zk1 a.lockrec", "--connect");
        row("list a.lockrec b.lockrec", "b.lockrec");
        row("list a.json b.json", "b.json");
        row("list a.txt", "a.txt");
        row("redact", "FILE");
        row("redact a.json", "-o");
        row("redact a.json -o b.png", ".lockrec");
        row("redact a.json -o b.json --redact hosts,names", "hosts,names");
        row("redact a.json -o b.json --redact part=", "part=");
        row("redact a.json -o b.json --redact part=a/b", "part=a/b");
        row("list --connect zk1 --redact hosts", "--redact");
        row("report", "FILE");
        row("report a.lockrec", "-o");
        row("report a.lockrec -o r.txt", ".html");
        row("report a.lockrec -o r.html --from soon", "soon");
        row("report a.lockrec -o r.html --from 2026-11-26T10:03:00 --to 2026-11-26T10:02:00", "--from");
        row("report a.lockrec -o r.html --locks /a --redact paths", "--locks");
        row("report a.lockrec -o r.html --connect zk1", "--connect");
        row("list --connect zk1 --from 2026-11-26T10:03:00", "--from");
        row("diff", "two");
        row("diff a.json", "two");
        row("diff a.json b.json c.json", "two");
        row("diff a.json b.json --at 2026-11-26T10:02:03", "two");
        row("diff a.lockrec --at 2026-11-26T10:02:03 --at soon", "soon");
        row("diff a.json b.json --connect zk1", "--connect");
        row("list a.json --watch", "--watch");
        row("list a.lockrec --watch", "--watch");
        row("list a.lockrec --at soon", "soon");
        row("list --connect zk1 --at 2026-11-26T10:02:03", "--at");
    }

    void refuses() {
        QFETCH(QString, arguments);
        QFETCH(QString, named);
        const auto command = parseCommandLine(arguments.split(QLatin1Char(' ')));
        QVERIFY(!command);
        QVERIFY2(command.error().contains(named), qPrintable(command.error()));
        QVERIFY(!command.error().contains(QLatin1Char('\n')));
    }

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

    /// Whoever reaches a server directly can be ended by what that sends.
    void everySessionGoesByALink() {
        QVERIFY(!lockcore::SessionOptions().link);  // it has to be asked for
        const auto command = parseCommandLine({QStringLiteral("check"), QStringLiteral("--connect=zk1")});
        QVERIFY(command && command->connection);
        QVERIFY(sessionOptions(*command->connection).link);
        QVERIFY(feedOptions(*command->connection).session.link);
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

    // The first socket was descriptor 1, and the report went to a server.
    void closedStandardDescriptorsAreNobodyElses() {
        ScriptedServer silent([](const std::string&) { return ScriptedServer::Reply{"", true}; });
        const QTemporaryDir directory;
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QStringLiteral("exec \"$0\" \"$@\" <&- >&- 2>&-"),
             QStringLiteral(LOCKSCOPE_PROGRAM), QStringLiteral("list"), QStringLiteral("--limit=60"),
             QStringLiteral("--connect=127.0.0.1:%1").arg(silent.port())});
        QVERIFY(program.waitForStarted());
        const bool hasAsked = QTest::qWaitFor([&] { return !silent.requests().empty(); }, kServerPatienceMs);
        QStringList files;
        for (int descriptor = 0; descriptor <= 2; ++descriptor)
            files << QFile::symLinkTarget(
                QStringLiteral("/proc/%1/fd/%2").arg(program.processId()).arg(descriptor));
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(hasAsked);
        QCOMPARE(files, QStringList(3, QStringLiteral("/dev/null")));
    }

    /// A session by a link takes several descriptors, and there may be a thousand contenders.
    void moreDescriptorsAreAllowedThanAtFirst() {
        ScriptedServer silent([](const std::string&) { return ScriptedServer::Reply{"", true}; });
        const QTemporaryDir directory;
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QStringLiteral("ulimit -S -n 256; exec \"$0\" \"$@\""),
             QStringLiteral(LOCKSCOPE_PROGRAM), QStringLiteral("list"), QStringLiteral("--limit=60"),
             QStringLiteral("--connect=127.0.0.1:%1").arg(silent.port())});
        QVERIFY(program.waitForStarted());
        const bool hasAsked = QTest::qWaitFor([&] { return !silent.requests().empty(); }, kServerPatienceMs);
        QFile limits(QStringLiteral("/proc/%1/limits").arg(program.processId()));
        const bool isOpen = limits.open(QIODevice::ReadOnly);
        const QString text = QString::fromLatin1(limits.readAll());
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(hasAsked && isOpen);
        static const QRegularExpression line(QStringLiteral("Max open files +(\\d+) +(\\d+)"));
        const auto found = line.match(text);
        QVERIFY2(found.hasMatch(), qPrintable(text));
        QCOMPARE(found.captured(1).toLongLong(), std::min(16'384LL, found.captured(2).toLongLong()));
    }

    void wrongArgumentsGetOneLineAndStatusTwo() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({QStringLiteral("--nonsense")}, bareEnvironment(directory));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.errors.count('\n'), 1);
        QVERIFY(outcome.errors.contains("--nonsense"));
        QVERIFY(outcome.output.isEmpty());
    }

    void helpAndVersionNeedNoDisplay() {
        const QTemporaryDir directory;
        const Outcome help = runLockscope({QStringLiteral("--help")}, bareEnvironment(directory));
        QCOMPARE(help.status, 0);
        QVERIFY(help.output.contains("--connect"));
        QVERIFY(help.errors.isEmpty());
        const Outcome version = runLockscope({QStringLiteral("--version")}, bareEnvironment(directory));
        QCOMPARE(version.status, 0);
        const QByteArrayList lines = version.output.trimmed().split('\n');
        QCOMPARE(lines.front(), QByteArray("Lockscope ") + kProgramVersion.version);
        QVERIFY(lines.contains(QByteArray("Qt ") + qVersion()));
        QVERIFY2(version.output.contains("ZooKeeper C client 3."), version.output.constData());
    }

    void aboutSaysWhatVersionSays() {
        const QTemporaryDir directory;
        const auto dialogs = makeDialogs();
        dialogs->showAbout(nullptr);
        const auto boxes = QApplication::topLevelWidgets();
        const auto found = std::ranges::find_if(
            boxes, [](QWidget* box) { return qobject_cast<QMessageBox*>(box) && box->isVisible(); });
        QVERIFY(found != boxes.end());
        auto* const box = qobject_cast<QMessageBox*>(*found);
        const QString shown = box->text() + QLatin1Char('\n') + box->informativeText();
        box->reject();
        const QStringList english{QStringLiteral("--language=en"), QStringLiteral("--version")};
        const QByteArray said = runLockscope(english, bareEnvironment(directory)).output;
        for (const QByteArray& line : said.trimmed().split('\n'))
            QVERIFY2(shown.contains(QString::fromUtf8(line)), line.constData());
    }

    void demoNamesThePackagesThatItLacks() {
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("PATH"), directory.path());
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("needs Java"), outcome.errors.constData());
        QVERIFY2(outcome.errors.contains("apt install default-jre-headless"), outcome.errors.constData());
    }

    void logGoesToStandardErrorWhereItIsAskedFor() {
        const OnBusyLock lock;
        const Outcome silent = lock.run({QStringLiteral("list")});
        QCOMPARE(silent.status, 0);
        QVERIFY2(silent.errors.isEmpty(), silent.errors.constData());
        const Outcome told = lock.run({QStringLiteral("list"), QStringLiteral("--log=info")});
        QCOMPARE(told.status, 0);
        QVERIFY2(!told.output.contains(" info "), told.output.constData());
        static const QRegularExpression line(
            QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z info session 0x[0-9a-f]+ Connected 127"));
        QVERIFY2(line.match(QString::fromUtf8(told.errors)).hasMatch(), told.errors.constData());
        QVERIFY2(!told.errors.contains("ZOO_DEBUG"), told.errors.constData());
        const Outcome all = lock.run({QStringLiteral("list"), QStringLiteral("--log=debug")});
        QVERIFY2(all.errors.contains(" debug ") && all.errors.contains("ZOO_DEBUG"), all.errors.constData());
    }

    /// A server's name may be anything: it does nothing to a terminal.
    void logLineIsPlainText() {
        const QDateTime time(QDate(2026, 11, 23), QTime(10, 0, 0, 5), QTimeZone::utc());
        QCOMPARE(logLine(time, lockcore::LogLevel::Warning, "a\x1b[2J\nb"),
                 QStringLiteral("2026-11-23T10:00:00.005Z warning a\\x1b[2J\\nb"));
    }

    void speaksTheLanguageThatIsAskedFor() {
        const QTemporaryDir directory;
        const auto environment = bareEnvironment(directory);
        const Outcome wrong =
            runLockscope({QStringLiteral("--nonsense"), QStringLiteral("--language=zh_CN")}, environment);
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("未知选项 --nonsense"), wrong.errors.constData());
        WindowSettings(directory.filePath(QStringLiteral("Lockscope/lockscope.ini")))
            .setLanguage(Language::Chinese);
        QVERIFY(runLockscope({QStringLiteral("--help")}, environment).output.contains("\n集群\n"));
        const QStringList english{QStringLiteral("--help"), QStringLiteral("--language"),
                                  QStringLiteral("en")};
        QVERIFY(runLockscope(english, environment).output.contains("\nCluster\n"));
        // Also what lockcore tells of a reason, in English.
        QStringList report{QStringLiteral("report"), directory.filePath(QStringLiteral("none.lockrec")),
                           QStringLiteral("-o"), directory.filePath(QStringLiteral("r.md"))};
        const QByteArray reason = runLockscope(report, environment).errors;
        QVERIFY2(reason.contains("打开录制：它不存在") && !reason.contains("open the recording"),
                 reason.constData());
        report << QStringLiteral("--language") << QStringLiteral("en");
        QVERIFY(runLockscope(report, environment).errors.contains("open the recording: it does not exist"));
    }

    // Programs read it.
    void jsonIsInNoLanguage() {
        const OnBusyLock lock;
        const QString chinese = QStringLiteral("--language=zh_CN");
        const QByteArray text = lock.run({QStringLiteral("show"), QStringLiteral("/a/lock"), chinese}).output;
        QVERIFY2(text.contains("持有者"), text.constData());
        for (const char* verb : {"list", "sessions", "check"}) {
            const QByteArray json = lock.run({QLatin1String(verb), QStringLiteral("--json"), chinese}).output;
            QVERIFY(json.startsWith('{'));
            const auto isAscii = [](char each) { return static_cast<unsigned char>(each) < 0x80; };
            QVERIFY2(std::all_of(json.begin(), json.end(), isAscii), json.constData());
        }
    }

    void windowWithoutDisplayIsRefused() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({}, bareEnvironment(directory));
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.errors.count('\n'), 1);
    }

    void snapshotsWithoutDisplay() {
        const QTemporaryDir directory;
        const auto environment = bareEnvironment(directory);
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/a/lock");
        const lockcore::Hold second = other.hold("/b");
        const QStringList connect{QStringLiteral("snapshot"),
                                  QStringLiteral("--connect"),
                                  QString::fromStdString(cluster),
                                  QStringLiteral("--admin"),
                                  QString::fromStdString(TestCluster::instance().server().adminUrl()),
                                  QStringLiteral("-o")};

        const Outcome json = runLockscope(connect + QStringList{QStringLiteral("-")}, environment);
        QVERIFY2(json.status == 0, json.errors.constData());
        const auto snapshot = lockcore::snapshotFromJson(json.output.toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks.size(), 2U);
        QCOMPARE(snapshot->locks[0]->path, std::string("/a/lock"));
        QCOMPARE(snapshot->locks[0]->rows[0].contender->stat->czxid, hold.fencingToken());
        QVERIFY(snapshot->checked && !snapshot->checked->sessions.empty());
        QVERIFY(!snapshot->checked->sample->servers.empty());

        const QString file = directory.filePath(QStringLiteral("locks.json"));
        const Outcome written = runLockscope(connect + QStringList{file}, environment);
        QVERIFY2(written.status == 0, written.errors.constData());
        QVERIFY(lockcore::readSnapshot(file.toStdString()));
        const Outcome packed = runLockscope(connect + QStringList{file + QStringLiteral(".gz")}, environment);
        QVERIFY2(packed.status == 0, packed.errors.constData());
        QVERIFY(lockcore::readSnapshot((file + QStringLiteral(".gz")).toStdString()));
        QVERIFY(QFileInfo(file + QStringLiteral(".gz")).size() < QFileInfo(file).size());

        const QString picture = directory.filePath(QStringLiteral("locks.png"));
        const Outcome png =
            runLockscope(connect + QStringList{picture, QStringLiteral("--size"), QStringLiteral("1024x700")},
                         environment);
        QVERIFY2(png.status == 0, png.errors.constData());
        QCOMPARE(QImage(picture).size(), QSize(1024, 700));
    }

    void reportsWithoutDisplay() {
        const OnBusyLock test;
        const QJsonObject list = test.report({QStringLiteral("list")});
        QCOMPARE(list[QLatin1String("locks")].toArray().size(), 1);
        const QJsonObject lock = list[QLatin1String("locks")][0].toObject();
        QCOMPARE(lock[QLatin1String("path")].toString(), QStringLiteral("/a/lock"));
        QCOMPARE(lock[QLatin1String("holders")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("waiters")].toInt(), 1);
        QCOMPARE(lock[QLatin1String("nextSequence")].toInt(), 2);

        const QJsonObject shown = test.report({QStringLiteral("show"), QStringLiteral("/a/lock")});
        const QJsonArray contenders = shown[QLatin1String("lock")][QLatin1String("contenders")].toArray();
        QCOMPARE(contenders.size(), 2);
        const QJsonObject waiter = contenders[1].toObject();
        QCOMPARE(waiter[QLatin1String("predecessor")], contenders[0][QLatin1String("name")]);
        QCOMPARE(waiter[QLatin1String("watch")].toString(), QStringLiteral("verified"));

        const QJsonArray sessions =
            test.report({QStringLiteral("sessions")})[QLatin1String("sessions")].toArray();
        QCOMPARE(sessions.size(), 2);
        for (const auto& session : sessions) {
            QCOMPARE(session[QLatin1String("state")].toString(), QStringLiteral("connected"));
            QVERIFY(session[QLatin1String("address")].toString().startsWith(QStringLiteral("127.0.0.1:")));
        }
    }

    /// No library's name is on it: the path that was asked for is a lock all the same.
    void showsWhoOwnsASingleZnode() {
        const OnBusyLock test;
        RawClient owner(test.cluster);
        owner.put("/jobs", "nightly");
        owner.put("/jobs/leader-election", "chosen");
        const auto only = [&](const QString& path) {
            const QJsonObject lock =
                test.report({QStringLiteral("show"), path})[QLatin1String("lock")].toObject();
            const QJsonArray contenders = lock[QLatin1String("contenders")].toArray();
            return contenders.size() == 1 ? contenders[0].toObject() : QJsonObject();
        };
        const QJsonObject holder = only(QStringLiteral("/jobs/nightly"));
        QCOMPARE(holder[QLatin1String("role")].toString(), QStringLiteral("holder"));
        QCOMPARE(holder[QLatin1String("session")].toString(),
                 QString::fromStdString(lockcore::toHex(owner.id())));
        QCOMPARE(only(QStringLiteral("/jobs/leader-election/chosen"))[QLatin1String("role")].toString(),
                 QStringLiteral("leader"));
        // Who has not asked for it is not told of it.
        QCOMPARE(test.report({QStringLiteral("list")})[QLatin1String("locks")].toArray().size(), 1);
    }

    // A circle of waiting is certain after five seconds.
    void checkLooksUntilItIsCertain() {
        OnBusyLock test;
        const lockcore::Hold other = test.waiter.hold("/b/lock");
        const auto waiting = test.holder.queue("/b/lock");
        // The one that waits came before the other hold: that would be a client of two threads.
        test.waiting.cancel();
        QTRY_COMPARE(test.holder.children("/a/lock").size(), 1U);
        const auto again = test.waiter.queue("/a/lock");
        const Outcome found = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QVERIFY2(found.status == 1, found.output.constData());
        const auto findings =
            QJsonDocument::fromJson(found.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
        QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("verified"));
        QCOMPARE(finding[QLatin1String("severity")].toString(), QStringLiteral("warning"));
        QCOMPARE(finding[QLatin1String("blocked")][QLatin1String("inAll")].toInt(), 2);
        // At once where it had lasted for so long before the first look, as on a busy machine.
        QVERIFY2(
            finding[QLatin1String("verifiedMs")].toInteger() >= finding[QLatin1String("sinceMs")].toInteger(),
            found.output.constData());
    }

    /// Two threads of a client: while one waits the other one goes on and takes another lock.
    void aCircleOfThreadsIsNoFault() {
        OnBusyLock test;
        const lockcore::Hold other = test.waiter.hold("/b/lock");
        const auto waiting = test.holder.queue("/b/lock");
        const Outcome check = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QVERIFY2(check.status == 0, check.output.constData());
        const auto findings =
            QJsonDocument::fromJson(check.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        const QJsonObject finding = findings[0].toObject();
        QCOMPARE(finding[QLatin1String("kind")].toString(), QStringLiteral("possible-deadlock"));
        QCOMPARE(finding[QLatin1String("severity")].toString(), QStringLiteral("information"));
        QCOMPARE(finding[QLatin1String("stage")].toString(), QStringLiteral("suspected"));
        QVERIFY(finding[QLatin1String("ofThreads")].toBool());

        const Outcome outcome = test.run({QStringLiteral("check")});
        QVERIFY2(outcome.status == 0, outcome.output.constData());
        const QString text = QString::fromUtf8(outcome.output).simplified();
        for (const char* const part : {"it has several threads, which may only take turns",
                                       "Clients that it blocks: 2, 2 of them directly. In sum they have "
                                       "waited for"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }

    // Not the server is to be looked at, but what leads to it.
    void aWayThatDoesNotLeadThereIsNamed() {
        const QTemporaryDir directory;
        const Outcome lost = runLockscope({QStringLiteral("list"), QStringLiteral("--connect=zk1:2181"),
                                           QStringLiteral("--socks=127.0.0.1:1")},
                                          bareEnvironment(directory));
        QCOMPARE(lost.status, 1);
        QVERIFY2(lost.errors.contains("The way to zk1:2181 does not lead there."), lost.errors.constData());
        QVERIFY2(lost.errors.contains("The SOCKS proxy 127.0.0.1:1 can't be reached"),
                 lost.errors.constData());
        QVERIFY(!lost.errors.contains("Nothing answers"));
    }

    /// It waits for ever, and was told that the one before it has gone, but never looked who is before it
    /// now.
    void findsAWaiterThatMissedARemoval() {
        OnBusyLock test;
        RawClient leaver(test.cluster);
        RawClient stuck(test.cluster);
        const std::string before = leaver.queue("/a/lock", "_c_5d6f0a4e-8c55-4e43-9f5b-54d0a9bb1c7e-lock-");
        stuck.queue("/a/lock", "_c_0b1f3c7d-2a94-4d0e-8f36-7e5c1d9a4b28-lock-");
        stuck.watch("/a/lock/" + before);
        leaver.remove("/a/lock/" + before);
        const Outcome check = test.run({QStringLiteral("check"), QStringLiteral("--json")});
        QCOMPARE(check.status, 1);
        const auto findings =
            QJsonDocument::fromJson(check.output).object()[QLatin1String("findings")].toArray();
        QVERIFY(std::ranges::any_of(findings, [](const auto& finding) {
            return finding[QLatin1String("kind")] == QLatin1String("no-watch");
        }));
    }

    void checkTellsByItsStatus() {
        const OnBusyLock test;
        const Outcome healthy = test.run({QStringLiteral("check")});
        QVERIFY2(healthy.status == 0, healthy.output.constData());
        const Outcome found =
            test.run({QStringLiteral("check"), QStringLiteral("--max-queue=0"), QStringLiteral("--json")});
        QCOMPARE(found.status, 1);
        const auto findings =
            QJsonDocument::fromJson(found.output).object()[QLatin1String("findings")].toArray();
        QCOMPARE(findings.size(), 1);
        QCOMPARE(findings[0][QLatin1String("kind")].toString(), QStringLiteral("long-queue"));
        QCOMPARE(findings[0][QLatin1String("lock")].toString(), QStringLiteral("/a/lock"));
        const QTemporaryDir directory;
        const Outcome unreachable = runLockscope(
            {QStringLiteral("check"), QStringLiteral("--connect=127.0.0.1:1")}, bareEnvironment(directory));
        QCOMPARE(unreachable.status, 2);
        QVERIFY(unreachable.output.isEmpty());
        QVERIFY2(unreachable.errors.contains("127.0.0.1:1 refused the connection. Check the port, and"),
                 unreachable.errors.constData());
    }

    /// The dump once, and watch tables where they are told: they cost the servers most.
    void asksForNoMoreThanItTells() {
        const OnBusyLock lock;
        AskedCommands admin(TestCluster::instance().server().adminUrl());
        const auto run = [&](const QStringList& verb) {
            QProcess program;
            program.setProcessEnvironment(bareEnvironment(lock.directory));
            program.start(
                QStringLiteral(LOCKSCOPE_PROGRAM),
                verb + QStringList{QStringLiteral("--connect"), QString::fromStdString(lock.cluster),
                                   QStringLiteral("--admin"), QString::fromStdString(admin.url())});
            const bool hasEnded =
                QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, kServerPatienceMs);
            return hasEnded ? program.exitCode() : -1;
        };
        QCOMPARE(run({QStringLiteral("list")}), 0);
        QCOMPARE(admin.takeCount("dump"), 1);
        QCOMPARE(admin.takeCount("watches"), 0);
        QCOMPARE(run({QStringLiteral("check")}), 0);
        QCOMPARE(admin.takeCount("dump"), 1);
        QCOMPARE(admin.takeCount("watches"), 1);
        // Whether it waits for Curator's, its watches tell.
        RawClient kazoo(lock.cluster);
        kazoo.queue("/a/lock", std::string(32, 'a') + "__lock__");
        QCOMPARE(run({QStringLiteral("list")}), 0);
        QCOMPARE(admin.takeCount("watches"), 1);
    }

    /// It has no AdminServer, so that nobody tells whether kazoo's client waits for Curator's.
    void holdersThatOnlyWatchesTellAreNotCounted() {
        const OnBusyLock test;
        RawClient kazoo(test.cluster);
        kazoo.queue("/a/lock", std::string(32, 'a') + "__lock__");
        const QStringList onServer{QStringLiteral("--connect"), QString::fromStdString(test.cluster),
                                   QStringLiteral("--admin"), QStringLiteral("http://127.0.0.1:1/{host}")};
        const auto run = [&](const QStringList& verb) {
            return runLockscope(verb + onServer, bareEnvironment(test.directory));
        };
        const Outcome json = run({QStringLiteral("list"), QStringLiteral("--json")});
        QCOMPARE(json.status, 0);
        const QJsonObject lock =
            QJsonDocument::fromJson(json.output).object()[QLatin1String("locks")][0].toObject();
        QVERIFY2(lock[QLatin1String("holders")].isNull(), json.output.constData());
        QVERIFY(lock[QLatin1String("waiters")].isNull());
        QCOMPARE(lock[QLatin1String("holdersInDoubt")].toInt(), 1);
        const Outcome text = run({QStringLiteral("list")});
        QVERIFY2(text.output.contains("/a/lock: Contenders of several libraries"), text.output.constData());
    }

    void showsTheLockOfAContender() {
        const OnBusyLock test;
        const QJsonObject lock =
            test.report({QStringLiteral("show"), QStringLiteral("/a/lock")})[QLatin1String("lock")]
                .toObject();
        const QString name = lock[QLatin1String("contenders")][1][QLatin1String("name")].toString();
        QVERIFY(!name.isEmpty());
        const QString path = QStringLiteral("/a/lock/") + name;
        const QJsonObject shown = test.report({QStringLiteral("show"), path});
        QCOMPARE(shown[QLatin1String("lock")][QLatin1String("path")].toString(), QStringLiteral("/a/lock"));
        QCOMPARE(shown[QLatin1String("lock")][QLatin1String("contenders")].toArray().size(), 2);
        QCOMPARE(shown[QLatin1String("contender")].toString(), name);
        const Outcome text = test.run({QStringLiteral("show"), path});
        QCOMPARE(text.status, 0);
        QVERIFY2(text.output.contains(", which was asked for, is one of its contenders."),
                 text.output.constData());
    }

    void reportsForPeople() {
        const OnBusyLock test;
        const Outcome list = test.run({QStringLiteral("list")});
        QCOMPARE(list.status, 0);
        QCOMPARE(list.output.count('\n'), 2);
        QVERIFY2(list.output.contains("/a/lock"), list.output.constData());
        const Outcome shown = test.run({QStringLiteral("show"), QStringLiteral("/a/lock")});
        QCOMPARE(shown.output.count('\n'), 4);
        const Outcome missing = test.run({QStringLiteral("show"), QStringLiteral("/nothing/here")});
        QCOMPARE(missing.status, 1);
        QVERIFY(missing.errors.contains("/nothing/here"));
    }

    void snapshotOfNothingSaysWhy() {
        const QTemporaryDir directory;
        const Outcome outcome =
            runLockscope({QStringLiteral("snapshot"), QStringLiteral("--connect"),
                          QStringLiteral("127.0.0.1:1"), QStringLiteral("-o"), QStringLiteral("-")},
                         bareEnvironment(directory));
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("127.0.0.1:1"), outcome.errors.constData());
        QCOMPARE(outcome.errors.count('\n'), 1);
        QVERIFY(outcome.output.isEmpty());
    }

    void demoWithoutDisplayWritesWhatItShows() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, bareEnvironment(directory));
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        QVERIFY2(outcome.errors.isEmpty(), outcome.errors.constData());
        const QList<QByteArray> lines = outcome.output.trimmed().split('\n');
        QVERIFY(lines[0].contains("no display"));
        // Every view and dialog, light and dark.
        const QList<QByteArray> pictures = lines.mid(1, lines.size() - 2);
        QVERIFY(pictures.size() > 20);
        for (const QByteArray& picture : pictures)
            QVERIFY2(!QImage(QString::fromUtf8(picture)).isNull(), picture.constData());
        for (const char* view : {"light-queue", "dark-queue", "light-timeline", "dark-statistics"}) {
            const auto named = std::ranges::find_if(
                pictures, [&](const QByteArray& picture) { return picture.contains(view); });
            QVERIFY2(named != pictures.end(), view);
            QCOMPARE(QImage(QString::fromUtf8(*named)).size(), QSize(1366, 768));
        }
        const auto snapshot = lockcore::readSnapshot(lines.last().toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks.size(), 4U);
        QVERIFY(std::ranges::any_of(snapshot->locks, [](const auto& lock) { return lock->rows.size() > 2; }));
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 0, kPatienceMs);
    }

    void demoWithoutJavaNamesThePackage() {
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("PATH"), directory.path());
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("default-jre"), outcome.errors.constData());
    }

    void interruptedCheckIsNoAllClear() {
        const QTemporaryDir directory;
        QTcpServer silent;  // accepts, and never answers
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("check"), QStringLiteral("--connect"),
                       QStringLiteral("127.0.0.1:%1").arg(silent.serverPort())});
        QVERIFY(silent.waitForNewConnection(kPatienceMs));
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitCode(), 2);
        QVERIFY(program.readAllStandardError().contains("It was interrupted."));
    }

    void pathMayEndInASlash() {
        const auto command = parseCommandLine({QStringLiteral("show"), QStringLiteral("/a/lock//"),
                                               QStringLiteral("--connect"), QStringLiteral("zk1")});
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QCOMPARE(command->lockPath, QStringLiteral("/a/lock"));
    }

    void terminatedDemoLeavesNothing() {
        const QTemporaryDir directory;
        QProcess program;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("--demo"), QStringLiteral("--theme=dark")});
        QVERIFY(program.waitForStarted());
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 1, kPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGTERM);
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 0, kPatienceMs);
        // What was said for this run is no setting.
        QDirIterator files(directory.path(), {QStringLiteral("*.ini")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains("theme"));
        }
    }
};

LOCKSCOPE_TEST(TestCommandLine)
#include "tst_command_line.moc"
