// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/cluster_feed.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace lockcore {

/// Looks at a run as any observer would, and remembers what was found wrong in its locks. Any thread; its
/// destructor may take seconds.
class FindingsWatch {
public:
    /// Asks servers as `adminUrl` says, or by four-letter words where it is empty. Findings in locks below
    /// `run` count.
    FindingsWatch(const SessionOptions& session, const std::string& adminUrl, std::string run);
    ~FindingsWatch();
    FindingsWatch(const FindingsWatch&) = delete;
    FindingsWatch& operator=(const FindingsWatch&) = delete;

    /// What is found from now on counts, and what is still wrong when what was read before is surely over.
    void forget();
    /// How many were verified since then, by findingKey().
    std::map<std::string, std::uint64_t> found() const;
    /// How often it has asked a server by four-letter word, which servers count among their packets.
    std::uint64_t words() const;

private:
    void take(const Fact& fact);
    bool isOurs(const Finding& finding) const;
    bool isOfNow(const Finding& finding, const ClusterSample& sample) const;

    const std::string m_run;
    const bool m_asksByWord;
    mutable std::mutex m_mutex;  // guards what follows
    std::int64_t m_sinceUnixMs = 0;
    std::uint64_t m_words = 0;
    std::map<std::string, std::set<std::string>> m_found;  ///< identities by key
    std::unique_ptr<ClusterFeed> m_feed;                   ///< the first to go
};

}  // namespace lockcore
