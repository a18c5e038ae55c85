// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "program_run.h"
#include "socks_relay.h"
#include "ssh_bastion.h"
#include "tcp_proxy.h"
#include "test_program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <csignal>

namespace {

constexpr int kEndMs = 120'000;

/// The user's own ssh, with a configuration that knows a real bastion by name: "jump", and "behind", which is
/// reached by that one. The network before both can be cut. Lives on the thread that makes it.
class UsersSsh {
public:
    UsersSsh() : m_network(portOf(m_bastion)) {
        QByteArray settings;
        const auto words = m_bastion.route().arguments;
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            const QByteArray value = QByteArray::fromStdString(words[i + 1]);
            if (words[i] == "-i") settings += "IdentityFile " + value + '\n';
            if (words[i] == "-o") settings += QByteArray(value).replace('=', ' ') + '\n';
        }
        write("config", "Host jump behind\nHostName 127.0.0.1\nPort " +
                            QByteArray::number(m_network.serverPort()) +
                            "\nHostKeyAlias [127.0.0.1]:" + QByteArray::number(portOf(m_bastion)) + '\n' +
                            settings + "Host behind\nProxyJump jump\n");
        write("ssh", "#!/bin/sh\nexec '" + QStandardPaths::findExecutable(QStringLiteral("ssh")).toUtf8() +
                         "' -F '" + file("config").toUtf8() + "' \"$@\"\n");
        QFile::setPermissions(file("ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void addTo(QProcessEnvironment& environment) const {
        const QString path = QStringLiteral("PATH");
        environment.insert(path, m_directory.path() + QLatin1Char(':') + environment.value(path));
    }
    int logins() { return m_bastion.logins(); }
    /// As if the bastion's machine were switched off, and on without its sshd.
    void end() {
        m_network.cut();
        m_network.close();
    }
    /// The command lines of those that run.
    QList<QByteArray> processes() const {
        QList<QByteArray> running;
        for (const QString& each : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")})) {
            QFile words(QStringLiteral("/proc/%1/cmdline").arg(each));
            if (!words.open(QIODevice::ReadOnly)) continue;
            const QByteArray line = words.readAll().replace('\0', ' ');
            if (line.contains(file("config").toUtf8())) running << line;
        }
        return running;
    }
    /// Where the one that serves all that is asked beside a session listens; empty where there is none.
    QString masterDirectory() const {
        static const QRegularExpression master(
            QStringLiteral("-N .*ControlMaster=yes.* ControlPath=(\\S+)/master "));
        for (const QByteArray& line : processes())
            if (const auto found = master.match(QString::fromUtf8(line)); found.hasMatch())
                return found.captured(1);
        return {};
    }
    bool hasMaster() const {
        const QString directory = masterDirectory();
        return !directory.isEmpty() && QFile::exists(directory + QStringLiteral("/master"));
    }

private:
    static quint16 portOf(const SshBastion& bastion) {
        const auto words = bastion.route().arguments;
        const auto option = std::ranges::find(words, "-p");
        return static_cast<quint16>(std::stoi(*std::next(option)));
    }
    QString file(const char* name) const { return m_directory.filePath(QLatin1String(name)); }
    void write(const char* name, const QByteArray& content) const {
        QFile target(file(name));
        if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size())
            qFatal("no file %s", name);
    }

    QTemporaryDir m_directory;
    SshBastion m_bastion{SshBastion::Options()};
    TcpProxy m_network;
};

/// The program, while the test's thread forwards for it.
class RoutedProgram : public QProcess {
public:
    RoutedProgram(const UsersSsh& ssh, const QStringList& arguments) {
        auto environment = bareEnvironment(m_directory);
        ssh.addTo(environment);
        setProcessEnvironment(environment);
        start(QStringLiteral(LOCKSCOPE_PROGRAM), arguments);
    }
    ~RoutedProgram() override {
        kill();
        waitForFinished();
    }
    bool isOver() const { return state() == NotRunning; }
    const QByteArray& told() { return m_told += readAllStandardOutput(); }
    const QByteArray& errors() { return m_errors += readAllStandardError(); }

private:
    QTemporaryDir m_directory;
    QByteArray m_told;
    QByteArray m_errors;
};

/// A server that hangs for as long as this lives.
class HangingServer {
public:
    HangingServer() { TestCluster::instance().server().pause(); }
    ~HangingServer() { TestCluster::instance().server().resume(); }
    HangingServer(const HangingServer&) = delete;
    HangingServer& operator=(const HangingServer&) = delete;
};

/// A list as CSV, without how long it has been waited.
QString withoutTimes(const QByteArray& list) {
    static const QRegularExpression waited(QStringLiteral("(?<=,1,1,)\\d+(?=,0x)"));
    return QString::fromUtf8(list).remove(waited);
}

QStringList by(const char* bastion) {
    return {QStringLiteral("--bastion"), QLatin1String(bastion)};
}

}  // namespace

/// The program on a cluster that it reaches by the user's own ssh, or by a proxy.
class TestRouteProgram : public QObject {
    Q_OBJECT

    std::unique_ptr<UsersSsh> m_ssh;
    std::unique_ptr<OnBusyLock> m_lock;

private Q_SLOTS:
    void init() {
        m_ssh = std::make_unique<UsersSsh>();
        m_lock = std::make_unique<OnBusyLock>();
    }
    void cleanup() {
        m_lock.reset();
        m_ssh.reset();
    }

    void listsAsDirectly() {
        const SocksRelay relay;
        const QString proxy = QStringLiteral("127.0.0.1:%1").arg(relay.serverPort());
        const QStringList list{QStringLiteral("list"), QStringLiteral("--format"), QStringLiteral("csv")};
        const Outcome direct = m_lock->run(list);
        QVERIFY2(direct.status == 0 && direct.output.contains("/a/lock"), direct.errors.constData());
        for (const QStringList& way :
             {by("jump"), by("behind"), QStringList{QStringLiteral("--socks"), proxy}}) {
            QStringList arguments = m_lock->on(list + way);
            // A name that the proxy alone knows.
            if (way.contains(proxy))
                arguments.replaceInStrings(QRegularExpression(QStringLiteral("^127\\.0\\.0\\.1:(?=\\d+/)")),
                                           QStringLiteral("zk.invalid:"));
            RoutedProgram program(*m_ssh, arguments);
            QTRY_VERIFY_WITH_TIMEOUT(program.isOver(), kEndMs);
            QVERIFY2(program.exitCode() == 0, program.errors().constData());
            QCOMPARE(withoutTimes(program.told()), withoutTimes(direct.output));
        }
        QVERIFY(m_ssh->logins() > 2);
        QVERIFY(relay.connections() > 0);
    }

    void saysThatTheBastionHasGone() {
        const HangingServer server;
        RoutedProgram program(*m_ssh, m_lock->on(QStringList{QStringLiteral("list")} + by("jump")));
        QTRY_VERIFY_WITH_TIMEOUT(m_ssh->logins() > 0, kEndMs);
        m_ssh->end();
        QTRY_VERIFY_WITH_TIMEOUT(program.isOver(), kEndMs);
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 1);
        QVERIFY(program.told().isEmpty());
        // It may have taken a connection that it then ended with.
        const bool isRefused = program.errors().contains("the bastion can't be reached") &&
                               program.errors().contains("Connection refused");
        QVERIFY2(isRefused || program.errors().contains("the bastion has closed the connection"),
                 program.errors().constData());
    }

    void watchSaysThatTheBastionHasGone() {
        RoutedProgram program(
            *m_ssh,
            m_lock->on(QStringList{QStringLiteral("check"), QStringLiteral("--watch=1")} + by("jump")));
        QTRY_VERIFY_WITH_TIMEOUT(!program.told().isEmpty(), kEndMs);
        m_ssh->end();
        QTRY_VERIFY2_WITH_TIMEOUT(
            (program.told() + program.errors()).contains("the way to the server does not lead there"),
            program.told().constData(), kEndMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QTRY_VERIFY_WITH_TIMEOUT(program.isOver(), kEndMs);
        QCOMPARE(program.exitCode(), 2);
    }

    void killedProgramLeavesNoSsh_data() {
        QTest::addColumn<QStringList>("way");
        QTest::newRow("one host") << by("jump");
        QTest::newRow("one behind another") << by("behind");
    }
    /// Neither that of its session nor that of what is asked beside it, nor those that these have started.
    void killedProgramLeavesNoSsh() {
        QFETCH(const QStringList, way);
        RoutedProgram program(
            *m_ssh, m_lock->on(QStringList{QStringLiteral("check"), QStringLiteral("--watch=1")} + way));
        QTRY_VERIFY_WITH_TIMEOUT(!program.told().isEmpty() && m_ssh->hasMaster(), kEndMs);
        const QString sockets = m_ssh->masterDirectory();
        program.kill();
        QTRY_VERIFY_WITH_TIMEOUT(program.isOver(), kEndMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_ssh->processes(), QList<QByteArray>(), kEndMs);
        QDir(sockets).removeRecursively();  // whoever is killed can't
    }
};

LOCKSCOPE_TEST(TestRouteProgram)
#include "tst_route_program.moc"
