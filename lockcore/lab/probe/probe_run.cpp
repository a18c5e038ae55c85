// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "probe/probe_run.h"

#include "run/tree_removal.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kProbeConnectLimit = 15s;
/// Beyond a session's timeout: what a server needs to notice its end.
constexpr auto kExpiryMargin = 5s;
constexpr auto kMostProbePatience = 30s;

}  // namespace

ProbeRun::ProbeRun(EventLoop& near, EventLoop& far, ProbePlan plan, ConnectString cluster,
                   std::function<void(const ProbeProgress&)> progress, Completion<ProbeReport> done)
    : m_near(near),
      m_far(far),
      m_plan(std::move(plan)),
      m_cluster(std::move(cluster)),
      m_progress(std::move(progress)),
      m_done(std::move(done)) {}

void ProbeRun::begin() {
    connect();
}

void ProbeRun::connect() {
    m_control = Session::open(m_near, m_plan.session,
                              [weak = weak_from_this(), isSecond = m_isLost](const ConnectionStatus& status) {
                                  const auto self = weak.lock();
                                  if (self && self->m_isLost == isSecond) self->follow(status);
                              });
    m_limit = m_near.callAt(m_near.now() + kProbeConnectLimit,
                            [self = shared_from_this()] { self->giveUpConnecting(); });
}

void ProbeRun::cancel() {
    if (std::exchange(m_isCancelled, true) || m_isClosing) return;
    m_report.cutShort = m_report.servers.size() < m_cluster.servers.size();
    if (m_server)
        m_server->stop();
    else if (!m_isConnected)
        giveUp({ErrorCode::Cancelled, "Probing a cluster"});
}

void ProbeRun::follow(const ConnectionStatus& status) {
    if (status.problem) m_lastProblem = status.problem;
    if (m_isClosing) return;
    if (isOver(status.state)) {
        const Error error = status.problem.value_or(Error{ErrorCode::SessionExpired, "Probing a cluster"});
        m_run.empty() ? fail(error) : lost(error);
    } else if (isConnected(status.state) && !std::exchange(m_isConnected, true)) {
        m_near.cancel(m_limit);
        m_isLost ? findRun() : lookForEarlier();
    }
}

void ProbeRun::giveUpConnecting() {
    if (m_isConnected || m_isClosing) return;
    giveUp(m_lastProblem.value_or(Error{ErrorCode::DeadlineExceeded, "Connecting to a cluster"}));
}

void ProbeRun::giveUp(const Error& error) {
    m_isLost ? removed(tl::unexpected(error)) : fail(error);
}

/// What is wrong with the root is told when this one is made.
void ProbeRun::lookForEarlier() {
    listLeftRuns(m_control, m_plan.path,
                 [self = shared_from_this()](const Result<std::vector<LeftRun>>& runs) {
                     if (self->m_isClosing) return;
                     if (runs) self->m_earlier = *runs;
                     self->removeEarlier();
                 });
}

void ProbeRun::removeEarlier() {
    if (m_earlier.empty()) {
        makeRoot();
        return;
    }
    const LeftRun run = std::move(m_earlier.back());
    m_earlier.pop_back();
    if (!m_plan.removesEarlier) {
        m_report.earlier.push_back(run.path);
        removeEarlier();
        return;
    }
    removeLeftRun(m_control, run, Duration(0),
                  [self = shared_from_this(), run](const Result<LabRemoval>& removal) {
                      if (self->m_isClosing) return;
                      if (!removal || !removal->left.empty()) self->m_report.earlier.push_back(run.path);
                      self->removeEarlier();
                  });
}

void ProbeRun::makeRoot() {
    m_deadline = m_near.now() + m_plan.most;
    auto mark = LabRunMark::ofThisProcess("probe");
    m_run = joinPath(m_plan.path, mark.name);
    if (m_plan.announced) m_plan.announced(m_run);
    LabRoot::create(m_control, m_plan.path, std::move(mark),
                    [self = shared_from_this()](const Result<LabRoot>& root) { self->rootMade(root); });
}

void ProbeRun::rootMade(const Result<LabRoot>& root) {
    if (m_isClosing || m_isLost) return;
    if (root) {
        m_root = *root;
        measureNext();
    } else if (isAmbiguous(root.error().code) || isSessionOver(root.error().code)) {
        lost(root.error());
    } else {
        Error error = root.error();
        const bool isChrootMissing = error.code == ErrorCode::NoNode && error.path == "/";
        if (isChrootMissing && !m_cluster.chroot.empty()) error.path = m_cluster.chroot;
        fail(error);
    }
}

void ProbeRun::measureNext() {
    const auto number = m_report.servers.size();
    if (number == m_cluster.servers.size() || m_isCancelled) {
        removeRoot();
        return;
    }
    auto plan = planOf(m_cluster.servers[number]);
    const auto progress = [self = shared_from_this(), number, server = plan.server](std::size_t cycles) {
        if (self->m_progress)
            self->m_progress(
                {server, number + 1, self->m_cluster.servers.size(), cycles, self->m_plan.cycles});
    };
    m_server = std::make_shared<ProbedServer>(
        m_near, m_far, std::move(plan), progress,
        [self = shared_from_this()](ProbedServer::Outcome outcome) { self->measured(std::move(outcome)); });
    m_server->start();
}

/// What is left of the time is shared by the servers that are left.
ProbedServer::Plan ProbeRun::planOf(const HostPort& server) const {
    const auto number = m_report.servers.size();
    const auto left = m_cluster.servers.size() - number;
    const auto now = m_near.now();
    const Duration share =
        std::max(m_deadline - now, Duration(0)) / static_cast<Duration::rep>(std::max<std::size_t>(left, 1));
    ProbedServer::Plan plan;
    plan.server = toString(server);
    plan.session = m_plan.session;
    plan.session.connectString = toString(ConnectString{{server}, m_cluster.chroot});
    plan.run = m_root->path();
    plan.name = std::to_string(number + 1);
    plan.cycles = m_plan.cycles;
    plan.pause = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / m_plan.perSecond));
    plan.connectBy = now + std::min<Duration>(share, kProbeConnectLimit);
    plan.deadline = now + share;
    return plan;
}

void ProbeRun::measured(ProbedServer::Outcome outcome) {
    m_server.reset();
    m_report.servers.push_back(std::move(outcome.row));
    m_report.cutShort = m_report.cutShort || outcome.cutShort;
    if (m_isClosing)
        closeControl();
    else if (m_isLost)
        connectAgain();
    else
        measureNext();
}

template <class T>
Completion<T> ProbeRun::ofThisControl(void (ProbeRun::*answered)(const Result<T>&)) {
    return [self = shared_from_this(), isSecond = m_isLost, answered](const Result<T>& result) {
        if (self->m_isLost == isSecond && !self->m_isClosing) ((*self).*answered)(result);
    };
}

/// What sessions held whose server has gone lasts until they expire.
Duration ProbeRun::patience() const {
    return std::min<Duration>(m_control->status().timeout + kExpiryMargin, kMostProbePatience);
}

void ProbeRun::limitRemoval() {
    m_limit = m_near.callAt(m_near.now() + 2 * patience(), [self = shared_from_this()] {
        self->removed(tl::unexpected(Error{ErrorCode::DeadlineExceeded, "Removing what a probe made"}));
    });
}

void ProbeRun::removeRoot() {
    limitRemoval();
    m_root->remove(patience(), ofThisControl(&ProbeRun::removed));
}

void ProbeRun::lost(const Error& error) {
    if (std::exchange(m_isLost, true)) {
        removed(tl::unexpected(error));
        return;
    }
    m_report.failure = error;
    m_near.cancel(m_limit);
    if (m_server)
        m_server->stop();
    else
        connectAgain();
}

void ProbeRun::connectAgain() {
    m_root.reset();
    m_control->close([self = shared_from_this()] {
        self->m_isConnected = false;
        self->m_lastProblem.reset();
        self->connect();
    });
}

/// Its name is of this run alone: what has it is what was made.
void ProbeRun::findRun() {
    limitRemoval();
    m_control->sync(m_run, [](const Result<void>&) {});
    m_control->exists(m_run, {}, ofThisControl(&ProbeRun::found));
}

/// Of a run that is not there the root may be.
void ProbeRun::found(const Result<Stat>& run) {
    if (!run && run.error().code != ErrorCode::NoNode) {
        removed(tl::unexpected(run.error()));
        return;
    }
    const Zxid czxid = run ? run->czxid : Zxid::None;
    TreeRemoval::start(m_control, {m_run, czxid, m_near.now() + patience()},
                       ofThisControl(&ProbeRun::removed));
}

void ProbeRun::removed(const Result<LabRemoval>& removal) {
    if (m_isClosing) return;
    m_near.cancel(m_limit);
    if (!removal && isSessionOver(removal.error().code) && !m_isLost) {
        lost(removal.error());
        return;
    }
    if (removal) {
        m_report.left = removal->left;
    } else {
        m_report.left = {m_run};
        m_report.notRemoved = removal.error();
    }
    close();
}

void ProbeRun::fail(const Error& error) {
    if (m_isClosing) return;
    m_failure = error;
    close();
}

void ProbeRun::close() {
    m_isClosing = true;
    m_near.cancel(m_limit);
    if (m_server)
        m_server->stop();  // and its sessions first
    else
        closeControl();
}

void ProbeRun::closeControl() {
    m_control->close([self = shared_from_this()] {
        self->m_root.reset();
        self->m_control.reset();
        // What was posted to the far loop before may know of its session.
        self->m_far.post([self] { self->m_near.post([self] { self->tell(); }); });
    });
}

void ProbeRun::tell() {
    if (m_failure)
        m_done(tl::unexpected(*m_failure));
    else
        m_done(std::move(m_report));
}

}  // namespace lockcore
