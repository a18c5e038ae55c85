// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_queue.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// The queues of a feed as they are told: as they were read, and what names, samples and earlier readings
/// know beside that. A plain value, for one thread.
class ToldQueues {
public:
    using Queue = std::shared_ptr<const LockQueue>;

    /// What is to be told of a queue that was read just now.
    Queue take(Queue read);
    /// The lock beside a semaphore, where its clients wait, that was read just now: what is to be told of the
    /// semaphore, null where that is as before. From then on who waits is known by that, until the next call
    /// with one that is not watched.
    Queue takeBeside(const Queue& read);
    /// The locks beside those semaphores that are told.
    std::set<std::string> besides() const;
    /// They are not watched any more.
    void forgetBesides() { m_besides.clear(); }
    void take(std::shared_ptr<const LockCatalog> catalog) { m_catalog = std::move(catalog); }
    /// Those that have become other queues by it: directories that turned out to be queues since they were
    /// read, and semaphores for which somebody else waits.
    std::vector<Queue> take(std::shared_ptr<const ClusterAssessment> assessment);
    /// Of other locks nothing is told any more.
    void keepOnly(const std::set<std::string>& paths);
    /// As told last, by path.
    std::vector<Queue> all() const;

private:
    struct Told {
        Queue read;
        Queue told;
    };
    /// The lock beside a semaphore: as it was read, and with the names that its rows have in the semaphore.
    struct Beside {
        Queue read;
        Queue named;
    };
    /// What the names in a directory told, as long as it is the same directory.
    struct KnownKind {
        Zxid directory;
        Dialect dialect;
        std::string unknownDialect;
        DirectoryKind kind;
    };

    Queue asKnown(Queue read);
    const LockQueue* sampled(const std::string& path) const;
    Queue asPermits(Queue read) const;
    Queue withWaiters(Queue permits) const;
    Queue withSampled(Queue permits) const;
    Queue withNames(Queue unread) const;
    Queue withKind(Queue queue);

    std::shared_ptr<const LockCatalog> m_catalog;
    std::shared_ptr<const ClusterAssessment> m_assessment;
    std::map<std::string, Told> m_told;
    std::map<std::string, Beside> m_besides;   ///< those that are watched, by their own paths
    std::map<std::string, KnownKind> m_kinds;  ///< of all that were read, by path
};

}  // namespace lockcore
