// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contention_driver.h"

#include "guid.h"

#include <lockcore/log.h>
#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

/// A hold is watched (for its deletion and for a revoke) once it has lasted this long: short critical
/// sections, which are over before anybody could react, don't pay a request for it.
constexpr auto kOwnWatchDelay = std::chrono::milliseconds(20);

}  // namespace

ContentionDriver::ContentionDriver(std::shared_ptr<ZooKeeper> session, std::string directory, LockMode mode,
                                   std::string data, Handlers handlers)
    : m_session(std::move(session)),
      m_directory(std::move(directory)),
      m_data(std::move(data)),
      m_handlers(std::move(handlers)),
      m_contention(m_directory, mode, newGuid()) {}

void ContentionDriver::start(std::optional<TimePoint> deadline) {
    m_self = shared_from_this();
    const auto& status = m_session->status();
    if (isOver(status.state)) {
        const auto code = status.state == ConnectionState::Expired      ? ErrorCode::SessionExpired
                          : status.state == ConnectionState::AuthFailed ? ErrorCode::AuthFailed
                                                                        : ErrorCode::Closing;
        m_contention.sessionOver(code);
        run();
        return;
    }
    m_listener = m_session->addListener([this](const ConnectionStatus& next) { follow(next); });
    if (deadline) {
        m_deadline = m_session->loop().callAt(*deadline, [this] { giveUp(ErrorCode::DeadlineExceeded); });
    }
    m_contention.start(status.session, isConnected(status.state));
    run();
}

void ContentionDriver::giveUp(ErrorCode why) {
    m_contention.giveUp(why);
    run();
}

void ContentionDriver::release() {
    m_contention.release();
    run();
}

void ContentionDriver::follow(const ConnectionStatus& status) {
    switch (status.state) {
        case ConnectionState::Connecting: break;
        case ConnectionState::Connected:
        case ConnectionState::Reconnected: m_contention.connected(status.session); break;
        case ConnectionState::Suspended: m_contention.suspended(); break;
        case ConnectionState::Expired: m_contention.sessionOver(ErrorCode::SessionExpired); break;
        case ConnectionState::AuthFailed: m_contention.sessionOver(ErrorCode::AuthFailed); break;
        case ConnectionState::Closed: m_contention.sessionOver(ErrorCode::Closing); break;
    }
    run();
}

/// Handlers may come back into release() or giveUp(): their commands are carried out by the loop that is
/// running.
void ContentionDriver::run() {
    if (std::exchange(m_running, true)) return;
    const auto alive = shared_from_this();
    for (auto commands = m_contention.takeCommands(); !commands.empty();
         commands = m_contention.takeCommands()) {
        for (const auto& command : commands) {
            std::visit([this](const auto& one) { execute(one); }, command);
        }
    }
    m_running = false;
}

void ContentionDriver::execute(const Contention::Create& command) {
    m_session->create(command.prefix, m_data, NodeKind::EphemeralSequential,
                      [self = shared_from_this()](const Result<CreatedNode>& result) {
                          self->m_contention.created(result);
                          self->run();
                      });
}

/// Sent without waiting for one another: the server applies them in order. Answers don't matter, the create
/// that follows tells whether the directory is there.
void ContentionDriver::execute(const Contention::CreateParents&) {
    for (auto end = m_directory.find('/', 1);; end = m_directory.find('/', end + 1)) {
        const auto level = m_directory.substr(0, end);
        m_session->create(level, {}, NodeKind::Container, [](const Result<CreatedNode>&) {});
        if (end == std::string::npos) return;
    }
}

void ContentionDriver::execute(const Contention::List& command) {
    m_session->children(m_directory, {},
                        [self = shared_from_this(), id = command.id](const Result<ChildList>& result) {
                            self->m_contention.listed(id, result);
                            self->run();
                        });
}

void ContentionDriver::execute(const Contention::Sync&) {
    m_session->sync(m_directory, [](const Result<void>&) {});
}

void ContentionDriver::execute(const Contention::Inspect& command) {
    m_session->get(command.path, {},
                   [self = shared_from_this(), path = command.path](const Result<NodeData>& result) {
                       self->m_contention.inspected(path, result);
                       self->run();
                   });
}

void ContentionDriver::execute(const Contention::Watch& command) {
    const auto id = command.id;
    m_watch = m_session->get(
        command.path,
        [self = shared_from_this(), id](const WatchEvent&) {
            self->m_contention.watchFired(id);
            self->run();
        },
        [self = shared_from_this(), id](const Result<NodeData>& result) {
            self->m_contention.watched(id, result);
            self->run();
        });
}

void ContentionDriver::execute(const Contention::Unwatch&) {
    m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
}

void ContentionDriver::execute(const Contention::WatchOwn& command) {
    m_ownWatch = m_session->get(
        command.path,
        [self = shared_from_this()](const WatchEvent&) {
            self->m_contention.ownFired();
            self->run();
        },
        [self = shared_from_this()](const Result<NodeData>& result) {
            self->m_contention.ownRead(result);
            self->run();
        });
}

/// Deleting the znode uses up the watch on it, so it is not cancelled before: that would be one more request.
void ContentionDriver::execute(const Contention::Remove& command) {
    m_session->loop().cancel(m_ownWatchDue);
    m_session->remove(command.path, -1, [self = shared_from_this()](const Result<void>& result) {
        self->m_contention.removed(result);
        self->run();
    });
}

void ContentionDriver::execute(const Contention::Queued& command) {
    m_path = command.path;
    m_stat = command.stat;
    m_handlers.queued(m_path, m_stat);
}

void ContentionDriver::execute(const Contention::Granted&) {
    m_session->loop().cancel(m_deadline);
    m_ownWatchDue = m_session->loop().callAt(m_session->loop().now() + kOwnWatchDelay, [this] {
        m_contention.watchOwnDue();
        run();
    });
    m_handlers.granted(m_path, m_stat);
}

void ContentionDriver::execute(const Contention::Failed& command) {
    m_session->loop().cancel(m_deadline);
    m_handlers.failed(command.error);
}

void ContentionDriver::execute(const Contention::HoldChanged& command) {
    m_handlers.holdChanged(command.state);
}

void ContentionDriver::execute(const Contention::RevokeAsked&) {
    m_handlers.revokeAsked();
}

void ContentionDriver::execute(const Contention::RemoveFailed& command) {
    log(LogLevel::Error, describe(command.error) + "; the znode stays until the session ends");
}

void ContentionDriver::execute(const Contention::Finished&) {
    m_session->loop().cancel(m_deadline);
    m_session->loop().cancel(m_ownWatchDue);
    m_session->removeListener(m_listener);
    m_session->cancelWatch(std::exchange(m_ownWatch, WatchToken::None));
    m_handlers.finished();
    m_self.reset();
}

}  // namespace lockcore
