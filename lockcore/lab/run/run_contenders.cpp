// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_contenders.h"

#include <lockcore/session/connect_string.h>

#include "cluster/process_state.h"
#include "run/standstill_watch.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// What is protected is reached although a lock's session has ended.
constexpr auto kResourceTimeout = 60s;
/// Draws the arrivals of groups: no contender has this number.
constexpr std::uint64_t kArrivals = 0;

/// Calls `done` once, when all of `count` have said so or the time is over.
class CountDown : public std::enable_shared_from_this<CountDown> {
public:
    CountDown(Loop& loop, std::size_t count, std::function<void()> done)
        : m_loop(loop), m_left(count), m_done(std::move(done)) {}

    void begin(Duration limit) {
        if (m_left == 0) return finish();
        m_timer = m_loop.callAt(m_loop.now() + limit, [self = shared_from_this()] { self->finish(); });
    }
    void one() {
        if (m_left > 0 && --m_left == 0) finish();
    }

private:
    void finish() {
        m_loop.cancel(m_timer);
        if (m_done) m_loop.post(std::exchange(m_done, nullptr));
    }

    Loop& m_loop;
    std::size_t m_left;
    std::function<void()> m_done;
    Loop::Timer m_timer = Loop::Timer::None;
};

constexpr auto kProcessInterval = std::chrono::milliseconds(500);

bool isDisturbed(ContenderFault fault) {
    return fault != ContenderFault::None && !isNoMore(fault);
}

/// Whoever has such a lock has it by a znode right below its path, and without readers beside it.
bool excludesOthers(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Mutex:
        case LockRecipe::Write:
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock: return true;
        default: return false;
    }
}

/// Not both of them can hold.
bool excludeEachOther(const ContenderGroup& one, const ContenderGroup& other) {
    const bool isOfOneLock =
        !one.locks.empty() && !other.locks.empty() && one.locks.front() == other.locks.front();
    const auto mayBe = [](const ContenderGroup& group) {
        return excludesOthers(group.recipe) || group.recipe == LockRecipe::Read;
    };
    return isOfOneLock && mayBe(one) && mayBe(other) &&
           (excludesOthers(one.recipe) || excludesOthers(other.recipe));
}

}  // namespace

std::string lockPathIn(const std::string& run, const std::string& lock) {
    return lock.starts_with('/') ? lock : joinPath(joinPath(run, "locks"), lock);
}

std::string registerPathIn(const std::string& run, const std::string& name) {
    return joinPath(joinPath(run, "register"), name);
}

std::optional<Error> problemOfGroup(const ContenderGroup& group, const LabPrograms& programs,
                                    bool isOwnCluster) {
    const auto wrong = [&](const std::string& what) {
        return Error{ErrorCode::BadArguments, "Contenders of group " + group.name + ": " + what};
    };
    if (group.count == 0) return wrong("there are none");
    const LockCount locks = locksOf(group.recipe);
    if (group.locks.size() < locks.least || group.locks.size() > locks.most)
        return wrong("their recipe does not take " + std::to_string(group.locks.size()) + " locks");
    for (const std::string& lock : group.locks) {
        if (lock.starts_with('/') && !isOwnCluster)
            return wrong("the lab's locks are below its own root there");
        if (const auto problem = pathProblem(lockPathIn("/lab", lock)); !problem.empty())
            return wrong("their lock has no valid path: " + problem);
    }
    if (processesFor(group) == 0) return std::nullopt;
    if (!hasRecipe(group.library, group.recipe))
        return wrong(std::string(clientLibraryName(group.library)) + " has no \"" +
                     std::string(lockRecipeName(group.recipe)) + '"');
    const auto program = programs.programs.find(group.library);
    if (program != programs.programs.end() && program->second.command) return std::nullopt;
    const std::string whyNot =
        program == programs.programs.end() ? "it is not there" : program->second.whyNot;
    return Error{ErrorCode::MissingProgram,
                 "Contenders of group " + group.name + " need a program: " + whyNot};
}

RunContenders::RunContenders(EventLoop& loop, ContenderSite site, std::function<void()> changed)
    : m_loop(loop),
      m_site(std::move(site)),
      m_changed(std::move(changed)),
      m_tally(m_site.registerWrites),
      m_gate(loop, m_site.acquiresPerSecond),
      m_processes(loop) {}

RunContenders::~RunContenders() {
    m_loop.cancel(m_lookingAtProcesses);
    m_members.clear();
    if (m_resource) m_resource->close();
}

void RunContenders::beginPhase(TimePoint at) {
    m_tally.beginPhase(at);
    m_gate.forget();
    m_lostNodes.clear();
    m_numbers.clear();
    m_hasProcesses = std::ranges::any_of(
        standings(), [](const Standing& standing) { return processesFor(standing.group) > 0; });
}

void RunContenders::add(std::uint64_t firstId, const ContenderGroup& group) {
    const Common common = commonOf(group);
    const std::size_t number = groupNumber(group.name);
    for (std::size_t i = 0; i < group.count; ++i) {
        const std::uint64_t id = firstId + i;
        auto contender =
            std::make_shared<LoadContender>(id, group, m_loop, clientOf(id, group, common, i),
                                            LabRandom::of(m_site.seed, id), m_tally, m_gate, m_changed);
        contender->setDisturbed([this, id](Disturbance disturbance) {
            tellSharers(id, disturbance);
            if (m_disturbed) m_disturbed(id, disturbance);
        });
        contender->setListener([this, id](const ClientEvent& event) { hear(id, event); });
        m_members.emplace(id, Member{contender, number, ++m_numbers[group.name]});
        whenReady(group, [weak = std::weak_ptr(contender)] {
            if (const auto there = weak.lock()) there->open();
        });
    }
    m_changed();
}

RunContenders::Common RunContenders::commonOf(const ContenderGroup& group) {
    Common common{.sessions = {}, .processes = {}, .firstNumber = m_lastCommon + 1};
    if (processesFor(group) == 0) {
        while (common.sessions.size() < std::min(group.sessions, group.count))
            common.sessions.push_back(std::make_shared<SharedSession>(m_loop, optionsFor(group)));
        m_lastCommon += common.sessions.size();
        return common;
    }
    m_hasProcesses = true;
    watchProcesses();
    // What could be wrong with it was said when it was to be added.
    auto started = GroupProcesses::start(m_processes, m_loop, m_site.programs, group,
                                         m_site.session.connectString, common.firstNumber);
    if (started) common.processes = std::move(*started);
    m_lastCommon += processesFor(group);
    return common;
}

std::unique_ptr<LockClient> RunContenders::clientOf(std::uint64_t id, const ContenderGroup& group,
                                                    const Common& common, std::size_t index) {
    return common.processes ? processClient(id, group, common, index) : ownClient(id, group, common, index);
}

std::unique_ptr<LockClient> RunContenders::ownClient(std::uint64_t id, const ContenderGroup& group,
                                                     const Common& common, std::size_t index) {
    OwnClientPlan plan{.contender = id, .recipe = group.recipe, .leases = group.leases};
    for (const std::string& lock : group.locks) {
        std::string path = lockPathIn(m_site.path, lock);
        if (plan.path.empty())
            plan.path = std::move(path);
        else
            plan.further.push_back(std::move(path));
    }
    if (group.writes) plan.check = group.writes->check;
    const Register* const written = registerOf(group);
    const auto writer = written ? written->writer : nullptr;
    if (common.sessions.empty())
        return std::make_unique<OwnLockClient>(m_loop, std::move(plan), ownSession(m_loop, optionsFor(group)),
                                               writer);
    const std::size_t session = index % common.sessions.size();
    plan.traits.session = common.firstNumber + session;
    return std::make_unique<OwnLockClient>(m_loop, std::move(plan), common.sessions[session]->way(), writer);
}

std::unique_ptr<LockClient> RunContenders::processClient(std::uint64_t id, const ContenderGroup& group,
                                                         const Common& common, std::size_t index) {
    ProcessClientPlan plan{.contender = id, .recipe = group.recipe, .leases = group.leases};
    for (const std::string& lock : group.locks)
        plan.paths.push_back(lockPathIn(m_site.path, lock));
    if (group.writes) {
        plan.registerPath = registerPathIn(m_site.path, group.writes->name);
        plan.check = group.writes->check;
        (void)registerOf(group);
    }
    plan.traits.tellsQueue = group.library == ClientLibrary::Lockcore;
    return common.processes->client(index, std::move(plan));
}

SessionOptions RunContenders::optionsFor(const ContenderGroup& group) const {
    SessionOptions options = m_site.session;
    options.timeout = group.timeout;
    return options;
}

/// Null where the group writes to none.
RunContenders::Register* RunContenders::registerOf(const ContenderGroup& group) {
    if (!group.writes) return nullptr;
    const std::string& name = group.writes->name;
    Register& known = m_registers[name];
    if (known.writer) return &known;
    if (!m_resource) openResource();
    const auto& resource = m_resource->session();
    known.writer = std::make_shared<RegisterWriter>(resource, registerPathIn(m_site.path, name));
    if (isConnected(resource->status().state)) makeRegisters();
    return &known;
}

void RunContenders::openResource() {
    SessionOptions options = m_site.session;
    options.timeout = kResourceTimeout;
    LastingSession::Listener listener{
        .told =
            [weak = weak_from_this()](const ConnectionStatus& status) {
                const auto self = weak.lock();
                if (self && isConnected(status.state)) self->makeRegisters();
            },
        .followed =
            [weak = weak_from_this()](const std::shared_ptr<Session>& resource) {
                const auto self = weak.lock();
                if (!self) return;
                for (auto& [name, known] : self->m_registers)
                    known.writer->use(resource);
            }};
    m_resource = std::make_shared<LastingSession>(m_loop, std::move(options), std::move(listener));
    m_resource->open();
}

/// Those that are lacking, once there is a connection.
void RunContenders::makeRegisters() {
    for (auto& [name, lacking] : m_registers) {
        if (std::exchange(lacking.isMade, true)) continue;
        makeRegister(*m_resource->session(), registerPathIn(m_site.path, name),
                     [weak = weak_from_this(), registerName = name](const Result<void>& made) {
                         if (const auto self = weak.lock()) self->registerMade(registerName, made);
                     });
    }
}

/// Where it can't be made writes will fail, and say why.
void RunContenders::registerMade(const std::string& name, const Result<void>& result) {
    Register& made = m_registers[name];
    if (!result && (isAmbiguous(result.error().code) || result.error().code == ErrorCode::SessionExpired)) {
        made.isMade = false;  // with the next connection
        return;
    }
    made.isReady = true;
    for (const auto& act : std::exchange(made.waiting, {}))
        act();
}

/// Nobody comes before what it writes to is there.
void RunContenders::whenReady(const ContenderGroup& group, std::function<void()> act) {
    Register* const written = registerOf(group);
    if (written && !written->isReady)
        written->waiting.push_back(std::move(act));
    else
        act();
}

std::size_t RunContenders::groupNumber(const std::string& name) {
    const auto found = std::ranges::find(m_groups, name);
    if (found != m_groups.end()) return static_cast<std::size_t>(found - m_groups.begin());
    m_groups.push_back(name);
    return m_groups.size() - 1;
}

void RunContenders::start(const Ids& ids) {
    std::map<std::string, std::vector<std::shared_ptr<LoadContender>>> groups;
    each(ids, [&](Member& member) { groups[member.contender->group().name].push_back(member.contender); });
    for (const auto& [name, contenders] : groups) {
        LabRandom random = LabRandom::of(m_site.seed ^ contenders.front()->view().id, kArrivals);
        const auto delays = contenders.front()->group().arrival.draw(contenders.size(), random);
        for (std::size_t i = 0; i < contenders.size(); ++i)
            whenReady(contenders[i]->group(), [weak = std::weak_ptr(contenders[i]), delay = delays[i]] {
                if (const auto there = weak.lock()) there->start(delay);
            });
    }
}

void RunContenders::stop(const Ids& ids) {
    each(ids, [](Member& member) { member.contender->stop([] {}); });
}

void RunContenders::remove(const Ids& ids) {
    each(ids, [this](Member& member) {
        if (std::exchange(member.isLeaving, true)) return;
        member.contender->close([weak = weak_from_this(), id = member.contender->view().id] {
            if (const auto self = weak.lock()) self->gone(id);
        });
    });
}

void RunContenders::gone(std::uint64_t id) {
    m_members.erase(id);
    m_changed();
    const bool isAnyLeaving =
        std::ranges::any_of(m_members, [](const auto& each) { return each.second.isLeaving; });
    if (!isAnyLeaving && m_whenGone) std::exchange(m_whenGone, nullptr)();
}

void RunContenders::write(const Ids& ids) {
    each(ids, [](Member& member) { member.contender->write(); });
}

void RunContenders::release(const Ids& ids) {
    each(ids, [](Member& member) { member.contender->release(); });
}

void RunContenders::disturb(const Ids& ids, Disturbance disturbance) {
    each(ids, [disturbance](Member& member) { member.contender->disturb(disturbance); });
}

/// What is done to a process, or to a session, is done to all whose it is.
void RunContenders::tellSharers(std::uint64_t id, Disturbance disturbance) {
    const auto found = m_members.find(id);
    if (found == m_members.end()) return;
    const ClientTraits& traits = found->second.contender->traits();
    if (traits.process == 0 && traits.session == 0) return;
    for (auto& [other, member] : m_members) {
        const ClientTraits& others = member.contender->traits();
        const bool isShared = (traits.process != 0 && others.process == traits.process) ||
                              (traits.session != 0 && others.session == traits.session);
        if (other != id && isShared) member.contender->suffer(disturbance);
    }
}

void RunContenders::crashWhileHolding(const Ids& ids) {
    each(ids, [](Member& member) { member.contender->crashWhileHolding(); });
}

ListenerToken RunContenders::listen(ListenerToken token, LabActs::Listener listener) {
    m_listeners.emplace(token, std::move(listener));
    return token;
}

void RunContenders::watchProcesses() {
    if (m_lookingAtProcesses != Loop::Timer::None) return;
    m_lookingAtProcesses = m_loop.callAt(m_loop.now() + kProcessInterval, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->lookAtProcesses();
    });
}

/// Others may stop a process, or let it go on: what is told is what it does.
void RunContenders::lookAtProcesses() {
    m_lookingAtProcesses = Loop::Timer::None;
    std::map<int, bool> stopped;
    bool isAny = false;
    for (auto& [id, member] : m_members) {
        isAny = isAny || processesFor(member.contender->group()) > 0;
        const int pid = member.contender->view().pid;
        if (pid == 0 || isNoMore(member.contender->view().fault)) continue;
        const auto [known, isNew] = stopped.try_emplace(pid, false);
        if (isNew) known->second = isStopped(pid);
        const auto seen = member.contender->processSeen(known->second);
        if (seen && m_suffered)
            m_suffered(id, *seen == Disturbance::Freeze ? LabMoment::Kind::Frozen : LabMoment::Kind::Thawed,
                       {});
    }
    if (isAny) watchProcesses();
}

/// Whoever is told may listen, or cease to.
void RunContenders::hear(std::uint64_t id, const ClientEvent& event) {
    const auto member = m_members.find(id);
    if (member != m_members.end() && m_suffered) tellSuffered(member->second, event);
    if (m_control && member != m_members.end()) watchNodes(id, event);
    const auto listeners = m_listeners;
    for (const auto& [token, listener] : listeners)
        if (m_listeners.contains(token)) listener(id, event);
}

void RunContenders::tellSuffered(const Member& member, const ClientEvent& event) const {
    const LoadContender& contender = *member.contender;
    const std::uint64_t id = contender.view().id;
    if (const auto* const ended = std::get_if<ClientEvent::Ended>(&event.what)) {
        if (contender.view().fault == ContenderFault::Ended)
            m_suffered(id, LabMoment::Kind::Died, ended->how);
    } else if (const auto* const failed = std::get_if<ClientEvent::Failed>(&event.what)) {
        const bool isOfSession = event.round == 0 && failed->error.code == ErrorCode::SessionExpired;
        // A shorter one may have ended because the lab was late, which goes unnoticed.
        const bool isLong =
            contender.timeout().value_or(std::chrono::milliseconds(0)) >= 2 * StandstillWatch::kShortest;
        if (isOfSession && isLong && !contender.wasDisturbed()) m_suffered(id, LabMoment::Kind::Expired, {});
    }
}

/// A client of the library queues up anew, without a word, where somebody has deleted its znode.
bool RunContenders::isQueuedAnew(Member& member, const ClientEvent& event) {
    const auto& queued = std::get<ClientEvent::InQueue>(event.what);
    const LoadContender& contender = *member.contender;
    const LockRecipe recipe = contender.group().recipe;
    const bool isAnew = member.queuedRound == event.round && member.queuedNode != queued.node;
    member.queuedRound = event.round;
    member.queuedNode = queued.node;
    return isAnew && contender.group().library == ClientLibrary::Lockcore &&
           contender.view().fault == ContenderFault::None &&
           (excludesOthers(recipe) || recipe == LockRecipe::Read);
}

/// Clients of the library see what becomes of their znodes; of others it is asked when the next one is
/// granted what they still believe to hold. That its session has ended a client may hear later.
void RunContenders::watchNodes(std::uint64_t id, const ClientEvent& event) {
    Member& member = m_members.at(id);
    const bool hasEnded = std::holds_alternative<ClientEvent::Ended>(event.what);
    const bool isOfSession = std::holds_alternative<ClientEvent::Failed>(event.what) && event.round == 0;
    const auto* const changed = std::get_if<ClientEvent::HoldChanged>(&event.what);
    const bool isOfLibrary = member.contender->group().library == ClientLibrary::Lockcore;
    if (hasEnded || isOfSession)
        m_lostNodes.drop(id);
    else if (std::holds_alternative<ClientEvent::InQueue>(event.what) && isQueuedAnew(member, event))
        m_lostNodes.add(id, event.round, {nameOf(id), event.at});
    else if (changed && changed->state == HoldState::Lost && isOfLibrary)
        m_lostNodes.add(id, event.round, {nameOf(id), event.at});
    else if (std::holds_alternative<ClientEvent::Granted>(event.what))
        askForOtherHolders(member);
}

void RunContenders::askForOtherHolders(const Member& granted) {
    for (const auto& [id, member] : m_members) {
        const LoadContender& other = *member.contender;
        if (&other == granted.contender.get() || !other.isSureOfHold() || other.view().node.empty()) continue;
        if (excludeEachOther(other.group(), granted.contender->group())) askForNode(other);
    }
}

/// Of one that gives back meanwhile the znode goes by itself.
void RunContenders::askForNode(const LoadContender& holder) {
    const std::string lock = lockPathIn(m_site.path, holder.group().locks.front());
    m_control->sync(lock, [](const Result<void>&) {});
    m_control->exists(joinPath(lock, holder.view().node), {},
                      [weak = weak_from_this(), id = holder.view().id, round = holder.view().round,
                       at = m_loop.now()](const Result<Stat>& stat) {
                          const auto self = weak.lock();
                          if (!self || stat || stat.error().code != ErrorCode::NoNode) return;
                          const auto found = self->m_members.find(id);
                          if (found == self->m_members.end()) return;
                          const LoadContender& asked = *found->second.contender;
                          if (asked.isSureOfHold() && asked.view().round == round)
                              self->m_lostNodes.add(id, round, {self->nameOf(id), at});
                      });
}

void RunContenders::mendAll() {
    for (auto& [id, member] : m_members) {
        const ContenderFault fault = member.contender->view().fault;
        if (!isDisturbed(fault)) continue;
        const bool isStopped = fault == ContenderFault::Frozen || fault == ContenderFault::Stalled;
        member.contender->disturb(isStopped ? Disturbance::Thaw : Disturbance::Mend);
    }
}

void RunContenders::stopAll(Duration limit, std::function<void()> done) {
    const auto left = std::make_shared<CountDown>(m_loop, m_members.size(), std::move(done));
    left->begin(limit);
    for (auto& [id, member] : m_members)
        member.contender->stop([left] { left->one(); });
}

void RunContenders::removeAll() {
    Ids ids;
    for (const auto& [id, member] : m_members)
        ids.push_back(id);
    remove(ids);
}

void RunContenders::whenGone(Duration limit, std::function<void()> done) {
    const auto left = std::make_shared<CountDown>(m_loop, 1, [weak = weak_from_this(), done] {
        if (const auto self = weak.lock()) {
            self->m_whenGone = nullptr;
            std::erase_if(self->m_members, [](const auto& each) { return each.second.isLeaving; });
        }
        done();
    });
    left->begin(limit);
    const bool isAnyLeaving =
        std::ranges::any_of(m_members, [](const auto& each) { return each.second.isLeaving; });
    if (!isAnyLeaving)
        left->one();
    else
        m_whenGone = [left] { left->one(); };
}

std::vector<ContenderView> RunContenders::views() const {
    std::vector<ContenderView> views;
    views.reserve(m_members.size());
    for (const auto& [id, member] : m_members) {
        views.push_back(member.contender->view());
        views.back().group = member.group;
        views.back().number = member.number;
    }
    return views;
}

std::string RunContenders::nameOf(std::uint64_t id) const {
    const auto found = m_members.find(id);
    if (found == m_members.end()) return {};
    return m_groups[found->second.group] + '#' + std::to_string(found->second.number);
}

std::optional<std::chrono::milliseconds> RunContenders::timeoutOf(std::uint64_t id) const {
    const auto found = m_members.find(id);
    return found == m_members.end() ? std::nullopt : found->second.contender->timeout();
}

std::vector<RunContenders::Standing> RunContenders::standings() const {
    std::vector<Standing> standings;
    for (const auto& [id, member] : m_members)
        standings.push_back({member.contender->view(), member.contender->group()});
    return standings;
}

std::set<std::string> RunContenders::registers() const {
    std::set<std::string> names;
    for (const auto& [id, member] : m_members)
        if (member.contender->group().writes) names.insert(member.contender->group().writes->name);
    for (const RegisterView& view : m_tally.registers())
        names.insert(view.name);
    return names;
}

template <class Do>
void RunContenders::each(const Ids& ids, const Do& act) {
    for (const std::uint64_t id : ids) {
        const auto found = m_members.find(id);
        if (found == m_members.end()) continue;
        const auto contender = found->second.contender;  // it may go by what is done
        act(found->second);
    }
}

}  // namespace lockcore
