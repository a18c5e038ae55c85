// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sampled_queues.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

/// Their contenders' names are understood in the same way.
bool isSameLibrary(const DiscoveredLock& a, const DiscoveredLock& b) {
    return a.marked == b.marked && (!a.marked || a.dialect == b.dialect);
}

/// True where a queue has whom the dump names. One that was read from a server that lags has others, and the
/// next dump need not differ for it.
bool isAsNamed(const LockQueue& queue, const NamedQueue& named) {
    if (queue.rows.size() != named.size()) return false;
    std::set<std::pair<std::string_view, SessionId>> told;
    for (std::size_t i = 0; i < named.size(); ++i)
        told.emplace(named.at(i).name, named.at(i).session);
    return std::ranges::all_of(queue.rows, [&](const QueueRow& row) {
        return told.contains({row.contender->name, row.contender->stat->ephemeralOwner});
    });
}

/// A dump tells of ephemerals alone: whether other children are still there, or what was forbidden may be
/// read by now, shows only in another reading.
bool isToldByDump(const LockQueue& queue, const DiscoveredLock& lock) {
    const bool areEphemerals = std::ranges::all_of(queue.rows, [](const QueueRow& row) {
        const Contender& contender = *row.contender;
        return !contender.problem && contender.stat && contender.stat->ephemeralOwner != SessionId::None;
    });
    return queue.freshness == Freshness::Live && areEphemerals &&
           (!lock.queue || isAsNamed(queue, *lock.queue));
}

bool sameContents(const DiscoveredLock& a, const DiscoveredLock& b) {
    return a == b && a.contents == b.contents && a.contents != 0;
}

}  // namespace

SampledQueues::SampledQueues(std::shared_ptr<ZooKeeper> session, std::function<void()> done)
    : m_session(std::move(session)), m_done(std::move(done)) {}

void SampledQueues::stop() {
    m_done = [] {};
    if (m_collection) m_collection->finish();
}

void SampledQueues::read(std::shared_ptr<const LockCatalog> catalog) {
    m_catalog = std::move(catalog);
    knownChanged();
    std::set<std::string> paths;
    QueueCollection::Options options;
    std::map<std::string, Known> known;
    for (const DiscoveredLock& lock : m_catalog->locks) {
        const auto before = m_known.find(lock.path);
        const bool isRead = before != m_known.end() && before->second.isRead;
        if (isRead && sameContents(before->second.lock, lock) && isToldByDump(*before->second.queue, lock)) {
            known.insert(*before);
            continue;
        }
        if (isRead && isSameLibrary(before->second.lock, lock)) options.known.push_back(before->second.queue);
        auto named = std::make_shared<const LockQueue>(queueFromNames(lock, m_catalog->readAtUnixMs));
        known.emplace(lock.path, Known{lock, std::move(named)});
        paths.insert(lock.path);
    }
    m_known = std::move(known);
    options.marks = m_catalog->marks;
    options.catalog = m_catalog;
    options.each = [this](auto queue) { queueRead(std::move(queue)); };
    // What ends early, as the session does, leaves the names.
    m_collection = QueueCollection::start(
        m_session, paths, [this](const LockQueues&) { m_done(); }, std::move(options));
}

void SampledQueues::queueRead(std::shared_ptr<const LockQueue> queue) {
    const auto known = m_known.find(queue->path);
    if (known == m_known.end()) return;
    m_read.insert(queue->path);
    knownChanged();
    known->second.isRead = true;
    known->second.queue = std::move(queue);
}

const LockQueues& SampledQueues::queues() {
    if (!std::exchange(m_isStale, false)) return m_queues;
    m_queues.clear();
    for (const auto& [path, known] : m_known)
        m_queues.push_back(known.queue);
    return m_queues;
}

bool SampledQueues::isAllTold() {
    if (!m_isAllTold)
        m_isAllTold = std::ranges::all_of(m_known, [](const auto& known) {
            return known.second.lock.contents != 0 && known.second.isRead &&
                   isToldByDump(*known.second.queue, known.second.lock);
        });
    return *m_isAllTold;
}

void SampledQueues::knownChanged() {
    m_isStale = true;
    m_isAllTold.reset();
}

}  // namespace lockcore
