// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/queue_collection.h>

#include <algorithm>
#include <utility>

namespace lockcore {
namespace {

/// Each lock costs one watch while it is being read.
constexpr std::size_t kLocksAtOnce = 64;

}  // namespace

bool isComplete(const LockQueue& queue) {
    if (queue.freshness == Freshness::Gone || queue.freshness == Freshness::Failed) return true;
    if (queue.freshness != Freshness::Live) return false;
    return std::all_of(queue.rows.begin(), queue.rows.end(),
                       [](const QueueRow& row) { return row.contender->stat || row.contender->problem; });
}

std::shared_ptr<QueueCollection> QueueCollection::start(std::shared_ptr<ZooKeeper> session,
                                                        const std::set<std::string>& paths,
                                                        std::chrono::milliseconds limit, Done done,
                                                        LockMarks marks, const LockQueues& known, Each each) {
    std::vector<std::string> wanted(paths.rbegin(), paths.rend());
    std::erase_if(wanted, [&](const std::string& path) { return marks.isNotALock(path); });
    const std::shared_ptr<QueueCollection> collection(
        new QueueCollection(std::move(session), std::move(wanted), std::move(done), std::move(each)));
    Loop& loop = collection->m_session->loop();
    // The timer owns the collection: it lives until it is finished or the limit has passed.
    collection->m_limit = loop.callAt(loop.now() + limit, [collection] { collection->finish(); });
    collection->m_observer =
        std::make_unique<LockObserver>(collection->m_session, [weak = std::weak_ptr(collection)](auto queue) {
            if (const auto self = weak.lock()) self->received(queue);
        });
    collection->m_observer->setMarks(std::move(marks));
    collection->m_observer->setKnown(known);
    collection->observeNext();
    return collection;
}

QueueCollection::QueueCollection(std::shared_ptr<ZooKeeper> session, std::vector<std::string> paths,
                                 Done done, Each each)
    : m_session(std::move(session)),
      m_pending(std::move(paths)),
      m_done(std::move(done)),
      m_each(std::move(each)) {}

void QueueCollection::observeNext() {
    while (m_asked.size() < kLocksAtOnce && !m_pending.empty()) {
        m_asked.insert(std::move(m_pending.back()));
        m_pending.pop_back();
    }
    if (!m_asked.empty()) {
        m_observer->observe(m_asked);
        return;
    }
    // Not from inside the observer's own call, which finish() would pull the ground from under.
    m_session->loop().post([self = shared_from_this()] { self->finish(); });
}

void QueueCollection::received(const std::shared_ptr<const LockQueue>& queue) {
    // Complete once is enough: what changes while others are read would make a busy lock incomplete again.
    if (!m_asked.contains(queue->path)) return;
    m_queues[queue->path] = queue;
    if (m_each) m_each(queue);
    if (!isComplete(*queue)) return;
    m_asked.erase(queue->path);
    observeNext();
}

void QueueCollection::finish() {
    if (!m_done) return;
    const Done done = std::exchange(m_done, nullptr);
    m_observer.reset();
    m_session->loop().cancel(m_limit);
    LockQueues queues;
    for (auto& [path, queue] : m_queues)
        queues.push_back(std::move(queue));
    done(std::move(queues));
}

}  // namespace lockcore
