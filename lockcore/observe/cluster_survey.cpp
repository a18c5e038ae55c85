// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_survey.h>

#include "server_survey.h"

#include <algorithm>
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
    for (std::string& url : own)
        if (std::ranges::count(urls, url) > 1) url.clear();
    return own;
}

}  // namespace

std::vector<ServerReport> surveyCluster(const SurveyOptions& options, const SurveyNeeds& needs,
                                        SurveyMemory& memory, const std::stop_token& stop) {
    const std::vector<std::string> adminUrls = adminUrlsOf(options);
    std::vector<ServerReport> reports(options.servers.size());
    memory.resize(reports.size());
    {
        std::vector<std::jthread> threads;  // which are waited for here
        for (std::size_t i = 0; i < reports.size(); ++i)
            threads.emplace_back([&, i] {
                reports[i] =
                    ServerSurvey({options.servers[i], adminUrls[i]}, options, needs, memory[i], stop).run();
            });
    }
    for (ServerReport& report : reports)
        report.members = std::max(report.members, options.members);
    return reports;
}

void addExpiry(std::vector<ServerReport>& reports, const SurveyOptions& options, SurveyMemory& memory,
               const std::stop_token& stop) {
    const std::vector<std::string> adminUrls = adminUrlsOf(options);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const bool knows = reports[i].mode == "leader" || reports[i].mode == "standalone";
        if (knows && !reports[i].livingSessions)
            ServerSurvey({options.servers[i], adminUrls[i]}, options, {}, memory[i], stop)
                .addExpiry(reports[i]);
    }
}

std::vector<ServerReport> surveyCluster(const SurveyOptions& options, std::stop_token stop) {
    SurveyMemory memory;
    return surveyCluster(options, {}, memory, stop);
}

}  // namespace lockcore
