// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/queue_collection.h>
#include <lockcore/wall_clock.h>

#include "catalog.h"
#include "observed_lock.h"
#include "read_lock.h"
#include "request_window.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace lockcore {
namespace {

using namespace std::chrono_literals;

/// A server that has not answered in time is not asked again at once.
constexpr Duration kRestAfterTimeout = 1s;
/// Where all who were listed had gone, others may have come. They may go as fast.
constexpr int kMostLists = 3;

}  // namespace

bool isComplete(const LockQueue& queue) {
    if (queue.freshness == Freshness::Gone || queue.freshness == Freshness::Failed) return true;
    if (queue.freshness == Freshness::Named) return queue.problem.has_value();
    if (queue.freshness != Freshness::Live) return false;
    return std::all_of(queue.rows.begin(), queue.rows.end(),
                       [](const QueueRow& row) { return row.contender->stat || row.contender->problem; });
}

/// Kept alive by m_self until it is finished.
class QueueCollection::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, Done done, Options options)
        : m_session(std::move(session)), m_done(std::move(done)), m_options(std::move(options)) {}

    void start(const std::set<std::string>& paths) {
        m_self = shared_from_this();
        for (const auto& queue : m_options.known)
            m_before.emplace(queue->path, queue);
        for (const std::string& path : paths)
            if (!m_options.marks.isNotALock(path)) m_pending.push_back(path);
        Loop& loop = m_session->loop();
        if (m_options.limit)
            m_limit = loop.callAt(loop.now() + *m_options.limit, later([](Impl& self) { self.finish(); }));
        m_listener = m_session->addListener([weak = weak_from_this()](const ConnectionStatus& status) {
            const auto self = weak.lock();
            if (self && isConnected(status.state)) self->proceed();
            if (self && isOver(status.state)) self->finish();
        });
        // Not from inside the caller's own call.
        loop.post(later([](Impl& self) { self.proceed(); }));
    }

    void finish() {
        const auto self = std::exchange(m_self, nullptr);
        if (!self) return;
        m_session->removeListener(m_listener);
        for (Loop::Timer* timer : {&m_limit, &m_rest})
            m_session->loop().cancel(std::exchange(*timer, Loop::Timer::None));
        for (const auto& lock : m_open)
            m_queues[lock->path()] = lock->queue();
        for (const std::string& path : std::exchange(m_pending, {}))
            m_queues[path] = begin(path)->queue();
        LockQueues queues;
        for (auto& [path, queue] : m_queues)
            queues.push_back(std::move(queue));
        std::exchange(m_done, nullptr)(std::move(queues));
    }

    bool isFinished() const { return !m_self; }

private:
    enum class Step { Look, List, Directory, Read, ReadStat };
    /// A lock and how many requests it still needs.
    struct Reading : ReadLock {
        using ReadLock::ReadLock;
        std::size_t open = 0;
        int lists = 0;
    };
    struct Request {
        Step step;
        std::shared_ptr<Reading> lock;
        std::string name = {};  ///< of a contender
        Error problem = {};     ///< why only its Stat is read
    };

    std::function<void()> later(void (*task)(Impl&)) {
        return [weak = weak_from_this(), task] {
            const auto self = weak.lock();
            if (self && self->m_self) task(*self);
        };
    }

    std::shared_ptr<Reading> begin(const std::string& path) const {
        const auto before = m_before.find(path);
        const LockCatalog* catalog = m_options.catalog.get();
        return std::make_shared<Reading>(
            path, m_options.marks.dialectOf(path), catalog ? findLock(catalog->locks, path) : nullptr,
            catalog ? catalog->readAtUnixMs : 0, before == m_before.end() ? nullptr : before->second.get());
    }

    /// Sends what the window lets out.
    void proceed() {
        while (m_self && m_window.isOpen() && isConnected(m_session->status().state) && !isResting()) {
            if (m_requests.empty() && !openNext()) break;
            Request request = std::move(m_requests.front());
            m_requests.pop_front();
            send(std::move(request));
        }
        if (m_self && m_open.empty() && m_pending.empty()) finish();
    }

    bool isResting() const { return m_rest != Loop::Timer::None; }

    bool openNext() {
        if (m_pending.empty()) return false;
        const auto lock = begin(m_pending.front());
        m_pending.pop_front();
        m_open.insert(lock);
        const bool mayBeListed = areAllSmall() || lock->mayBeListed();
        // Before the list, which then has no need to have them read.
        for (std::string& name : lock->namesToBegin())
            add({Step::Read, lock, std::move(name)});
        if (!lock->isSingleNode()) add({mayBeListed ? Step::List : Step::Look, lock});
        return true;
    }

    bool areAllSmall() const {
        constexpr auto kMost = static_cast<std::uint64_t>(kMostChildrenListed);
        return m_options.catalog && m_options.catalog->nodeCount.value_or(kMost + 1) <= kMost;
    }

    void add(Request request) {
        ++request.lock->open;
        m_requests.push_back(std::move(request));
    }

    void send(Request request) {
        m_window.sent();
        const TimePoint sentAt = m_session->loop().now();
        const auto& lock = *request.lock;
        switch (request.step) {
            case Step::Look:
                m_session->exists(lock.path(), {}, answer<Stat>(std::move(request), sentAt, &Impl::looked));
                break;
            case Step::List:
                m_session->children(lock.path(), {},
                                    answer<ChildList>(std::move(request), sentAt, &Impl::listed));
                break;
            case Step::Directory:
                m_session->get(lock.path(), {},
                               answer<NodeData>(std::move(request), sentAt, &Impl::directoryRead));
                break;
            case Step::Read: {
                const std::string path = lock.pathOf(request.name);
                m_session->get(path, {}, answer<NodeData>(std::move(request), sentAt, &Impl::contenderRead));
                break;
            }
            case Step::ReadStat: {
                const std::string path = lock.pathOf(request.name);
                m_session->exists(path, {}, answer<Stat>(std::move(request), sentAt, &Impl::statRead));
                break;
            }
        }
    }

    template <class T>
    Completion<T> answer(Request request, TimePoint sentAt,
                         void (Impl::*take)(const Request&, const Result<T>&)) {
        return [weak = weak_from_this(), request = std::move(request), sentAt,
                take](const Result<T>& result) mutable {
            const auto self = weak.lock();
            if (!self || !self->m_self) return;
            if (!result && (isAmbiguous(result.error().code) || isSessionOver(result.error().code))) {
                self->lost(std::move(request), result.error());
                return;
            }
            self->m_window.answered(self->m_session->loop().now() - sentAt);
            (*self.*take)(request, result);
            self->requestEnded(request.lock);
            self->proceed();
        };
    }

    /// What the broken connection took along is asked for again on the next one.
    void lost(Request request, const Error& error) {
        m_window.lost();
        m_requests.push_front(std::move(request));
        if (isSessionOver(error.code)) {
            finish();
        } else if (isConnected(m_session->status().state) && !isResting()) {
            Loop& loop = m_session->loop();
            m_rest = loop.callAt(loop.now() + kRestAfterTimeout, later([](Impl& self) {
                                     self.m_rest = Loop::Timer::None;
                                     self.proceed();
                                 }));
        }
    }

    static ReadMoment momentOf(TimePoint now) { return {now, unixMs()}; }
    ReadMoment moment() const { return momentOf(m_session->loop().now()); }

    /// The Stat first where a directory might be huge, which must not be listed.
    void looked(const Request& request, const Result<Stat>& stat) {
        if (!stat)
            request.lock->notListed(stat.error(), moment());
        else if (const auto tooMany = tooManyToList(stat->numChildren, request.lock->path()))
            request.lock->notListed(*tooMany, moment());
        else
            addNext({Step::List, request.lock});
    }

    void listed(const Request& request, const Result<ChildList>& list) {
        if (!list) {
            request.lock->notListed(list.error(), moment());
            return;
        }
        if (const auto tooMany = tooManyToList(std::ssize(list->names), request.lock->path())) {
            request.lock->notListed(*tooMany, moment());
            return;
        }
        ++request.lock->lists;
        const std::vector<std::string> names = request.lock->listed(*list, moment());
        for (auto name = names.rbegin(); name != names.rend(); ++name)
            addNext({Step::Read, request.lock, *name});
        if (request.lock->needsDirectory()) addNext({Step::Directory, request.lock});
        if (m_options.namesFirst && m_options.each && !names.empty()) m_options.each(request.lock->queue());
    }

    void contenderRead(const Request& request, const Result<NodeData>& result) {
        // Owner and age, where the data is forbidden. Servers from 3.8.4 and 3.9.2 on forbid the Stat along
        // with it (ZOOKEEPER-2590); before, everybody might read it.
        if (!result && result.error().code == ErrorCode::NoAuth)
            addNext({Step::ReadStat, request.lock, request.name, result.error()});
        else
            request.lock->contenderRead(request.name, result, moment());
    }

    void directoryRead(const Request& request, const Result<NodeData>& directory) {
        request.lock->directoryRead(directory);
    }

    void statRead(const Request& request, const Result<Stat>& stat) {
        request.lock->statRead(request.name, stat, request.problem);
    }

    /// What is begun is finished before anything else is begun.
    void addNext(Request request) {
        ++request.lock->open;
        m_requests.push_front(std::move(request));
    }

    void requestEnded(const std::shared_ptr<Reading>& lock) {
        if (!m_self || --lock->open > 0) return;
        if (lock->hasOnlyGone() && lock->lists < kMostLists) {
            addNext({Step::List, lock});
            return;
        }
        m_open.erase(lock);
        auto queue = lock->queue();
        m_queues[lock->path()] = queue;
        if (m_options.each) m_options.each(std::move(queue));
    }

    const std::shared_ptr<ZooKeeper> m_session;
    Done m_done;
    const Options m_options;
    std::shared_ptr<Impl> m_self;
    std::map<std::string, std::shared_ptr<const LockQueue>> m_before;
    std::deque<std::string> m_pending;  ///< not begun yet
    std::deque<Request> m_requests;     ///< not sent yet
    std::set<std::shared_ptr<Reading>> m_open;
    std::map<std::string, std::shared_ptr<const LockQueue>> m_queues;  ///< that were read whole
    RequestWindow m_window{1'800};
    ListenerToken m_listener = ListenerToken::None;
    Loop::Timer m_limit = Loop::Timer::None;
    Loop::Timer m_rest = Loop::Timer::None;
};

std::shared_ptr<QueueCollection> QueueCollection::start(std::shared_ptr<ZooKeeper> session,
                                                        const std::set<std::string>& paths, Done done,
                                                        Options options) {
    auto impl = std::make_shared<Impl>(std::move(session), std::move(done), std::move(options));
    impl->start(paths);
    return std::shared_ptr<QueueCollection>(new QueueCollection(std::move(impl)));
}

QueueCollection::QueueCollection(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {}

QueueCollection::~QueueCollection() = default;

void QueueCollection::finish() {
    m_impl->finish();
}

bool QueueCollection::isFinished() const {
    return m_impl->isFinished();
}

}  // namespace lockcore
