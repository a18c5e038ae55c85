// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_queue.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// When an answer came, by both clocks.
struct ReadMoment {
    TimePoint now{};
    std::int64_t unixMs = 0;
};

/// One lock while it is being read: what is known of it so far, and what that makes. No I/O. Lives where its
/// owner lives.
class ReadLock {
public:
    /// `named` is what the list of locks tells of it, as of `namedAtUnixMs`; null where it does not; `before`
    /// is how it was read before, null where it was not.
    ReadLock(std::string path, std::optional<Dialect> marked, const DiscoveredLock* named,
             std::int64_t namedAtUnixMs, const LockQueue* before);

    const std::string& path() const { return m_path; }
    bool isSingleNode() const;
    /// True where the directory was small enough to be listed when it was last seen.
    bool mayBeListed() const;
    std::string pathOf(const std::string& name) const;

    /// Names that can be read before the list is there.
    std::vector<std::string> namesToBegin() const;
    /// The list is there: the names that have to be read now.
    std::vector<std::string> listed(const ChildList& list, const ReadMoment& moment);
    void notListed(const Error& error, const ReadMoment& moment);
    void contenderRead(const std::string& name, const Result<NodeData>& result, const ReadMoment& moment);
    /// Of one whose data may not be read.
    void statRead(const std::string& name, const Result<Stat>& stat, const Error& problem);
    /// The directory's data tells what it is.
    bool needsDirectory() const;
    void directoryRead(const Result<NodeData>& directory);
    /// True where all who were listed had gone when they were read, so that another list may show others.
    bool hasOnlyGone() const;

    /// What is known by now.
    std::shared_ptr<const LockQueue> queue() const;

private:
    using ContenderPtr = std::shared_ptr<const Contender>;

    void keep(Contender contender);
    ContenderPtr known(const std::string& name) const;
    ContenderPtr unread(const std::string& name) const;
    LockQueue queueOf(const std::vector<std::string>& names) const;
    NodeName parsed(const std::string& name) const;
    LockQueue namedQueue() const;
    LockQueue nodeQueue() const;

    const std::string m_path;
    const std::optional<Dialect> m_marked;
    std::optional<Dialect> m_told;  ///< what its children are by more than their names
    std::optional<std::size_t> m_capacity;
    bool m_saysThatItQueues = false;
    const std::optional<Stat> m_statBefore;                  ///< of the directory, as it was read before
    std::unordered_map<std::string, ContenderPtr> m_before;  ///< as they were read before
    std::unordered_map<std::string, SessionId> m_sessions;   ///< of those that the list of locks names
    std::unordered_map<std::string, ContenderPtr> m_contenders;
    std::optional<std::vector<std::string>> m_names;  ///< as listed
    std::optional<Stat> m_stat;
    std::optional<Error> m_problem;
    ReadMoment m_read;  ///< until then when it was named
};

}  // namespace lockcore
