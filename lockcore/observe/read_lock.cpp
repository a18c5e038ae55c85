// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "read_lock.h"

#include "catalog.h"
#include "contender_facts.h"
#include "observed_lock.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// More of them are not worth the requests that a newer list may spare.
constexpr std::size_t kMostReadByName = 1'000;

bool isUnchanged(const Contender& a, const Contender& b) {
    return a.stat == b.stat && a.data == b.data && !a.problem && !b.problem;
}

}  // namespace

ReadLock::ReadLock(std::string path, std::optional<Dialect> marked, const DiscoveredLock* named,
                   std::int64_t namedAtUnixMs, const LockQueue* before)
    : m_path(std::move(path)),
      m_marked(marked),
      m_told(dialectOfPlace(m_path)),
      m_statBefore(before ? before->stat : std::nullopt),
      m_read{{}, namedAtUnixMs} {
    if (before)
        for (const QueueRow& row : before->rows)
            m_before.emplace(row.contender->name, row.contender);
    if (named && dialectInfo(named->dialect).needsEvidence) m_told = named->dialect;
    if (!named || !named->queue) return;
    for (std::size_t i = 0; i < named->queue->size(); ++i) {
        const NamedContender contender = named->queue->at(i);
        m_sessions.emplace(contender.name, contender.session);
    }
}

bool ReadLock::isSingleNode() const {
    return lockcore::isSingleNode(m_marked);
}

bool ReadLock::mayBeListed() const {
    return m_statBefore && m_statBefore->numChildren <= kMostChildrenListed / 2;
}

std::string ReadLock::pathOf(const std::string& name) const {
    return isSingleNode() ? m_path : joinPath(m_path, name);
}

std::vector<std::string> ReadLock::namesToBegin() const {
    if (isSingleNode()) return {std::string(nodeName(m_path))};
    if (m_sessions.size() > kMostReadByName) return {};
    std::vector<std::string> names;
    for (const auto& [name, session] : m_sessions)
        if (!known(name)) names.push_back(name);
    return names;
}

std::vector<std::string> ReadLock::listed(const ChildList& list, const ReadMoment& moment) {
    m_names = list.names;
    m_stat = list.stat;
    m_read = moment;
    const bool isSameDirectory = m_statBefore && m_statBefore->czxid == list.stat.czxid;
    std::vector<std::string> names;
    for (const std::string& name : list.names) {
        const auto found = m_contenders.find(name);
        // One of before the directory is that of an earlier directory of the same name.
        const bool isRead = found != m_contenders.end() && !isGone(*found->second) &&
                            (!found->second->stat || found->second->stat->czxid > list.stat.czxid);
        if (isRead) continue;
        if (auto before = isSameDirectory ? known(name) : nullptr)
            m_contenders[name] = std::move(before);
        else
            names.push_back(name);
    }
    return names;
}

void ReadLock::notListed(const Error& error, const ReadMoment& moment) {
    m_problem = error;
    m_read = moment;
}

void ReadLock::contenderRead(const std::string& name, const Result<NodeData>& result,
                             const ReadMoment& moment) {
    if (isSingleNode()) m_read = moment;
    Contender contender = *unread(name);
    if (result) {
        contender.stat = result->stat;
        contender.data = result->data.substr(0, kKeptDataBytes);
    } else {
        contender.problem = result.error();
    }
    keep(std::move(contender));
}

void ReadLock::statRead(const std::string& name, const Result<Stat>& stat, const Error& problem) {
    Contender contender = *unread(name);
    const bool hasGone = !stat && stat.error().code == ErrorCode::NoNode;
    contender.problem = hasGone ? stat.error() : problem;
    if (stat) contender.stat = *stat;
    keep(std::move(contender));
}

/// Who has not changed stays the same object, by which others see that.
void ReadLock::keep(Contender contender) {
    const auto before = m_before.find(contender.name);
    ContenderPtr& kept = m_contenders[contender.name];
    if (before != m_before.end() && isUnchanged(*before->second, contender))
        kept = before->second;
    else
        kept = std::make_shared<const Contender>(std::move(contender));
}

bool ReadLock::hasOnlyGone() const {
    return m_names && !m_names->empty() && std::ranges::all_of(*m_names, [&](const std::string& name) {
               const auto found = m_contenders.find(name);
               return found != m_contenders.end() && isGone(*found->second);
           });
}

/// In one directory no number is given twice, so that a name with one is still the same contender's.
ReadLock::ContenderPtr ReadLock::known(const std::string& name) const {
    const auto before = m_before.find(name);
    if (before == m_before.end() || !m_statBefore) return nullptr;
    const Contender& contender = *before->second;
    return contender.parsed.sequence && contender.stat && !contender.problem ? before->second : nullptr;
}

ReadLock::ContenderPtr ReadLock::unread(const std::string& name) const {
    Contender contender{name, {}};
    if (isSingleNode())
        contender.parsed.dialect = *m_marked;
    else
        contender.parsed = parsed(name);
    if (const auto told = m_sessions.find(name); told != m_sessions.end())
        contender.toldSession = told->second;
    return std::make_shared<const Contender>(std::move(contender));
}

NodeName ReadLock::parsed(const std::string& name) const {
    const auto known = m_marked ? m_marked : m_told;
    return known ? parseNodeName(name, *known) : parseNodeName(name);
}

/// Names of 32 digits are many a library's. The directory of kazoo's semaphore has the number of its leases
/// as data, which nobody else's has. Of sequential children that are nobody's a program may say that they
/// queue.
bool ReadLock::needsDirectory() const {
    if (!m_names || isSingleNode()) return false;
    const Dialect dialect = queueOf(*m_names).dialect;
    if (dialect == Dialect::Sequential) return m_stat && maySayThatItQueues(*m_stat);
    return dialect == Dialect::HexMember || dialect == Dialect::KazooSemaphore;
}

void ReadLock::directoryRead(const Result<NodeData>& directory) {
    if (!directory) return;
    m_saysThatItQueues = saysThatItQueues(directory->data);
    m_capacity = leasesOfKazoo(directory->data);
    if (m_marked) return;
    m_told = m_capacity ? std::optional(Dialect::KazooSemaphore) : dialectOfPlace(m_path);
    for (auto& [name, contender] : m_contenders) {
        Contender again = *contender;
        again.parsed = parsed(name);
        contender = std::make_shared<const Contender>(std::move(again));
    }
}

LockQueue ReadLock::queueOf(const std::vector<std::string>& names) const {
    std::vector<ContenderPtr> contenders;
    const bool keepsGone = hasOnlyGone();
    for (const std::string& name : names) {
        const auto found = m_contenders.find(name);
        if (found == m_contenders.end())
            contenders.push_back(unread(name));
        else if (keepsGone || !isGone(*found->second))
            contenders.push_back(found->second);
    }
    LockQueue queue;
    queue.path = m_path;
    queue.stat = m_stat;
    queue.saysThatItQueues = m_saysThatItQueues;
    queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(queue, m_marked);
    if (!m_marked) takeTold(queue, m_told);
    if (queue.dialect == Dialect::KazooSemaphore) queue.capacity = m_capacity;
    return queue;
}

LockQueue ReadLock::namedQueue() const {
    std::vector<std::string> names;
    for (const auto& [name, session] : m_sessions)
        names.push_back(name);
    LockQueue queue = queueOf(names);
    queue.freshness = Freshness::Named;
    return queue;
}

LockQueue ReadLock::nodeQueue() const {
    const bool isHeld = !m_contenders.empty() && !isGone(*m_contenders.begin()->second);
    LockQueue queue = isHeld ? queueOf({m_contenders.begin()->first}) : queueOf({});
    queue.dialect = *m_marked;
    return queue;
}

std::shared_ptr<const LockQueue> ReadLock::queue() const {
    LockQueue queue;
    if (isSingleNode()) {
        queue = m_contenders.empty() ? namedQueue() : nodeQueue();
    } else if (m_names) {
        queue = queueOf(*m_names);
    } else if (m_problem && m_problem->code == ErrorCode::NoNode) {
        classifyQueue(queue, m_marked);
        queue.freshness = Freshness::Gone;
    } else {
        queue = namedQueue();
        queue.problem = m_problem;
        if (m_problem && queue.rows.empty()) queue.freshness = Freshness::Failed;
    }
    queue.path = m_path;
    queue.readAt = m_read.now;
    queue.readAtUnixMs = m_read.unixMs;
    return std::make_shared<const LockQueue>(std::move(queue));
}

}  // namespace lockcore
