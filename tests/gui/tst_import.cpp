// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "acquire_later.h"
#include "program_run.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/lab/local_cluster.h>
#include <lockcore/wall_clock.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtEndian>

#include <algorithm>
#include <future>
#include <memory>

namespace {

const QString kImportedLock = QStringLiteral("/a/lock");

/// A server of its own, and three who queue up for one lock: the first has released it by then.
class ImportedServer {
public:
    ImportedServer() {
        auto server =
            lockcore::LocalCluster::start({.tickTime = std::chrono::milliseconds(200), .adminServer = false});
        if (!server) qFatal("%s", lockcore::describe(server.error()).c_str());
        m_server = std::move(*server);
        for (auto& client : m_clients)
            client = std::make_unique<OtherClient>(m_server->connectString());
        lockcore::Hold hold = m_clients[0]->hold(kImportedLock.toStdString());
        for (const std::size_t waiter : {std::size_t{1}, std::size_t{2}}) {
            lockcore::Mutex mutex(m_clients[waiter]->session().session(), kImportedLock.toStdString());
            m_granted[waiter] = acquireLater(mutex);
            const auto isQueued = [&] {
                return m_clients[0]->children(kImportedLock.toStdString()).size() == waiter + 1;
            };
            if (!QTest::qWaitFor(isQueued, kServerPatienceMs)) qFatal("not queued");
        }
        m_beforeUnixMs = lockcore::unixMs();
        // What happens by the server's clock, which is this one, comes after that.
        if (!QTest::qWaitFor([&] { return lockcore::unixMs() > m_beforeUnixMs + 1; })) qFatal("no clock");
        if (!hold.release()) qFatal("not released");
        // Until it has arrived. The next one keeps what it is granted.
        (void)m_clients[0]->create("/afterwards");
    }

    QString data() const { return QString::fromStdString(m_server->directory()) + QStringLiteral("/data"); }
    std::int64_t beforeUnixMs() const { return m_beforeUnixMs; }
    QByteArray session(std::size_t client) const {
        return QByteArray::fromStdString(toHex(m_clients[client]->session().id()));
    }

private:
    std::unique_ptr<lockcore::LocalCluster> m_server;
    std::unique_ptr<OtherClient> m_clients[3];
    std::future<lockcore::Result<lockcore::Hold>> m_granted[3];
    std::int64_t m_beforeUnixMs = 0;
};

ImportedServer& importedServer() {
    static ImportedServer server;
    return server;
}

QString isoUtc(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs);
}

bool hasLine(const QByteArray& text, const QByteArray& one, const QByteArray& other) {
    return std::ranges::any_of(
        text.split('\n'), [&](const QByteArray& line) { return line.contains(one) && line.contains(other); });
}

}  // namespace

/// The program makes a recording of a real server's files, and tells it.
class TestImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void tellsWhoHeldAndWhoWaited();
    void jsonTellsWhatWasRead();
    void damageIsToldAndTheRestKept();
    void logsThatBeginLaterAreToldAsPartial();
    void saysWhyNothingWasWritten_data();
    void saysWhyNothingWasWritten();
    void otherClustersFilesAreTold();

private:
    QString file() const { return m_directory->filePath(QStringLiteral("a.lockrec")); }
    Outcome run(const QStringList& words) const { return runLockscope(words, bareEnvironment(*m_directory)); }
    Outcome import(const QStringList& words) const {
        return run(QStringList{QStringLiteral("import-txnlog"), QStringLiteral("-o"), file()} + words);
    }
    Outcome told(const QStringList& words, std::int64_t atUnixMs) const {
        return run(words + QStringList{file(), QStringLiteral("--at"), isoUtc(atUnixMs)});
    }
    /// The server's newest log, as a server's directory of its own, with one byte of it changed.
    QString damagedCopy() const;
    /// Likewise, without its first transaction and without snapshots.
    QString laterCopy() const;

    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestImport::tellsWhoHeldAndWhoWaited() {
    const ImportedServer& server = importedServer();
    const Outcome outcome = import({server.data()});
    QVERIFY2(outcome.status == 0 && outcome.errors.isEmpty(), (outcome.output + outcome.errors).constData());
    QVERIFY2(outcome.output.contains("Locks: 1. Turns of contenders: 3.") &&
                 outcome.output.contains("by the leaders' clocks"),
             outcome.output.constData());

    const Outcome before = told({QStringLiteral("show"), kImportedLock}, server.beforeUnixMs());
    QVERIFY2(before.output.contains("As servers' files tell") &&
                 hasLine(before.output, server.session(0), "Holder") &&
                 hasLine(before.output, server.session(1), "Waiter") &&
                 hasLine(before.output, server.session(2), "Waiter"),
             (before.output + before.errors).constData());
    QCOMPARE(before.status, 0);
    const Outcome after = run({QStringLiteral("show"), kImportedLock, file()});
    QVERIFY2(!after.output.contains(server.session(0)) &&
                 hasLine(after.output, server.session(1), "Holder") &&
                 hasLine(after.output, server.session(2), "Waiter"),
             after.output.constData());
    const Outcome list = run({QStringLiteral("list"), file()});
    QCOMPARE(list.status, 3);
    QVERIFY2(list.output.contains("/a/lock"), list.output.constData());
    const Outcome sessions = run({QStringLiteral("sessions"), file()});
    QCOMPARE(sessions.status, 3);
    QVERIFY2(sessions.output.contains("Servers' files do not tell who is connected.") &&
                 hasLine(sessions.output, server.session(1), "/a/lock"),
             sessions.output.constData());
    const Outcome check = run({QStringLiteral("check"), file()});
    QCOMPARE(check.status, 2);
    QVERIFY2(check.output.contains("Locks: 1") &&
                 check.output.contains("Servers' files do not tell who watches what."),
             check.output.constData());
}

void TestImport::jsonTellsWhatWasRead() {
    const Outcome outcome = import({importedServer().data(), QStringLiteral("--json")});
    QCOMPARE(outcome.status, 0);
    const QJsonObject report = QJsonDocument::fromJson(outcome.output).object();
    QCOMPARE(report[QStringLiteral("file")].toString(), file());
    QCOMPARE(report[QStringLiteral("locks")].toInt(), 1);
    QCOMPARE(report[QStringLiteral("turns")].toInt(), 3);
    QCOMPARE(report[QStringLiteral("partial")].toBool(true), false);
    const QJsonObject read = report[QStringLiteral("read")].toObject();
    QCOMPARE(read[QStringLiteral("logs")].toInt(), 1);
    QVERIFY(read[QStringLiteral("transactions")].toInt() > 8);
    QVERIFY(read[QStringLiteral("gaps")].toArray().isEmpty() &&
            read[QStringLiteral("unknownTypes")].toObject().isEmpty());
    QCOMPARE(read[QStringLiteral("first")].toObject()[QStringLiteral("zxid")].toString(),
             QStringLiteral("0x1"));
}

QString TestImport::damagedCopy() const {
    const QString copy = m_directory->filePath(QStringLiteral("copy"));
    const QDir logs(importedServer().data() + QStringLiteral("/version-2"));
    const QString name = logs.entryList({QStringLiteral("log.*")}).value(0);
    if (!QDir().mkpath(copy) || !QFile::copy(logs.filePath(name), copy + QLatin1Char('/') + name)) return {};
    QFile log(copy + QLatin1Char('/') + name);
    if (!log.open(QIODevice::ReadWrite)) return {};
    const QByteArray bytes = log.readAll();
    // Of the last transaction, which has nothing to do with the lock.
    const qsizetype place = bytes.lastIndexOf("/afterwards");
    log.seek(place);
    log.write("/elsewhere?");
    return copy;
}

QString TestImport::laterCopy() const {
    constexpr qsizetype kHeader = 16;
    constexpr qsizetype kChecksum = 8;
    const QString copy = m_directory->filePath(QStringLiteral("later"));
    const QDir logs(importedServer().data() + QStringLiteral("/version-2"));
    const QString name = logs.entryList({QStringLiteral("log.*")}).value(0);
    QFile from(logs.filePath(name));
    QFile to(copy + QLatin1Char('/') + name);
    if (!QDir().mkpath(copy) || !from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly)) return {};
    QByteArray bytes = from.readAll();
    const auto length = qFromBigEndian<qint32>(bytes.constData() + kHeader + kChecksum);
    bytes.remove(kHeader, kChecksum + qsizetype{sizeof(qint32)} + length + 1);
    to.write(bytes);
    return copy;
}

void TestImport::logsThatBeginLaterAreToldAsPartial() {
    const QString copy = laterCopy();
    QVERIFY(!copy.isEmpty());
    const Outcome outcome = import({copy, QStringLiteral("--json")});
    QCOMPARE(outcome.status, 3);
    const QJsonObject report = QJsonDocument::fromJson(outcome.output).object();
    QCOMPARE(report[QStringLiteral("partial")].toBool(false), true);
    const QJsonObject read = report[QStringLiteral("read")].toObject();
    QVERIFY(read.contains(QStringLiteral("knownSince")) && read[QStringLiteral("knownSince")].isNull());
    QFile::remove(file());
    QVERIFY(import({copy}).output.contains("Who was there before"));

    const Outcome absent = run({QStringLiteral("show"), QStringLiteral("/nowhere"), file()});
    QCOMPARE(absent.status, 3);
    QVERIFY2(absent.output.contains("is not known") && absent.output.contains("other locks from") &&
                 absent.errors.isEmpty(),
             (absent.output + absent.errors).constData());
    const Outcome list = run({QStringLiteral("list"), file()});
    QVERIFY2(list.output.contains("There may have been other locks from"), list.output.constData());
}

void TestImport::damageIsToldAndTheRestKept() {
    const QString copy = damagedCopy();
    QVERIFY(!copy.isEmpty());
    const Outcome outcome = import({copy});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.output.contains("Turns of contenders: 3.") && outcome.output.contains("Not read: ") &&
                 outcome.output.contains(", byte ") && outcome.output.contains("is damaged"),
             outcome.output.constData());
    QVERIFY(lockcore::Recording::open(QFile::encodeName(file()).toStdString()));
}

void TestImport::saysWhyNothingWasWritten_data() {
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("no directory") << false << QStringLiteral("/nowhere/data") << QByteArray("/nowhere/data");
    QTest::newRow("no server's") << false << QStringLiteral("/etc") << QByteArray("/etc");
    QTest::newRow("a recording is there") << true << QString() << QByteArray("a.lockrec");
}

void TestImport::saysWhyNothingWasWritten() {
    QFETCH(bool, isThere);
    QFETCH(QString, directory);
    QFETCH(QByteArray, reason);
    QFile mine(file());
    if (isThere) {
        QVERIFY(mine.open(QIODevice::WriteOnly));
        mine.write("mine");
        mine.close();
    }
    const QString from = directory.isEmpty() ? importedServer().data() : directory;
    const Outcome outcome = import({from});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.errors.contains("No recording was written.") && outcome.errors.contains(reason),
             outcome.errors.constData());
    QVERIFY(outcome.output.isEmpty());
    QCOMPARE(QFile::exists(file()), isThere);
    if (isThere) {
        QVERIFY(mine.open(QIODevice::ReadOnly));
        QCOMPARE(mine.readAll(), QByteArray("mine"));
    }
    const QJsonObject failure =
        QJsonDocument::fromJson(import({from, QStringLiteral("--json")}).output).object();
    QVERIFY(failure.contains(QStringLiteral("failure")));
}

/// Of another server that is no member of the same ensemble.
void TestImport::otherClustersFilesAreTold() {
    auto other = lockcore::LocalCluster::start({.adminServer = false});
    QVERIFY2(other, other ? "" : lockcore::describe(other.error()).c_str());
    OtherClient client((*other)->connectString());
    QVERIFY(client.create("/something"));
    const QString data = QString::fromStdString((*other)->directory()) + QStringLiteral("/data");
    const Outcome outcome = import({importedServer().data(), data});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.output.contains("Transactions that servers tell differently: "),
             outcome.output.constData());
}

LOCKSCOPE_TEST(TestImport)
#include "tst_import.moc"
