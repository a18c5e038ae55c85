// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_options.h"
#include "completion.h"
#include "guarded_cluster.h"
#include "memory_secrets.h"
#include "program_run.h"
#include "test_program.h"

#include "settings/window_settings.h"

#include <QFileInfo>
#include <QStandardPaths>

using namespace lockscope;

namespace {

QStringList candidatesFor(const QString& words) {
    return completionOf(words.split(QLatin1Char(' '))).candidates;
}

QString completionScript(const char* name) {
    return QStringLiteral(COMPLETIONS_DIR "/") + QLatin1String(name);
}

/// With the program found by its name.
QProcessEnvironment shellEnvironment(const QTemporaryDir& directory) {
    auto environment = bareEnvironment(directory);
    const QString program = QFileInfo(QStringLiteral(LOCKSCOPE_PROGRAM)).path();
    environment.insert(QStringLiteral("PATH"),
                       program + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
    environment.insert(QStringLiteral("HOME"), directory.path());
    return environment;
}

/// What a shell without a user's settings prints; nothing where it fails.
QStringList shellLines(const char* shell, const QStringList& arguments, const QTemporaryDir& directory) {
    const Outcome outcome = runProgram(QLatin1String(shell), arguments, shellEnvironment(directory));
    if (outcome.status != 0 || !outcome.errors.isEmpty()) qWarning("%s", outcome.errors.constData());
    return QString::fromUtf8(outcome.output).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

bool hasShell(const char* name) {
    return !QStandardPaths::findExecutable(QLatin1String(name)).isEmpty();
}

/// Completes $1, whose words bash has split into $2 and what follows.
constexpr char kBashDriver[] = R"(source "$0" || exit 1
COMP_LINE=$1 COMP_POINT=${#1}; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_lockscope lockscope
printf '%s\n' "${COMPREPLY[@]}")";

/// Runs the function with the parts of zsh's completion that it uses.
constexpr char kZshDriver[] = R"zsh(fpath=()
compadd() { shift; print -rl -- "$@" }
_files() { print -r -- "(files)" }
_call_program() { shift; eval "$*" }
script=$1; shift
words=("$@") CURRENT=$# PREFIX=${@[-1]}
source $script)zsh";

}  // namespace

class TestCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offers_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("candidates");
        const auto row = [](const char* words, const QStringList& candidates) {
            QTest::newRow(words) << QString::fromUtf8(words) << candidates;
        };
        const auto list = [](const char* words) {
            return QString::fromLatin1(words).split(QLatin1Char(' '));
        };
        row("s", list("show sessions snapshot"));
        row("import-txnlog /data --",
            list("--dialects --mark --output --audit --json --language --help --version"));
        row("report a.lockrec --",
            list("--dialects --output --redact --locks --from --to --language --zone --help --version"));
        row("probe --c", list("--connect --client-config --client-env --cycles --clean"));
        row("probe --connect zk1 --p", list("--profile --principal --path"));
        row("lab ", list("list run compare clean cluster"));
        row("lab c", list("compare clean cluster"));
        row("lab run g", list("gc-pause ghost-holder"));
        row("lab run gc-pause --se", list("--service --secrets-fd --session-timeout --seed --servers"));
        row("list --format ", list("text json csv md"));
        row("list --format=c", list("--format=csv"));
        row("check --color a", list("auto always"));
        row("--theme ", list("light dark system"));
        row("check --log ", list("error warning info debug"));
        row("check --max", list("--max-wait --max-queue"));
        row("--max", {});
        row("list --json --j", {});
        row("list --pin /a --pi", list("--pin"));
        row("list --connect zk1 --con", {});
        row("snapshot -o ", {});
        row("--pictures ", {});
        row("-- --the", {});
        row("list --format csv --f", {});
        row("list --watch --fo", list("--format"));
        row("nonsense --the", list("--theme"));
        row("list --tls --so", list("--socks"));
        row("list --client-env --cl", list("--client-config"));
    }

    void offers() {
        QFETCH(QString, words);
        QTEST(candidatesFor(words), "candidates");
    }

    void beginsWithVerbsAndOptionsOfAVerb() {
        QCOMPARE(candidatesFor({}), verbNames());
        QVERIFY(!verbNames().contains(QStringLiteral("complete")));
        QVERIFY(candidatesFor(QStringLiteral("list ")).contains(QStringLiteral("--watch")));
        QVERIFY(!candidatesFor(QStringLiteral("list ")).contains(QStringLiteral("--demo")));
        QCOMPARE(completionOf({QStringLiteral("show"), QString()}).lookup, Completion::Lookup::Locks);
        QCOMPARE(completionOf({QStringLiteral("show"), QStringLiteral("/a"), QString()}).lookup,
                 Completion::Lookup::Nothing);
    }

    // What one of the three knows, all know.
    void everyOptionIsParsedAndInTheHelp() {
        const QString help = helpText();
        for (const CommandOption& option : commandOptions()) {
            const QString name = QLatin1String(option.name);
            QVERIFY2(help.contains(name), option.name);
            for (const QString& choice : choicesOf(option)) {
                const QString verb =
                    option.goesWith(CommandLine::Verb::Check) ? QStringLiteral("check") : QString();
                QStringList words{QStringLiteral("--connect=zk1"), name, choice};
                // Each of these says nothing without the other.
                if (choice == QStringLiteral("digest"))
                    words << QStringLiteral("--user") << QStringLiteral("u");
                if (name == QStringLiteral("--user"))
                    words << QStringLiteral("--sasl") << QStringLiteral("digest");
                if (!verb.isEmpty()) words.prepend(verb);
                if (option.group == CommandOption::Group::Lab)
                    words =
                        QStringList{QStringLiteral("lab"), QStringLiteral("run"), QStringLiteral("herd")} +
                        words;
                else if (verb.isEmpty() && !option.goesWith(CommandLine::Verb::Window) &&
                         !option.goesWith(CommandLine::Verb::Snapshot))
                    words = QStringList{QStringLiteral("report"),
                                        QStringLiteral("x.lockrec"),
                                        QStringLiteral("-o"),
                                        QStringLiteral("x.html"),
                                        name,
                                        choice};
                else if (verb.isEmpty() && !option.goesWith(CommandLine::Verb::Window))
                    words = QStringList{QStringLiteral("snapshot"), QStringLiteral("-o"),
                                        QStringLiteral("x.json")} +
                            words;
                const auto command = parseCommandLine(words);
                QVERIFY2(command, command ? "" : qPrintable(command.error()));
            }
        }
        QVERIFY(!help.contains(QStringLiteral("complete")));
        for (const QString& line : help.split(QLatin1Char('\n')))
            QVERIFY2(line.size() <= 100, qPrintable(line));
    }

    void knowsLocksOfTheClusterThatIsNamed() {
        const OnBusyLock lock;
        const Outcome found = lock.run({QStringLiteral("list")});
        QCOMPARE(found.status, 0);
        const auto complete = [&](const QStringList& words) {
            const Outcome outcome = runLockscope(QStringList{QStringLiteral("complete")} + words,
                                                 bareEnvironment(lock.directory));
            return outcome.status == 0 && outcome.errors.isEmpty() ? outcome.output : QByteArray("failed");
        };
        QStringList words = lock.on({QStringLiteral("show")});
        QCOMPARE(complete(words + QStringList{QStringLiteral("/a")}), QByteArray("/a/lock\n"));
        QCOMPARE(complete(words + QStringList{QStringLiteral("/x")}), QByteArray());
        words.replace(words.indexOf(QStringLiteral("--connect")) + 1, QStringLiteral("127.0.0.1:1"));
        QCOMPARE(complete(words + QStringList{QString()}), QByteArray());
        QCOMPARE(complete({QStringLiteral("show"), QString()}), QByteArray());
        QCOMPARE(complete({QStringLiteral("show"), QStringLiteral("--connect"), QStringLiteral("zk1:port"),
                           QString()}),
                 QByteArray());
    }

    void knowsProfilesAndAsksNobodyForAPassword() {
        const GuardedCluster guarded;
        const QTemporaryDir directory;
        ConnectionOptions profile = guarded.options();
        profile.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
        profile.profile = {QStringLiteral("1"), QStringLiteral("prod eu"), {}};
        {
            WindowSettings settings(directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                                    std::make_unique<MemorySecrets>());
            settings.profiles().put(profile);
        }
        auto environment = bareEnvironment(directory);
        const auto complete = [&](const QStringList& words) {
            return runLockscope(QStringList{QStringLiteral("complete")} + words, environment).output;
        };
        QCOMPARE(complete({QStringLiteral("check"), QStringLiteral("--profile"), QString()}),
                 QByteArray("prod eu\n"));
        QCOMPARE(complete({QStringLiteral("check"), QStringLiteral("--profile=p")}),
                 QByteArray("--profile=prod eu\n"));
        const QStringList show{QStringLiteral("show"), QStringLiteral("--profile=prod eu"), QString()};
        QCOMPARE(complete(show), QByteArray());
        environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), QStringLiteral("s3cret"));
        QCOMPARE(complete(show), QByteArray("/lock\n"));
    }

    void bashSplitsWordsAtColons() {
        const OnBusyLock lock;
        const auto odd = const_cast<OtherClient&>(lock.holder).hold("/odd/a b=$(c):d");
        const QString servers = QString::fromStdString(lock.cluster);
        const auto complete = [&](const QString& line, const QStringList& words) {
            return shellLines(
                "bash",
                QStringList{QStringLiteral("--norc"), QStringLiteral("-c"), QLatin1String(kBashDriver),
                            completionScript("lockscope.bash"), line} +
                    words,
                lock.directory);
        };
        const auto shown = [&](const QString& begin, const QStringList& words) {
            const QString admin = QString::fromStdString(TestCluster::instance().server().adminUrl());
            return complete(
                QStringLiteral("lockscope show --admin '%1' --connect %2 %3").arg(admin, servers, begin),
                QStringList{QStringLiteral("lockscope"), QStringLiteral("show"), QStringLiteral("--admin"),
                            QStringLiteral("'%1'").arg(admin), QStringLiteral("--connect"),
                            servers.section(QLatin1Char(':'), 0, 0), QStringLiteral(":"),
                            servers.section(QLatin1Char(':'), 1)} +
                    words);
        };
        QCOMPARE(shown(QStringLiteral("/a"), {QStringLiteral("/a")}), QStringList{QStringLiteral("/a/lock")});
        // Nothing of a name is run by the shell, and only what follows the last "=" is put in.
        QCOMPARE(shown(QStringLiteral("/o"), {QStringLiteral("/o")}),
                 QStringList{QStringLiteral("/odd/a\\ b=\\$\\(c\\):d")});
        QCOMPARE(shown(QStringLiteral("/odd/a\\ b="), {QStringLiteral("/odd/a\\ b"), QStringLiteral("=")}),
                 QStringList{QStringLiteral("\\$\\(c\\):d")});
        QCOMPARE(complete(QStringLiteral("lockscope list --format=c"),
                          {QStringLiteral("lockscope"), QStringLiteral("list"), QStringLiteral("--format"),
                           QStringLiteral("="), QStringLiteral("c")}),
                 QStringList{QStringLiteral("csv")});
        QCOMPARE(
            complete(QStringLiteral("lockscope che"), {QStringLiteral("lockscope"), QStringLiteral("che")}),
            QStringList{QStringLiteral("check")});
    }

    void zshAsksTheProgram() {
        if (!hasShell("zsh")) QSKIP("zsh is not installed");
        const QTemporaryDir directory;
        const auto complete = [&](const QStringList& words) {
            return shellLines("zsh",
                              QStringList{QStringLiteral("-f"), QStringLiteral("-c"),
                                          QLatin1String(kZshDriver), QStringLiteral("zsh"),
                                          completionScript("_lockscope"), QStringLiteral("lockscope")} +
                                  words,
                              directory);
        };
        QCOMPARE(complete({QStringLiteral("che")}), QStringList{QStringLiteral("check")});
        QCOMPARE(complete({QStringLiteral("list"), QStringLiteral("--format=c")}),
                 QStringList{QStringLiteral("--format=csv")});
        QCOMPARE(complete({QStringLiteral("list"), QStringLiteral("--format"), QString()}).size(), 4);
        QCOMPARE(complete({QStringLiteral("snapshot"), QStringLiteral("-o"), QString()}),
                 QStringList{QStringLiteral("(files)")});
    }

    void fishAsksTheProgram() {
        if (!hasShell("fish")) QSKIP("fish is not installed");
        const QTemporaryDir directory;
        const auto complete = [&](const QString& line) {
            return shellLines("fish",
                              {QStringLiteral("--no-config"), QStringLiteral("-c"),
                               QStringLiteral("source $argv[1]; complete -C $argv[2]"),
                               completionScript("lockscope.fish"), line},
                              directory);
        };
        QCOMPARE(complete(QStringLiteral("lockscope che")), QStringList{QStringLiteral("check")});
        QCOMPARE(complete(QStringLiteral("lockscope list --format=c")),
                 QStringList{QStringLiteral("--format=csv")});
        QCOMPARE(complete(QStringLiteral("lockscope list --format ")).size(), 4);
    }
};

LOCKSCOPE_TEST(TestCompletion)
#include "tst_completion.moc"
