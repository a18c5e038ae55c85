// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_index.h>
#include <lockcore/observe/removal_watch.h>

#include "asked_servers.h"

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

/// Its client has sent requests, by which it may have noticed.
constexpr std::chrono::milliseconds kRememberedAfterRequests = 10min;
/// Of a session whose timeout nobody told.
constexpr std::chrono::milliseconds kUsualTimeout = 60s;
/// The oldest are forgotten beyond that.
constexpr std::size_t kMostRemoved = 1'000;

/// Lists of ephemerals have no lock without any. An old list lacks those that are new.
bool isGone(const ClusterSample& sample, const LockQueue& queue) {
    if (!sample.catalog || !sample.catalog->gaps.empty()) return false;
    const LockCatalog& catalog = *sample.catalog;
    const bool isWhole =
        catalog.source == DiscoverySource::AdminServer || catalog.source == DiscoverySource::FourLetter;
    if (!isWhole || catalog.asOfUnixMs <= queue.readAtUnixMs) return false;
    return !catalog.zxid || !queue.stat || queue.stat->pzxid <= *catalog.zxid;
}

bool hasContender(const ClusterSample& sample, const RemovedHolder& holder) {
    const LockQueue* const queue = queueAt(sample.locks, holder.lockPath);
    return queue != nullptr && std::ranges::any_of(queue->rows, [&](const QueueRow& row) {
               return row.contender->stat && row.contender->stat->czxid == holder.contender->stat->czxid;
           });
}

bool hasQueuedAnew(const ClusterSample& sample, const RemovedHolder& holder) {
    const LockQueue* const queue = queueAt(sample.locks, holder.lockPath);
    return queue != nullptr && std::ranges::any_of(queue->rows, [&](const QueueRow& row) {
               return row.contender->stat && isInQueue(row.role) &&
                      ownerOf(row) == holder.contender->stat->ephemeralOwner &&
                      row.contender->stat->czxid > holder.after;
           });
}

bool isSameConnection(const ClientConnection& one, const ClientConnection& other) {
    return one.address == other.address && one.sinceUnixMs == other.sinceUnixMs;
}

}  // namespace

void RemovalWatch::note(const std::shared_ptr<const ClusterSample>& sample) {
    noteDepartures(*sample);
    m_ends.take({sample, &sample->servers});
    settle(*sample);
    for (RemovedHolder& holder : m_removed)
        look(holder, *sample);
    std::erase_if(m_removed, [&](const RemovedHolder& holder) { return isOver(holder, *sample); });
    if (sample->catalog) m_notedUnixMs = sample->catalog->asOfUnixMs;
}

void RemovalWatch::noteDepartures(const ClusterSample& sample) {
    // As at most times, in a quiet cluster.
    if (std::ranges::equal(m_queues, sample.locks)) return;
    std::vector<std::shared_ptr<const LockQueue>> queues;
    for (const auto& queue : sample.locks) {
        const LockQueue* const before = queueAt(m_queues, queue->path);
        const bool isRead = queue->freshness == Freshness::Live;
        if (isRead && before != nullptr && before != queue.get()) compare(*before, *queue);
        if (isRead) queues.push_back(queue);
    }
    for (const auto& before : m_queues) {
        if (queueAt(sample.locks, before->path) != nullptr) {
            // Not read this time.
            if (queueAt(queues, before->path) == nullptr) queues.push_back(before);
        } else if (isGone(sample, *before)) {
            LockQueue after;
            after.path = before->path;
            after.freshness = Freshness::Gone;
            after.readAtUnixMs = sample.catalog->readAtUnixMs;
            compare(*before, after);
        }
    }
    std::ranges::sort(queues, {}, [](const auto& queue) -> const std::string& { return queue->path; });
    m_queues = std::move(queues);
}

void RemovalWatch::compare(const LockQueue& before, const LockQueue& after) {
    const QueueDifference difference = queueDifference(before, after);
    for (const std::size_t row : difference.removed) {
        const QueueRow& left = before.rows[row];
        if (!isFirstInLine(left.role) || ownerOf(left) == SessionId::None) continue;
        Departure departure = departureOf(before, after, difference, row);
        departure.thereUntilUnixMs = std::max(departure.thereUntilUnixMs, m_notedUnixMs);
        departure.turn = ++m_turn;
        m_departed.emplace(m_turn, RemovedHolder{.lockPath = before.path,
                                                 .contender = left.contender,
                                                 .isLeader = left.role == Role::Leader,
                                                 .after = departure.after,
                                                 .removedUnixMs = departure.leftAtUnixMs});
        m_ends.depart(std::move(departure));
    }
}

void RemovalWatch::settle(const ClusterSample& sample) {
    for (ContenderEndLog::Settled& settled : m_ends.takeSettled()) {
        auto departed = m_departed.extract(settled.turn);
        if (departed.empty() || settled.end.kind != EndKind::RemovedByOther) continue;
        RemovedHolder& holder = departed.mapped();
        holder.end = std::move(settled.end);
        holder.heardOfUnixMs = sample.takenAtUnixMs;
        if (holder.end.basis == EndBasis::SentNoDelete) holder.hasSentUnixMs = sample.takenAtUnixMs;
        m_removed.push_back(std::move(holder));
        if (m_removed.size() > kMostRemoved) m_removed.erase(m_removed.begin());
    }
}

void RemovalWatch::look(RemovedHolder& holder, const ClusterSample& sample) const {
    const SessionId session = holder.contender->stat->ephemeralOwner;
    for (const ServerReport& server : sample.servers) {
        if (server.livingSessions && server.livingSessions->contains(session))
            holder.heardOfUnixMs = std::max(holder.heardOfUnixMs, server.readAtUnixMs);
        if (!server.connections) continue;
        const auto client = std::ranges::find(*server.connections, session, &ClientConnection::session);
        if (client == server.connections->end()) continue;
        holder.heardOfUnixMs = std::max(holder.heardOfUnixMs, server.readAtUnixMs);
        const bool isKnown = holder.client.session != SessionId::None;
        const bool hasSent = isKnown && (!isSameConnection(holder.client, *client) ||
                                         holder.client.lastRequest != client->lastRequest);
        if (hasSent && holder.hasSentUnixMs == 0) holder.hasSentUnixMs = sample.takenAtUnixMs;
        holder.client = *client;
    }
}

bool RemovalWatch::isOver(const RemovedHolder& holder, const ClusterSample& sample) {
    // An old list had lacked it.
    if (hasContender(sample, holder) || hasQueuedAnew(sample, holder)) return true;
    const std::int64_t nowMs = sample.takenAtUnixMs;
    if (holder.hasSentUnixMs != 0 && nowMs - holder.hasSentUnixMs > kRememberedAfterRequests.count())
        return true;
    const SessionId session = holder.contender->stat->ephemeralOwner;
    const auto isAfter = [&](const ServerReport& server) {
        return server.readAtUnixMs > holder.heardOfUnixMs;
    };
    if (std::ranges::any_of(sample.servers, [&](const ServerReport& server) {
            return isAfter(server) && tellsAllSessions(server) && !server.livingSessions->contains(session);
        }))
        return true;
    const auto timeout = holder.client.timeout.count() > 0 ? holder.client.timeout : kUsualTimeout;
    return tellAllConnections(sample.servers) && nowMs - holder.heardOfUnixMs > timeout.count();
}

void RemovalWatch::removedHere(std::string_view lockPath, std::string_view contender) {
    const auto isIt = [&](const Contender& other) { return other.name == contender && other.stat; };
    if (const LockQueue* const queue = queueAt(m_queues, lockPath))
        for (const QueueRow& row : queue->rows)
            if (isIt(*row.contender)) m_ends.removedHere(lockPath, row.contender->stat->czxid);
    for (const auto& [turn, departed] : m_departed)
        if (departed.lockPath == lockPath && isIt(*departed.contender))
            m_ends.removedHere(lockPath, departed.contender->stat->czxid);
}

}  // namespace lockcore
