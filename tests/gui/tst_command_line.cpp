// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "test_program.h"
#include "words/report_moment.h"

#include <QSize>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>

using namespace lockscope;

/// What arguments mean, and which are refused.
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

    void pathMayEndInASlash() {
        const auto command = parseCommandLine({QStringLiteral("show"), QStringLiteral("/a/lock//"),
                                               QStringLiteral("--connect"), QStringLiteral("zk1")});
        QVERIFY2(command, command ? "" : qPrintable(command.error()));
        QCOMPARE(command->lockPath, QStringLiteral("/a/lock"));
    }
};

LOCKSCOPE_TEST(TestCommandLine)
#include "tst_command_line.moc"
