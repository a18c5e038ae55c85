// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/contender_names.h"
#include "document/own_load.h"
#include "document/recent_lengths.h"
#include "widgets/empty_state.h"
#include "widgets/update_pace.h"
#include "words/wall_clock.h"

#include <lockcore/feed/facts.h>
#include <lockcore/history/snapshot.h>
#include <lockcore/lab/contenders.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_history.h>
#include <lockcore/observe/request_log.h>

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

/// What the user has selected of the queues. A value.
struct Selection {
    std::string lockPath = {};                              ///< empty for none
    std::shared_ptr<const lockcore::LockQueue> queue = {};  ///< null where it was not read
    /// As `queue` has it; null for none.
    std::shared_ptr<const lockcore::Contender> contender = {};
    std::shared_ptr<const lockcore::LockAccess> access = {};  ///< to the lock; null where it was not read
};

/// What was found wrong, without what the user does not want to hear of again, and what that rests on.
struct ShownFindings {
    std::shared_ptr<const lockcore::ClusterAssessment> basis = {};  ///< null: nothing has been checked
    std::vector<lockcore::Finding> findings = {};
};

/// What stands in for the list of locks where it is empty, and what is said beside it where locks may lack.
struct ListNote {
    EmptyContent empty = {};
    QString partial = {};        ///< empty: all were looked for
    QString partialReason = {};  ///< in other words, for whoever wants to know more

    bool operator==(const ListNote&) const = default;
};

/// A snapshot's file as it was read. A value.
struct OpenedSnapshot {
    QString file;
    std::shared_ptr<const lockcore::Snapshot> snapshot;
};

/// A moment of a recording, as it was read. A value that never changes.
struct RecordedMoment {
    std::int64_t atUnixMs = 0;
    std::shared_ptr<const lockcore::ClusterAssessment> checked = {};  ///< never null
    /// What was known by then of what had happened before; null: that is not read, as while time runs by.
    std::shared_ptr<const lockcore::LockHistory> past = {};
    /// Nothing was recorded from then to then, so that nothing is known of it; empty: something was.
    std::optional<lockcore::TimeSpan> unrecorded = {};
    /// A lock that had been seen to be gone by then. Of others that lack nobody knows whether they were
    /// there.
    std::optional<std::string> gone = {};
};

/// One cluster as a window shows it, live or from a file: folds what is told of it, and what the user
/// selects, into what the panels show. Nobody pushes anything into a panel: each follows the signals it needs
/// for as long as it lives, and asks here for what they are about. Knows neither connections nor files:
/// whoever has one gives it the facts. Lives on the GUI thread.
class ClusterDocument : public QObject {
    Q_OBJECT

public:
    explicit ClusterDocument(QObject* parent = nullptr);

    // What is folded in.

    /// From now on it is the cluster of that connect string, of which nothing is known yet.
    void beginLive(const QString& cluster);
    /// … or what a file tells, which stands still.
    void show(const OpenedSnapshot& opened);
    /// … or a recording of that connect string (empty: it does not tell), at one of its moments.
    void beginRecorded(const QString& file, const QString& cluster, const RecordedMoment& first);
    /// Another moment of it. What is selected stays so, and lacks where it was not there.
    void showMoment(const RecordedMoment& moment);
    /// … or nothing.
    void clear();
    void take(const lockcore::Fact& fact);
    /// What is known of a lock though it is not observed here, as others look at it; null: nothing. Asked for
    /// whatever comes to be observed: of a queue that changes no more no fact is told.
    using KnownQueue = std::function<std::shared_ptr<const lockcore::LockQueue>(const std::string& path)>;
    void setKnown(KnownQueue known) { m_known = std::move(known); }
    /// The contenders of this program; null: none. Those of them that the user launched, by `own`: the others
    /// are the demo's, which stand for other clients.
    void setContenders(std::shared_ptr<const lockcore::ContendersView> contenders,
                       const std::set<std::uint64_t>& own = {});
    /// What those of a lab are called now: see ContenderNames::add().
    void nameContenders(ContenderNames newer);
    /// Nothing can be read now because of `why`, a sentence; what is found meanwhile rests on that, so that
    /// the findings stay those of the last time. Empty: it can. `servesNobody`: as far as servers answer they
    /// have no leader, who alone ends sessions.
    void setBlocked(const QString& why, bool servesNobody = false);
    /// Locks are about to come into being, as those of the demo: an empty list is no answer yet.
    void expectLocks();
    /// The load is told where the view is live alone: at another pace it comes in bursts.
    void setPace(UpdatePace pace);
    /// What is said where no lock is listed, or not all may be.
    void setListNote(ListNote note);
    void setWatchBudget(std::size_t watches);
    void setSuppressions(lockcore::Suppressions suppressions);
    /// A file that has no findings is judged by them again; a live cluster is where it is read. What a file
    /// tells to have been found stays.
    void setThresholds(const lockcore::Thresholds& thresholds);

    /// Empty for none.
    void selectLock(std::string path);  // by value: showing it may change what the caller refers to
    /// Of the selected lock's queue; null for none. It stays selected in newer queues until it has left.
    void selectContender(const std::shared_ptr<const lockcore::Contender>& contender);
    /// Selects that of a lock with this name, now or as soon as the lock is selected and its queue is there;
    /// unless another lock is selected before.
    void wantContender(const std::string& lockPath, const std::string& name);
    void selectSession(lockcore::SessionId session);
    /// What happened then is to be seen; empty: in all of the time.
    void selectSpan(const std::optional<lockcore::TimeSpan>& span);
    /// Moments or hosts have other words than before: whoever has made a text of them makes it anew.
    void wordAnew() { Q_EMIT wordedAnew(); }
    /// Locks whose rows can be seen.
    void setVisible(const std::set<std::string>& paths);

    // What is known.

    /// It goes on: facts come, and its servers can be asked.
    bool isLive() const { return m_source == Source::Live; }
    /// All of it is of one moment, that of clock(): nothing grows older, and nobody comes or leaves.
    bool standsStill() const { return m_source == Source::File || isRecorded(); }
    /// That moment is one of many: another one may be shown.
    bool isRecorded() const { return m_source == Source::Recording; }
    /// Nothing was recorded from then to then, and the moment that is shown lies between; empty: the
    /// recording tells something of it.
    const std::optional<lockcore::TimeSpan>& unrecorded() const { return m_unrecorded; }
    /// The lock is not in the moment that is shown, and whether it is gone was not looked for.
    bool isLacking(const std::string& path) const;
    /// history() tells what has happened. Of one moment alone nothing has.
    bool hasPast() const { return isLive() || isRecorded(); }
    /// What it is shown from; no snapshot: from a recording, or from no file.
    const OpenedSnapshot& opened() const { return m_opened; }
    /// By which its servers are found; empty where nobody knows.
    const QString& connectString() const { return m_connectString; }
    /// What it is called: its connect string, or the file that does not tell that.
    const QString& cluster() const { return m_connectString.isEmpty() ? m_opened.file : m_connectString; }
    /// Below which all is that is known; empty where that is the whole cluster.
    const std::string& chroot() const { return m_chroot; }
    /// Stands still in a file; of a recording it tells the moment that is shown.
    const WallClock& clock() const { return m_clock; }
    const lockcore::FeedStatus& status() const { return m_status; }
    /// Null before the first pass of discovery.
    const std::shared_ptr<const lockcore::LockCatalog>& catalog() const { return m_catalog; }
    /// Null where it is not observed, or not read yet.
    std::shared_ptr<const lockcore::LockQueue> queue(const std::string& path) const;
    /// The newest; null before the first sample.
    const std::shared_ptr<const lockcore::ClusterAssessment>& assessment() const { return m_assessment; }
    const ShownFindings& findings() const { return m_findings; }
    const QString& blocked() const { return m_blocked; }
    bool servesNobody() const { return m_servesNobody; }
    UpdatePace pace() const { return m_pace; }
    const ListNote& listNote() const { return m_listNote; }
    /// When sessions end is not known, whatever the last check says: as far as servers answered they have
    /// served nobody since, and who leads next gives each session its whole timeout again. What assessment()
    /// and findings() told of it is left out.
    bool areEndsPutOff() const { return m_putOffAtUnixMs.has_value(); }
    /// True from expectLocks() until there is a lock.
    bool expectsLocks() const { return m_expectsLocks; }
    const std::vector<lockcore::OwnHold>& holds() const { return m_holds; }
    const std::shared_ptr<const lockcore::ContendersView>& contenders() const { return m_contenders; }
    /// Whose contenders are the user's own: the sessions of this connection and of what was launched by it,
    /// those that have ended included. None of a file.
    const std::set<lockcore::SessionId>& ownSessions() const { return m_ownSessions; }
    /// Never null.
    const std::shared_ptr<const ContenderNames>& contenderNames() const { return m_contenderNames; }
    OwnCost ownCost() const;
    /// What was seen of all locks since beginLive().
    const lockcore::LockHistory& history() const { return m_history; }
    const lockcore::RequestLog& requests() const { return m_requests; }
    /// How many waited lately, and how often locks were asked for, by the samples since beginLive().
    const RecentLengths& lengths() const { return m_lengths; }
    const Selection& selection() const { return m_selection; }
    lockcore::SessionId session() const { return m_session; }
    const std::optional<lockcore::TimeSpan>& span() const { return m_span; }
    /// What is to be kept current: what can be seen, and what is selected.
    const std::set<std::string>& observed() const { return m_observed; }

Q_SIGNALS:
    /// Another source: nothing of what was known is.
    void begun();
    /// Another moment of a recording is shown: all that is told by clock() has other words.
    void momentShown();
    void statusChanged();
    void catalogChanged();
    void queueChanged(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void assessmentChanged();
    void findingsChanged();
    void blockedChanged();
    void locksExpectedChanged();
    void paceChanged();
    void listNoteChanged();
    void holdsChanged(const std::vector<lockcore::OwnHold>& before);
    void contendersChanged();
    void ownSessionsChanged();
    void contenderNamesChanged();
    void ownCostChanged();
    void historyChanged();
    /// It has become known how these left.
    void turnsEnded(const std::vector<lockcore::LockHistory::Ended>& ended);
    /// Findings were verified, or are over; of those that the user wants to hear of.
    void findingsTold(const lockcore::FindingEvents& events);
    void lockSelected(const std::string& path);
    /// The selected lock, or its queue, is another one; the selected contender is as in this queue.
    void selectedQueueChanged();
    /// Another contender, or none; or the same one, which is to be seen once more.
    void contenderSelected();
    /// See wordAnew().
    void wordedAnew();
    /// Who may do what with the selected lock has become known.
    void accessRead();
    void sessionSelected(lockcore::SessionId session);
    void spanSelected(const std::optional<lockcore::TimeSpan>& span);
    void observedChanged();

private:
    enum class Source { None, Live, File, Recording };

    /// Is selected once the queue is there. No name: none.
    struct WantedContender {
        std::string lockPath = {};
        std::string name = {};
    };

    void begin(Source source, const QString& connectString, WallClock clock,
               const OpenedSnapshot& opened = {});
    void takeQueues(const lockcore::LockQueues& queues);
    std::shared_ptr<const lockcore::LockQueue> lackingLock(const std::string& path) const;
    void selectShown();
    void take(const lockcore::FeedStatus& status);
    void take(const lockcore::WatchCount& count);
    void take(const std::shared_ptr<const lockcore::LockCatalog>& catalog);
    void take(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void fold(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void takeKnown(const std::set<std::string>& before);
    void take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment);
    void take(const std::vector<lockcore::OwnHold>& holds);
    void take(const lockcore::OwnAct& act);
    void take(const lockcore::Unwatched& unwatched);
    void take(const lockcore::LockAccess& access);
    void addOwn(const std::set<lockcore::SessionId>& sessions);
    void judgeFile(std::shared_ptr<const lockcore::ClusterSample> sample);
    void leaveOutSuppressed();
    void tellFindings();
    void tellEnded();
    void observe();
    bool foldContender(const Selection& former);
    void tellQueue(bool isOtherContender);
    /// What servers told of when sessions end is void.
    void forgetEnds();

    Source m_source = Source::None;
    QString m_connectString;
    OpenedSnapshot m_opened;
    std::string m_chroot;
    WallClock m_clock = systemNowUnixMs;
    lockcore::FeedStatus m_status;
    std::size_t m_watches = 0;
    std::size_t m_watchBudget = 0;
    RecentLoad m_load;
    UpdatePace m_pace = UpdatePace::Live;
    ListNote m_listNote;
    bool m_expectsLocks = false;
    QString m_blocked;
    bool m_servesNobody = false;
    std::optional<std::int64_t>
        m_putOffAtUnixMs;  ///< what servers told before of the ends of sessions is void
    std::shared_ptr<const lockcore::LockCatalog> m_catalog;
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>> m_queues;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    ShownFindings m_findings;
    lockcore::Suppressions m_suppressions;
    lockcore::Thresholds m_thresholds;
    std::uint64_t m_told = 0;     ///< number of the last event of these findings
    bool m_isJudgedHere = false;  ///< of a file: that has no findings
    std::vector<lockcore::OwnHold> m_holds;
    std::shared_ptr<const lockcore::ContendersView> m_contenders;
    std::set<lockcore::SessionId> m_ownSessions;
    std::shared_ptr<const ContenderNames> m_contenderNames = std::make_shared<const ContenderNames>();
    lockcore::LockHistory m_history;
    lockcore::RequestLog m_requests;
    RecentLengths m_lengths;
    Selection m_selection;
    WantedContender m_wanted;
    lockcore::SessionId m_session = lockcore::SessionId::None;
    std::set<std::string> m_visible;
    std::set<std::string> m_observed;
    KnownQueue m_known;
    /// What a recording's clock tells, whoever has it.
    std::shared_ptr<std::int64_t> m_moment;
    std::optional<lockcore::TimeSpan> m_unrecorded;
    std::optional<std::string> m_gone;
    std::optional<lockcore::TimeSpan> m_span;
};

}  // namespace lockscope
