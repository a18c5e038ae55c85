// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/acts.h"
#include "bridge/cluster_status.h"
#include "bridge/hand_over_pace.h"

#include <lockcore/feed/fact_splitter.h>
#include <lockcore/feed/facts.h>
#include <lockcore/lab/contenders.h>
#include <lockcore/observe/assessment.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/queue_collection.h>

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {
class ClusterFeed;
}

namespace lockscope {

class ContenderLab;

/// One cluster as the window sees it: immutable values come as signals, actions go in as methods. Lives on
/// the GUI thread and never waits: sessions work on loops of their own, and are closed in the background.
///
/// Of each lock the newest queue is handed over: at once after a rest, in a flood 80 times a second at most,
/// and nothing while nothing changes.
class ClusterConnection : public QObject {
    Q_OBJECT

public:
    /// `audit` records every action and must outlive the connection.
    explicit ClusterConnection(AuditLog& audit, QObject* parent = nullptr);
    ~ClusterConnection() override;

    /// Gets each fact of this session and the later ones, in order, on their loops; and before that, at once,
    /// what stands already. Between two sessions it is told that the earlier one is closed. For a recorder.
    /// Returns what to remove it by.
    std::uint64_t addSink(lockcore::FactSink sink) { return m_splitter->add(std::move(sink)); }
    /// It is not called afterwards.
    void removeSink(std::uint64_t sink) { m_splitter->remove(sink); }
    /// Connects, read-only; an earlier connection is closed.
    void open(const ConnectionOptions& options);
    /// A new session with the same options, for after it has expired. Own holds of the old one are gone; what
    /// is observed stays. By itself where no server has taken the session again for half a minute and two of
    /// its timeouts, and nothing hangs on it, nor would ssh ask somebody: one whose servers came back with
    /// older data is refused for ever (ZooKeeperServer: "client must try another server").
    void reconnect();
    /// The same for whoever waited a while after the session was over: that reconnect() tells the old one as
    /// closed is no end, and where another one has been opened by now nothing is done.
    void reconnectIfOver();
    void close();
    bool isOpen() const { return m_feed != nullptr; }
    const ConnectionOptions& options() const { return m_options; }

    const ClusterStatus& status() const { return m_status; }
    /// Of the contenders, the ids of those that the user launched and has not stopped.
    const std::set<std::uint64_t>& launched() const { return m_launched; }
    const std::vector<lockcore::OwnHold>& holds() const { return m_holds; }
    /// Null before the first pass of discovery.
    const std::shared_ptr<const lockcore::LockCatalog>& catalog() const { return m_catalog; }
    /// Null before the first sample.
    const std::shared_ptr<const lockcore::ClusterAssessment>& assessment() const { return m_assessment; }
    /// Null if it is not observed, or not read yet.
    std::shared_ptr<const lockcore::LockQueue> queue(const std::string& path) const;

    /// Keeps exactly these locks current.
    void setObserved(const std::set<std::string>& paths);
    const std::set<std::string>& observed() const { return m_observed; }
    /// Asks for the access control list of a lock; not while paused. It is told as a fact.
    void readAccess(const std::string& path);
    /// Locks whose clients are asked after in time, as those of the observed ones.
    void setFavourites(const std::set<std::string>& paths);
    /// Looks for locks again, and reads the observed ones again with all data.
    void refresh();
    /// How long the list of ephemerals may be that was not asked for because of that.
    std::optional<std::uint64_t> refusedBytes() const;
    /// Looks for locks again, and asks for the list of ephemerals however long it is.
    void askAnyway();
    /// Reads these contenders of an observed lock before others that are not read yet.
    void readFirst(const std::string& path, const std::vector<std::string>& names);
    void pinRoot(const QString& path);
    /// From when on findings are told; the last sample is judged by them at once.
    void setThresholds(const lockcore::Thresholds& thresholds);
    /// What the user says about paths: counts for more than what names tell.
    void setMarks(const lockcore::LockMarks& marks);
    const lockcore::LockMarks& marks() const { return m_marks; }
    /// While paused nothing is asked of the cluster but what the user commands: what is shown stays as it is.
    /// Own locks are kept.
    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    /// False while nobody can see the window: the polls rest; watches, and so the event log, go on.
    void setShown(bool shown);
    /// Reads these locks once, whatever is observed. `done` is called unless the connection is closed before.
    /// `goesOn` as ClusterFeed::collect() has it, on its loop.
    void collect(const std::set<std::string>& paths, lockcore::QueueCollection::Done done,
                 std::function<bool(std::size_t locks)> goesOn = {});

    /// On a production cluster acts are allowed for so long after the last one.
    static constexpr std::chrono::minutes kIdleLimit{10};

    bool isReadOnly() const { return m_readOnly; }
    /// Stays read-only where the options say so. When it becomes read-only, contenders of the user stop and
    /// acquires that still wait are withdrawn; what is held stays held, as only who holds it knows when it
    /// may be given back.
    void setReadOnly(bool readOnly);
    /// Turns a production cluster back to read-only if no act was under way for kIdleLimit; an acquire that
    /// waits is none, and is withdrawn then. By itself each second, as the time that is left is shown, and
    /// before each act.
    void checkIdle();
    /// How long acts are allowed still, unless there is another one. Empty where they are not, and where they
    /// are for as long as the user wants: only a production cluster ends it.
    std::optional<std::chrono::nanoseconds> actingEndsIn() const;
    /// Time that goes on while the machine is suspended; for tests.
    using BootClock = std::function<std::chrono::nanoseconds()>;
    void setClock(BootClock clock) { m_clock = std::move(clock); }

    // Actions. Each ends in exactly one actionFinished(). It is written to the audit file before, and refused
    // where that can't be done unless it only gives back what is ours; and once more when it is settled.
    void acquire(const lockcore::AcquireRequest& request);
    /// Also allowed while read-only: giving back what is ours takes nothing from anybody.
    void release(std::uint64_t holdId);
    void askToRelease(const std::string& lockPath, std::shared_ptr<const lockcore::Contender> contender,
                      const std::string& reason = {});
    /// `role` is what the operator saw it as: evict a waiter, or force the release of a holder. `reason` is
    /// the operator's, for the audit file.
    void removeContender(const std::string& lockPath, std::shared_ptr<const lockcore::Contender> contender,
                         lockcore::Role role, const std::string& reason = {});
    /// Deletes a lock's directory if it is still the one that was `seen` and still has no children.
    void deleteParent(const std::string& lockPath, const lockcore::Stat& seen,
                      const std::string& reason = {});
    void launchContenders(const lockcore::ContenderPlan& plan);
    /// Without `ids` all of them. Also allowed while read-only.
    void stopContenders(const std::vector<std::uint64_t>& ids = {});

    /// Contenders that belong to a demo: no action of an operator, so neither guarded nor recorded, nor
    /// stopped when it becomes read-only.
    void launchDemoContenders(const std::vector<lockcore::ContenderPlan>& plans);

Q_SIGNALS:
    void opened();
    void closed();
    /// Each fact that is handed over, after the connection has taken it in.
    void told(const lockcore::Fact& fact);
    void statusChanged(const lockscope::ClusterStatus& status);
    void catalogChanged(std::shared_ptr<const lockcore::LockCatalog> catalog);
    void queueChanged(std::shared_ptr<const lockcore::LockQueue> queue);
    void assessmentChanged(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    void holdsChanged(const std::vector<lockcore::OwnHold>& before,
                      const std::vector<lockcore::OwnHold>& now);
    void contendersChanged(std::shared_ptr<const lockcore::ContendersView> view);
    void readOnlyChanged(bool readOnly);
    /// After readOnlyChanged(true) of an open connection.
    void turnedReadOnly(const lockscope::ReadOnlyTurn& turn);
    void pausedChanged(bool paused);
    void actionFinished(const lockscope::ActionReport& report);
    /// What has come of an action could not be written to the audit file, because of `why`.
    void auditFailed(const lockscope::ActionReport& report, const lockcore::Error& why);

private:
    struct Inbox;

    void startSession();
    void stopSession();
    void waitForServers();
    void stopLab();
    std::optional<Refusal> objectionTo(const ActionReport& act) const;
    void perform(ActionReport act, Acts::Deed deed);
    lockcore::Completion<void> settles(std::uint64_t act);
    std::uint64_t addContenders(const lockcore::ContenderPlan& plan);
    void turnReadOnly(bool readOnly, bool isForIdleness);
    bool isActing() const;
    ReadOnlyTurn stopOwn();
    void recordEndOfContenders(const char* why);
    void recordEndOfHolds();
    void inboxFilled();
    void tick();
    bool handOver();
    bool handOverSession();
    bool handOverLab();
    void tell(const lockcore::Fact& fact);
    void take(const lockcore::FeedStatus& status);
    void take(const lockcore::WatchCount& count);
    void take(const std::shared_ptr<const lockcore::LockCatalog>& catalog);
    void take(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment);
    void take(const std::vector<lockcore::OwnHold>& holds);
    /// What came of an act is told to whoever asked for it.
    void take(const lockcore::OwnAct&) {}
    /// For those who keep a past.
    void take(const lockcore::Unwatched&) {}
    void take(const lockcore::LockAccess&) {}

    Acts m_acts;
    ConnectionOptions m_options;
    const std::shared_ptr<lockcore::FactSplitter> m_splitter = std::make_shared<lockcore::FactSplitter>();
    std::unique_ptr<lockcore::ClusterFeed> m_feed;
    std::unique_ptr<ContenderLab> m_lab;
    std::shared_ptr<Inbox>
        m_inbox;  ///< a new one for each session, so that nothing of an old one arrives late
    std::shared_ptr<Inbox> m_labInbox;  ///< the lab's: contenders live on when a new session is opened
    HandOverPace m_pace{[this] { return handOver(); }};
    QTimer m_ticks;
    QTimer m_outage;  ///< runs from when the session has lost its server
    bool m_readOnly = true;
    BootClock m_clock;
    std::chrono::nanoseconds m_actedAt{0};  ///< or was allowed to
    QTimer m_idleCheck;
    std::set<std::uint64_t> m_launched;  ///< contenders of the user
    bool m_paused = false;
    bool m_shown = true;
    lockcore::LockMarks m_marks;

    ClusterStatus m_status;
    std::vector<lockcore::OwnHold> m_holds;
    std::shared_ptr<const lockcore::LockCatalog> m_catalog;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>> m_queues;
    std::set<std::string> m_observed;
    std::set<std::string> m_favourites;

    std::uint64_t m_nextHold = 1;
};

}  // namespace lockscope
