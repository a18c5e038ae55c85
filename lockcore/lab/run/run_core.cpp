// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_core.h"

#include <lockcore/lab/checks.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kPublishEach = 100ms;
constexpr auto kControlTimeout = 30s;
constexpr auto kConnectLimit = 15s;
constexpr auto kGoneLimit = 15s;
/// @{ Of a cluster that does not answer.
constexpr auto kSilentGoneLimit = 1s;
constexpr auto kSilentRemovalLimit = 15s;
/// @}
/// Beyond a session's timeout: what a server needs to notice its end.
constexpr auto kNoticeMargin = 5s;

/// Directories of sequence numbers, as the servers' files have them.
std::map<std::string, std::int32_t> numbersBelow(const std::string& run,
                                                 const std::map<std::string, std::int32_t>& locks) {
    std::map<std::string, std::int32_t> numbers;
    for (const auto& [lock, number] : locks)
        numbers.emplace(lockPathIn(run, lock), number);
    return numbers;
}

/// To a session "/" is what its connect string says, which may be missing.
Error withChroot(Error error, const std::string& connectString) {
    const auto parsed = parseConnectString(connectString);
    if (error.code == ErrorCode::NoNode && error.path == "/" && parsed && !parsed->chroot.empty())
        error.path = parsed->chroot;
    return error;
}

LabMoment::Kind momentOf(Disturbance disturbance) {
    switch (disturbance) {
        case Disturbance::Freeze: return LabMoment::Kind::Frozen;
        case Disturbance::Thaw: return LabMoment::Kind::Thawed;
        case Disturbance::Cut: return LabMoment::Kind::Cut;
        case Disturbance::Mend: return LabMoment::Kind::Mended;
        case Disturbance::LoseAnswers: return LabMoment::Kind::LosesAnswers;
        case Disturbance::Kill: break;
    }
    return LabMoment::Kind::Killed;
}

std::string nameOfServer(std::size_t server) {
    return "server " + std::to_string(server + 1);
}

LabMoment momentOf(std::size_t server, ServerAct act) {
    return {.kind = LabMoment::Kind::ServerAct,
            .who = nameOfServer(server),
            .text = std::string(serverActName(act))};
}

LabMoment seenOf(std::size_t server, std::string what) {
    return {.kind = LabMoment::Kind::ServerSeen, .who = nameOfServer(server), .text = std::move(what)};
}

/// Whether a server that has been told so is in that state.
bool isStateBy(ServerAct act, ServerState state) {
    switch (state) {
        case ServerState::Stopped: return act == ServerAct::Stop || act == ServerAct::Kill;
        case ServerState::Frozen: return act == ServerAct::Freeze;
        case ServerState::CutOff: return act == ServerAct::CutOff;
        default: return false;
    }
}

}  // namespace

RunCore::RunCore(EventLoop& loop, WorkThread& work, LabPlace place, LabLimits limits, std::uint64_t seed,
                 LabPrograms programs, LabRun::Sink sink)
    : m_loop(loop),
      m_work(work),
      m_place(std::move(place)),
      m_limits(limits),
      m_seed(seed),
      m_programs(std::move(programs)),
      m_sink(std::move(sink)),
      m_mark(LabRunMark::ofThisProcess(m_place.scenario)),
      m_path(joinPath(m_place.root, m_mark.name)) {}

RunCore::~RunCore() = default;

void RunCore::begin(Completion<LabBegun> done) {
    m_begun = std::move(done);
    m_stage = LabStage::Beginning;
    if (m_place.own)
        startServers();
    else
        connect(m_place.foreign.connectString);
}

void RunCore::startServers() {
    LabServersOptions options = *m_place.own;
    options.nextNumbers = numbersBelow(m_path, options.nextNumbers);
    m_facts = {.isOwn = true, .servers = options.count};
    m_servers = std::make_unique<LabServers>(std::move(options),
                                             [weak = weak_from_this()](std::vector<ServerView> servers) {
                                                 if (const auto self = weak.lock())
                                                     self->saw(std::move(servers));
                                             });
    m_servers->start([weak = weak_from_this(), loop = &m_loop](Result<std::string> connectString) {
        loop->post([weak, connectString = std::move(connectString)] {
            const auto self = weak.lock();
            if (!self || self->m_stage != LabStage::Beginning) return;
            if (connectString)
                self->connect(*connectString);
            else
                self->failBegin(connectString.error());
        });
    });
}

void RunCore::connect(const std::string& connectString) {
    m_connectString = connectString;
    const auto parsed = parseConnectString(connectString);
    if (!parsed) return failBegin(parsed.error());
    if (!m_servers)
        m_facts = {.isOwn = false, .servers = parsed->servers.size(), .connectString = connectString};
    openControl();
    m_limit = m_loop.callAt(m_loop.now() + kConnectLimit, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        const Error late{ErrorCode::DeadlineExceeded, "Connecting to a cluster"};
        self->failBegin(self->m_lastProblem.value_or(late));
    });
}

void RunCore::openControl() {
    LastingSession::Listener listener{.told =
                                          [weak = weak_from_this()](const ConnectionStatus& status) {
                                              if (const auto self = weak.lock()) self->follow(status);
                                          },
                                      .followed =
                                          [weak = weak_from_this()](const std::shared_ptr<Session>& control) {
                                              if (const auto self = weak.lock())
                                                  self->controlFollowed(control);
                                          }};
    m_lasting =
        std::make_shared<LastingSession>(m_loop, sessionOptions(kControlTimeout), std::move(listener));
    m_lasting->open();
    m_control = m_lasting->session();
}

/// The successor makes `running` again, and removes all at the end.
void RunCore::controlFollowed(const std::shared_ptr<Session>& control) {
    m_control = control;
    if (m_pulse) m_pulse->use(m_control);
    if (m_root) m_root->use(m_control);
    if (m_phase) m_phase->use(m_control);
    if (m_contenders && !m_servers) m_contenders->setControl(m_control);
    if (m_isRemoving && m_root) removeByRoot();
}

void RunCore::follow(const ConnectionStatus& status) {
    if (status.problem) m_lastProblem = status.problem;
    if (m_stage != LabStage::Beginning || m_limit == Loop::Timer::None) return;
    if (isOver(status.state)) {
        failBegin(status.problem.value_or(Error{ErrorCode::SessionExpired, "Beginning a run of the lab"}));
    } else if (isConnected(status.state)) {
        m_loop.cancel(std::exchange(m_limit, Loop::Timer::None));
        makeRoot();
    }
}

void RunCore::makeRoot() {
    if (m_place.announced && !m_servers)
        if (const auto noted = m_place.announced(m_path); !noted) return failBegin(noted.error());
    m_isMaking = true;
    const auto make = m_servers && !m_place.own->nextNumbers.empty() ? &LabRoot::adopt : &LabRoot::create;
    make(m_control, m_place.root, m_mark, [weak = weak_from_this()](Result<LabRoot> root) {
        if (const auto self = weak.lock()) self->makeFolders(std::move(root));
    });
}

void RunCore::makeFolders(Result<LabRoot> root) {
    if (!root) {
        // Nobody knows whether it was made.
        const ErrorCode code = root.error().code;
        if (!m_servers && (isAmbiguous(code) || isSessionOver(code))) m_result.leftBehind = {m_path};
        return failBegin(withChroot(root.error(), m_connectString));
    }
    m_root = std::move(*root);
    m_control->create(joinPath(m_path, "register"), {}, NodeKind::Persistent,
                      [](const Result<CreatedNode>&) {});
    m_control->create(joinPath(m_path, "locks"), {}, NodeKind::Persistent,
                      [weak = weak_from_this()](const Result<CreatedNode>& made) {
                          const auto self = weak.lock();
                          if (!self) return;
                          if (!made && made.error().code != ErrorCode::NodeExists)
                              self->failBegin(made.error());
                          else
                              self->readVersion();
                      });
}

void RunCore::readVersion() {
    m_work.post(
        [loop = &m_loop, source = counterSource(), weak = weak_from_this()](const std::stop_token& stop) {
            loop->post([weak, counters = readCounters(source, stop)] {
                if (const auto self = weak.lock()) self->begun(counters);
            });
        });
}

void RunCore::begun(const CounterReading& counters) {
    if (m_isToEnd) return failBegin({ErrorCode::Cancelled, "Beginning a run of the lab"});
    m_facts.version = counters.version;
    ContenderSite site{.session = sessionOptions(kControlTimeout),
                       .path = m_path,
                       .seed = m_seed,
                       .registerWrites = m_limits.registerWrites,
                       .acquiresPerSecond = m_limits.acquiresPerSecond,
                       .programs = m_programs};
    site.session.traffic = std::make_shared<LinkTraffic>();
    m_contenders = std::make_shared<RunContenders>(m_loop, std::move(site), [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->changed();
    });
    for (auto& [token, listener] : std::exchange(m_early, {}))
        m_contenders->listen(token, std::move(listener));
    m_contenders->setDisturbed([weak = weak_from_this()](std::uint64_t id, Disturbance disturbance) {
        if (const auto self = weak.lock()) self->noteDisturbance(id, disturbance);
    });
    m_contenders->setSuffered(
        [weak = weak_from_this()](std::uint64_t id, LabMoment::Kind what, const std::string& how) {
            if (const auto self = weak.lock()) self->noteSuffered(id, what, how);
        });
    const auto watching = m_place.looksForFindings ? std::make_shared<LinkTraffic>() : nullptr;
    if (m_place.looksForFindings) {
        SessionOptions options = sessionOptions(kControlTimeout);
        options.traffic = watching;
        m_findings = std::make_unique<FindingsWatch>(options, adminUrl(), m_path);
    }
    if (!m_servers) {
        m_pulse = std::make_shared<RunPulse>(m_control, m_path, [this] { silenceChanged(); });
        m_pulse->begin();
        m_contenders->setControl(m_control);
    }
    m_phase = std::make_shared<RunPhase>(PhaseParts{.loop = m_loop,
                                                    .work = m_work,
                                                    .control = m_control,
                                                    .contenders = m_contenders,
                                                    .counters = counterSource(),
                                                    .servers = m_servers.get(),
                                                    .findings = m_findings.get(),
                                                    .pulse = m_pulse.get(),
                                                    .run = m_path,
                                                    .isOwnCluster = m_servers != nullptr,
                                                    .canServe = [this] { return canServe(); },
                                                    .watching = watching});
    m_standstill = std::make_shared<StandstillWatch>(m_loop, [weak = weak_from_this()](Duration howLong) {
        if (const auto self = weak.lock()) self->noteStandstill(howLong);
    });
    m_standstill->begin();
    if (m_limits.most > Duration(0))
        m_limit = m_loop.callAt(m_loop.now() + m_limits.most, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->timeUp();
        });
    m_stage = LabStage::Running;
    changed();
    std::exchange(m_begun, nullptr)(LabBegun{m_facts, m_connectString, m_path});
}

/// What was made goes again.
void RunCore::failBegin(const Error& error) {
    if (!m_begun) return;
    m_loop.cancel(std::exchange(m_limit, Loop::Timer::None));
    const auto begun = std::exchange(m_begun, nullptr);
    const auto toldEnd = std::exchange(m_ended, nullptr);
    m_stage = LabStage::Running;
    end([begun, error, toldEnd](const Result<LabEnded>& ended) {
        begun(tl::unexpected(error));
        if (toldEnd) toldEnd(ended);
    });
}

void RunCore::timeUp() {
    m_isTimeUp = true;
    changed();
    if (!m_contenders) return;
    Ids ids;
    for (const ContenderView& view : m_contenders->views())
        ids.push_back(view.id);
    m_contenders->stop(ids);
}

void RunCore::end(Completion<LabEnded> done) {
    if (m_stage == LabStage::Beginning) {
        m_isToEnd = true;
        m_ended = std::move(done);
        if (!m_isMaking) failBegin({ErrorCode::Cancelled, "Beginning a run of the lab"});
        return;
    }
    if (m_stage == LabStage::Ended) return done(m_result);
    if (m_stage == LabStage::Ending) {
        m_ended = [first = std::move(m_ended), done = std::move(done)](const Result<LabEnded>& ended) {
            first(ended);
            done(ended);
        };
        return;
    }
    m_stage = LabStage::Ending;
    m_ended = std::move(done);
    m_loop.cancel(std::exchange(m_limit, Loop::Timer::None));
    m_phase.reset();
    m_work.hurry();
    if (m_pulse) m_pulse->letGo();
    if (!m_contenders) return removeRoot();
    mendServers();
    m_contenders->mendAll();
    m_contenders->removeAll();
    endContenders();
}

/// Those that stand still, or are cut off, would hold up the end. What they do may have been seen before the
/// lab's last order: one more fails.
void RunCore::mendServers() {
    if (!m_servers) return;
    for (const ServerView& server : servers()) {
        const auto order = m_orders.find(server.number);
        const bool isFrozen = server.state == ServerState::Frozen ||
                              (order != m_orders.end() && order->second == ServerAct::Freeze);
        const bool isCutOff = server.state == ServerState::CutOff ||
                              (order != m_orders.end() && order->second == ServerAct::CutOff);
        if (isFrozen) act(server.number, ServerAct::Thaw, [](const Result<void>&) {});
        if (isCutOff) act(server.number, ServerAct::Mend, [](const Result<void>&) {});
    }
}

/// Of its own servers a majority has to run.
bool RunCore::canServe() const {
    if (!m_servers) return true;
    const auto own = servers();
    const auto stopped =
        static_cast<std::size_t>(std::ranges::count(own, ServerState::Stopped, &ServerView::state));
    return 2 * (own.size() - stopped) > own.size();
}

/// Once more where the cluster is found not to answer: then they can't give back what they have.
void RunCore::endContenders() {
    m_contenders->whenGone(m_isSilent || !canServe() ? kSilentGoneLimit : kGoneLimit,
                           [weak = weak_from_this()] {
                               const auto self = weak.lock();
                               if (!self || std::exchange(self->m_isRemoving, true)) return;
                               self->changed();
                               self->removeRoot();
                           });
}

/// Ephemerals of a client that was killed last until its session's timeout.
void RunCore::removeRoot() {
    if (!m_root) return closeControl();
    m_isRemoving = true;
    std::chrono::milliseconds longest{0};
    if (m_contenders)
        for (const auto& [view, group] : m_contenders->standings())
            longest = std::max(longest, group.timeout);
    m_contenders.reset();
    m_removalPatience = std::max<Duration>(longest, kControlTimeout) + kNoticeMargin;
    if (!canServe()) return removed(fail(ErrorCode::NotServing, "Removing what a run of the lab made"));
    boundRemoval();
    removeByRoot();
}

/// Once more by the control's successor where its session ends meanwhile.
void RunCore::removeByRoot() {
    m_root->remove(m_removalPatience, [weak = weak_from_this()](const Result<LabRemoval>& removal) {
        const auto self = weak.lock();
        if (!self) return;
        const bool isOfOver = !removal && removal.error().code == ErrorCode::SessionExpired;
        if (!isOfOver) self->removed(removal);
    });
}

void RunCore::boundRemoval() {
    Duration most = m_isSilent ? Duration(kSilentRemovalLimit) : 2 * m_removalPatience;
    if (m_servers) most = m_removalPatience;  // with which all goes anyhow
    m_loop.cancel(m_limit);
    m_limit = m_loop.callAt(m_loop.now() + most, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->removed(fail(ErrorCode::DeadlineExceeded, "Removing what a run of the lab made"));
    });
}

/// Where it is not known, the run is said to be left; but all of its own servers goes with them.
void RunCore::removed(const Result<LabRemoval>& removal) {
    if (!m_root) return;
    m_loop.cancel(std::exchange(m_limit, Loop::Timer::None));
    m_root.reset();
    if (removal) {
        m_result = {
            .leftBehind = removal->left, .removed = removal->removed, .rootKeptBy = removal->rootKeptBy};
    } else {
        m_result.removalFailed = true;
        if (!m_servers) m_result.leftBehind = {m_path};
    }
    closeControl();
}

void RunCore::closeControl() {
    m_contenders.reset();
    m_pulse.reset();
    m_standstill.reset();
    if (!m_lasting) return endServers();
    m_lasting->close([weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->endServers();
    });
}

/// Which takes time, as does whoever looked on.
void RunCore::endServers() {
    m_lasting.reset();
    m_control.reset();
    m_work.post([loop = &m_loop, servers = std::shared_ptr(std::move(m_servers)),
                 findings = std::shared_ptr(std::move(m_findings)),
                 weak = weak_from_this()](const std::stop_token&) mutable {
        findings.reset();
        servers.reset();
        loop->post([weak] {
            if (const auto self = weak.lock()) self->ended();
        });
    });
}

void RunCore::ended() {
    m_stage = LabStage::Ended;
    publish();
    std::exchange(m_ended, nullptr)(m_result);
}

void RunCore::add(std::uint64_t firstId, const ContenderGroup& group) {
    if (m_contenders) m_contenders->add(firstId, group);
}

void RunCore::start(const Ids& ids) {
    if (m_contenders && !m_isTimeUp) m_contenders->start(ids);
}

void RunCore::act(std::size_t server, ServerAct act, Completion<void> done) {
    if (m_servers && m_phase) m_phase->note(momentOf(server, act));
    m_orders[server] = act;
    if (act == ServerAct::Stop || act == ServerAct::Kill || act == ServerAct::Freeze) m_downBy[server] = act;
    if (m_servers)
        m_servers->act(server, act, std::move(done));
    else
        done(fail(ErrorCode::BadArguments, "The lab does nothing to servers that are not its own"));
}

/// Those of the phase before are to be gone.
void RunCore::beginPhase(std::string name, Completion<void> done) {
    if (!m_phase) return done(fail(ErrorCode::Closing, "Beginning a phase of a run"));
    m_contenders->whenGone(kGoneLimit, [weak = weak_from_this(), name = std::move(name), done] {
        const auto self = weak.lock();
        if (!self || !self->m_phase) return done(fail(ErrorCode::Closing, "Beginning a phase of a run"));
        self->m_phase->begin(name, [weak, done](const Result<void>& begun) {
            if (const auto there = weak.lock()) there->noteServersOfBefore();
            done(begun);
        });
    });
}

/// What is not as it should be then no step of the phase has done.
void RunCore::noteServersOfBefore() {
    if (!m_phase) return;
    for (const ServerView& server : servers()) {
        if (const auto act = actBehind(server))
            m_phase->noteOfBefore(momentOf(server.number, *act));
        else if (server.state == ServerState::Stopped || server.state == ServerState::Frozen)
            m_phase->noteOfBefore(seenOf(server.number, std::string(serverStateName(server.state))));
    }
}

/// By which the lab has brought it there. Its last order may be one that does not apply, or has failed.
std::optional<ServerAct> RunCore::actBehind(const ServerView& server) const {
    for (const auto* const acts : {&m_orders, &m_downBy}) {
        const auto found = acts->find(server.number);
        if (found != acts->end() && isStateBy(found->second, server.state)) return found->second;
    }
    return std::nullopt;
}

void RunCore::endPhase(Completion<PhaseReport> done) {
    if (!m_phase) return done(fail(ErrorCode::Closing, "Ending a phase of a run"));
    mendServers();
    // Whoever looks on has the numbers of the report, before its contenders leave.
    m_phase->end([weak = weak_from_this(), done = std::move(done)](Result<PhaseReport> report) {
        if (const auto self = weak.lock()) self->publish();
        done(std::move(report));
    });
}

void RunCore::cutShort() {
    m_work.hurry();
    if (m_phase) m_phase->cutShort();
}

void RunCore::remove(const Ids& ids) {
    if (!m_contenders) return;
    if (m_phase)
        for (const std::uint64_t id : ids)
            if (std::string who = m_contenders->nameOf(id); !who.empty())
                m_phase->note({.kind = LabMoment::Kind::Removed, .who = std::move(who)});
    m_contenders->remove(ids);
}

void RunCore::noteDisturbance(std::uint64_t contender, Disturbance disturbance) {
    if (!m_phase) return;
    m_phase->note({.kind = momentOf(disturbance),
                   .who = m_contenders->nameOf(contender),
                   .timeout = m_contenders->timeoutOf(contender)});
}

void RunCore::noteSuffered(std::uint64_t contender, LabMoment::Kind what, const std::string& how) {
    if (!m_phase) return;
    m_phase->note({.kind = what,
                   .who = m_contenders->nameOf(contender),
                   .text = how.empty() ? std::string(kNotByLab) : how,
                   .timeout = m_contenders->timeoutOf(contender)});
}

void RunCore::noteStandstill(Duration howLong) {
    if (m_phase)
        m_phase->note({.kind = LabMoment::Kind::StoodStill,
                       .who = "the lab",
                       .text = measureText(static_cast<double>(howLong.count()), MeasureUnit::Time)});
}

void RunCore::faultShown(std::uint64_t contender) {
    if (m_phase && m_contenders)
        m_phase->note({.kind = LabMoment::Kind::FaultShown, .who = m_contenders->nameOf(contender)});
}

void RunCore::listen(ListenerToken token, LabActs::Listener listener) {
    if (m_contenders)
        m_contenders->listen(token, std::move(listener));
    else
        m_early.emplace_back(token, std::move(listener));
}

void RunCore::removeListener(ListenerToken token) {
    std::erase_if(m_early, [token](const auto& each) { return each.first == token; });
    if (m_contenders) m_contenders->removeListener(token);
}

std::vector<ServerView> RunCore::servers() const {
    const std::scoped_lock lock(m_mutex);
    return m_seen;
}

/// On the servers' thread.
void RunCore::saw(std::vector<ServerView> servers) {
    std::vector<ServerView> before;
    {
        const std::scoped_lock lock(m_mutex);
        before = std::exchange(m_seen, servers);
    }
    m_loop.post([weak = weak_from_this(), before = std::move(before), servers = std::move(servers)] {
        const auto self = weak.lock();
        if (!self) return;
        for (std::size_t i = 0; i < std::min(before.size(), servers.size()); ++i)
            self->noteServer(before[i], servers[i].state);
        for (const ServerView& server : servers)
            if (server.state != ServerState::Stopped && server.state != ServerState::Frozen)
                self->m_downBy.erase(server.number);
        self->changed();
    });
}

/// What a server does that the lab has not done to it.
void RunCore::noteServer(const ServerView& before, ServerState now) {
    if (!m_phase || before.state == now) return;
    const auto order = m_orders.find(before.number);
    const auto is = [&](ServerAct act) { return order != m_orders.end() && order->second == act; };
    std::string what;
    if (now == ServerState::Stopped && !is(ServerAct::Stop) && !is(ServerAct::Kill))
        what = serverStateName(now);
    else if (now == ServerState::Frozen && !is(ServerAct::Freeze))
        what = serverStateName(now);
    else if (before.state == ServerState::Frozen && is(ServerAct::Freeze))
        what = "thawed";
    if (!what.empty()) m_phase->note(seenOf(before.number, std::move(what)));
}

void RunCore::changed() {
    if (m_publishing != Loop::Timer::None || !m_sink) return;
    const TimePoint due = std::max(m_loop.now(), m_publishedAt + kPublishEach);
    m_publishing = m_loop.callAt(due, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->publish();
    });
}

void RunCore::silenceChanged() {
    m_isSilent = m_pulse->isSilent();
    if (m_phase) m_phase->silenceChanged();
    if (m_isRemoving && m_root)
        boundRemoval();
    else if (m_stage == LabStage::Ending && !m_isRemoving && m_contenders)
        endContenders();
    changed();
}

void RunCore::publish() {
    m_loop.cancel(std::exchange(m_publishing, Loop::Timer::None));
    m_publishedAt = m_loop.now();
    if (!m_sink) return;
    auto view = std::make_shared<LabView>();
    view->stage = m_stage;
    view->servers = servers();
    view->isSilent = m_isSilent;
    view->isTimeUp = m_isTimeUp;
    if (m_contenders) {
        view->groups = m_contenders->groups();
        view->contenders = m_contenders->views();
        view->fairness = m_contenders->tally().fairness();
        view->registers = m_contenders->tally().registers();
        view->grants = m_contenders->tally().grants();
        const std::uint64_t rate = m_rate.inLastSecond(m_publishedAt, view->grants);
        view->grantsPerSecond = static_cast<double>(rate);
        if (rate > 0) publishOnceMore();
    }
    m_sink(std::move(view));
}

/// Where no grant follows the rate has to become 0 without a change.
void RunCore::publishOnceMore() {
    m_loop.cancel(m_slowing);
    m_slowing = m_loop.callAt(m_loop.now() + 1s, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->m_slowing = Loop::Timer::None;
        self->publish();
    });
}

SessionOptions RunCore::sessionOptions(std::chrono::milliseconds timeout) const {
    SessionOptions options = m_place.foreign;
    if (m_place.own) {
        options = {};
        options.serverTick = m_place.own->server.tickTime;
    }
    options.connectString = m_connectString;
    options.timeout = timeout;
    return options;
}

/// By which servers tell of their clients more often, and all that they know.
std::string RunCore::adminUrl() const {
    if (!m_servers) return m_place.adminUrl;
    const auto own = servers();
    if (own.size() != 1 || own.front().adminPort == 0) return {};
    return "http://127.0.0.1:" + std::to_string(own.front().adminPort) + "/commands";
}

CounterSource RunCore::counterSource() const {
    const auto connect = parseConnectString(m_connectString);
    CounterSource source;
    if (connect) source.servers = connect->servers;
    source.adminUrl = m_place.adminUrl;
    source.asksAdmin = m_servers == nullptr;
    source.way.route = m_place.foreign.route;
    return source;
}

}  // namespace lockcore
