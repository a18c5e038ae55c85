// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/left_run_removal.h"

#include "threads/background.h"
#include "threads/closing.h"

#include <lockcore/lab/lab_root.h>

#include <algorithm>
#include <future>
#include <utility>

namespace lockscope {
namespace {

constexpr auto kLeftRunConnectPatience = std::chrono::seconds(15);
/// Ephemerals of a client that was killed last until its session's timeout.
constexpr auto kLeftRunPatience = std::chrono::seconds(60);

/// "/lockscope-lab" of "/lockscope-lab/20261127T200501Z-9f31c2aa".
std::string labRootOf(const std::string& run) {
    const auto slash = run.rfind('/');
    return slash == std::string::npos || slash == 0 ? "/" : run.substr(0, slash);
}

}  // namespace

/// The session and what it asks; what is private is on its loop, which outlives it.
class LeftRunRemoval::Work : public std::enable_shared_from_this<Work> {
public:
    Work(lockcore::EventLoop& loop, std::string path, Done done)
        : m_path(std::move(path)), m_done(std::move(done)), m_loop(loop) {
        windowThread();  // made here, not on the loop's thread
    }

    void open(lockcore::SessionOptions options) {
        m_loop.post([self = weak_from_this(), options = std::move(options)]() mutable {
            if (const auto open = self.lock()) open->connect(std::move(options));
        });
    }

    /// GUI thread. Nothing is told any more.
    void forget() { m_done = {}; }

    /// Waits for the session's end. Another thread.
    void close() {
        std::promise<std::shared_ptr<lockcore::Session>> taken;
        m_loop.post([this, &taken] {
            m_hasEnded = true;
            taken.set_value(std::exchange(m_session, nullptr));
        });
        if (const auto session = taken.get_future().get()) session->closeAndWait();
    }

private:
    void connect(lockcore::SessionOptions options) {
        m_loop.callAt(m_loop.now() + kLeftRunConnectPatience, [self = weak_from_this()] {
            if (const auto open = self.lock(); open && !open->m_isLooking)
                open->end(lockcore::fail(lockcore::ErrorCode::DeadlineExceeded, "connecting to a cluster"));
        });
        m_session = lockcore::Session::open(
            m_loop, std::move(options), [self = weak_from_this()](const lockcore::ConnectionStatus& status) {
                if (const auto open = self.lock()) open->follow(status);
            });
    }

    void follow(const lockcore::ConnectionStatus& status) {
        if (lockcore::isOver(status.state))
            return end(tl::unexpected(status.problem.value_or(
                lockcore::Error{lockcore::ErrorCode::SessionExpired, "looking for runs of the lab"})));
        if (!lockcore::isConnected(status.state) || std::exchange(m_isLooking, true)) return;
        lockcore::listLeftRuns(
            m_session, labRootOf(m_path),
            [self = weak_from_this()](const lockcore::Result<std::vector<lockcore::LeftRun>>& runs) {
                if (const auto open = self.lock()) open->listed(runs);
            });
    }

    void listed(const lockcore::Result<std::vector<lockcore::LeftRun>>& runs) {
        if (!runs) return end(tl::unexpected(runs.error()));
        const auto run = std::ranges::find(*runs, m_path, &lockcore::LeftRun::path);
        if (run == runs->end()) return tellWhetherItLives();
        lockcore::removeLeftRun(
            m_session, *run, kLeftRunPatience,
            [self = weak_from_this()](const lockcore::Result<lockcore::LabRemoval>& removal) {
                if (const auto open = self.lock()) open->removed(removal);
            });
    }

    void tellWhetherItLives() {
        m_session->exists(m_path, {},
                          [self = weak_from_this()](const lockcore::Result<lockcore::Stat>& stat) {
                              const auto open = self.lock();
                              if (!open) return;
                              if (stat) return open->end(LeftRunEnd{.kind = LeftRunEnd::Kind::Lives});
                              if (stat.error().code == lockcore::ErrorCode::NoNode)
                                  return open->end(LeftRunEnd{.kind = LeftRunEnd::Kind::Gone});
                              open->end(tl::unexpected(stat.error()));
                          });
    }

    void removed(const lockcore::Result<lockcore::LabRemoval>& removal) {
        using Kind = LeftRunEnd::Kind;
        if (removal)
            return end(LeftRunEnd{.kind = removal->left.empty() ? Kind::Removed : Kind::Partly,
                                  .znodes = removal->removed,
                                  .left = removal->left});
        if (removal.error().code == lockcore::ErrorCode::Busy) return end(LeftRunEnd{.kind = Kind::Lives});
        if (removal.error().code == lockcore::ErrorCode::NoNode) return end(LeftRunEnd{.kind = Kind::Gone});
        end(tl::unexpected(removal.error()));
    }

    void end(lockcore::Result<LeftRunEnd> result) {
        if (std::exchange(m_hasEnded, true)) return;
        QMetaObject::invokeMethod(
            &windowThread(),
            [self = weak_from_this(), result = std::move(result)] {
                const auto open = self.lock();
                if (open && open->m_done) std::exchange(open->m_done, {})(result);
            },
            Qt::QueuedConnection);
    }

    const std::string m_path;
    Done m_done;  ///< GUI thread
    bool m_isLooking = false;
    bool m_hasEnded = false;
    lockcore::EventLoop& m_loop;
    std::shared_ptr<lockcore::Session> m_session;
};

LeftRunRemoval::LeftRunRemoval(lockcore::SessionOptions options, std::string path, Done done)
    : m_loop(std::make_unique<lockcore::EventLoop>()),
      m_work(std::make_shared<Work>(*m_loop, std::move(path), std::move(done))) {
    m_work->open(std::move(options));
}

LeftRunRemoval::~LeftRunRemoval() {
    m_work->forget();
    closeInBackground([work = std::move(m_work), loop = std::shared_ptr(std::move(m_loop))]() mutable {
        work->close();
        work.reset();
        loop.reset();
    });
}

}  // namespace lockscope
