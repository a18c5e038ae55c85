// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_observer.h>

#include "catalog.h"
#include "observed_lock.h"
#include "observed_node.h"
#include "session_pulse.h"

#include <utility>

namespace lockcore {

class LockObserver::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, Sink sink)
        : m_session(std::move(session)), m_sink(std::move(sink)), m_pulse(m_session) {}

    void start() {
        m_listener = m_session->addListener([weak = weak_from_this()](const ConnectionStatus& status) {
            if (const auto self = weak.lock()) self->connectionChanged(status);
        });
        m_told = [weak = weak_from_this()](std::shared_ptr<const LockQueue> queue) {
            const auto self = weak.lock();
            if (!self) return;
            self->m_pulse.noteChange();
            self->m_sink(std::move(queue));
        };
    }

    void close() {
        m_session->removeListener(m_listener);
        observe({});
    }

    void observe(const std::set<std::string>& paths) {
        m_wanted = paths;
        const auto unwanted = [&](const auto& item) {
            return !paths.contains(item.first) || m_marks.isNotALock(item.first);
        };
        for (const auto& item : m_locks)
            if (unwanted(item)) item.second->close();
        std::erase_if(m_locks, unwanted);
        for (const std::string& path : paths) {
            if (m_marks.isNotALock(path)) continue;
            auto& lock = m_locks[path];
            if (lock) continue;
            lock = makeObserved(path);
            lock->start();
        }
        m_pulse.setBeating(!m_locks.empty());
    }

    void setMarks(LockMarks marks) {
        std::swap(m_marks, marks);
        const auto isOther = [&](const auto& item) {
            return marks.dialectOf(item.first) != m_marks.dialectOf(item.first);
        };
        for (const auto& item : m_locks)
            if (isOther(item)) item.second->close();
        std::erase_if(m_locks, isOther);
        observe(std::set(m_wanted));
    }

    void setKnown(const std::vector<std::shared_ptr<const LockQueue>>& queues) {
        m_known.clear();
        for (const auto& queue : queues)
            m_known.emplace(queue->path, queue);
    }

    void refresh(const std::string& path) {
        if (const auto found = m_locks.find(path); found != m_locks.end()) found->second->refresh();
    }

    void readAgain(const std::string& path, const std::string& name) {
        if (const auto found = m_locks.find(path); found != m_locks.end()) found->second->readAgain(name);
    }

    void readFirst(const std::string& path, const std::vector<std::string>& names) {
        if (const auto found = m_locks.find(path); found != m_locks.end()) found->second->readFirst(names);
    }

private:
    std::shared_ptr<ObservedPath> makeObserved(const std::string& path) const {
        const auto marked = m_marks.dialectOf(path);
        if (isSingleNode(marked)) return std::make_shared<ObservedNode>(m_session, path, *marked, m_told);
        const auto known = m_known.find(path);
        return std::make_shared<ObservedLock>(m_session, path, marked,
                                              known == m_known.end() ? nullptr : known->second, m_told);
    }

    void connectionChanged(const ConnectionStatus& status) {
        // A copy: the sink may observe something else meanwhile. What was closed by it ignores the change.
        for (const auto& [path, lock] : std::map(m_locks))
            lock->connectionChanged(status);
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const Sink m_sink;
    Sink m_told;  ///< what observed locks tell
    SessionPulse m_pulse;
    ListenerToken m_listener = ListenerToken::None;
    std::set<std::string> m_wanted;
    LockMarks m_marks;
    std::map<std::string, std::shared_ptr<const LockQueue>> m_known;
    std::map<std::string, std::shared_ptr<ObservedPath>> m_locks;
};

LockObserver::LockObserver(std::shared_ptr<ZooKeeper> session, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(sink))) {
    m_impl->start();
}

LockObserver::~LockObserver() {
    m_impl->close();
}

void LockObserver::observe(const std::set<std::string>& paths) {
    m_impl->observe(paths);
}

void LockObserver::setMarks(LockMarks marks) {
    m_impl->setMarks(std::move(marks));
}

void LockObserver::setKnown(const std::vector<std::shared_ptr<const LockQueue>>& queues) {
    m_impl->setKnown(queues);
}

void LockObserver::refresh(const std::string& path) {
    m_impl->refresh(path);
}

void LockObserver::readAgain(const std::string& path, const std::string& name) {
    m_impl->readAgain(path, name);
}

void LockObserver::readFirst(const std::string& path, const std::vector<std::string>& names) {
    m_impl->readFirst(path, names);
}

}  // namespace lockcore
