// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/queue_collection.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace lockcore {

/// The queues of all locks of a catalog: as they were read where the catalog shows the same, by their names
/// from a change on until they are read again. None is ever missing. Lives on the session's loop.
class SampledQueues {
public:
    /// `done` is called on the loop at the end of each reading.
    SampledQueues(std::shared_ptr<ZooKeeper> session, std::function<void()> done);
    ~SampledQueues() { stop(); }

    /// Begins to read what a newer catalog shows to be new or changed, and what it can't tell of. The reading
    /// before must have ended.
    void read(std::shared_ptr<const LockCatalog> catalog);
    /// Ends a reading without a word.
    void stop();
    bool isReading() const { return m_collection && !m_collection->isFinished(); }
    const std::shared_ptr<const LockCatalog>& catalog() const { return m_catalog; }

    /// By path.
    const LockQueues& queues();
    /// True where nothing has to be read again as long as the catalog is the same.
    bool isAllTold();
    /// Locks that were read since the last call.
    std::set<std::string> takeRead() { return std::exchange(m_read, {}); }

private:
    struct Known {
        DiscoveredLock lock;
        std::shared_ptr<const LockQueue> queue;  ///< as last read, or by its names
        bool isRead = false;
    };

    /// What is kept of m_known is to be made again.
    void knownChanged();

    void queueRead(std::shared_ptr<const LockQueue> queue);

    const std::shared_ptr<ZooKeeper> m_session;
    std::function<void()> m_done;
    std::shared_ptr<const LockCatalog> m_catalog;
    std::shared_ptr<QueueCollection> m_collection;
    std::map<std::string, Known> m_known;
    std::set<std::string> m_read;
    LockQueues m_queues;
    bool m_isStale = true;            ///< m_queues is to be made again
    std::optional<bool> m_isAllTold;  ///< as long as m_known stays as it is
};

}  // namespace lockcore
