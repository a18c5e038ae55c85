// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_phase.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kWatchesInterval = 1s;
/// Of others' servers, which write down each question.
constexpr auto kWatchesIntervalOfOthers = 5s;
/// How long contenders may take to give back what they have: one whose session hangs waits for its timeout.
constexpr auto kStopLimit = 30s;
/// Of a cluster that does not answer, or where nobody asks what a phase came to.
constexpr auto kShortStopLimit = 5s;
/// For all that is read at the end of a phase, and for what servers count, of that. Beyond it nothing more is
/// known.
constexpr auto kReadPatience = 10s;
constexpr auto kCountPatience = 6s;
/// Of servers of its own, which nobody waits for but the lab, and which may just have been started again.
constexpr auto kOwnReadPatience = 30s;
constexpr auto kNoAnswer = "the cluster did not answer at the end of the phase";
/// What was given back while a connection was away is removed when it is there again: until then it is no
/// orphan.
constexpr auto kOrphanPatience = 2s;
constexpr auto kLookPause = 200ms;

/// Whether what servers counted is beyond what the load accounts for. Some of it is no other client's: the
/// control's own pings, and what was under way when the counters were read.
bool isClearlyMore(std::uint64_t counted, std::uint64_t ofLoad) {
    constexpr std::uint64_t kFew = 20;
    constexpr std::uint64_t kSmallPart = 50;
    return counted > ofLoad + kFew + ofLoad / kSmallPart;
}

/// Sessions end after servers were disturbed, and where the lab stands still, which is seen when it is over:
/// that is told already.
void leaveOutExpired(std::vector<LabMoment>& moments) {
    using Kind = LabMoment::Kind;
    const auto isReason = [&](const LabMoment& moment, Duration of) {
        if (moment.kind == Kind::StoodStill) return true;
        const bool isOfServer = moment.kind == Kind::ServerAct || moment.kind == Kind::ServerSeen;
        return isOfServer && moment.at <= of;
    };
    const auto hasReason = [&](const LabMoment& ended) {
        return std::ranges::any_of(moments,
                                   [&](const LabMoment& moment) { return isReason(moment, ended.at); });
    };
    std::vector<LabMoment> kept;
    for (const LabMoment& moment : moments)
        if (moment.kind != Kind::Expired || !hasReason(moment)) kept.push_back(moment);
    moments = std::move(kept);
}

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
    m_parts.loop.cancel(m_patience);
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
    const std::uint64_t watching = (m_parts.watching ? m_parts.watching->requests.load() : 0) +
                                   (m_parts.findings ? m_parts.findings->words() : 0);
    const Reading own{.ownRequests = m_earlierRequests + m_parts.control->requestCount() + watching,
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
    moment.at = m_parts.loop.now() - m_begun;
    keep(std::move(moment));
}

void RunPhase::noteOfBefore(LabMoment moment) {
    moment.at = {};
    keep(std::move(moment));
}

void RunPhase::keep(LabMoment moment) {
    if (m_moments.size() == kMostLabMoments)
        ++m_momentsLeftOut;
    else
        m_moments.push_back(std::move(moment));
}

void RunPhase::end(Completion<PhaseReport> done) {
    m_parts.loop.cancel(m_timer);
    m_isOn = false;
    m_done = std::move(done);
    m_during.clear();
    m_after.clear();
    m_report = {.name = m_name, .moments = std::move(m_moments), .momentsLeftOut = m_momentsLeftOut};
    m_hasStopped = false;
    m_isMute = false;
    noteStandstill();
    look();
}

/// What stopping changes; its contenders go on until then.
void RunPhase::noteStandstill() {
    const TimePoint now = m_parts.loop.now();
    m_report.took = now - m_begun;
    m_report.heldBack = m_parts.contenders->gate().heldBack();
    m_report.acquiresPerSecond = m_parts.contenders->gate().perSecond();
    m_locksAtEnd = m_parts.contenders->tally().locks(now);
    m_groupsAtEnd = m_parts.contenders->tally().groups(now);
}

void RunPhase::cutShort() {
    m_isCut = true;
    if (!m_done) return;
    if (m_isSettling) return boundSettling();
    // Before it settles, or behind that.
    if (m_hasStopped)
        deliver();
    else
        settle();
}

void RunPhase::use(std::shared_ptr<ZooKeeper> control) {
    m_earlierRequests += m_parts.control->requestCount();
    m_parts.control = std::move(control);
}

void RunPhase::silenceChanged() {
    if (m_parts.pulse && m_parts.pulse->isSilent())
        note({.kind = LabMoment::Kind::ServerSeen, .who = "the cluster", .text = std::string(kServerSilent)});
    if (m_isSettling) boundSettling();
}

std::uint64_t RunPhase::beginStage(Duration patience, void (RunPhase::*late)()) {
    m_parts.loop.cancel(m_timer);
    m_parts.loop.cancel(m_patience);
    const std::uint64_t stage = ++m_stage;
    m_patience = m_parts.loop.callAt(m_parts.loop.now() + patience, [weak = weak_from_this(), stage, late] {
        const auto self = weak.lock();
        if (self && self->m_stage == stage) ((*self).*late)();
    });
    return stage;
}

bool RunPhase::isReadable() const {
    return !m_isCut && !m_isMute && !(m_parts.pulse && m_parts.pulse->isSilent()) && m_parts.canServe();
}

void RunPhase::look() {
    if (!isReadable()) return settle();
    const auto stage =
        beginStage(m_parts.isOwnCluster ? kOwnReadPatience : kReadPatience, &RunPhase::lookedInVain);
    lookAtLocks(m_parts.control, standings(),
                [weak = weak_from_this(), stage](std::map<std::string, LockSight> during) {
                    const auto self = weak.lock();
                    if (!self || self->m_stage != stage) return;
                    self->m_during = std::move(during);
                    self->noteStandstill();
                    self->settle();
                });
}

/// Nothing else is waited for as long again.
void RunPhase::lookedInVain() {
    m_isMute = true;
    settle();
}

std::map<std::string, LockStanding> RunPhase::standings() const {
    return lockStandings(m_parts.contenders->standings(), m_parts.run);
}

void RunPhase::settle() {
    const auto stage = beginStage(isReadable() ? kStopLimit : kShortStopLimit, &RunPhase::stopped);
    m_isSettling = true;
    m_parts.contenders->mendAll();
    m_parts.contenders->stopAll(kStopLimit, [weak = weak_from_this(), stage] {
        const auto self = weak.lock();
        if (self && self->m_stage == stage) self->stopped();
    });
}

void RunPhase::boundSettling() {
    if (isReadable()) return;
    m_parts.loop.cancel(m_patience);
    m_patience =
        m_parts.loop.callAt(m_parts.loop.now() + kShortStopLimit, [weak = weak_from_this(), stage = m_stage] {
            const auto self = weak.lock();
            if (self && self->m_stage == stage) self->stopped();
        });
}

void RunPhase::stopped() {
    m_isSettling = false;
    m_hasStopped = true;
    const auto registers = m_parts.contenders->registers();
    m_toRead.assign(registers.begin(), registers.end());
    if (m_isCut) return deliver();
    count();
}

void RunPhase::count() {
    const Duration patience = m_parts.isOwnCluster ? kOwnReadPatience : kReadPatience;
    m_readBy = m_parts.loop.now() + patience;
    if (!isReadable()) return notRead();
    const auto stage =
        beginStage(m_parts.isOwnCluster ? kOwnReadPatience : kCountPatience, &RunPhase::notCounted);
    read([weak = weak_from_this(), stage](const Reading& reading) {
        const auto self = weak.lock();
        if (self && self->m_stage == stage) self->counted(reading);
    });
}

void RunPhase::counted(const Reading& reading) {
    m_report.servers = costBetween(m_before, reading);
    const TimePoint now = m_parts.loop.now();
    lookForOrphans(beginStage(m_readBy - now, &RunPhase::notRead), now + kOrphanPatience);
}

/// Whoever serves clients may not answer where counters are asked for.
void RunPhase::notCounted() {
    counted({.counters = {.whyNot = "the servers did not tell their counters in time"}});
}

void RunPhase::lookForOrphans(std::uint64_t stage, TimePoint until) {
    lookAtLocks(m_parts.control, standings(),
                [weak = weak_from_this(), stage, until](std::map<std::string, LockSight> after) {
                    const auto self = weak.lock();
                    if (!self || self->m_stage != stage) return;
                    const bool seesSome =
                        std::ranges::any_of(after, [](const auto& each) { return each.second.orphans > 0; });
                    if (seesSome && self->m_parts.loop.now() < until)
                        self->lookAgain(stage, until);
                    else
                        self->looked(stage, std::move(after));
                });
}

void RunPhase::lookAgain(std::uint64_t stage, TimePoint until) {
    m_timer = m_parts.loop.callAt(m_parts.loop.now() + kLookPause, [weak = weak_from_this(), stage, until] {
        if (const auto self = weak.lock()) self->lookForOrphans(stage, until);
    });
}

void RunPhase::looked(std::uint64_t stage, std::map<std::string, LockSight> after) {
    m_after = std::move(after);
    readNextRegister(stage);
}

/// One that could not be read is not there, and not checked.
void RunPhase::readNextRegister(std::uint64_t stage) {
    if (m_toRead.empty()) return deliver();
    const std::string name = m_toRead.back();
    readBack(*m_parts.control, registerPathIn(m_parts.run, name),
             [weak = weak_from_this(), stage, name](Result<RegisterReading> reading) {
                 const auto self = weak.lock();
                 if (!self || self->m_stage != stage) return;
                 self->m_toRead.pop_back();
                 self->registerRead(name, std::move(reading));
                 self->readNextRegister(stage);
             });
}

void RunPhase::registerRead(const std::string& name, Result<RegisterReading> reading) {
    const auto& told = m_parts.contenders->tally().told(name);
    if (reading) {
        reading->name = name;
        m_report.registers.push_back(judge(std::move(*reading), told));
    } else if (reading.error().code != ErrorCode::NoNode) {
        m_report.unreadRegisters[name] = describe(reading.error());
    } else {
        m_report.unreadRegisters[name] =
            told.empty() ? "the register is not there" : "somebody else has removed the register";
    }
}

void RunPhase::notRead() {
    m_report.wasSilent = true;
    for (const std::string& name : m_toRead)
        m_report.unreadRegisters[name] = kNoAnswer;
    if (!m_report.servers.requests && m_report.servers.whyNot.empty()) m_report.servers.whyNot = kNoAnswer;
    m_report.servers.mostWatches = mostWatches(m_before);
    deliver();
}

void RunPhase::deliver() {
    ++m_stage;
    m_parts.loop.cancel(m_timer);
    m_parts.loop.cancel(m_patience);
    if (m_isCut && !m_report.servers.requests && m_report.servers.whyNot.empty())
        m_report.servers.whyNot = "it was interrupted before they were asked";
    const TimePoint now = m_parts.loop.now();
    m_report.locks = m_parts.contenders->tally().locks(now);
    m_report.groups = m_parts.contenders->tally().groups(now);
    std::erase_if(m_report.groups, [](const GroupReport& group) { return group.contenders == 0; });
    std::ranges::move(m_parts.contenders->lostNodes().moments(m_begun), std::back_inserter(m_report.moments));
    leaveOutExpired(m_report.moments);
    std::ranges::stable_sort(m_report.moments, {}, &LabMoment::at);
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

std::optional<std::uint64_t> RunPhase::mostWatches(const Reading& before) const {
    if (!m_mostWatches || !before.counters.watches) return std::nullopt;
    return *m_mostWatches - std::min(*m_mostWatches, *before.counters.watches);
}

ServerCost RunPhase::costBetween(const Reading& before, const Reading& after) const {
    ServerCost cost;
    cost.whyNot = before.counters.whyNot.empty() ? after.counters.whyNot : before.counters.whyNot;
    cost.mostWatches = mostWatches(before);
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
    const std::uint64_t events = after.loadEvents - before.loadEvents;
    // Some of whoever looks for findings asks an AdminServer, which counts no packets.
    cost.requests = std::max(*cost.requests, load);
    // One request of somebody else's may make thousands of watches fire.
    if (cost.woken && isClearlyMore(*cost.woken, events)) cost.woken = events;
    if (!isClearlyMore(*cost.requests, load)) return;
    cost.othersRequests = *cost.requests - load;
    cost.requests = load;
}

}  // namespace lockcore
