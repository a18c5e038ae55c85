// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_connection.h"
#include "guarded_cluster.h"
#include "other_client.h"
#include "scripted_server.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <lockcore/lab/local_cluster.h>

#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <mutex>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// A connection with an audit file of its own, and what it has told so far. Lives on the GUI thread.
struct Observed {
    QTemporaryDir directory;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    ClusterConnection connection{audit};
    std::vector<ActionReport> actions;
    std::vector<ClusterStatus> statuses;
    std::map<std::string, int> handedOver;

    explicit Observed(const std::string& connectString, std::chrono::milliseconds timeout = 10s) {
        QObject::connect(&connection, &ClusterConnection::actionFinished,
                         [this](const ActionReport& report) { actions.push_back(report); });
        QObject::connect(&connection, &ClusterConnection::statusChanged,
                         [this](const ClusterStatus& status) { statuses.push_back(status); });
        QObject::connect(
            &connection, &ClusterConnection::queueChanged,
            [this](const std::shared_ptr<const lockcore::LockQueue>& queue) { ++handedOver[queue->path]; });
        connection.open({QString::fromStdString(connectString), timeout});
    }

    bool isConnected() const { return lockcore::isConnected(connection.status().connection.state); }

    std::size_t rows(const std::string& path) const {
        const auto queue = connection.queue(path);
        return queue ? queue->rows.size() : 0;
    }

    /// All rows read.
    bool isWhole(const std::string& path, std::size_t size) const {
        const auto queue = connection.queue(path);
        return queue && queue->rows.size() == size && isComplete(*queue);
    }

    std::vector<QJsonObject> auditLines() {
        std::vector<QJsonObject> lines;
        if (!audit.finish(30s)) return lines;
        QFile file(audit.file());
        if (!file.open(QIODevice::ReadOnly)) return lines;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty()) lines.push_back(QJsonDocument::fromJson(line).object());
        return lines;
    }
};

/// A connection that may act, and what its contenders do. Lives on the GUI thread.
struct LaunchedLab {
    QTemporaryDir directory;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    ClusterConnection connection{audit};
    std::shared_ptr<const lockcore::ContendersView> view;

    explicit LaunchedLab(const ConnectionOptions& options) {
        QObject::connect(&connection, &ClusterConnection::contendersChanged,
                         [this](std::shared_ptr<const lockcore::ContendersView> newest) {
                             if (newest) view = std::move(newest);
                         });
        connection.open(options);
        connection.setReadOnly(false);
    }

    std::uint64_t grants() const {
        return view && !view->contenders.empty() ? view->contenders.front().grants : 0;
    }
    std::optional<lockcore::Error> problem() const {
        if (!view || view->contenders.empty()) return std::nullopt;
        return view->contenders.front().problem;
    }
};

bool holds(const ClusterConnection& connection, lockcore::OwnHoldState state) {
    return connection.holds().size() == 1 && connection.holds().front().state == state;
}

}  // namespace

class TestClusterConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    /// It refuses a session that has seen more than it has, for ever, and so never tells that it has expired.
    void aServerWithOlderDataIsMetAnew() {
        auto started = lockcore::LocalCluster::start({.tickTime = 200ms});
        QVERIFY(started);
        lockcore::LocalCluster& server = **started;
        Observed observed(server.connectString(), 1s);
        QTRY_VERIFY_WITH_TIMEOUT(observed.isConnected(), kServerPatienceMs);
        const auto before = observed.connection.status().connection.session;
        {
            OtherClient other(server.connectString());
            for (int i = 0; i < 5; ++i)
                (void)other.hold("/lock" + std::to_string(i));
        }
        observed.connection.refresh();
        observed.connection.setObserved({"/lock4"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.connection.queue("/lock4"), kServerPatienceMs);
        server.kill();
        QVERIFY(QDir(QString::fromStdString(server.directory() + "/data/version-2")).removeRecursively());
        QVERIFY(server.restart());
        QTRY_VERIFY_WITH_TIMEOUT(
            observed.isConnected() && observed.connection.status().connection.session != before,
            kServerPatienceMs);
    }

    /// A recorder that begins in the middle of a session, and goes on in the next one.
    void aSinkMayComeLateAndGo() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        observed.connection.setObserved({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 1), kPatienceMs);
        std::mutex mutex;
        QStringList heard;
        const auto all = [&] {
            const std::lock_guard lock(mutex);
            return heard;
        };
        const std::uint64_t sink = observed.connection.addSink([&](const lockcore::Fact& fact) {
            const std::lock_guard lock(mutex);
            if (const auto* const status = std::get_if<lockcore::FeedStatus>(&fact.what)) {
                const auto name = lockcore::connectionStateName(status->connection.state);
                heard << QString::fromStdString(std::string(name));
            } else if (std::holds_alternative<std::shared_ptr<const lockcore::LockQueue>>(fact.what)) {
                heard << QStringLiteral("queue");
            }
        });
        // Nothing changes: without what stands it would hear nothing.
        QCOMPARE(all(), (QStringList{QStringLiteral("Connected"), QStringLiteral("queue")}));
        QStringList told;
        connect(&observed.connection, &ClusterConnection::told, this, [&](const lockcore::Fact& fact) {
            if (const auto* const status = std::get_if<lockcore::FeedStatus>(&fact.what))
                told << QString::fromStdString(
                    std::string(lockcore::connectionStateName(status->connection.state)));
        });
        observed.connection.reconnect();
        // The window's document hears it, too.
        QCOMPARE(told.value(0), QStringLiteral("Closed"));
        QTRY_VERIFY_WITH_TIMEOUT(all().size() >= 5 && all().back() == QStringLiteral("queue"), kPatienceMs);
        QCOMPARE(all()[2], QStringLiteral("Closed"));
        QVERIFY(all().lastIndexOf(QStringLiteral("Connected")) > 2);
        // Whoever has waited since then finds another session, and leaves it alone.
        observed.connection.reconnectIfOver();
        QCOMPARE(told.count(QStringLiteral("Closed")), qsizetype{1});
        observed.connection.removeSink(sink);
        const qsizetype before = all().size();
        const lockcore::Acquisition waiting = other.queue("/lock");
        QTRY_COMPARE_WITH_TIMEOUT(observed.rows("/lock"), std::size_t{2}, kPatienceMs);
        QCOMPARE(all().size(), before);
    }

    void readOnlyRefusesAndRecords() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        QVERIFY(observed.connection.isReadOnly());
        observed.connection.setObserved({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 1), kPatienceMs);
        const auto contender = observed.connection.queue("/lock")->rows[0].contender;

        observed.connection.acquire({"/lock"});
        observed.connection.askToRelease("/lock", contender);
        observed.connection.removeContender("/lock", contender, lockcore::Role::Holder);
        observed.connection.launchContenders({"/lock", lockcore::LockMode::Exclusive, 3});

        QCOMPARE(observed.actions.size(), 4U);  // at once: nothing was sent
        for (const ActionReport& action : observed.actions)
            QCOMPARE(action.outcome, ActionOutcome::Refused);
        QCOMPARE(other.children("/lock").size(), 1U);
        QCOMPARE(hold.state(), lockcore::HoldState::Held);
        const auto lines = observed.auditLines();
        QCOMPARE(lines.size(), 4U);
        const QStringList kinds{QStringLiteral("acquire"), QStringLiteral("ask-to-release"),
                                QStringLiteral("force-release"), QStringLiteral("launch-contenders")};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i].value(QLatin1String("action")).toString(), kinds[static_cast<qsizetype>(i)]);
            QCOMPARE(lines[i].value(QLatin1String("outcome")).toString(), QStringLiteral("refused"));
            QCOMPARE(lines[i].value(QLatin1String("lock")).toString(), QStringLiteral("/lock"));
            QVERIFY(!lines[i].value(QLatin1String("time")).toString().isEmpty());
            QVERIFY(!lines[i].value(QLatin1String("user")).toString().isEmpty());
        }
        QCOMPARE(lines[2].value(QLatin1String("czxid")).toString(),
                 QString::fromStdString(lockcore::toHex(contender->stat->czxid)));
    }

    void pausedItAsksForNothingByItself() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        const lockcore::Hold elsewhere = other.hold("/other");
        Observed observed(cluster);
        observed.connection.setObserved({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 1), kPatienceMs);
        const std::size_t watching = observed.connection.status().watches;
        observed.connection.setPaused(true);
        QTRY_VERIFY_WITH_TIMEOUT(observed.connection.status().watches < watching, kPatienceMs);

        // What is looked at for the first time is read once; what was read stays as it is.
        const lockcore::Acquisition queued = other.queue("/lock");
        observed.connection.setObserved({"/lock", "/other"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/other", 1), kPatienceMs);
        QCOMPARE(observed.rows("/lock"), 1U);
        observed.connection.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 2), kPatienceMs);

        const lockcore::Acquisition third = other.queue("/lock");
        observed.connection.setPaused(false);
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 3), kPatienceMs);
    }

    void newThresholdsJudgeAtOnce() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        const lockcore::Acquisition queued = other.queue("/lock");
        Observed observed(cluster);
        observed.connection.pinRoot(QStringLiteral("/"));
        const auto isLong = [&] {
            const auto& assessment = observed.connection.assessment();
            return assessment && std::ranges::any_of(assessment->findings, [](const auto& finding) {
                       return finding.kind == lockcore::FindingKind::LongQueue && finding.lock == "/lock";
                   });
        };
        QTRY_VERIFY_WITH_TIMEOUT(
            observed.connection.assessment() && !observed.connection.assessment()->sample->locks.empty(),
            kPatienceMs);
        QVERIFY(!isLong());
        observed.connection.setPaused(true);  // no newer sample may be what shows it
        lockcore::Thresholds strict;
        strict.longQueue = 0;
        observed.connection.setThresholds(strict);
        QTRY_VERIFY_WITH_TIMEOUT(isLong(), kPatienceMs);
    }

    void whatIsMarkedAsNoLockIsLeftOut() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        const lockcore::Hold elsewhere = other.hold("/other");
        Observed observed(cluster);
        observed.connection.pinRoot(QStringLiteral("/"));
        const auto paths = [&] {
            std::vector<std::string> found;
            if (const auto& catalog = observed.connection.catalog())
                for (const auto& lock : catalog->locks)
                    found.push_back(lock.path);
            return found;
        };
        QTRY_COMPARE_WITH_TIMEOUT(paths(), (std::vector<std::string>{"/lock", "/other"}), kPatienceMs);
        lockcore::LockMarks marks;
        marks.set("/lock", lockcore::NotALock());
        observed.connection.setMarks(marks);
        QTRY_COMPARE_WITH_TIMEOUT(paths(), std::vector<std::string>{"/other"}, kPatienceMs);
        observed.connection.setMarks({});
        QTRY_COMPARE_WITH_TIMEOUT(paths(), (std::vector<std::string>{"/lock", "/other"}), kPatienceMs);
    }

    /// A member that the connect string does not name is asked too, from when it has joined.
    void membersAreThoseThatTheEnsembleNames() {
        lockcore::LocalClusterOptions options;
        options.extraConfig = {"skipACL=yes"};  // so that a test may write what a reconfiguration would
        const auto server = lockcore::LocalCluster::start(options);
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        OtherClient other((*server)->connectString());
        Observed observed((*server)->connectString());
        const auto asked = [&] {
            std::vector<std::string> names;
            if (const auto& assessment = observed.connection.assessment())
                for (const auto& report : assessment->sample->servers)
                    names.push_back(report.server);
            return names;
        };
        const std::string first = (*server)->connectString();
        QTRY_COMPARE_WITH_TIMEOUT(asked(), std::vector<std::string>{first}, kPatienceMs);
        const auto written =
            other.session().await<lockcore::Stat>([&](lockcore::Session& session, auto done) {
                session.set("/zookeeper/config",
                            "server.1=127.0.0.1:2:3:participant;" + first +
                                "\nserver.2=127.0.0.1:2:3:participant;127.0.0.1:1\nversion=1",
                            -1, std::move(done));
            });
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
        QTRY_COMPARE_WITH_TIMEOUT(asked(), (std::vector<std::string>{first, "127.0.0.1:1"}), kPatienceMs);
        QCOMPARE(observed.connection.assessment()->coverage->serversAsked(), std::size_t{2});
        // … until it is removed, which is not that it does not answer.
        const auto removed = other.session().await<lockcore::Stat>([&](lockcore::Session& session,
                                                                       auto done) {
            session.set("/zookeeper/config", "server.1=127.0.0.1:2:3:participant;" + first + "\nversion=2",
                        -1, std::move(done));
        });
        QVERIFY2(removed, removed ? "" : describe(removed.error()).c_str());
        const auto standingOfLast = [&] {
            return observed.connection.assessment()->sample->servers.back().standing;
        };
        QTRY_COMPARE_WITH_TIMEOUT(standingOfLast(), lockcore::ServerStanding::Removed, kPatienceMs);
        QCOMPARE(observed.connection.assessment()->coverage->serversAsked(), std::size_t{1});
    }

    void acquiresWaitsItsTurnAndReleases() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Queued) &&
                                     !observed.connection.holds().front().node.empty(),
                                 kPatienceMs);
        QVERIFY(observed.actions.empty());

        QVERIFY(hold.release());
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Held), kPatienceMs);
        QVERIFY(observed.connection.holds().front().fencingToken > lockcore::Zxid::None);
        QTRY_COMPARE_WITH_TIMEOUT(observed.actions.size(), 1U, kPatienceMs);
        QCOMPARE(observed.actions.back().outcome, ActionOutcome::Done);

        observed.connection.setReadOnly(true);  // what is ours can be given back all the same
        observed.connection.release(observed.connection.holds().front().id);
        QTRY_VERIFY_WITH_TIMEOUT(observed.connection.holds().empty(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(observed.actions.size(), 2U, kPatienceMs);
        QCOMPARE(observed.actions.back().kind, ActionKind::Release);
        QCOMPARE(observed.actions.back().outcome, ActionOutcome::Done);
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/lock").empty(), kPatienceMs);
        QCOMPARE(observed.auditLines().size(), 4U);
    }

    void givesUpItsPlaceInTheQueue() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.acquire({"/lock"});
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 2U, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(observed.connection.holds().size(), 1U, kPatienceMs);
        observed.connection.release(observed.connection.holds().front().id);
        QTRY_VERIFY_WITH_TIMEOUT(observed.connection.holds().empty(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 1U, kPatienceMs);
        QCOMPARE(hold.state(), lockcore::HoldState::Held);
    }

    void removesExactlyTheContenderThatWasSeen() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.setObserved({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 1), kPatienceMs);
        const auto seen = observed.connection.queue("/lock")->rows[0].contender;
        observed.connection.removeContender("/lock", seen, lockcore::Role::Holder);
        QTRY_COMPARE_WITH_TIMEOUT(observed.actions.size(), 1U, kPatienceMs);
        QCOMPARE(observed.actions.back().outcome, ActionOutcome::Done);
        QVERIFY(!other.exists(hold.path()));

        // The same name again, but another znode: it must not be hit.
        QVERIFY(other.create("/lock/" + seen->name, {}, lockcore::NodeKind::Ephemeral));
        observed.connection.removeContender("/lock", seen, lockcore::Role::Holder);
        QTRY_COMPARE_WITH_TIMEOUT(observed.actions.size(), 2U, kPatienceMs);
        QCOMPARE(observed.actions.back().outcome, ActionOutcome::Failed);
        QCOMPARE(observed.actions.back().error->code, lockcore::ErrorCode::BadVersion);
        QVERIFY(other.exists("/lock/" + seen->name));
    }

    void reportsThatItsOwnHoldWasForced() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Held), kPatienceMs);
        QVERIFY(other.remove("/lock/" + observed.connection.holds().front().node));
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Lost), kPatienceMs);
    }

    void reportsThatItsOwnHoldIsAskedBack() {
        const std::string cluster = freshCluster();
        Observed holder(cluster);
        holder.connection.setReadOnly(false);
        holder.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(holds(holder.connection, lockcore::OwnHoldState::Held), kPatienceMs);
        Observed asker(cluster);
        asker.connection.setReadOnly(false);
        asker.connection.setObserved({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(asker.isWhole("/lock", 1), kPatienceMs);
        asker.connection.askToRelease("/lock", asker.connection.queue("/lock")->rows[0].contender);
        QTRY_VERIFY_WITH_TIMEOUT(holder.connection.holds().front().revokeRequested, kPatienceMs);
        QVERIFY(holds(holder.connection, lockcore::OwnHoldState::Held));  // the holder decides
    }

    /// Who comes is told by name first, then with what was read of it: neither waits for the pace of a flood.
    void whatComesAfterARestIsHandedOverAtOnce() {
        int there = 0;
        std::vector<int> handedOver;
        HandOverPace pace([&] {
            if (there > 0) handedOver.push_back(there);
            return std::exchange(there, 0) > 0;
        });
        const auto comes = [&] {
            ++there;
            pace.filled();
        };
        comes();
        comes();
        comes();
        QCOMPARE(handedOver, (std::vector{1, 1, 1}));
        comes();
        comes();
        QCOMPARE(handedOver.size(), std::size_t{3});  // a flood waits …
        QVERIFY(!pace.isRested());
        pace.tick();
        QCOMPARE(handedOver, (std::vector{1, 1, 1, 2}));  // … and is handed over together, all of it
        comes();
        QCOMPARE(handedOver.size(), std::size_t{4});
        pace.tick();
        QCOMPARE(handedOver.size(), std::size_t{5});
        for (int tick = 0; tick < HandOverPace::kMostAtOnce; ++tick) {
            QVERIFY(!pace.isRested());
            pace.tick();
        }
        QVERIFY(pace.isRested());
        QCOMPARE(handedOver.size(), std::size_t{5});  // nothing while nothing changes
        pace.tick();
        for (int i = 0; i < HandOverPace::kMostAtOnce + 1; ++i)
            comes();
        QCOMPARE(handedOver, (std::vector{1, 1, 1, 2, 1, 1, 1, 1}));  // a long rest saves nothing up
    }

    /// A lock of a hundred thousand contenders takes a while: the window has time for more than that.
    void whatTakesLongIsHandedOverLessOften() {
        int tookMs = 0;
        HandOverPace pace([&] {
            const QDeadlineTimer until(tookMs, Qt::PreciseTimer);
            while (!until.hasExpired()) {
            }
            return true;
        });
        pace.filled();
        tookMs = 20;
        pace.filled();
        QVERIFY(pace.rest() >= 60ms);
    }

    void aFloodIsHandedOverOnceATick() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        QVERIFY(other.create("/lock"));
        QVERIFY(other.create("/quiet"));
        Observed observed(cluster);
        observed.connection.setObserved({"/lock", "/quiet"});
        QTRY_VERIFY_WITH_TIMEOUT(observed.handedOver["/lock"] > 0 && observed.handedOver["/quiet"] > 0,
                                 kPatienceMs);
        const int before = observed.handedOver["/lock"];
        const int quietBefore = observed.handedOver["/quiet"];
        QElapsedTimer timer;
        timer.start();
        constexpr std::size_t kContenders = 300;
        for (std::size_t i = 0; i < kContenders; ++i)
            QVERIFY(other.create("/lock/x-lock-", {}, lockcore::NodeKind::EphemeralSequential));
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", kContenders), kPatienceMs);
        // Timers may be early by a twentieth.
        const qint64 ticks = timer.elapsed() / (HandOverPace::kTick.count() - 1);
        QVERIFY(observed.handedOver["/lock"] - before <= ticks + HandOverPace::kMostAtOnce + 1);
        QCOMPARE(observed.handedOver["/quiet"], quietBefore);
    }

    void onlyTheObservedLocksAreWatched() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        QVERIFY(other.create("/one"));
        QVERIFY(other.create("/two"));
        Observed observed(cluster);
        observed.connection.setObserved({"/one", "/two"});
        QTRY_COMPARE_WITH_TIMEOUT(observed.connection.status().watches, 2U, kPatienceMs);
        observed.connection.setObserved({"/two"});
        QTRY_COMPARE_WITH_TIMEOUT(observed.connection.status().watches, 1U, kPatienceMs);
        QVERIFY(!observed.connection.queue("/one"));
    }

    /// Who waits for a permit is read apart from the permits, and later: nobody has left meanwhile.
    void whoWaitsForAPermitIsThereInTheNextSession() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const auto make = [&](const std::string& path) {
            return other.create(path, "client", lockcore::NodeKind::Ephemeral).has_value();
        };
        QVERIFY(other.create("/s", "1"));
        QVERIFY(make("/s/" + std::string(32, 'a')));
        QVERIFY(make("/s-__lock__/" + std::string(32, 'b') + "__lock__0000000000"));
        Observed observed(cluster);
        observed.connection.setObserved({"/s"});
        QTRY_COMPARE_WITH_TIMEOUT(observed.rows("/s"), std::size_t{2}, kPatienceMs);
        std::vector<std::size_t> told;
        connect(&observed.connection, &ClusterConnection::queueChanged, this,
                [&](const std::shared_ptr<const lockcore::LockQueue>& queue) {
                    if (queue->freshness == lockcore::Freshness::Live) told.push_back(queue->rows.size());
                });
        QSignalSpy assessed(&observed.connection, &ClusterConnection::assessmentChanged);
        observed.connection.reconnect();
        QTRY_VERIFY_WITH_TIMEOUT(!assessed.isEmpty() && !told.empty(), kPatienceMs);
        QVERIFY(std::ranges::all_of(told, [](std::size_t rows) { return rows == 2; }));
        // Until it does leave.
        QVERIFY(other.remove("/s-__lock__/" + std::string(32, 'b') + "__lock__0000000000"));
        QTRY_COMPARE_WITH_TIMEOUT(observed.rows("/s"), std::size_t{1}, kPatienceMs);
    }

    void findsLocksAndCollectsThemAll() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        std::vector<lockcore::Hold> kept;
        std::set<std::string> paths;
        for (int i = 0; i < 80; ++i) {  // more than are read at once
            const std::string path = "/locks/number-" + std::to_string(i);
            kept.push_back(other.hold(path));
            paths.insert(path);
        }
        Observed observed(cluster);
        observed.connection.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(
            observed.connection.catalog() && observed.connection.catalog()->locks.size() == 80, kPatienceMs);
        lockcore::LockQueues collected;
        observed.connection.collect(paths,
                                    [&](lockcore::LockQueues queues) { collected = std::move(queues); });
        QTRY_COMPARE_WITH_TIMEOUT(collected.size(), 80U, kPatienceMs);
        for (const auto& queue : collected) {
            QVERIFY(paths.contains(queue->path));
            QCOMPARE(queue->holders(), 1U);
            QVERIFY(isComplete(*queue));
        }
        QTRY_COMPARE_WITH_TIMEOUT(observed.connection.status().watches, 0U, kPatienceMs);

        // Who waits hears of each lock that was read, and may want no more.
        std::atomic<std::size_t> told = 0;
        const auto collect = [&](std::size_t wanted) {
            told = 0;
            collected.clear();
            observed.connection.collect(
                paths, [&](lockcore::LockQueues queues) { collected = std::move(queues); },
                [&told, wanted](std::size_t read) {
                    told = read;
                    return read < wanted;
                });
        };
        collect(81);
        QTRY_COMPARE_WITH_TIMEOUT(collected.size(), 80U, kPatienceMs);
        QCOMPARE(told.load(), 80U);
        collect(1);
        QTRY_COMPARE_WITH_TIMEOUT(collected.size(), 80U, kPatienceMs);
        QCOMPARE(told.load(), 1U);
        QVERIFY(std::ranges::any_of(collected, [](const auto& queue) { return !isComplete(*queue); }));
    }

    void launchesAndStopsContenders() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        Observed observed(cluster);
        std::shared_ptr<const lockcore::ContendersView> view;
        connect(&observed.connection, &ClusterConnection::contendersChanged, this,
                [&](std::shared_ptr<const lockcore::ContendersView> newest) { view = std::move(newest); });
        observed.connection.setReadOnly(false);
        observed.connection.launchContenders({"/lock", lockcore::LockMode::Exclusive, 5, 20ms, 20ms});
        QTRY_VERIFY_WITH_TIMEOUT(view && view->fairness.size() == 1 && view->fairness[0].report.grants > 10,
                                 kPatienceMs);
        QCOMPARE(view->contenders.size(), 5U);
        QCOMPARE(view->fairness[0].report.inversions, 0U);
        observed.connection.stopContenders();
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/lock").empty(), kPatienceMs);
    }

    /// Only the connection's user may create anything there.
    void contendersAreWhoTheConnectionIs() {
        const GuardedCluster guarded;
        ConnectionOptions options = guarded.options();
        options.credentials.password = QStringLiteral("s3cret");
        LaunchedLab lab(options);
        lab.connection.launchContenders({"/lab", lockcore::LockMode::Exclusive, 2, 1ms, 1ms});
        QTRY_VERIFY_WITH_TIMEOUT(lab.grants() > 0, kPatienceMs);
    }

    /// Nobody is at the proxy: who goes there himself would get the lock.
    void contendersGoTheWayOfTheConnection() {
        ConnectionOptions options;
        options.connectString = QString::fromStdString(freshCluster());
        options.route = lockcore::SocksProxy{.host = "127.0.0.1", .port = ScriptedServer::unusedPort()};
        LaunchedLab lab(options);
        lab.connection.launchContenders({"/lab", lockcore::LockMode::Exclusive, 1, 1ms, 1ms});
        QTRY_VERIFY_WITH_TIMEOUT(lab.problem() || lab.grants() > 0, kPatienceMs);
        QCOMPARE(lab.problem().value_or(lockcore::Error()).code, lockcore::ErrorCode::RouteFailed);
    }

    void anExpiredSessionLosesItsHoldsAndANewOneCanBeOpened() {
        const std::string chroot = freshCluster();
        OtherClient other(chroot);
        TcpProxy network(TestCluster::instance().server().port());
        Observed observed(network.address() + chroot.substr(chroot.find('/')), 2s);
        observed.connection.setReadOnly(false);
        observed.connection.setObserved({"/lock"});
        observed.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Held), kPatienceMs);
        const auto session = observed.connection.status().connection.session;

        network.cut();
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Suspended), kPatienceMs);
        QCOMPARE(observed.connection.status().problem->kind, lockcore::ProblemKind::ServerLost);
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/lock").empty(),
                                 kPatienceMs);  // the server has given up on it
        network.mend();
        QTRY_COMPARE_WITH_TIMEOUT(observed.connection.status().connection.state,
                                  lockcore::ConnectionState::Expired, kPatienceMs);
        QCOMPARE(observed.connection.status().problem->kind, lockcore::ProblemKind::SessionExpired);
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Lost), kPatienceMs);

        observed.connection.reconnect();
        QTRY_VERIFY_WITH_TIMEOUT(observed.isConnected(), kPatienceMs);
        QVERIFY(observed.connection.status().connection.session != session);
        QVERIFY(observed.connection.holds().empty());
        // What was observed still is.
        lockcore::Hold hold = other.hold("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(observed.isWhole("/lock", 1), kPatienceMs);
    }

    void closingDoesNotWaitAndReleasesWhatWasHeld() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(holds(observed.connection, lockcore::OwnHoldState::Held), kPatienceMs);
        observed.connection.close();
        QVERIFY(!observed.connection.isOpen());
        QVERIFY(observed.connection.holds().empty());
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/lock").empty(), kPatienceMs);
    }

    void anActionWithoutResultIsRecordedWhenTheConnectionCloses() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        Observed observed(cluster);
        observed.connection.setReadOnly(false);
        observed.connection.acquire({"/lock"});
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 2U, kPatienceMs);
        observed.connection.close();
        QCOMPARE(observed.actions.size(), 1U);
        QCOMPARE(observed.actions.back().outcome, ActionOutcome::Failed);
        QCOMPARE(observed.auditLines().size(), 2U);
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 1U, kPatienceMs);
    }
};

LOCKSCOPE_TEST(TestClusterConnection)
#include "tst_cluster_connection.moc"
