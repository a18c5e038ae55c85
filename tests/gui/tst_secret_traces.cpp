// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "digest_server.h"
#include "live_session.h"
#include "program_run.h"
#include "scripted_server.h"
#include "tcp_proxy.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/recipes/mutex.h>

#include <QDirIterator>
#include <QSignalSpy>
#include <QStringEncoder>

#include <csignal>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr auto kDorasPassword = "Pw4dora";
constexpr auto kAdminPassword = "Pw4webadmin";

const QStringList kDora{QStringLiteral("dora as Pw4dora")};
const QStringList kBoth = kDora + QStringList{QStringLiteral("webadmin as Pw4webadmin")};

/// Of who can be read from `text`: the user whose password is there, as it is or in a usual dress.
QStringList whoseSecretsAreIn(const QByteArray& text) {
    QStringList found;
    for (const auto& [user, password] :
         {std::pair<QByteArray, QByteArray>{"dora", kDorasPassword}, {"webadmin", kAdminPassword}}) {
        const QString wide = QString::fromLatin1(password);
        QStringEncoder little(QStringEncoder::Utf16LE);
        QStringEncoder big(QStringEncoder::Utf16BE);
        for (const QByteArray& dress : {password, password.toBase64(QByteArray::OmitTrailingEquals),
                                        (user + ':' + password).toBase64(QByteArray::OmitTrailingEquals),
                                        password.toHex(), QByteArray(little(wide)), QByteArray(big(wide))})
            if (text.contains(dress)) found << QString::fromLatin1(user + " as " + dress);
    }
    return found;
}

QByteArray contentOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// In all files below the directory, by their contents and names.
QStringList secretsBelow(const QTemporaryDir& directory) {
    QStringList found;
    QDirIterator files(directory.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString name = files.next();
        for (const QString& who : whoseSecretsAreIn(name.toUtf8() + '\n' + contentOf(name)))
            found << name + QStringLiteral(": ") + who;
    }
    return found;
}

/// The program on DigestServer, with both passwords, and all that can be seen of it from outside.
struct SeenProgram {
    QTemporaryDir home;
    TcpProxy network;
    ScriptedServer admin{
        [](const std::string&) { return ScriptedServer::Reply{ScriptedServer::http(401, "")}; }};
    QProcess program;
    QByteArray told;

    explicit SeenProgram(quint16 server) : network(server) { network.keepWhatIsSaid(); }

    void start(const QStringList& verb, bool isByDescriptor) {
        auto environment = bareEnvironment(home);
        for (const char* const name : {"HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(QLatin1String(name), home.path());
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), QStringLiteral("unix:path=/nowhere"));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("LOCKSCOPE_ADMIN_USER"), QStringLiteral("webadmin"));
        QStringList arguments = verb;
        QByteArray secrets;
        for (const auto& [name, password] : {std::pair{"LOCKSCOPE_SASL_PASSWORD", kDorasPassword},
                                             std::pair{"LOCKSCOPE_ADMIN_PASSWORD", kAdminPassword}}) {
            if (isByDescriptor)
                secrets += QByteArray(name) + '=' + password + '\n';
            else
                environment.insert(QLatin1String(name), QLatin1String(password));
        }
        if (isByDescriptor) arguments << QStringLiteral("--secrets-fd=0");
        arguments << QStringLiteral("--log=debug") << QStringLiteral("--sasl=digest")
                  << QStringLiteral("--user=dora")
                  << QStringLiteral("--connect=%1").arg(QString::fromStdString(network.address()))
                  << QStringLiteral("--admin=http://{host}:%1/commands").arg(admin.port());
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.setWorkingDirectory(home.path());
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM), arguments);
        program.write(secrets);
        program.closeWriteChannel();
    }
    /// Both passwords have done what they are for: the server has proved that it knows the one, too.
    bool hasSignedIn() const {
        const auto asked = admin.requests();
        return network.said().contains("rspauth=") &&
               std::ranges::any_of(asked, [](const std::string& request) {
                   return request.find("Authorization: Basic ") != std::string::npos;
               });
    }
    QByteArray inProc(const char* name) const {
        return contentOf(QStringLiteral("/proc/%1/%2").arg(program.processId()).arg(QLatin1String(name)));
    }
    bool end() {
        ::kill(static_cast<pid_t>(program.processId()), SIGTERM);
        const bool isEnded = program.waitForFinished(kPatienceMs);
        told = program.readAll();
        return isEnded && program.exitStatus() == QProcess::NormalExit;
    }
};

}  // namespace

/// Passwords are where they were given, and nowhere else that anybody can look.
class TestSecretTraces : public QObject {
    Q_OBJECT

    std::unique_ptr<DigestServer> m_server;

private Q_SLOTS:
    void initTestCase() { m_server = std::make_unique<DigestServer>(); }
    void cleanupTestCase() {
        QVERIFY(waitForClosing(30s));
        m_server.reset();
    }

    void programLeavesNone_data() {
        QTest::addColumn<QStringList>("verb");
        QTest::addColumn<bool>("isByDescriptor");
        QTest::addColumn<QString>("file");
        const QStringList record{QStringLiteral("record"), QStringLiteral("-o"),
                                 QStringLiteral("night.lockrec")};
        const QString recording = record.last();
        const QString settings = QStringLiteral("Lockscope/lockscope.ini");
        QTest::newRow("command, by a descriptor") << record << true << recording;
        QTest::newRow("command, by the environment") << record << false << recording;
        QTest::newRow("window, by a descriptor") << QStringList() << true << settings;
        QTest::newRow("window, by the environment") << QStringList() << false << settings;
    }
    /// The environment has them for as long as it runs where they were given by it, and not else.
    void programLeavesNone() {
        QFETCH(const QStringList, verb);
        QFETCH(const bool, isByDescriptor);
        QFETCH(const QString, file);
        SeenProgram seen(m_server->cluster().port());
        seen.start(verb, isByDescriptor);
        QTRY_VERIFY2_WITH_TIMEOUT(seen.hasSignedIn(), seen.program.peek(4000).constData(), kPatienceMs);

        const QByteArray arguments = seen.inProc("cmdline");
        QVERIFY(arguments.contains("--user=dora"));
        QCOMPARE(whoseSecretsAreIn(arguments), QStringList());
        const QByteArray environment = seen.inProc("environ");
        QVERIFY(environment.contains("LOCKSCOPE_ADMIN_USER"));
        QCOMPARE(whoseSecretsAreIn(environment), isByDescriptor ? QStringList() : kBoth);
        QCOMPARE(secretsBelow(seen.home), QStringList());

        QVERIFY2(seen.end(), seen.told.constData());
        QVERIFY2(seen.told.contains(seen.network.address().c_str()), seen.told.constData());
        QVERIFY2(seen.told.contains(" debug "), seen.told.constData());
        QCOMPARE(whoseSecretsAreIn(seen.told), QStringList());
        QVERIFY(!contentOf(seen.home.filePath(file)).isEmpty());
        QCOMPARE(secretsBelow(seen.home), QStringList());
        // That AdminServers are told theirs without TLS is what "http" means. They get no other.
        QVERIFY(seen.network.said().contains("dora"));
        QCOMPARE(whoseSecretsAreIn(seen.network.said()), QStringList());
        QStringList toldToAdmin;
        for (const std::string& request : seen.admin.requests())
            toldToAdmin << whoseSecretsAreIn(QByteArray::fromStdString(request));
        QVERIFY(toldToAdmin.contains(
            QStringLiteral("webadmin as ") +
            QLatin1String(QByteArray("webadmin:Pw4webadmin").toBase64(QByteArray::OmitTrailingEquals))));
        QCOMPARE(toldToAdmin.filter(QStringLiteral("dora")), QStringList());
    }

    void eachDressIsFound_data() {
        QTest::addColumn<QByteArray>("dress");
        QTest::newRow("as it is") << QByteArray("Pw4dora");
        QTest::newRow("base64") << QByteArray("UHc0ZG9yYQ==");
        QTest::newRow("base64 of a login") << QByteArray("ZG9yYTpQdzRkb3Jh");
        QTest::newRow("hexadecimal") << QByteArray("507734646f7261");
        QTest::newRow("UTF-16, little") << QByteArray("P\0w\0004\0d\0o\0r\0a\0", 14);
        QTest::newRow("UTF-16, big") << QByteArray("\0P\0w\0004\0d\0o\0r\0a", 14);
    }
    /// Far into a hidden file of a folder, and in a name.
    void eachDressIsFound() {
        QFETCH(const QByteArray, dress);
        const QTemporaryDir directory;
        QVERIFY(QDir(directory.path()).mkpath(QStringLiteral("a/.b")));
        QFile file(directory.filePath(QStringLiteral("a/.b/.c")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(1'000'000, '\xff') + dress + QByteArray(1000, '\xff'));
        file.close();
        const QStringList found = secretsBelow(directory);
        QCOMPARE(found.size(), 1);
        QVERIFY2(found.first().startsWith(file.fileName()), qPrintable(found.first()));
        if (dress.contains('\0')) return;
        QVERIFY(file.resize(0) && file.rename(directory.filePath(QString::fromLatin1(dress))));
        QCOMPARE(secretsBelow(directory).size(), 1);
    }

    /// The search finds what is there: on a cluster whose lock is called like the password, where each of
    /// these has it.
    void whatIsThereIsFound() {
        const std::string path = std::string("/") + kDorasPassword;
        LiveSession other(m_server->options("alice", "secret"));
        lockcore::Mutex lock(other.session(), path);
        const auto hold = lock.acquire();
        QVERIFY(hold);
        SeenProgram seen(m_server->cluster().port());
        seen.start({QStringLiteral("record"), QStringLiteral("-o"), QStringLiteral("night.lockrec"),
                    QStringLiteral("--pin=%1").arg(QString::fromStdString(path))},
                   true);
        QTRY_VERIFY2_WITH_TIMEOUT(seen.hasSignedIn(), seen.program.peek(4000).constData(), kPatienceMs);
        QCOMPARE(whoseSecretsAreIn(seen.inProc("cmdline")), kDora);
        QTRY_COMPARE_WITH_TIMEOUT(whoseSecretsAreIn(seen.network.said()), kDora, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!secretsBelow(seen.home).isEmpty(), kPatienceMs);
        QVERIFY2(seen.end(), seen.told.constData());
        QCOMPARE(secretsBelow(seen.home),
                 QStringList(seen.home.filePath(QStringLiteral("night.lockrec: ")) + kDora.first()));
    }

    void actsLeaveNone_data() {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("a lock") << QStringLiteral("/lock") << QStringList();
        QTest::newRow("one that is called like the password")
            << QStringLiteral("/%1").arg(QLatin1String(kDorasPassword)) << kDora;
    }

    /// The audit file names who has done what, and the settings where it was.
    void actsLeaveNone() {
        QFETCH(const QString, lock);
        QFETCH(const QStringList, found);
        TestWindow test;
        TcpProxy network(m_server->cluster().port());
        network.keepWhatIsSaid();
        ConnectionOptions options;
        options.connectString = QString::fromStdString(network.address());
        options.sasl = lockcore::SaslDigest{"dora", kDorasPassword};
        options.adminCredentials = {QStringLiteral("webadmin"), QLatin1String(kAdminPassword)};
        options.adminSignIn = true;
        test.window.connectTo(options);
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::isConnected(test.window.connection().status().connection.state),
                                 kPatienceMs);
        test.settings.profiles().noteConnected(test.window.connection().options());
        test.window.connection().setReadOnly(false);
        QSignalSpy finished(&test.window.connection(), &ClusterConnection::actionFinished);
        test.window.connection().launchContenders({.lockPath = lock.toStdString()});
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(whoseSecretsAreIn(network.said()), found, kPatienceMs);
        test.trigger(ActionId::Disconnect);
        QVERIFY(waitForClosing(30s));

        const QString auditFile = test.directory.filePath(QStringLiteral("audit.jsonl"));
        const QByteArray audit = contentOf(auditFile);
        QVERIFY2(audit.contains(lock.toUtf8()), audit.constData());
        const QByteArray settings = contentOf(test.directory.filePath(QStringLiteral("settings.ini")));
        QVERIFY2(settings.contains(network.address().c_str()), settings.constData());
        QStringList inFiles;
        for (const QString& who : found)
            inFiles << auditFile + QStringLiteral(": ") + who;
        QCOMPARE(secretsBelow(test.directory), inFiles);
        QCOMPARE(whoseSecretsAreIn(network.said()), found);
    }
};

LOCKSCOPE_TEST(TestSecretTraces)
#include "tst_secret_traces.moc"
