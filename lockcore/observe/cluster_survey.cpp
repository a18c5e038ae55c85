// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_survey.h>

#include "asked_servers.h"
#include "server_survey.h"

#include <algorithm>
#include <system_error>
#include <thread>

namespace lockcore {

namespace {

/// AdminServer's URL for each server; empty where it would be that of another server as well, because an
/// AdminServer does not say whose it is.
std::vector<std::string> adminUrlsOf(const SurveyOptions& options) {
    std::vector<std::string> urls;
    for (const HostPort& server : options.servers)
        urls.push_back(adminUrlOf(options.adminUrl, server));
    std::vector<std::string> own = urls;
    const auto members = urls.begin() + (std::ssize(urls) - static_cast<std::ptrdiff_t>(options.askedOnce));
    for (auto url = urls.begin(); url != urls.end(); ++url) {
        const auto others = url < members ? std::count(urls.begin(), members, *url)
                                          : std::count(urls.begin(), urls.end(), *url);
        if (others > 1) own[static_cast<std::size_t>(url - urls.begin())].clear();
    }
    return own;
}

/// The place of a server before it that is this very one, as they said lately: another name of it need not be
/// asked too. Its own place where there is none.
std::size_t firstNameOf(std::size_t server, const SurveyMemory& memory) {
    const ServerMemory& known = memory[server];
    const auto id = known.identity.id;
    // All servers that are alone have the same id.
    if (!id || *id == 0 || Clock::now() >= known.askIdentityAt) return server;
    for (std::size_t other = 0; other < server; ++other)
        if (memory[other].identity.isSameServer(known.identity)) return other;
    return server;
}

}  // namespace

std::vector<ServerReport> surveyCluster(const SurveyOptions& options, const SurveyNeeds& needs,
                                        SurveyMemory& memory, const std::stop_token& stop) {
    const std::vector<std::string> adminUrls = adminUrlsOf(options);
    std::vector<ServerReport> reports(options.servers.size());
    memory.resize(reports.size());
    std::vector<std::size_t> firstNames;
    for (std::size_t i = 0; i < reports.size(); ++i)
        firstNames.push_back(firstNameOf(i, memory));
    const auto ask = [&](std::size_t i) {
        reports[i] = guardedReport(options.servers[i], [&] {
            return ServerSurvey({options.servers[i], adminUrls[i]}, options, needs, memory[i], stop).run();
        });
    };
    {
        std::vector<std::jthread> threads;  // which are waited for here
        std::vector<std::size_t> threadless;
        for (std::size_t i = 0; i < reports.size(); ++i) {
            if (firstNames[i] != i) continue;
            try {
                threads.emplace_back(ask, i);
            } catch (const std::system_error&) {  // the system gives no more of them
                threadless.push_back(i);
            }
        }
        for (const std::size_t i : threadless)
            ask(i);
    }
    for (std::size_t i = 0; i < reports.size(); ++i) {
        if (firstNames[i] != i) {
            reports[i] = reports[firstNames[i]];
            reports[i].server = toString(options.servers[i]);
            reports[i].questions = 0;
        }
        reports[i].members = std::max(reports[i].members, options.members);
    }
    disownOthers(reports, options.session, options.named);
    markNotNamed(reports, options.named, options.before);
    return reports;
}

void addExpiry(std::vector<ServerReport>& reports, const SurveyOptions& options, SurveyMemory& memory,
               const std::stop_token& stop, bool isAnew) {
    const std::vector<std::string> adminUrls = adminUrlsOf(options);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const bool knows = reports[i].mode == "leader" || reports[i].mode == "standalone";
        const bool isToAsk = !reports[i].livingSessions || (isAnew && reports[i].livingAsOf);
        if (knows && isToAsk && firstNameOf(i, memory) == i)
            ServerSurvey({options.servers[i], adminUrls[i]}, options, {}, memory[i], stop)
                .addExpiry(reports[i]);
    }
}

std::vector<ServerReport> surveyCluster(const SurveyOptions& options, std::stop_token stop) {
    SurveyMemory memory;
    return surveyCluster(options, {}, memory, stop);
}

}  // namespace lockcore
