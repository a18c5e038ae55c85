// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/probe.h>

#include "probe/probe_run.h"

#include <cmath>
#include <future>
#include <utility>

namespace lockcore {

namespace {

// Of one cycle, counted: what is asked and written in it by both sessions together.
constexpr std::size_t kRequestsOfCycle = 20;
constexpr std::size_t kWritesOfCycle = 7;
/// The control's, and the two that measure.
constexpr std::size_t kSessionsAtOnce = 3;
/// The root, the run and its `running`; of each server two locks and a word; the contenders of one.
constexpr std::size_t kZnodesOfAll = 5;
constexpr std::size_t kZnodesOfServer = 3;

Result<ConnectString> checkedPlan(const ProbePlan& plan) {
    if (plan.cycles == 0 || !std::isfinite(plan.perSecond) || plan.perSecond <= 0 || plan.most <= Duration(0))
        return fail(ErrorCode::BadArguments, "A probe has cycles, a rate and a time of its own");
    const auto problem = pathProblem(plan.path);
    if (!problem.empty() || plan.path == "/")
        return fail(ErrorCode::BadArguments, "A probe needs a znode of its own: " + problem, plan.path);
    return parseConnectString(plan.session.connectString);
}

std::string planLine(const char* word, std::size_t count) {
    return word + (' ' + std::to_string(count));
}

}  // namespace

/// Any thread; `run` on the near loop only.
class Probe::Impl {
public:
    const ProbePlan plan;
    const std::function<void(const ProbeProgress&)> progress;
    std::shared_ptr<ProbeRun> run;
    std::promise<void> ended;
    bool isStarted = false;
    // Their tasks use what is above, until they have ended.
    EventLoop near;
    EventLoop far;

    Impl(ProbePlan planned, std::function<void(const ProbeProgress&)> told)
        : plan(std::move(planned)), progress(std::move(told)) {}

    void begin(const ConnectString& cluster, const Completion<ProbeReport>& done) {
        run = std::make_shared<ProbeRun>(near, far, plan, cluster, progress,
                                         [this, done](Result<ProbeReport> report) {
                                             run.reset();
                                             done(std::move(report));
                                             ended.set_value();
                                         });
        run->begin();
    }
};

Probe::Probe(ProbePlan plan, std::function<void(const ProbeProgress&)> progress)
    : m_impl(std::make_unique<Impl>(std::move(plan), std::move(progress))) {}

Probe::~Probe() {
    if (!m_impl->isStarted) return;
    cancel();
    m_impl->ended.get_future().wait();
}

void Probe::run(Completion<ProbeReport> done) {
    auto* const impl = m_impl.get();
    impl->isStarted = true;
    impl->near.post([impl, cluster = checkedPlan(impl->plan), done = std::move(done)] {
        if (cluster) {
            impl->begin(*cluster, done);
            return;
        }
        done(tl::unexpected(cluster.error()));
        impl->ended.set_value();
    });
}

void Probe::cancel() {
    m_impl->near.post([impl = m_impl.get()] {
        if (impl->run) impl->run->cancel();
    });
}

std::vector<std::string> whatItWillDo(const ProbePlan& plan) {
    const auto cluster = checkedPlan(plan);
    if (!cluster) return {};
    std::vector<std::string> lines;
    for (const HostPort& server : cluster->servers)
        lines.push_back("server " + toString(server));
    const auto servers = cluster->servers.size();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(plan.most).count();
    lines.push_back("root " + plan.path);
    lines.push_back(planLine("sessions", kSessionsAtOnce));
    lines.push_back(planLine("znodes", kZnodesOfAll + kZnodesOfServer * servers));
    lines.push_back(planLine("cycles", plan.cycles));
    lines.push_back(planLine("requests", kRequestsOfCycle * plan.cycles * servers));
    lines.push_back(planLine("writes", kWritesOfCycle * plan.cycles * servers));
    lines.push_back(planLine("rate", static_cast<std::size_t>(std::ceil(plan.perSecond))));
    lines.push_back(planLine("time", static_cast<std::size_t>(seconds)));
    return lines;
}

}  // namespace lockcore
