// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "no_answer.h"

#include "bridge/cluster_access.h"

#include <lockcore/observe/server_probe.h>

#include <QLocale>

#include <algorithm>
#include <thread>
#include <vector>

namespace lockscope {
namespace {

struct NoAnswer {
    Q_DECLARE_TR_FUNCTIONS(lockscope::NoAnswer)
};

std::size_t countNotServing(const std::vector<lockcore::HostPort>& servers) {
    std::vector<lockcore::ServerProbe> probes(servers.size());
    {
        std::vector<std::jthread> threads;  // which are waited for here
        for (std::size_t i = 0; i < servers.size(); ++i)
            threads.emplace_back([&probes, &servers, i] { probes[i] = lockcore::probeServer(servers[i]); });
    }
    return static_cast<std::size_t>(
        std::ranges::count(probes, lockcore::ServerAnswer::NotServing, &lockcore::ServerProbe::answer));
}

}  // namespace

Explanation explainNoAnswer(const ConnectionProblem& problem, const ConnectionOptions& options) {
    const bool mayLackQuorum =
        problem.kind == ProblemKind::Unreachable || problem.kind == ProblemKind::ServerLost;
    const auto servers = connectStringOf(options).servers;
    return explainNoAnswer(problem, options, mayLackQuorum ? countNotServing(servers) : 0, servers.size());
}

Explanation explainNoAnswer(const ConnectionProblem& problem, const ConnectionOptions& options,
                            std::size_t notServing, std::size_t servers) {
    if (notServing == 0) return explainProblem(problem, options, Audience::CommandLine);
    const QLocale locale;
    const auto number = [&](std::size_t value) { return locale.toString(static_cast<qulonglong>(value)); };
    return {NoAnswer::tr("The ensemble serves nobody: it has no quorum, or is just electing a leader."),
            NoAnswer::tr("%1 of %2 servers answer that they are not serving requests.", "number, number")
                .arg(number(notServing), number(servers)),
            NoAnswer::tr("See that more than half of the servers run and reach each other.")};
}

}  // namespace lockscope
