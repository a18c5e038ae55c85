// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_phase.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kWatchesInterval = 1s;
/// Of others' servers, which write down each question.
constexpr auto kWatchesIntervalOfOthers = 5s;
/// How long contenders may take to give back what they have: one whose session hangs waits for its timeout.
constexpr auto kStopLimit = 30s;
/// What was given back while a connection was away is removed when it is there again: until then it is no
/// orphan.
constexpr auto kOrphanPatience = 2s;
constexpr auto kLookPause = 200ms;

/// @{ Requests that are taken for no other clients': the control's own pings, and what was under way when the
/// counters were read.
constexpr std::uint64_t kFewRequests = 20;
constexpr std::uint64_t kSmallPart = 50;
/// @}

/// How much more it is.
std::optional<std::uint64_t> difference(const std::optional<std::uint64_t>& before,
                                        const std::optional<std::uint64_t>& after) {
    if (!before || !after || *after < *before) return std::nullopt;
    return *after - *before;
}

/// Whether a server began anew, which counts from 0 then.
bool hasRestarted(const std::vector<LabMoment>& moments) {
    return std::ranges::any_of(moments, [](const LabMoment& moment) {
        return moment.kind == LabMoment::Kind::ServerAct &&
               (moment.text == serverActName(ServerAct::Stop) ||
                moment.text == serverActName(ServerAct::Kill) ||
                moment.text == serverActName(ServerAct::Restart));
    });
}

/// Of locks or groups: those at the end know how long they had waited, and who still did.
template <class T>
void keepStandstill(std::vector<T>& now, const std::vector<T>& atEnd, std::string T::*name) {
    for (T& each : now) {
        const auto found = std::ranges::find(atEnd, each.*name, name);
        if (found == atEnd.end()) continue;
        each.longestWithoutGrant = found->longestWithoutGrant;
        each.waitingAtEnd = found->waitingAtEnd;
        each.longestWaitingAtEnd = found->longestWaitingAtEnd;
    }
}

}  // namespace

RunPhase::RunPhase(PhaseParts parts) : m_parts(std::move(parts)) {}

RunPhase::~RunPhase() {
    m_parts.loop.cancel(m_timer);
}

void RunPhase::begin(std::string name, Completion<void> done) {
    m_name = std::move(name);
    read([weak = weak_from_this(), done = std::move(done)](Reading reading) {
        if (const auto self = weak.lock()) self->began(std::move(reading), done);
    });
}

void RunPhase::began(Reading reading, const Completion<void>& done) {
    m_before = std::move(reading);
    m_mostWatches.reset();  // before anybody has begun there are none: only what is read meanwhile counts
    m_moments.clear();
    m_momentsLeftOut = 0;
    m_isOn = true;
    m_begun = m_parts.loop.now();
    m_parts.contenders->beginPhase(m_begun);
    if (m_parts.findings) m_parts.findings->forget();
    watchTables();
    done({});
}

/// On the work's thread, and back.
void RunPhase::read(std::function<void(Reading)> done) {
    const LinkTraffic& load = m_parts.contenders->traffic();
    const Reading own{.ownRequests = m_parts.control->requestCount(),
                      .loadRequests = load.requests,
                      .loadEvents = load.events};
    m_parts.work.post([loop = &m_parts.loop, source = m_parts.counters, servers = m_parts.servers, own,
                       weak = weak_from_this(), done = std::move(done)](const std::stop_token& stop) {
        Reading reading = own;
        reading.counters = readCounters(source, stop);
        if (servers) reading.ownQuestions = servers->questions();
        loop->post([weak, done, reading = std::move(reading)]() mutable {
            const auto self = weak.lock();
            if (!self) return;
            self->m_questions += reading.counters.questions;
            reading.ownQuestions += self->m_questions;
            done(std::move(reading));
        });
    });
}

void RunPhase::watchTables() {
    const auto interval = m_parts.isOwnCluster ? kWatchesInterval : kWatchesIntervalOfOthers;
    m_timer = m_parts.loop.callAt(m_parts.loop.now() + interval, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self || !self->m_isOn) return;
        self->read([weak](const Reading& reading) {
            const auto then = weak.lock();
            if (!then || !then->m_isOn) return;
            if (reading.counters.watches)
                then->m_mostWatches = std::max(then->m_mostWatches.value_or(0), *reading.counters.watches);
            then->watchTables();
        });
    });
}

void RunPhase::note(LabMoment moment) {
    if (!m_isOn) return;
    if (m_moments.size() == kMostLabMoments) {
        ++m_momentsLeftOut;
        return;
    }
    moment.at = m_parts.loop.now() - m_begun;
    m_moments.push_back(std::move(moment));
}

void RunPhase::end(Completion<PhaseReport> done) {
    m_parts.loop.cancel(m_timer);
    m_isOn = false;
    m_done = std::move(done);
    m_report = {.name = m_name, .moments = std::move(m_moments), .momentsLeftOut = m_momentsLeftOut};
    const TimePoint now = m_parts.loop.now();
    m_report.heldBack = m_parts.contenders->gate().heldBack();
    m_report.acquiresPerSecond = m_parts.contenders->gate().perSecond();
    m_locksAtEnd = m_parts.contenders->tally().locks(now);
    m_groupsAtEnd = m_parts.contenders->tally().groups(now);
    lookAtLocks(m_parts.control, standings(),
                [weak = weak_from_this()](std::map<std::string, LockSight> during) {
                    const auto self = weak.lock();
                    if (!self) return;
                    self->m_during = std::move(during);
                    self->settle();
                });
}

std::map<std::string, LockStanding> RunPhase::standings() const {
    return lockStandings(m_parts.contenders->standings(), m_parts.run);
}

void RunPhase::settle() {
    m_parts.contenders->mendAll();
    m_parts.contenders->stopAll(kStopLimit, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->stopped();
    });
}

void RunPhase::stopped() {
    m_report.took = m_parts.loop.now() - m_begun;
    read([weak = weak_from_this()](const Reading& reading) {
        if (const auto self = weak.lock()) self->counted(reading);
    });
}

void RunPhase::counted(const Reading& reading) {
    m_report.servers = costBetween(m_before, reading);
    lookForOrphans(m_parts.loop.now() + kOrphanPatience);
}

void RunPhase::lookForOrphans(TimePoint until) {
    lookAtLocks(m_parts.control, standings(),
                [weak = weak_from_this(), until](std::map<std::string, LockSight> after) {
                    const auto self = weak.lock();
                    if (!self) return;
                    const bool seesSome =
                        std::ranges::any_of(after, [](const auto& each) { return each.second.orphans > 0; });
                    if (seesSome && self->m_parts.loop.now() < until)
                        self->lookAgain(until);
                    else
                        self->looked(std::move(after));
                });
}

void RunPhase::lookAgain(TimePoint until) {
    m_timer = m_parts.loop.callAt(m_parts.loop.now() + kLookPause, [weak = weak_from_this(), until] {
        if (const auto self = weak.lock()) self->lookForOrphans(until);
    });
}

void RunPhase::looked(std::map<std::string, LockSight> after) {
    m_after = std::move(after);
    const auto registers = m_parts.contenders->registers();
    m_toRead.assign(registers.begin(), registers.end());
    readNextRegister();
}

/// One that could not be read is not there, and not checked.
void RunPhase::readNextRegister() {
    if (m_toRead.empty()) return deliver();
    const std::string name = std::move(m_toRead.back());
    m_toRead.pop_back();
    readBack(*m_parts.control, registerPathIn(m_parts.run, name),
             [weak = weak_from_this(), name](Result<RegisterReading> reading) {
                 const auto self = weak.lock();
                 if (!self) return;
                 if (reading) {
                     reading->name = name;
                     self->m_report.registers.push_back(
                         judge(std::move(*reading), self->m_parts.contenders->tally().told(name)));
                 }
                 self->readNextRegister();
             });
}

void RunPhase::deliver() {
    const TimePoint now = m_parts.loop.now();
    m_report.locks = m_parts.contenders->tally().locks(now);
    m_report.groups = m_parts.contenders->tally().groups(now);
    std::erase_if(m_report.groups, [](const GroupReport& group) { return group.contenders == 0; });
    keepStandstill(m_report.locks, m_locksAtEnd, &LockReport::lock);
    keepStandstill(m_report.groups, m_groupsAtEnd, &GroupReport::group);
    for (LockReport& lock : m_report.locks) {
        m_report.mostBelievers = std::max(m_report.mostBelievers, lock.mostBelievers);
        const auto during = m_during.find(lock.lock);
        if (during != m_during.end()) lock.behindOwnSession = during->second.behindOwnSession;
        const auto after = m_after.find(lock.lock);
        if (after != m_after.end()) lock.orphans = after->second.orphans;
    }
    if (m_parts.findings) m_report.findings = m_parts.findings->found();
    std::ranges::reverse(m_report.registers);
    if (m_done) std::exchange(m_done, nullptr)(std::move(m_report));
}

ServerCost RunPhase::costBetween(const Reading& before, const Reading& after) const {
    ServerCost cost;
    cost.whyNot = before.counters.whyNot.empty() ? after.counters.whyNot : before.counters.whyNot;
    if (m_mostWatches && before.counters.watches)
        cost.mostWatches = *m_mostWatches - std::min(*m_mostWatches, *before.counters.watches);
    // What it had counted is in no sum of what is counted now, however large that is.
    if (hasRestarted(m_report.moments) || hasBegunAnew(before.counters, after.counters)) {
        cost.whyNot = "a server has counted anew meanwhile, as one that is started again does";
        return cost;
    }
    cost.requests = difference(before.counters.packets, after.counters.packets);
    cost.woken = difference(before.counters.woken, after.counters.woken);
    const std::uint64_t own =
        after.ownRequests - before.ownRequests + after.ownQuestions - before.ownQuestions;
    if (cost.requests) *cost.requests -= std::min(*cost.requests, own);
    leaveOutOthers(before, after, cost);
    return cost;
}

/// What processes send nobody here counts.
void RunPhase::leaveOutOthers(const Reading& before, const Reading& after, ServerCost& cost) const {
    if (!cost.requests || m_parts.contenders->hasProcesses()) {
        // Whoever looks for findings is a client, too.
        cost.hasOthers = m_parts.findings != nullptr || !m_parts.isOwnCluster;
        return;
    }
    const std::uint64_t load = after.loadRequests - before.loadRequests;
    const std::uint64_t others = *cost.requests - std::min(*cost.requests, load);
    if (others <= kFewRequests + load / kSmallPart) return;
    cost.othersRequests = others;
    cost.requests = load;
    if (cost.woken) cost.woken = std::min(*cost.woken, after.loadEvents - before.loadEvents);
}

}  // namespace lockcore
