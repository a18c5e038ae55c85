// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "acquire_later.h"
#include "memory_secrets.h"
#include "program_run.h"
#include "raw_client.h"
#include "settings/window_settings.h"
#include "tcp_proxy.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/wall_clock.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

const QString kRecordedLock = QStringLiteral("/a/lock");

QString isoMoment(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs);
}

/// "lockscope record" of a cluster, and what has come of it.
class Recorded {
public:
    Recorded(const std::string& cluster, const std::string& adminUrl, const QStringList& more = {})
        : m_connection{QStringLiteral("--connect"), QString::fromStdString(cluster),
                       QStringLiteral("--admin"), QString::fromStdString(adminUrl)} {
        m_program.setProcessEnvironment(bareEnvironment(m_directory));
        m_program.start(QStringLiteral(LOCKSCOPE_PROGRAM), words() + more);
    }
    explicit Recorded(const QStringList& more = {})
        : Recorded(freshCluster(), TestCluster::instance().server().adminUrl(), more) {}
    ~Recorded() {
        m_program.kill();
        m_program.waitForFinished();
    }

    std::string cluster() const { return m_connection[1].toStdString(); }
    QString file() const { return m_directory.filePath(QStringLiteral("a.lockrec")); }
    /// That start such a recorder.
    QStringList words() const {
        return QStringList{QStringLiteral("record"), QStringLiteral("-o"), file()} + m_connection;
    }
    Outcome asked(const QStringList& words) const {
        return runLockscope(words, bareEnvironment(m_directory));
    }
    /// A verb of the recording, at that time.
    Outcome told(const QStringList& words, std::int64_t atUnixMs) const {
        return asked(words + QStringList{file(), QStringLiteral("--at"), isoMoment(atUnixMs)});
    }

    /// The lock as it was at that time, or is by now; null while nothing is recorded of it.
    std::shared_ptr<const lockcore::LockQueue> queue(std::optional<std::int64_t> atUnixMs = {}) const {
        const auto recording = lockcore::Recording::open(QFile::encodeName(file()).toStdString());
        if (!recording) return nullptr;
        const std::int64_t moment = atUnixMs.value_or((*recording)->runs().back().untilUnixMs);
        const auto queues = (*recording)->locksAt(moment, kRecordedLock.toStdString());
        return queues && !queues->empty() ? queues->front() : nullptr;
    }
    /// As "holder 0x12, waiter 0x34".
    QString roles(std::optional<std::int64_t> atUnixMs = {}) const {
        QStringList roles;
        if (const auto shown = queue(atUnixMs))
            for (const lockcore::QueueRow& row : shown->rows)
                roles << role(row.role, row.contender->stat ? row.contender->stat->ephemeralOwner
                                                            : lockcore::SessionId::None);
        return roles.join(QStringLiteral(", "));
    }
    static QString role(lockcore::Role role, lockcore::SessionId session) {
        return QString::fromStdString(std::string(lockcore::roleName(role)) + ' ' + toHex(session));
    }
    bool isSeen(lockcore::Freshness freshness) const {
        const auto shown = queue();
        return shown && shown->freshness == freshness;
    }

    /// By the signal that services get; the exit status.
    int end() {
        m_program.terminate();
        return awaitEnd();
    }
    /// The same one several times.
    int endBySeveralSignals() {
        constexpr int kSignals = 10;
        for (int i = 0; i < kSignals && !m_program.waitForFinished(1); ++i)
            m_program.terminate();
        const bool hasEnded =
            m_program.state() == QProcess::NotRunning || m_program.waitForFinished(kServerPatienceMs);
        return hasEnded && m_program.exitStatus() == QProcess::NormalExit ? m_program.exitCode() : -1;
    }
    int awaitEnd() {
        return m_program.waitForFinished(kServerPatienceMs) && m_program.exitStatus() == QProcess::NormalExit
                   ? m_program.exitCode()
                   : -1;
    }
    void kill() {
        m_program.kill();
        m_program.waitForFinished();
    }
    QByteArray output() { return m_program.readAllStandardOutput(); }
    QByteArray errors() { return m_program.readAllStandardError(); }

private:
    const QTemporaryDir m_directory;
    const QStringList m_connection;
    QProcess m_program;
};

/// A contender that keeps what it is granted.
struct Contending {
    explicit Contending(const std::string& cluster) : client(cluster) {}

    OtherClient client;
    lockcore::Mutex mutex{client.session().session(), kRecordedLock.toStdString()};
    std::future<lockcore::Result<lockcore::Hold>> granted = acquireLater(mutex);

    QString as(lockcore::Role role) { return Recorded::role(role, client.session().id()); }
};

/// Profiles of clusters of their own, to be recorded into a directory.
struct Profiles {
    explicit Profiles(const QStringList& names) {
        lockscope::WindowSettings settings(directory.filePath(QStringLiteral("Lockscope/lockscope.ini")),
                                           std::make_unique<MemorySecrets>());
        for (const QString& name : names) {
            arguments << QStringLiteral("--profile") << name;
            clusters.push_back(freshCluster());
            lockscope::ConnectionOptions profile;
            profile.connectString = QString::fromStdString(clusters.back());
            profile.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
            profile.profile = {QString::number(clusters.size()), name, {}};
            settings.profiles().put(profile);
        }
    }

    QString path(const QString& file) const { return directory.filePath(QStringLiteral("rec/") + file); }
    QStringList files() const { return QDir(path(QString())).entryList(QDir::Files, QDir::Name); }
    void record(QProcess& program, const QStringList& more, const QString& zone = {}) const {
        auto environment = bareEnvironment(directory);
        if (!zone.isEmpty()) environment.insert(QStringLiteral("TZ"), zone);
        program.setProcessEnvironment(environment);
        program.start(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            QStringList{QStringLiteral("record"), QStringLiteral("-o"), path(QString())} + arguments + more);
    }

    QTemporaryDir directory;
    QStringList arguments;
    std::vector<std::string> clusters;
};

/// Contenders that come and go all the time, on a thread of its own; when each had come.
class Coming {
public:
    explicit Coming(std::string cluster)
        : m_thread(
              [this, cluster = std::move(cluster)](const std::stop_token& stop) { come(cluster, stop); }) {}
    /// By the number in their names.
    std::map<std::int64_t, std::int64_t> taken() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_came, {});
    }

private:
    void come(const std::string& cluster, const std::stop_token& stop) {
        constexpr std::chrono::milliseconds kEach(5);
        RawClient client(cluster);
        const std::string lock = kRecordedLock.toStdString();
        for (std::deque<std::string> there; !stop.stop_requested();) {
            there.push_back(client.queue(lock, "_c_0a1b2c3d-0000-4000-8000-00000000000f-lock-"));
            const std::int64_t cameUnixMs = lockcore::unixMs();
            if (there.size() > 4) {
                client.remove(lock + '/' + there.front());
                there.pop_front();
            }
            std::unique_lock guard(m_mutex);
            m_came[lockcore::parseNodeName(there.back()).sequence.value_or(0)] = cameUnixMs;
            m_paced.wait_for(guard, stop, kEach, [] { return false; });
        }
    }

    std::mutex m_mutex;  // protects what follows
    std::map<std::int64_t, std::int64_t> m_came;
    std::condition_variable_any m_paced;
    std::jthread m_thread;  ///< the last one: it uses the others
};

/// By how much the recording lacks what had come by then.
std::int64_t lackedMs(lockcore::Recording& recording, const std::map<std::int64_t, std::int64_t>& came,
                      std::int64_t killedUnixMs) {
    const auto turns = recording.turnsIn({recording.runs().front().beganUnixMs, killedUnixMs});
    std::int64_t last = -1;
    if (turns)
        for (const lockcore::RecordedTurn& turn : turns->turns)
            last = std::max(last, turn.turn.contender->parsed.sequence.value_or(-1));
    const auto missing = came.upper_bound(last);
    return missing == came.end() ? 0 : std::max<std::int64_t>(killedUnixMs - missing->second, 0);
}

/// That one line has both.
bool tellsInOneLine(const Outcome& outcome, Contending& whose, const char* role) {
    const QByteArray session = QByteArray::fromStdString(toHex(whose.client.session().id()));
    return std::ranges::any_of(outcome.output.split('\n'), [&](const QByteArray& line) {
        return line.contains(session) && line.contains(role);
    });
}

}  // namespace

/// The program records what happens on a real server, and tells it afterwards.
class TestRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhoHeldAndWhoWaited();
    void outageIsNotTakenForSilence();
    void oneSessionFollowsOneThatHasExpired();
    void signalsThatComeAtOnceAreOneWish();
    void whatWentWithItsFileIsNotSaidToBeThere();
    void theFirstConnectionIsNoReturn();
    void endsByItselfWhereThatIsAskedFor();
    void secondRecorderIsRefused();
    void onlyTheLocksThatAreNamedAreRecorded();
    void severalClustersHaveAFileADayEach();
    void oneThatFailsLeavesTheOthers();
    void whatCanNotBeBegunAtMidnightIsTold();
    void tellsACommandOfFindings();
    void killedAtAnyTimeItLacksLittle();
    void saysThatNothingWasRecorded();
    void saysWhatIsNoRecording();
};

void TestRecord::tellsWhoHeldAndWhoWaited() {
    using lockcore::Role;
    Recorded recorded;
    Contending first(recorded.cluster());
    QTRY_COMPARE_WITH_TIMEOUT(recorded.roles(), first.as(Role::Holder), kServerPatienceMs);
    Contending second(recorded.cluster());
    const QString two = first.as(Role::Holder) + QStringLiteral(", ") + second.as(Role::Waiter);
    QTRY_COMPARE_WITH_TIMEOUT(recorded.roles(), two, kServerPatienceMs);
    Contending third(recorded.cluster());
    const QString before = two + QStringLiteral(", ") + third.as(Role::Waiter);
    QTRY_COMPARE_WITH_TIMEOUT(recorded.roles(), before, kServerPatienceMs);
    const std::int64_t beforeUnixMs = lockcore::unixMs();
    auto hold = first.granted.get();
    QVERIFY(hold && hold->release());
    const QString after = second.as(Role::Holder) + QStringLiteral(", ") + third.as(Role::Waiter);
    QTRY_COMPARE_WITH_TIMEOUT(recorded.roles(), after, kServerPatienceMs);
    QCOMPARE(recorded.end(), 0);
    const QByteArray output = recorded.output();
    QVERIFY2(output.contains("Recorded until"), output.constData());
    QVERIFY(!QFile::exists(recorded.file() + QStringLiteral("-wal")));

    QCOMPARE(recorded.roles(beforeUnixMs), before);
    QCOMPARE(recorded.roles(), after);
    const Outcome list = recorded.asked({QStringLiteral("list"), recorded.file()});
    QCOMPARE(list.status, 3);  // a recording never has all that there may have been
    QVERIFY2(list.output.contains("As recorded") && list.output.contains("/a/lock"), list.output.constData());
    const Outcome show = recorded.told({QStringLiteral("show"), kRecordedLock}, beforeUnixMs);
    QVERIFY2(tellsInOneLine(show, first, "Holder") && tellsInOneLine(show, second, "Waiter") &&
                 tellsInOneLine(show, third, "Waiter"),
             show.output.constData());
    const Outcome sessions = recorded.told({QStringLiteral("sessions")}, beforeUnixMs);
    for (Contending* each : {&first, &second, &third})
        QVERIFY2(tellsInOneLine(sessions, *each, "/a/lock"), sessions.output.constData());
    const Outcome check = recorded.told({QStringLiteral("check")}, beforeUnixMs);
    QVERIFY2(check.output.contains("in what could be checked. Locks: 1"), check.output.constData());
    const Outcome early = recorded.told({QStringLiteral("list")}, 978'307'200'000);
    QCOMPARE(early.status, 1);
    QVERIFY2(early.errors.contains("Nothing was recorded at 2001-01-01"), early.errors.constData());
    const Outcome earlyJson =
        recorded.told({QStringLiteral("list"), QStringLiteral("--json")}, 978'307'200'000);
    QCOMPARE(earlyJson.status, 1);
    QVERIFY2(QJsonDocument::fromJson(earlyJson.output).object().contains(QLatin1String("failure")),
             earlyJson.output.constData());
    const Outcome unknown = recorded.asked({QStringLiteral("show"), QStringLiteral("/b"), recorded.file()});
    QCOMPARE(unknown.status, 3);
    QVERIFY2(unknown.output.contains("A recording has of a moment what had been read by then"),
             unknown.output.constData());
}

void TestRecord::outageIsNotTakenForSilence() {
    auto server = lockcore::LocalCluster::start({.tickTime = std::chrono::milliseconds(200)});
    QVERIFY2(server, server ? "" : lockcore::describe(server.error()).c_str());
    Recorded recorded((*server)->connectString(), (*server)->adminUrl());
    const Contending holder(recorded.cluster());
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Live), kServerPatienceMs);
    const std::int64_t before = lockcore::unixMs();
    // What was seen is known only until the last answer: a few of them must come after that moment.
    QVERIFY(QTest::qWaitFor([&] { return lockcore::unixMs() > before + 3'000; }, kServerPatienceMs));
    (*server)->kill();
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Stale), kServerPatienceMs);
    const std::int64_t meanwhile = lockcore::unixMs();
    QVERIFY((*server)->restart());
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Live), kServerPatienceMs);
    QCOMPARE(recorded.end(), 0);
    const QByteArray errors = recorded.errors();
    QVERIFY2(errors.count('\n') == 2 && errors.contains("Connected again"), errors.constData());

    const Outcome early = recorded.told({QStringLiteral("list")}, before);
    QVERIFY2(!early.output.contains("could not be read"), early.output.constData());
    const Outcome then = recorded.told({QStringLiteral("list")}, meanwhile);
    QCOMPARE(then.status, 3);
    QVERIFY2(then.output.contains("/a/lock could not be read between") &&
                 then.output.contains("the connection to the server broke") &&
                 !then.output.contains(" 0 of 0"),
             then.output.constData());
    QCOMPARE(recorded.told({QStringLiteral("check")}, meanwhile).status, 2);
    const Outcome last = recorded.asked({QStringLiteral("list"), recorded.file()});
    QVERIFY2(!last.output.contains("could not be read"), last.output.constData());
}

void TestRecord::oneSessionFollowsOneThatHasExpired() {
    using namespace std::chrono_literals;
    auto server = lockcore::LocalCluster::start({.tickTime = 200ms, .maxSessionTimeout = 1s});
    QVERIFY2(server, server ? "" : lockcore::describe(server.error()).c_str());
    const std::string cluster = (*server)->connectString();
    TcpProxy network(static_cast<quint16>(std::stoi(cluster.substr(cluster.find(':') + 1))));
    Recorded recorded(network.address(), (*server)->adminUrl());
    const Contending holder(cluster);
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Live), kServerPatienceMs);
    const auto pass = [](std::chrono::milliseconds time) {
        const std::int64_t end = lockcore::unixMs() + time.count();
        return QTest::qWaitFor([&] { return lockcore::unixMs() > end; }, kServerPatienceMs);
    };
    network.cut();
    QVERIFY(pass(4s));
    network.mend();
    QByteArray errors;
    const auto says = [&](const char* words) { return (errors += recorded.errors()).contains(words); };
    QTRY_VERIFY2_WITH_TIMEOUT(says("Connected again"), errors.constData(), kServerPatienceMs);
    QVERIFY(pass(5s));
    QCOMPARE(recorded.end(), 0);
    const auto recording = lockcore::Recording::open(QFile::encodeName(recorded.file()).toStdString());
    QVERIFY(recording);
    const auto changes = (*recording)->connectionsIn({0, lockcore::unixMs()});
    QVERIFY(changes);
    QCOMPARE(std::ranges::count(*changes, lockcore::ConnectionState::Connected,
                                &lockcore::RecordedConnection::state),
             2);
}

/// As timeout(1) has them, which tells the program and then its group.
void TestRecord::signalsThatComeAtOnceAreOneWish() {
    Recorded recorded;
    const Contending holder(recorded.cluster());
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Live), kServerPatienceMs);
    QCOMPARE(recorded.endBySeveralSignals(), 0);
    QVERIFY(!QFile::exists(recorded.file() + QStringLiteral("-wal")));
    const auto recording = lockcore::Recording::open(QFile::encodeName(recorded.file()).toStdString());
    QVERIFY(recording);
    QVERIFY((*recording)->runs().back().ended);
}

void TestRecord::whatWentWithItsFileIsNotSaidToBeThere() {
    Recorded recorded;
    const Contending holder(recorded.cluster());
    QTRY_VERIFY_WITH_TIMEOUT(recorded.isSeen(lockcore::Freshness::Live), kServerPatienceMs);
    QVERIFY(QFile::remove(recorded.file()));
    QCOMPARE(recorded.awaitEnd(), 1);
    const QByteArray errors = recorded.errors();
    QVERIFY2(errors.contains("Somebody has removed, moved or replaced ") && !errors.contains("free space") &&
                 !errors.contains("written until then"),
             errors.constData());
}

void TestRecord::theFirstConnectionIsNoReturn() {
    const std::string cluster = freshCluster();
    const std::size_t port = cluster.find(':') + 1;
    TcpProxy network(static_cast<quint16>(std::stoi(cluster.substr(port))));
    network.cut();
    Recorded recorded(network.address() + cluster.substr(cluster.find('/')),
                      TestCluster::instance().server().adminUrl());
    QByteArray errors;
    const auto says = [&](const char* words) { return (errors += recorded.errors()).contains(words); };
    QTRY_VERIFY_WITH_TIMEOUT(says("\n"), kServerPatienceMs);
    network.mend();
    QTRY_VERIFY2_WITH_TIMEOUT(says("Connected; it is recorded from now on."), errors.constData(),
                              kServerPatienceMs);
    QVERIFY2(!errors.contains("again; the recording"), errors.constData());
    QCOMPARE(recorded.end(), 0);
}

void TestRecord::endsByItselfWhereThatIsAskedFor() {
    Recorded recorded({QStringLiteral("--for"), QStringLiteral("10s")});
    QCOMPARE(recorded.awaitEnd(), 0);
    QVERIFY(lockcore::Recording::open(QFile::encodeName(recorded.file()).toStdString()));
}

void TestRecord::secondRecorderIsRefused() {
    Recorded recorded;
    const Contending holder(recorded.cluster());
    QTRY_VERIFY_WITH_TIMEOUT(recorded.queue(), kServerPatienceMs);
    const Outcome second = recorded.asked(recorded.words());
    QCOMPARE(second.status, 1);
    QVERIFY2(second.errors.contains("Somebody else is using"), second.errors.constData());
    QCOMPARE(recorded.end(), 0);
}

void TestRecord::onlyTheLocksThatAreNamedAreRecorded() {
    Recorded recorded({QStringLiteral("--locks"), QStringLiteral("/b/**"), QStringLiteral("--locks"),
                       QStringLiteral("/a/loc*")});
    const Contending holder(recorded.cluster());
    OtherClient other(recorded.cluster());
    const lockcore::Hold named = other.hold("/b/deep/lock");
    const lockcore::Hold unnamed = other.hold("/c/lock");
    const auto paths = [&] {
        QStringList listed;
        const auto recording = lockcore::Recording::open(QFile::encodeName(recorded.file()).toStdString());
        if (!recording) return listed;
        if (const auto queues = (*recording)->locksAt((*recording)->runs().back().untilUnixMs))
            for (const auto& queue : *queues)
                listed << QString::fromStdString(queue->path);
        return listed;
    };
    QTRY_VERIFY_WITH_TIMEOUT(paths().size() >= 2, kServerPatienceMs);
    QCOMPARE(recorded.end(), 0);
    QCOMPARE(paths(), (QStringList{kRecordedLock, QStringLiteral("/b/deep/lock")}));
}

void TestRecord::severalClustersHaveAFileADayEach() {
    const Profiles profiles({QStringLiteral("prod eu"), QStringLiteral("../test")});
    OtherClient one(profiles.clusters[0]);
    OtherClient other(profiles.clusters[1]);
    const lockcore::Hold first = one.hold("/one/lock");
    const lockcore::Hold second = other.hold("/other/lock");
    QProcess program;
    profiles.record(program, {});
    const QStringList names{QStringLiteral("%2E.%2Ftest"), QStringLiteral("prod%20eu")};
    const auto holders = [&] {
        QStringList held;
        for (const QString& file : profiles.files()) {
            const auto recording =
                lockcore::Recording::open(QFile::encodeName(profiles.path(file)).toStdString());
            const auto queues = recording ? (*recording)->locksAt((*recording)->runs().back().untilUnixMs)
                                          : lockcore::Result<lockcore::LockQueues>();
            if (queues && !queues->empty() && queues->front()->holders() == 1)
                held << file.section(QLatin1Char('-'), 0, 0) + QString::fromStdString(queues->front()->path);
        }
        return held;
    };
    const QStringList both{names[0] + QStringLiteral("/other/lock"), names[1] + QStringLiteral("/one/lock")};
    QTRY_COMPARE_WITH_TIMEOUT(holders(), both, kServerPatienceMs);
    program.terminate();
    QVERIFY(program.waitForFinished(kServerPatienceMs));
    QCOMPARE(program.exitCode(), 0);
    QCOMPARE(program.readAllStandardOutput().count("Recorded until"), 2);
    QCOMPARE(holders(), both);
    // Nothing else is left, nor anywhere else.
    for (const QString& file : profiles.files())
        QVERIFY2(file.endsWith(QStringLiteral(".lockrec")), qPrintable(file));
}

void TestRecord::oneThatFailsLeavesTheOthers() {
    const Profiles profiles({QStringLiteral("good"), QStringLiteral("bad")});
    QDir().mkpath(profiles.path(QString()));
    const QString today = QDate::currentDate().toString(Qt::ISODate);
    QFile foreign(profiles.path(QStringLiteral("bad-%1.lockrec").arg(today)));
    QVERIFY(foreign.open(QIODevice::WriteOnly));
    foreign.write(QByteArray(1'000, 'x'));
    foreign.close();
    OtherClient one(profiles.clusters[0]);
    const lockcore::Hold hold = one.hold("/one/lock");
    QProcess program;
    profiles.record(program, {});
    const std::string file =
        QFile::encodeName(profiles.path(QStringLiteral("good-%1.lockrec").arg(today))).toStdString();
    const auto isRecorded = [&] {
        const auto recording = lockcore::Recording::open(file);
        const auto queues = recording ? (*recording)->locksAt((*recording)->runs().back().untilUnixMs)
                                      : lockcore::Result<lockcore::LockQueues>();
        return queues && !queues->empty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isRecorded(), kServerPatienceMs);
    program.terminate();
    QVERIFY(program.waitForFinished(kServerPatienceMs));
    QCOMPARE(program.exitCode(), 1);
    const QByteArray errors = program.readAllStandardError();
    QVERIFY2(errors.startsWith("lockscope: bad: ") && errors.count('\n') == 1, errors.constData());
    QVERIFY(program.readAllStandardOutput().contains("good-"));
}

/// In a zone where midnight is soon.
void TestRecord::whatCanNotBeBegunAtMidnightIsTold() {
    constexpr int kDaySeconds = 86'400;
    constexpr int kUntilMidnight = 20;
    const Profiles profiles({QStringLiteral("good")});
    OtherClient one(profiles.clusters[0]);
    const lockcore::Hold hold = one.hold("/one/lock");
    const QDateTime utc = QDateTime::currentDateTimeUtc();
    const int ahead =
        (2 * kDaySeconds - kUntilMidnight - utc.time().msecsSinceStartOfDay() / 1'000) % kDaySeconds;
    const QDate today = utc.addSecs(ahead).date();
    const auto fileOf = [&](const QDate& date) {
        return profiles.path(QStringLiteral("good-%1.lockrec").arg(date.toString(Qt::ISODate)));
    };
    QProcess program;
    profiles.record(program, {},
                    QStringLiteral("TST-") + QTime(0, 0).addSecs(ahead).toString(QStringLiteral("HH:mm:ss")));
    QTRY_VERIFY_WITH_TIMEOUT(!profiles.files().isEmpty(), kServerPatienceMs);
    QFile next(fileOf(today.addDays(1)));
    QVERIFY(QFile::exists(fileOf(today)) && next.open(QIODevice::NewOnly | QIODevice::WriteOnly));
    next.write(QByteArray(1'000, 'x'));
    next.close();
    QByteArray errors;
    const auto isTold = [&] {
        errors += program.readAllStandardError();
        return errors.contains("the recording goes on in");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), kServerPatienceMs);
    QVERIFY2(errors.count('\n') == 1, errors.constData());
    program.terminate();
    QVERIFY(program.waitForFinished(kServerPatienceMs));
    QCOMPARE(program.exitCode(), 0);
    const auto recording = lockcore::Recording::open(QFile::encodeName(fileOf(today)).toStdString());
    QVERIFY(recording);
    QCOMPARE((*recording)->locksAt((*recording)->runs().back().untilUnixMs)->size(), std::size_t{1});
}

/// Its words are its own: no shell sees what a cluster says.
void TestRecord::tellsACommandOfFindings() {
    const QTemporaryDir directory;
    const QString script = directory.filePath(QStringLiteral("tell it"));
    const QString told = directory.filePath(QStringLiteral("told"));
    QFile program(script);
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho \"$2\" >> \"$1\"\ncat >> \"$1\"\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    Recorded recorded({QStringLiteral("--max-queue=0"), QStringLiteral("--on-finding"),
                       QStringLiteral("\"%1\" \"%2\" $HOME;*").arg(script, told)});
    auto first = std::make_unique<Contending>(recorded.cluster());
    auto hold = first->granted.get();
    QVERIFY(hold);
    const Contending second(recorded.cluster());
    const auto lines = [&] {
        QFile file(told);
        if (!file.open(QIODevice::ReadOnly)) return QList<QByteArray>();
        QByteArray all = file.readAll();
        all.chop(1);
        return all.split('\n');
    };
    const auto event = [&](int line) {
        return QJsonDocument::fromJson(lines().value(line)).object().value(QLatin1String("event")).toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(event(1), QStringLiteral("begun"), kServerPatienceMs);
    QVERIFY(hold->release());
    QTRY_COMPARE_WITH_TIMEOUT(event(3), QStringLiteral("ended"), kServerPatienceMs);
    QCOMPARE(recorded.end(), 0);
    QCOMPARE(lines()[0], QByteArray("$HOME;*"));
    const QJsonObject begun = QJsonDocument::fromJson(lines()[1]).object();
    const QJsonObject finding = begun.value(QLatin1String("finding")).toObject();
    QCOMPARE(finding.value(QLatin1String("kind")).toString(), QStringLiteral("long-queue"));
    QCOMPARE(finding.value(QLatin1String("lock")).toString(), kRecordedLock);
    QCOMPARE(begun.value(QLatin1String("cluster")).toString(), QString::fromStdString(recorded.cluster()));
    const QJsonObject ended = QJsonDocument::fromJson(lines()[3]).object();
    QCOMPARE(ended.value(QLatin1String("id")), begun.value(QLatin1String("id")));
    QVERIFY(ended.contains(QLatin1String("how")));
    const QByteArray errors = recorded.errors();
    QVERIFY2(errors.isEmpty(), errors.constData());
}

/// LOCKSCOPE_TEST_KILLS says how often.
void TestRecord::killedAtAnyTimeItLacksLittle() {
    // What a quarter of a second is on a machine that stands still.
    constexpr std::int64_t kMostLackedMs = 20'000;
    bool isAsked = false;
    const int asked = qEnvironmentVariableIntValue("LOCKSCOPE_TEST_KILLS", &isAsked);
    std::mt19937 random(17);
    std::vector<std::int64_t> lacked;
    for (int round = 0; round < (isAsked ? asked : 4); ++round) {
        Recorded recorded;
        Coming coming(recorded.cluster());
        QTRY_VERIFY_WITH_TIMEOUT(recorded.queue(), kServerPatienceMs);
        const std::int64_t end = lockcore::unixMs() + static_cast<std::int64_t>(random() % 1'000);
        QTRY_VERIFY_WITH_TIMEOUT(lockcore::unixMs() >= end, kServerPatienceMs);
        const std::int64_t killed = lockcore::unixMs();
        recorded.kill();
        const auto recording = lockcore::Recording::open(QFile::encodeName(recorded.file()).toStdString());
        QVERIFY2(recording, recording ? "" : lockcore::describe(recording.error()).c_str());
        QVERIFY(!(*recording)->runs().front().ended);
        lacked.push_back(lackedMs(**recording, coming.taken(), killed));
    }
    std::ranges::sort(lacked);
    qInfo("lacked of %zu kills: %lld ms at most, %lld ms in 95 of 100, %lld ms in half of them",
          lacked.size(), static_cast<long long>(lacked.back()),
          static_cast<long long>(lacked[lacked.size() * 95 / 100]),
          static_cast<long long>(lacked[lacked.size() / 2]));
    QVERIFY(lacked.back() < kMostLackedMs);
}

void TestRecord::saysThatNothingWasRecorded() {
    Recorded recorded("127.0.0.1:1", "http://127.0.0.1:1/commands",
                      {QStringLiteral("--for"), QStringLiteral("2s")});
    QCOMPARE(recorded.awaitEnd(), 1);
    QVERIFY(recorded.output().isEmpty());
    const QByteArray errors = recorded.errors();
    QVERIFY2(errors.contains("The cluster was not recorded."), errors.constData());
}

void TestRecord::saysWhatIsNoRecording() {
    const QTemporaryDir directory;
    const QString name = directory.filePath(QStringLiteral("a.lockrec"));
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("nothing of the kind");
    file.close();
    const Outcome outcome = runLockscope({QStringLiteral("check"), name}, bareEnvironment(directory));
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.errors.contains("not a recording"), outcome.errors.constData());
}

LOCKSCOPE_TEST(TestRecord)
#include "tst_record.moc"
