// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/local_cluster.h>
#include <lockcore/session/session.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <signal.h>
#include <sys/wait.h>

#include <future>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

QByteArray ask(std::uint16_t port, const QByteArray& request) {
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    if (!socket.waitForConnected(kServerPatienceMs)) return {};
    socket.write(request);
    QByteArray answer;
    while (socket.waitForReadyRead(kServerPatienceMs))
        answer += socket.readAll();
    return answer + socket.readAll();
}

bool processExists(int pid) {
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

bool exists(const std::string& path) {
    return QFileInfo::exists(QString::fromStdString(path));
}

std::unique_ptr<LocalCluster> startCluster(LocalClusterOptions options = {}) {
    auto cluster = LocalCluster::start(std::move(options));
    if (!cluster) qFatal("%s", describe(cluster.error()).c_str());
    return std::move(*cluster);
}

/// While it lives, temporary files are made in a directory of its own.
class OwnTemporaryDirectory {
public:
    OwnTemporaryDirectory() { qputenv("TMPDIR", m_directory.path().toUtf8()); }
    ~OwnTemporaryDirectory() {
        if (m_before.isNull())
            qunsetenv("TMPDIR");
        else
            qputenv("TMPDIR", m_before);
    }
    OwnTemporaryDirectory(const OwnTemporaryDirectory&) = delete;
    OwnTemporaryDirectory& operator=(const OwnTemporaryDirectory&) = delete;

    bool isEmpty() const { return QDir(m_directory.path()).isEmpty(); }

private:
    const QByteArray m_before = qgetenv("TMPDIR");
    const QTemporaryDir m_directory;
};

/// A directory with links to some of the jars that a server needs.
void linkJars(const QTemporaryDir& directory, const QStringList& names) {
    for (const QString& name : names)
        QVERIFY(QFile::link(QString::fromStdString(LocalClusterOptions{}.jarDirectory) + "/" + name,
                            directory.filePath(name)));
}

}  // namespace

class TestLocalCluster : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servesWhenStarted() {
        const auto cluster = startCluster();
        QVERIFY(ask(cluster->port(), "srvr").contains("Mode: standalone"));
        QVERIFY(processExists(cluster->processId()));
        QCOMPARE(cluster->connectString(), "127.0.0.1:" + std::to_string(cluster->port()));
        QVERIFY(exists(cluster->logFile()));
    }

    void adminServerAnswers() {
        const auto cluster = startCluster();
        const QUrl url(QString::fromStdString(cluster->adminUrl()));
        QCOMPARE(url.host(), "127.0.0.1");
        const QByteArray reply =
            ask(static_cast<std::uint16_t>(url.port()),
                "GET /commands/ruok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        QVERIFY2(reply.contains("\"command\" : \"ruok\""), reply);
    }

    void listensOnLoopbackOnly() {
        const auto cluster = startCluster();
        QFile table("/proc/net/tcp");
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QByteArray port = QByteArray::number(cluster->port(), 16).toUpper().rightJustified(4, '0');
        const QByteArray sockets = table.readAll();
        QVERIFY(sockets.contains(" 0100007F:" + port + " 00000000:0000 0A"));
        QVERIFY(!sockets.contains(" 00000000:" + port));
    }

    void leavesNothingBehind() {
        auto cluster = startCluster();
        const int pid = cluster->processId();
        const std::string directory = cluster->directory();
        cluster.reset();
        QVERIFY(!processExists(pid));
        QVERIFY(!exists(directory));
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, not even as a zombie
        QCOMPARE(errno, ECHILD);
    }

    void leavesNothingBehindWhenPaused() {
        auto cluster = startCluster();
        const int pid = cluster->processId();
        const std::string directory = cluster->directory();
        cluster->pause();
        cluster.reset();
        QVERIFY(!processExists(pid));
        QVERIFY(!exists(directory));
    }

    void diesWithItsProgram() {
        QProcess program;
        program.start(QStringLiteral(LOCAL_CLUSTER_PROGRAM), {});
        QByteArray output;
        while (output.count('\n') < 2 && program.waitForReadyRead(kServerPatienceMs))
            output += program.readAllStandardOutput();
        const QList<QByteArray> lines = output.split('\n');
        QVERIFY2(lines.size() >= 2, program.readAllStandardError());
        const int pid = lines[0].toInt();
        const std::string directory = lines[1].toStdString();
        QVERIFY(processExists(pid));
        QVERIFY(exists(directory));

        program.kill();  // SIGKILL: the program itself can't clean up
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QTRY_VERIFY_WITH_TIMEOUT(!processExists(pid), kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!exists(directory), kServerPatienceMs);
    }

    void keepsDataOverKillAndRestart() {
        const auto cluster = startCluster();
        const std::string connect = cluster->connectString();
        EventLoop loop;
        const auto session = Session::open(loop, {connect, 30s});
        std::promise<Result<CreatedNode>> created;
        loop.post([&] {
            session->create("/kept", "before", NodeKind::Persistent,
                            [&](Result<CreatedNode> node) { created.set_value(std::move(node)); });
        });
        QVERIFY(created.get_future().get().has_value());
        session->closeAndWait();

        const int pid = cluster->processId();
        cluster->kill();
        QVERIFY(!processExists(pid));
        QCOMPARE(cluster->processId(), 0);
        QVERIFY(exists(cluster->directory()));
        QVERIFY(cluster->restart().has_value());
        QCOMPARE(cluster->connectString(), connect);

        const auto after = Session::open(loop, {connect, 30s});
        std::promise<Result<NodeData>> read;
        loop.post([&] {
            after->get("/kept", {}, [&](Result<NodeData> node) { read.set_value(std::move(node)); });
        });
        const auto node = read.get_future().get();
        QVERIFY(node.has_value());
        QCOMPARE(node->data, "before");
        after->closeAndWait();
    }

    void pausedServerAnswersAfterResume() {
        const auto cluster = startCluster();
        cluster->pause();
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, cluster->port());  // the kernel accepts for it
        QVERIFY(socket.waitForConnected(kServerPatienceMs));
        socket.write("ruok");
        QVERIFY(!socket.waitForReadyRead(300));
        cluster->resume();
        QVERIFY(socket.waitForReadyRead(kServerPatienceMs));
        QCOMPARE(socket.readAll(), "imok");
    }

    void severalRunSideBySide() {
        std::unique_ptr<LocalCluster> first;
        std::thread other([&] { first = startCluster(); });
        const auto second = startCluster();
        other.join();
        QVERIFY(first->port() != second->port());
        QVERIFY(first->directory() != second->directory());
        const int pid = first->processId();
        first.reset();
        QVERIFY(!processExists(pid));
        QVERIFY(ask(second->port(), "srvr").contains("Mode: standalone"));
    }

    void whitelistStillLetsItStart() {
        LocalClusterOptions options;
        options.fourLetterWords = "ruok";
        const auto cluster = startCluster(options);
        QVERIFY(ask(cluster->port(), "dump").contains("not in the whitelist"));
    }

    void missingJavaNamesThePackage() {
        LocalClusterOptions options;
        options.java = "no-such-java";
        const auto cluster = LocalCluster::start(options);
        QVERIFY(!cluster.has_value());
        QCOMPARE(cluster.error().code, ErrorCode::MissingProgram);
        QVERIFY(cluster.error().what.ends_with("needs Java; on Debian: apt install default-jre-headless"));
    }

    void allThatIsMissingIsNamedAtOnce() {
        const QTemporaryDir jars;
        linkJars(jars, {"slf4j-log4j12.jar", "log4j-1.2.jar"});
        LocalClusterOptions options;
        options.java = "no-such-java";
        options.jarDirectory = jars.path().toStdString();
        const auto cluster = LocalCluster::start(options);
        QVERIFY(!cluster.has_value());
        QVERIFY(cluster.error().what.ends_with("apt install default-jre-headless libzookeeper-java"));
    }

    void missingJarsNameThePackage() {
        const QTemporaryDir empty;
        LocalClusterOptions options;
        options.jarDirectory = empty.path().toStdString();
        const auto cluster = LocalCluster::start(options);
        QVERIFY(!cluster.has_value());
        QCOMPARE(cluster.error().code, ErrorCode::MissingProgram);
        QVERIFY(cluster.error().what.find("apt install libzookeeper-java") != std::string::npos);
        QCOMPARE(cluster.error().path, options.jarDirectory + "/zookeeper.jar");
    }

    void startsWithoutServlets() {
        const QTemporaryDir jars;
        linkJars(jars, {"zookeeper.jar", "slf4j-log4j12.jar", "log4j-1.2.jar"});
        LocalClusterOptions options;
        options.jarDirectory = jars.path().toStdString();
        const auto cluster = startCluster(options);
        QCOMPARE(cluster->adminUrl(), std::string());
        QVERIFY(ask(cluster->port(), "srvr").contains("Mode: standalone"));
    }

    void failedStartTellsWhyAndLeavesNothing() {
        const OwnTemporaryDirectory temporary;
        LocalClusterOptions options;
        options.extraConfig = {"tickTime=many"};
        const auto cluster = LocalCluster::start(options);
        QVERIFY(!cluster.has_value());
        QCOMPARE(cluster.error().code, ErrorCode::Io);
        QVERIFY2(cluster.error().what.find("many") != std::string::npos, cluster.error().what.c_str());
        QVERIFY(temporary.isEmpty());
    }

    void startCanBeCancelled() {
        const OwnTemporaryDirectory temporary;
        std::stop_source stop;
        stop.request_stop();
        const auto cluster = LocalCluster::start({}, stop.get_token());
        QVERIFY(!cluster.has_value());
        QCOMPARE(cluster.error().code, ErrorCode::Cancelled);
        QVERIFY(temporary.isEmpty());
    }
};

LOCKSCOPE_TEST(TestLocalCluster)
#include "tst_local_cluster.moc"
