// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/findings_watch.h"

#include <lockcore/session/connect_string.h>
#include <lockcore/wall_clock.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// A scenario lasts seconds: what comes is to be seen soon.
constexpr auto kSearchInterval = 1s;
constexpr auto kAskLimit = 5s;
/// A sample that is told later has nothing in it that was read before.
constexpr std::int64_t kOldestReadMs = 3'000;

FeedOptions feedFor(const SessionOptions& session, const std::string& adminUrl, const std::string& run) {
    FeedOptions options;
    options.session = session;
    options.session.fault = nullptr;
    const auto connect = parseConnectString(session.connectString);
    if (!connect) return options;
    options.discovery.connect = *connect;
    options.discovery.adminUrl = adminUrl;
    options.discovery.pinnedRoots = {run};
    options.discovery.interval = options.discovery.adminInterval = kSearchInterval;
    options.survey.servers = connect->servers;
    options.survey.adminUrl = adminUrl;
    options.survey.watches = AskWatches::WhereNeeded;
    options.survey.limit = kAskLimit;
    options.survey.chroot = connect->chroot;
    options.asksTheseServersOnly = true;
    return options;
}

}  // namespace

FindingsWatch::FindingsWatch(const SessionOptions& session, const std::string& adminUrl, std::string run)
    : m_run(std::move(run)), m_asksByWord(adminUrl.empty()) {
    m_feed = std::make_unique<ClusterFeed>(feedFor(session, adminUrl, m_run),
                                           [this](const Fact& fact) { take(fact); });
}

FindingsWatch::~FindingsWatch() = default;

void FindingsWatch::forget() {
    const std::scoped_lock lock(m_mutex);
    m_found.clear();
    m_sinceUnixMs = unixMs();
}

std::map<std::string, std::uint64_t> FindingsWatch::found() const {
    const std::scoped_lock lock(m_mutex);
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [key, identities] : m_found)
        counts.emplace(key, identities.size());
    return counts;
}

std::uint64_t FindingsWatch::words() const {
    const std::scoped_lock lock(m_mutex);
    return m_words;
}

void FindingsWatch::take(const Fact& fact) {
    const auto* const told = std::get_if<std::shared_ptr<const ClusterAssessment>>(&fact.what);
    if (!told) return;
    const std::scoped_lock lock(m_mutex);
    if (m_asksByWord) m_words += (*told)->sample->ownLoad.questions;
    for (const Finding& finding : (*told)->findings)
        if (finding.stage == FindingStage::Verified && isOurs(finding) && isOfNow(finding, *(*told)->sample))
            m_found[std::string(findingKey(finding.kind))].insert(finding.identity());
}

bool FindingsWatch::isOfNow(const Finding& finding, const ClusterSample& sample) const {
    return finding.sinceUnixMs >= m_sinceUnixMs || sample.takenAtUnixMs >= m_sinceUnixMs + kOldestReadMs;
}

bool FindingsWatch::isOurs(const Finding& finding) const {
    const auto isBelow = [this](const std::string& path) { return path.starts_with(m_run + '/'); };
    return isBelow(finding.lock) || std::ranges::any_of(finding.locks, isBelow);
}

}  // namespace lockcore
