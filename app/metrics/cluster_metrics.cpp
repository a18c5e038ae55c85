// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster_metrics.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/permit_turns.h>
#include <lockcore/observe/permits.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>
#include <variant>

namespace lockscope {
namespace {

using lockcore::ConnectionState;
using lockcore::SessionState;
using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

/// Between two steps that are kept one by one; of more the newest of each lock.
constexpr std::size_t kMostFacts = 20'000;
constexpr std::size_t kMostWaiting = 10'000;
/// Two directories are read one after the other.
constexpr std::int64_t kReadApartMs = 500;
constexpr std::int64_t kChoiceEachMs = 60'000;
constexpr const char* kOthers = "(others)";

constexpr ConnectionState kStates[] = {ConnectionState::Connecting, ConnectionState::Connected,
                                       ConnectionState::Suspended,  ConnectionState::Reconnected,
                                       ConnectionState::Expired,    ConnectionState::AuthFailed,
                                       ConnectionState::Closed};
constexpr SessionState kSessionStates[] = {SessionState::Connected, SessionState::Silent, SessionState::Ghost,
                                           SessionState::Unknown};

MetricFamily familyOf(MetricType type, const char* name, const char* help) {
    MetricFamily family;
    family.name = name;
    family.help = help;
    family.type = type;
    return family;
}

ClientMetric labelled(const std::string& cluster, const char* name = nullptr, std::string_view value = {}) {
    ClientMetric metric;
    metric.label.push_back({"cluster", cluster});
    if (name) metric.label.push_back({name, std::string(value)});
    return metric;
}

template <class Number>
void addGauge(MetricFamily& family, ClientMetric metric, Number value) {
    metric.gauge.value = static_cast<double>(value);
    family.metric.push_back(std::move(metric));
}

void addHistogram(MetricFamily& family, ClientMetric metric, const DurationCounts& durations) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < durations.counts.size(); ++i) {
        count += durations.counts.at(i);
        const bool isLast = i == DurationCounts::kBounds.size();
        ClientMetric::Bucket bucket;
        bucket.cumulative_count = count;
        bucket.upper_bound = isLast ? std::numeric_limits<double>::infinity() : DurationCounts::kBounds.at(i);
        metric.histogram.bucket.push_back(bucket);
    }
    metric.histogram.sample_count = count;
    metric.histogram.sample_sum = durations.seconds;
    family.metric.push_back(std::move(metric));
}

/// Whose role is not known is neither.
LockLengths lengthsWithout(const std::vector<std::size_t>& inDoubt, const lockcore::LockQueue& queue) {
    LockLengths lengths;
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        if (std::ranges::binary_search(inDoubt, row)) continue;
        if (queue.rows[row].role == lockcore::Role::Holder) ++lengths.holders;
        if (queue.rows[row].role == lockcore::Role::Waiter) ++lengths.waiters;
    }
    return lengths;
}

/// The permits alone of what may have been put together with those that waited some time ago.
lockcore::LockQueue permitsIn(lockcore::LockQueue queue) {
    std::erase_if(queue.rows,
                  [](const lockcore::QueueRow& row) { return row.contender->name.starts_with('/'); });
    return queue;
}

bool isLive(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    return queue->freshness == lockcore::Freshness::Live;
}

/// The queue that is being taken in is the first one since: what it shows may have happened at any time.
bool isAfterGap(const lockcore::LockPast& past) {
    return !past.unseen.empty() && !past.unseen.back().toUnixMs;
}

std::chrono::milliseconds durationBetween(std::int64_t fromMs, std::int64_t toMs) {
    return std::chrono::milliseconds(std::max<std::int64_t>(toMs - fromMs, 0));
}

}  // namespace

ClusterMetrics::ClusterMetrics(std::string cluster, std::size_t mostLocks)
    : m_cluster(std::move(cluster)), m_facts([] {}, kMostFacts), m_locks(mostLocks) {
    m_past.setTurnSink(
        [this](const lockcore::LockPast& past, const lockcore::Turn& turn) { take(past, turn); });
}

void ClusterMetrics::step(std::int64_t nowUnixMs) {
    const std::lock_guard lock(m_mutex);
    for (const lockcore::Fact& fact : m_facts.take())
        std::visit([&](const auto& what) { take(what, fact.atUnixMs); }, fact.what);
    // The clock may have been set back meanwhile.
    if (nowUnixMs < m_nextChoiceMs && nowUnixMs >= m_nextChoiceMs - kChoiceEachMs) return;
    m_nextChoiceMs = nowUnixMs + kChoiceEachMs;
    m_locks.choose(nowUnixMs, locksWithFindings());
    m_past.forgetSettled();
}

void ClusterMetrics::take(const lockcore::RecorderState& state, bool isRecording) {
    const std::lock_guard lock(m_mutex);
    m_recording = state;
    m_isRecording = isRecording;
}

void ClusterMetrics::endRecording() {
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
}

void ClusterMetrics::take(const lockcore::FeedStatus& status, std::int64_t atUnixMs) {
    m_state = status.connection.state;
    // What was checked before an outage is not what is wrong after it.
    if (!isConnected(status.connection.state)) m_checked = nullptr;
    m_past.take(status, atUnixMs);
    if (!isOver(status.connection.state)) return;
    for (auto& [path, semaphore] : m_waitersOf)
        semaphore.isAwaited = semaphore.isAwaited || m_queues.contains(path);
    m_queues.clear();
    for (const auto& [path, past] : m_past.history().all())
        m_locks.hide(path);
}

void ClusterMetrics::take(const QueuePtr& queue, std::int64_t atUnixMs) {
    m_queues[queue->path] = queue;
    noteSemaphore(*queue);
    const bool isTaken = m_past.take(queue, atUnixMs);
    if (const auto semaphore = m_waitersOf.find(queue->path); semaphore != m_waitersOf.end()) {
        semaphore->second.isAwaited = false;
        const auto permits = m_queues.find(semaphore->second.path);
        if (permits != m_queues.end() && isLive(permits->second)) show(*permits->second);
        return;
    }
    if (queue->freshness == lockcore::Freshness::Gone) {
        m_locks.gone(queue->path, atUnixMs);
        m_queues.erase(queue->path);
    } else if (!isLive(queue) || !isTaken) {
        m_locks.hide(queue->path);
    } else {
        show(*queue);
    }
}

void ClusterMetrics::show(const lockcore::LockQueue& queue) {
    if (m_waitersOf.contains(queue.path)) return;                       // it is counted with its permits
    if (!hasHolders(queue.kind) && !m_locks.knows(queue.path)) return;  // an empty one has no kind
    if (const auto lengths = lengthsOf(queue))
        m_locks.show(queue.path, *lengths);
    else
        m_locks.hide(queue.path);
}

/// The lock in which its clients wait is nobody's own: who holds it waits for a permit.
void ClusterMetrics::noteSemaphore(const lockcore::LockQueue& queue) {
    const auto waiters = waitersPath(queue);
    if (waiters && m_waitersOf.try_emplace(*waiters, Semaphore{queue.path}).second) m_locks.forget(*waiters);
}

/// Empty for a semaphore whose waiters were seen, and are not now.
std::optional<LockLengths> ClusterMetrics::lengthsOf(const lockcore::LockQueue& queue) const {
    const auto path = waitersPath(queue);
    const auto waiters = path ? m_queues.find(*path) : m_queues.end();
    if (path && m_waitersOf.at(*path).isAwaited) return std::nullopt;
    if (waiters == m_queues.end()) return lengthsWithout(m_past.doubtsOf(queue), queue);
    const lockcore::LockQueue& those = *waiters->second;
    if (!isLive(waiters->second) && those.freshness != lockcore::Freshness::Gone) return std::nullopt;
    return lengthsWithout({}, withWaiters(permitsIn(queue), those));
}

void ClusterMetrics::take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment,
                          std::int64_t atUnixMs) {
    m_checked = assessment;
    for (const auto& queue : m_past.take(assessment, atUnixMs))
        show(*queue);
    // Who waits and was not told by now does not any more.
    for (auto& [path, semaphore] : m_waitersOf)
        if (std::exchange(semaphore.isAwaited, false))
            if (const auto permits = m_queues.find(semaphore.path);
                permits != m_queues.end() && isLive(permits->second))
                show(*permits->second);
    // What it tells of whom clients wait for decides who holds.
    for (const auto& [path, queue] : m_queues)
        if (queue->mixed && isLive(queue)) show(*queue);
}

void ClusterMetrics::take(const lockcore::Unwatched& unwatched, std::int64_t) {
    m_past.take(unwatched);
    m_queues.erase(unwatched.lockPath);
    m_locks.gone(unwatched.lockPath, unwatched.sinceUnixMs);
}

/// By what was seen: of a grant and an end that come by the same watch, how late they were is the same.
void ClusterMetrics::take(const lockcore::LockPast& past, const lockcore::Turn& turn) {
    if (!hasHolders(past.kind) || m_waitersOf.contains(past.path)) return;
    if (standsBeside(turn)) return noteWaiting(turn);
    const auto known = m_there.find({past.path, turn.id});
    // What is told of it later is how it ended.
    if (known == m_there.end() && turn.leftAtUnixMs) return;
    There& there =
        known == m_there.end() ? m_there.try_emplace({past.path, turn.id}).first->second : known->second;
    if (isSeenGrant(turn) && !std::exchange(there.isGranted, true))
        there.wasSeenGranted = there.isWaitOpen = !isAfterGap(past);
    // Whose it is shows when its znode has been read.
    const bool isRead = turn.contender->stat || turn.leftAtUnixMs;
    if (isRead && std::exchange(there.isWaitOpen, false))
        if (const auto queued = queuedAt(past, turn))
            m_locks.waited(past.path, durationBetween(*queued, turn.granted->notAfterUnixMs));
    if (!turn.leftAtUnixMs) return;
    if (there.wasSeenGranted && !isAfterGap(past))
        m_locks.held(past.path, durationBetween(turn.granted->notAfterUnixMs, *turn.leftAtUnixMs));
    m_there.erase({past.path, turn.id});
}

/// When it began to wait; of a permit, when its client did, by another znode: whoever of its session is first
/// in line there. Clients get permits in the order of that line.
std::optional<std::int64_t> ClusterMetrics::queuedAt(const lockcore::LockPast& past,
                                                     const lockcore::Turn& turn) {
    const auto permits = m_queues.find(past.path);
    const auto path = permits == m_queues.end() ? std::nullopt : waitersPath(*permits->second);
    const lockcore::LockPast* const waiters = path ? m_past.history().of(*path) : nullptr;
    if (waiters && turn.contender->stat && turn.session != lockcore::SessionId::None) {
        Semaphore& semaphore = m_waitersOf.at(*path);
        const auto waiter = std::ranges::find_if(waiters->turns, [&](const lockcore::Turn& each) {
            return each.session == turn.session && each.granted && each.contender->stat &&
                   each.contender->stat->czxid > semaphore.lastWaiter &&
                   each.contender->stat->czxid < turn.contender->stat->czxid;
        });
        if (waiter != waiters->turns.end()) {
            semaphore.lastWaiter = waiter->contender->stat->czxid;
            return waiter->queuedAtUnixMs;
        }
    }
    if (path && turn.contender->stat)
        if (const auto queued = takeWaiting(m_waitersOf.at(*path), turn)) return queued;
    if (turn.queuedAtUnixMs) return turn.queuedAtUnixMs;
    return turn.beganBefore ? std::nullopt : std::optional(turn.firstSeenUnixMs);
}

/// Where the lock beside a semaphore is watched for that alone, who waits there is told of the semaphore. It
/// may have left before its permit is read.
void ClusterMetrics::noteWaiting(const lockcore::Turn& turn) {
    const auto semaphore = m_waitersOf.find(std::string(lockcore::parentPath(turn.contender->name)));
    if (semaphore == m_waitersOf.end() || !turn.contender->stat) return;
    auto& waiting = semaphore->second.waiting;
    waiting.insert_or_assign(
        turn.contender->stat->czxid,
        Waiting{turn.session, turn.queuedAtUnixMs.value_or(turn.firstSeenUnixMs), turn.leftAtUnixMs});
    if (waiting.size() > kMostWaiting) waiting.erase(waiting.begin());
}

/// The first one of the permit's session that came before it and had not left by then: who gave up has none.
std::optional<std::int64_t> ClusterMetrics::takeWaiting(Semaphore& semaphore, const lockcore::Turn& permit) {
    const auto end = semaphore.waiting.lower_bound(permit.contender->stat->czxid);
    const auto found = std::find_if(semaphore.waiting.begin(), end, [&](const auto& each) {
        const auto& left = each.second.leftUnixMs;
        return each.second.session == permit.session &&
               (!left || *left >= permit.firstSeenUnixMs - kReadApartMs);
    });
    if (found == end || permit.session == lockcore::SessionId::None) return std::nullopt;
    const std::int64_t queued = found->second.queuedUnixMs;
    semaphore.waiting.erase(found);
    return queued;
}

std::set<std::string> ClusterMetrics::locksWithFindings() const {
    std::set<std::string> locks;
    if (!m_checked) return locks;
    for (const lockcore::Finding& finding : m_checked->findings)
        if (finding.stage == lockcore::FindingStage::Verified) locks.insert(finding.lock);
    return locks;
}

std::vector<MetricFamily> ClusterMetrics::Collect() const {
    const std::lock_guard lock(m_mutex);
    Families families;
    addConnection(families);
    addLengths(families);
    addDurations(families);
    // A connection that is lost tells nothing new of them.
    if (m_checked && m_state && isConnected(*m_state)) {
        addFindings(families);
        addSessions(families);
    }
    addRecording(families);
    return families;
}

void ClusterMetrics::addConnection(Families& families) const {
    if (!m_state) return;
    MetricFamily& family = families.emplace_back(familyOf(MetricType::Gauge, "lockscope_connection_state",
                                                          "State of the session that watches: 1 for one."));
    for (const ConnectionState state : kStates)
        addGauge(family, labelled(m_cluster, "state", connectionStateName(state)), state == *m_state);
}

void ClusterMetrics::addLengths(Families& families) const {
    MetricFamily waiters = familyOf(MetricType::Gauge, "lockscope_lock_waiters", "Contenders that wait.");
    MetricFamily holders = familyOf(MetricType::Gauge, "lockscope_lock_holders", "Contenders that hold.");
    MetricFamily watched =
        familyOf(MetricType::Gauge, "lockscope_locks", "Locks whose queues are known now.");
    LockLengths others;
    bool areOthersKnown = true;
    std::size_t count = 0;
    for (const auto& [path, lock] : m_locks.locks()) {
        if (!lock.lengths) {
            areOthersKnown = areOthersKnown && lock.own;
            continue;
        }
        ++count;
        if (lock.own) {
            addGauge(waiters, labelled(m_cluster, "lock", path), lock.lengths->waiters);
            addGauge(holders, labelled(m_cluster, "lock", path), lock.lengths->holders);
        } else {
            others.waiters += lock.lengths->waiters;
            others.holders += lock.lengths->holders;
        }
    }
    if (m_locks.others() && areOthersKnown) {
        addGauge(waiters, labelled(m_cluster, "lock", kOthers), others.waiters);
        addGauge(holders, labelled(m_cluster, "lock", kOthers), others.holders);
    }
    if (count > 0 || (m_state && isConnected(*m_state))) addGauge(watched, labelled(m_cluster), count);
    for (MetricFamily* const family : {&watched, &waiters, &holders})
        families.push_back(std::move(*family));
}

void ClusterMetrics::addDurations(Families& families) const {
    MetricFamily waits = familyOf(MetricType::Histogram, "lockscope_lock_wait_seconds",
                                  "From when a contender queued until it was granted.");
    MetricFamily holds = familyOf(MetricType::Histogram, "lockscope_lock_hold_seconds",
                                  "From when a contender was granted until it left.");
    const auto add = [&](std::string_view lock, const LockDurations& durations) {
        addHistogram(waits, labelled(m_cluster, "lock", lock), durations.waits);
        addHistogram(holds, labelled(m_cluster, "lock", lock), durations.holds);
    };
    for (const auto& [path, lock] : m_locks.locks())
        if (lock.own) add(path, *lock.own);
    if (m_locks.others()) add(kOthers, *m_locks.others());
    families.push_back(std::move(waits));
    families.push_back(std::move(holds));
}

void ClusterMetrics::addFindings(Families& families) const {
    std::map<lockcore::FindingKind, std::size_t> counts;
    for (const lockcore::Finding& finding : m_checked->findings)
        if (finding.stage == lockcore::FindingStage::Verified) ++counts[finding.kind];
    MetricFamily& family = families.emplace_back(
        familyOf(MetricType::Gauge, "lockscope_findings", "Findings that are verified, and not over."));
    for (const lockcore::FindingKind kind : lockcore::findingKinds())
        addGauge(family, labelled(m_cluster, "kind", findingKey(kind)), counts[kind]);
}

void ClusterMetrics::addSessions(Families& families) const {
    MetricFamily& family = families.emplace_back(
        familyOf(MetricType::Gauge, "lockscope_sessions", "Sessions with contenders, by their clients."));
    for (const SessionState state : kSessionStates)
        addGauge(family, labelled(m_cluster, "state", sessionStateName(state)),
                 std::ranges::count(m_checked->sessions, state, &lockcore::SessionView::state));
}

void ClusterMetrics::addRecording(Families& families) const {
    if (!m_recording && !m_hasEnded) return;
    addGauge(families.emplace_back(familyOf(MetricType::Gauge, "lockscope_recording_up",
                                            "1 while the recording goes on, 0 where it could not.")),
             labelled(m_cluster), m_recording && m_isRecording && !m_hasEnded);
    if (!m_recording || m_recording->writtenUntilUnixMs == 0) return;
    addGauge(families.emplace_back(
                 familyOf(MetricType::Gauge, "lockscope_recording_bytes", "In use in the recording.")),
             labelled(m_cluster), m_recording->bytes);
    addGauge(
        families.emplace_back(familyOf(MetricType::Gauge, "lockscope_recording_written_timestamp_seconds",
                                       "All that was told by then is in the recording.")),
        labelled(m_cluster), static_cast<double>(m_recording->writtenUntilUnixMs) / 1000);
}

}  // namespace lockscope
