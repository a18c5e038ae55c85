// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_observer.h>

#include "observed_path.h"
#include "reading_times.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// One lock that is a single znode, kept current: held by whoever created it, free while it does not exist.
/// Lives on the session's loop.
///
/// One watch tells of its creation, change and deletion. At most one reading is under way, and the next one
/// rests as that of a directory does.
class ObservedNode final : public ObservedPath, public std::enable_shared_from_this<ObservedNode> {
public:
    ObservedNode(std::shared_ptr<ZooKeeper> session, std::string path, Dialect dialect,
                 LockObserver::Sink sink);

    void start() override;
    void close() override;
    void refresh() override;
    /// It has no contenders to choose from.
    void readAgain(const std::string&) override { refresh(); }
    void readFirst(const std::vector<std::string>&) override {}
    void connectionChanged(const ConnectionStatus& status) override;

private:
    void lookSoon();
    void lookAt(TimePoint when);
    void lookNow();
    void looked(const Result<Stat>& stat);
    void dataRead(const Stat& stat, const Result<NodeData>& result);
    void show(std::optional<Contender> holder);
    void failed(const Error& error);
    void publish(Freshness freshness, std::optional<Error> problem);
    void abandon();
    void keepWatch(WatchToken token);
    template <class Body>
    auto guarded(Body body);

    const std::shared_ptr<ZooKeeper> m_session;
    const Dialect m_dialect;
    const LockObserver::Sink m_sink;

    /// Counts what makes answers that are still under way meaningless.
    std::uint64_t m_generation = 0;
    bool m_closed = false;
    bool m_looking = false;
    bool m_lookAgain = false;
    TimePoint m_lookedAt{};  ///< when the reading under way began
    TimePoint m_nextLook{};
    ReadingTimes m_times;
    Loop::Timer m_timer = Loop::Timer::None;
    WatchToken m_watch = WatchToken::None;
    LockQueue m_queue;  ///< as last read
    bool m_published = false;
};

}  // namespace lockcore
