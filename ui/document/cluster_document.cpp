// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/cluster_document.h"

#include "words/unrecorded_lock.h"

#include <lockcore/observe/queue_difference.h>
#include <lockcore/observe/role_doubt.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

using SharedAssessment = std::shared_ptr<const lockcore::ClusterAssessment>;

/// As if nobody had told when sessions end.
SharedAssessment withoutEnds(const SharedAssessment& assessment) {
    auto copy = std::make_shared<lockcore::ClusterAssessment>(*assessment);
    for (lockcore::SessionView& session : copy->sessions)
        session.expiresIn.reset();
    for (lockcore::Finding& finding : copy->findings)
        finding.remaining.reset();
    return copy;
}

bool isOtherDirectory(const lockcore::LockQueue& one, const lockcore::LockQueue& other) {
    return one.stat && other.stat && one.stat->czxid != other.stat->czxid;
}

template <class Matches>
std::shared_ptr<const lockcore::Contender> firstOf(const lockcore::LockQueue& queue, Matches matches) {
    const auto found = std::ranges::find_if(
        queue.rows, [&](const lockcore::QueueRow& row) { return matches(*row.contender); });
    return found == queue.rows.end() ? nullptr : found->contender;
}

/// The contender of `former` as the queue of `now` has it; null where it has left, or there was none.
std::shared_ptr<const lockcore::Contender> stillThere(const Selection& former, const Selection& now) {
    if (!former.contender || !now.queue || former.lockPath != now.lockPath) return nullptr;
    if (former.queue && isOtherDirectory(*former.queue, *now.queue)) return nullptr;
    return firstOf(*now.queue, [&](const lockcore::Contender& contender) {
        return &contender == former.contender.get() ||
               lockcore::isSameContender(contender, *former.contender);
    });
}

}  // namespace

namespace {

/// The same to a reader.
bool isSameQueue(const lockcore::LockQueue& one, const lockcore::LockQueue& other) {
    const auto isSameRow = [](const lockcore::QueueRow& a, const lockcore::QueueRow& b) {
        return a.role == b.role && a.predecessor == b.predecessor && a.contender->name == b.contender->name &&
               lockcore::isSameContender(*a.contender, *b.contender);
    };
    return one.kind == other.kind && one.freshness == other.freshness && one.dialect == other.dialect &&
           one.mixed == other.mixed && one.capacity == other.capacity &&
           std::ranges::equal(one.rows, other.rows, isSameRow);
}

}  // namespace

ClusterDocument::ClusterDocument(QObject* parent) : QObject(parent) {}

void ClusterDocument::beginLive(const QString& cluster) {
    begin(Source::Live, cluster, systemNowUnixMs);
}

void ClusterDocument::clear() {
    begin(Source::None, {}, systemNowUnixMs);
}

void ClusterDocument::show(const OpenedSnapshot& opened) {
    const lockcore::Snapshot& snapshot = *opened.snapshot;
    begin(
        Source::File, QString::fromStdString(snapshot.connectString),
        [takenAt = snapshot.takenAtUnixMs] { return takenAt; }, opened);
    auto catalog = std::make_shared<lockcore::LockCatalog>();
    catalog->server = snapshot.server;
    catalog->readAtUnixMs = catalog->asOfUnixMs = snapshot.takenAtUnixMs;
    for (const auto& queue : snapshot.locks) {
        catalog->locks.push_back(lockcore::discoveredLock(*queue));
        m_queues[queue->path] = queue;
        m_visible.insert(queue->path);
    }
    observe();
    take(std::shared_ptr<const lockcore::LockCatalog>(std::move(catalog)));
    for (const auto& queue : snapshot.locks)
        Q_EMIT queueChanged(queue);
    m_isJudgedHere = !snapshot.checked;
    if (snapshot.checked) {
        take(snapshot.checked);
        return;
    }
    auto sample = std::make_shared<lockcore::ClusterSample>();
    sample->locks = snapshot.locks;
    sample->takenAtUnixMs = snapshot.takenAtUnixMs;
    sample->coverage = snapshot.coverage;
    judgeFile(std::move(sample));
}

void ClusterDocument::beginRecorded(const QString& file, const QString& cluster,
                                    const RecordedMoment& first) {
    const auto moment = std::make_shared<std::int64_t>(first.atUnixMs);
    begin(Source::Recording, cluster, [moment] { return *moment; }, {file, nullptr});
    m_moment = moment;
    showMoment(first);
}

void ClusterDocument::showMoment(const RecordedMoment& moment) {
    *m_moment = moment.atUnixMs;
    m_unrecorded = moment.unrecorded;
    m_gone = moment.gone;
    m_lengths.clear();  // of a moment that may be later
    if (moment.past) {
        m_history = *moment.past;
        Q_EMIT historyChanged();
    }
    const lockcore::ClusterSample& sample = *moment.checked->sample;
    m_visible.clear();
    for (const auto& queue : sample.locks)
        m_visible.insert(queue->path);
    observe();
    // By what was known then: an event names clients by it, and a queue what is not known of its roles.
    m_assessment = moment.checked;
    take(sample.catalog);
    takeQueues(sample.locks);
    take(moment.checked);
    Q_EMIT momentShown();
}

/// In place of the queue of a lock that the moment does not have.
std::shared_ptr<const lockcore::LockQueue> ClusterDocument::lackingLock(const std::string& path) const {
    if (path != m_gone) return unrecordedLock(path, m_clock());
    auto gone = std::make_shared<lockcore::LockQueue>();
    gone->path = path;
    gone->freshness = lockcore::Freshness::Gone;
    gone->readAtUnixMs = m_clock();
    return gone;
}

bool ClusterDocument::isLacking(const std::string& path) const {
    const auto known = queue(path);
    return isRecorded() && path != m_gone && (!known || isUnrecorded(*known));
}

/// Whoever shows one that is as it was has nothing to do.
void ClusterDocument::takeQueues(const lockcore::LockQueues& queues) {
    auto before = std::exchange(m_queues, {});
    for (const auto& queue : queues)
        m_queues[queue->path] = queue;
    const std::string& selected = m_selection.lockPath;
    if (!selected.empty() && !m_queues.contains(selected)) m_queues[selected] = lackingLock(selected);
    for (const auto& [path, queue] : std::map(m_queues)) {
        const auto former = before.find(path);
        if (former == before.end() || !isSameQueue(*former->second, *queue)) Q_EMIT queueChanged(queue);
    }
    selectShown();
}

void ClusterDocument::selectShown() {
    if (m_selection.lockPath.empty()) return;
    const Selection former = m_selection;
    m_selection.queue = queue(m_selection.lockPath);
    tellQueue(foldContender(former));
}

/// Of a file that tells of locks alone, so that all findings are by one look at these.
void ClusterDocument::judgeFile(std::shared_ptr<const lockcore::ClusterSample> sample) {
    lockcore::FindingHistory history;
    take(std::make_shared<const lockcore::ClusterAssessment>(
        lockcore::assess(std::move(sample), history, m_thresholds)));
}

void ClusterDocument::begin(Source source, const QString& connectString, WallClock clock,
                            const OpenedSnapshot& opened) {
    m_source = source;
    m_connectString = connectString;
    m_opened = opened;
    m_chroot = lockcore::parseConnectString(connectString.toStdString())
                   .map(&lockcore::ConnectString::chroot)
                   .value_or(std::string());
    m_clock = std::move(clock);
    m_moment.reset();
    m_unrecorded.reset();
    m_gone.reset();
    m_status = {};
    m_watches = 0;
    m_load.clear();
    m_listNote = {};
    m_expectsLocks = false;
    m_blocked.clear();
    m_servesNobody = false;
    m_putOffAtUnixMs.reset();
    m_catalog.reset();
    m_queues.clear();
    m_assessment.reset();
    m_findings = {};
    m_told = 0;
    m_isJudgedHere = false;
    m_holds.clear();
    m_contenders.reset();
    m_ownSessions.clear();
    m_contenderNames = std::make_shared<const ContenderNames>();
    m_history.clear();
    m_requests.clear();
    m_lengths.clear();
    m_selection = {};
    m_wanted = {};
    m_session = lockcore::SessionId::None;
    m_visible.clear();
    m_observed.clear();
    selectSpan(std::nullopt);
    Q_EMIT begun();
    Q_EMIT ownSessionsChanged();
    Q_EMIT contenderNamesChanged();
    Q_EMIT lockSelected({});
    Q_EMIT selectedQueueChanged();
}

void ClusterDocument::take(const lockcore::Fact& fact) {
    std::visit([this](const auto& what) { take(what); }, fact.what);
}

void ClusterDocument::take(const lockcore::FeedStatus& status) {
    m_status = status;
    addOwn({status.connection.session});
    if (lockcore::isOver(status.connection.state)) {
        // Nothing is seen until another session has read them.
        for (const auto& [path, past] : m_history.all())
            m_history.pause(path, m_clock());
        Q_EMIT historyChanged();
    }
    Q_EMIT statusChanged();
}

void ClusterDocument::take(const lockcore::WatchCount& count) {
    m_watches = count.watches;
    Q_EMIT ownCostChanged();
}

void ClusterDocument::take(const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
    m_catalog = catalog;
    const bool expected = m_expectsLocks && catalog->locks.empty();
    const bool isOver = std::exchange(m_expectsLocks, expected) != expected;
    Q_EMIT catalogChanged();
    if (isOver) Q_EMIT locksExpectedChanged();
}

void ClusterDocument::take(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (!m_observed.contains(queue->path)) return;
    fold(queue);
    if (queue->path == m_selection.lockPath) selectShown();
}

void ClusterDocument::fold(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    m_queues[queue->path] = queue;
    m_history.update(queue, m_clock(), lockcore::rowsInDoubt(*queue, m_assessment.get()));
    m_requests.update(*queue);
    Q_EMIT historyChanged();
    Q_EMIT queueChanged(queue);
    tellEnded();
}

void ClusterDocument::take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
    if (m_blocked.isEmpty() && m_putOffAtUnixMs &&
        std::ranges::any_of(assessment->sample->servers, [this](const lockcore::ServerReport& server) {
            return server.hasAnswered() && server.readAtUnixMs > *m_putOffAtUnixMs;
        }))
        m_putOffAtUnixMs.reset();
    m_assessment = m_putOffAtUnixMs ? withoutEnds(assessment) : assessment;
    m_load.take(assessment->sample->ownLoad);
    m_lengths.take(*assessment->sample, assessment->inDoubt,
                   m_source == Source::File ? RecentLengths::Of::File : RecentLengths::Of::Cluster);
    if (isLive()) {
        m_history.setClocks(assessment->sample->clocks);
        m_history.takeSample(assessment->sample);
        m_history.takeSurvey({assessment->sample, &assessment->sample->servers});
        const auto doubtsOf = [&](const lockcore::LockQueue& queue) {
            return lockcore::rowsInDoubt(queue, assessment.get());
        };
        m_history.judge(doubtsOf, m_clock());
        Q_EMIT historyChanged();
        tellEnded();
    }
    Q_EMIT assessmentChanged();
    Q_EMIT ownCostChanged();
    if (m_blocked.isEmpty()) {
        m_findings.basis = m_assessment;
        leaveOutSuppressed();
    }
    // Of a recording whoever shows it tells them, by when they were.
    if (!isRecorded()) tellFindings();
}

void ClusterDocument::take(const std::vector<lockcore::OwnHold>& holds) {
    if (holds == m_holds) return;
    const std::vector<lockcore::OwnHold> before = std::exchange(m_holds, holds);
    Q_EMIT holdsChanged(before);
}

void ClusterDocument::take(const lockcore::OwnAct& act) {
    if (act.kind != lockcore::OwnAct::Kind::RemoveContender || !act.result || !act.contender->stat) return;
    m_history.removedHere(act.lockPath, act.contender->stat->czxid);
    Q_EMIT historyChanged();
    tellEnded();
}

void ClusterDocument::take(const lockcore::Unwatched& unwatched) {
    m_history.pause(unwatched.lockPath, unwatched.sinceUnixMs);
    Q_EMIT historyChanged();
}

void ClusterDocument::take(const lockcore::LockAccess& access) {
    if (access.lockPath != m_selection.lockPath) return;
    m_selection.access = std::make_shared<const lockcore::LockAccess>(access);
    Q_EMIT accessRead();
}

void ClusterDocument::setContenders(std::shared_ptr<const lockcore::ContendersView> contenders,
                                    const std::set<std::uint64_t>& own) {
    m_contenders = std::move(contenders);
    std::set<lockcore::SessionId> sessions;
    if (m_contenders)
        for (const lockcore::ContenderView& contender : m_contenders->contenders)
            if (own.contains(contender.id)) sessions.insert(contender.session);
    addOwn(sessions);
    Q_EMIT contendersChanged();
}

void ClusterDocument::nameContenders(ContenderNames newer) {
    ContenderNames names = *m_contenderNames;
    names.add(std::move(newer));
    if (names == *m_contenderNames) return;
    m_contenderNames = std::make_shared<const ContenderNames>(std::move(names));
    Q_EMIT contenderNamesChanged();
}

/// A session that is over stays: its znodes may still be there, and the past has it.
void ClusterDocument::addOwn(const std::set<lockcore::SessionId>& sessions) {
    const std::size_t before = m_ownSessions.size();
    for (const lockcore::SessionId session : sessions)
        if (session != lockcore::SessionId::None) m_ownSessions.insert(session);
    if (m_ownSessions.size() != before) Q_EMIT ownSessionsChanged();
}

void ClusterDocument::setBlocked(const QString& why, bool servesNobody) {
    if (servesNobody || m_servesNobody) m_putOffAtUnixMs = m_clock();
    if (servesNobody && !m_servesNobody) forgetEnds();
    const bool isOther = std::exchange(m_blocked, why) != why;
    if (std::exchange(m_servesNobody, servesNobody) != servesNobody || isOther) Q_EMIT blockedChanged();
}

void ClusterDocument::forgetEnds() {
    if (!m_assessment) return;
    m_assessment = withoutEnds(m_assessment);
    if (m_findings.basis) m_findings.basis = withoutEnds(m_findings.basis);
    Q_EMIT assessmentChanged();
    leaveOutSuppressed();
}

void ClusterDocument::expectLocks() {
    m_expectsLocks = !m_catalog || m_catalog->locks.empty();
    Q_EMIT locksExpectedChanged();
}

void ClusterDocument::setPace(UpdatePace pace) {
    if (std::exchange(m_pace, pace) == pace) return;
    m_load.clear();
    Q_EMIT paceChanged();
    Q_EMIT ownCostChanged();
}

void ClusterDocument::setListNote(ListNote note) {
    if (m_listNote == note) return;
    m_listNote = std::move(note);
    Q_EMIT listNoteChanged();
}

void ClusterDocument::setWatchBudget(std::size_t watches) {
    m_watchBudget = watches;
    Q_EMIT ownCostChanged();
}

OwnCost ClusterDocument::ownCost() const {
    OwnCost cost{.watches = m_watches, .watchBudget = m_watchBudget};
    if (m_pace == UpdatePace::Live) cost.load = m_load.sum();
    return cost;
}

void ClusterDocument::setSuppressions(lockcore::Suppressions suppressions) {
    m_suppressions = std::move(suppressions);
    leaveOutSuppressed();
}

void ClusterDocument::setThresholds(const lockcore::Thresholds& thresholds) {
    m_thresholds = thresholds;
    if (m_isJudgedHere) judgeFile(m_assessment->sample);
}

void ClusterDocument::leaveOutSuppressed() {
    if (!m_findings.basis) return;
    m_findings.findings = m_findings.basis->findings;
    std::erase_if(m_findings.findings,
                  [this](const lockcore::Finding& finding) { return m_suppressions.covers(finding); });
    Q_EMIT findingsChanged();
}

/// An assessment may be skipped, but the next one still has its events.
void ClusterDocument::tellFindings() {
    const lockcore::FindingEvents& events = *m_assessment->events;
    if (events.empty() || events.back().number == m_told) return;
    if (events.back().number < m_told) m_told = 0;  // of another session
    lockcore::FindingEvents wanted;
    for (const lockcore::FindingEvent& event : events)
        if (event.number > m_told && !m_suppressions.covers(event.finding)) wanted.push_back(event);
    m_told = events.back().number;
    if (!wanted.empty()) Q_EMIT findingsTold(wanted);
}

void ClusterDocument::tellEnded() {
    const auto ended = m_history.takeEnded();
    if (!ended.empty()) Q_EMIT turnsEnded(ended);
}

std::shared_ptr<const lockcore::LockQueue> ClusterDocument::queue(const std::string& path) const {
    const auto found = m_queues.find(path);
    return found == m_queues.end() ? nullptr : found->second;
}

void ClusterDocument::selectLock(std::string path) {
    const Selection former = std::exchange(m_selection, Selection{std::move(path)});
    if (m_wanted.lockPath != m_selection.lockPath) m_wanted = {};
    observe();
    const std::string& selected = m_selection.lockPath;
    if (isRecorded() && !selected.empty() && !m_queues.contains(selected)) {
        m_queues[selected] = lackingLock(selected);
        Q_EMIT queueChanged(queue(selected));
    }
    m_selection.queue = queue(m_selection.lockPath);
    const bool isOther = foldContender(former);
    Q_EMIT lockSelected(m_selection.lockPath);
    tellQueue(isOther);
}

void ClusterDocument::tellQueue(bool isOtherContender) {
    const auto contender = m_selection.contender;
    Q_EMIT selectedQueueChanged();
    // Unless a panel that shows the queue has chosen one meanwhile.
    if (isOtherContender && m_selection.contender == contender) Q_EMIT contenderSelected();
}

void ClusterDocument::wantContender(const std::string& lockPath, const std::string& name) {
    m_wanted = {lockPath, name};
    if (foldContender(Selection(m_selection))) Q_EMIT contenderSelected();
}

/// The one that is wanted, else the one that was selected if it is there still. True where that is for the
/// panels to show.
bool ClusterDocument::foldContender(const Selection& former) {
    std::shared_ptr<const lockcore::Contender> wanted;
    if (m_selection.queue && m_wanted.lockPath == m_selection.lockPath)
        wanted = firstOf(*m_selection.queue,
                         [name = std::exchange(m_wanted, {}).name](const lockcore::Contender& contender) {
                             return contender.name == name;
                         });
    m_selection.contender = wanted ? wanted : stillThere(former, m_selection);
    return wanted || (former.contender && !m_selection.contender);
}

void ClusterDocument::selectContender(const std::shared_ptr<const lockcore::Contender>& contender) {
    if (std::exchange(m_selection.contender, contender) != contender) Q_EMIT contenderSelected();
}

void ClusterDocument::selectSession(lockcore::SessionId session) {
    m_session = session;
    Q_EMIT sessionSelected(session);
}

void ClusterDocument::selectSpan(const std::optional<lockcore::TimeSpan>& span) {
    if (std::exchange(m_span, span) != span) Q_EMIT spanSelected(m_span);
}

/// A file has no more than it has.
void ClusterDocument::setVisible(const std::set<std::string>& paths) {
    if (!isLive()) return;
    m_visible = paths;
    observe();
}

/// What is on screen and what is selected, nothing else: each lock costs a watch on the server.
void ClusterDocument::observe() {
    std::set<std::string> paths = m_visible;
    if (!m_selection.lockPath.empty()) paths.insert(m_selection.lockPath);
    if (paths == m_observed) return;
    const std::set<std::string> before = std::exchange(m_observed, std::move(paths));
    if (isLive()) {
        std::erase_if(m_queues, [this](const auto& entry) { return !m_observed.contains(entry.first); });
        takeKnown(before);
    }
    Q_EMIT observedChanged();
}

/// Whoever selects a lock tells its queue then.
void ClusterDocument::takeKnown(const std::set<std::string>& before) {
    if (!m_known) return;
    for (const std::string& path : std::set(m_observed)) {
        const auto known = before.contains(path) ? nullptr : m_known(path);
        if (known) fold(known);
    }
}

}  // namespace lockscope
