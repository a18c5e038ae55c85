// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contention_driver.h"

#include "containers.h"
#include "guaranteed_delete.h"
#include "guid.h"

#include <lockcore/log.h>
#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

/// A hold is watched (for its deletion and for a revoke) once it has lasted this long: short critical
/// sections, which are over before anybody could react, don't pay a request for it.
constexpr auto kOwnWatchDelay = std::chrono::milliseconds(20);

/// How long a contender lets creates and lists of other sessions, which may explain the numbers before its
/// own, take before it makes a list instead.
constexpr auto kViewPatience = std::chrono::milliseconds(50);

}  // namespace

ContentionDriver::ContentionDriver(std::shared_ptr<ZooKeeper> session, ContentionSpec spec, Handlers handlers)
    : m_session(std::move(session)),
      m_view(m_session->loop().local<DirectoryViews>().at(m_session->cluster(), spec.directory, spec.kind)),
      m_handlers(std::move(handlers)),
      m_contention(std::move(spec), newGuid(), m_view) {}

void ContentionDriver::start(std::optional<TimePoint> deadline) {
    m_self = shared_from_this();
    m_startedAt = m_session->loop().now();
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

void ContentionDriver::ownIsGone() {
    m_contention.ownFired(WatchEvent::Kind::Deleted);
    run();
}

void ContentionDriver::setMaxLeases(int maxLeases) {
    m_contention.setMaxLeases(maxLeases);
    run();
}

bool ContentionDriver::isInDoubt() const {
    return m_session->contact().isInDoubt(m_session->loop().bootTime());
}

/// Before whatever may grant.
void ContentionDriver::noteDoubt() {
    m_contention.setInDoubt(isInDoubt());
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
    for (const auto& ready : m_view->takeReady())
        ready();
}

void ContentionDriver::execute(const Contention::Create& command) {
    const auto& spec = m_contention.spec();
    const auto kind = command.isSequential ? NodeKind::EphemeralSequential : NodeKind::Ephemeral;
    const auto ticket = m_view->createSent();
    createNode({command.path, spec.data, kind, spec.nodeAcl},
               [self = shared_from_this(), ticket](const Result<CreatedNode>& result) {
                   self->m_view->createAnswered(ticket);
                   self->m_contention.created(result);
                   self->run();
               });
}

void ContentionDriver::createNode(const NewNode& node, Completion<CreatedNode> done) {
    if (m_contention.spec().createsElsewhere) {
        m_handlers.create(node, std::move(done));
    } else {
        m_session->create(node, std::move(done));
    }
}

/// Told without run(): the create that follows is answered next.
void ContentionDriver::execute(const Contention::CreateParents&) {
    createContainers(*m_session, m_contention.spec().directory, m_contention.spec().parentAcl,
                     [self = shared_from_this()](const Result<void>& result) {
                         self->m_contention.parentsCreated(result);
                     });
}

void ContentionDriver::execute(const Contention::List& command) {
    const auto ticket = m_view->listSent();
    Watcher watcher;
    if (command.watch != 0) watcher = watcherFor(command.watch);
    const auto token = m_session->children(
        m_contention.spec().directory, std::move(watcher),
        [self = shared_from_this(), id = command.id, ticket](const Result<ChildList>& result) {
            self->m_view->listAnswered(ticket);
            self->noteDoubt();
            self->m_contention.listed(id, result);
            self->run();
        });
    if (command.watch != 0) m_watch = token;
}

Watcher ContentionDriver::watcherFor(std::uint64_t id) {
    return [self = shared_from_this(), id](const WatchEvent& event) {
        self->noteDoubt();
        self->m_contention.watchFired(id, event.kind);
        self->run();
    };
}

void ContentionDriver::execute(const Contention::Sync&) {
    m_session->sync(m_contention.spec().directory, [](const Result<void>&) {});
}

void ContentionDriver::execute(const Contention::Inspect& command) {
    m_session->get(command.path, {},
                   [self = shared_from_this(), path = command.path](const Result<NodeData>& result) {
                       self->m_contention.inspected(path, result);
                       self->run();
                   });
}

void ContentionDriver::execute(const Contention::Watch& command) {
    m_watch = m_session->get(command.path, watcherFor(command.id),
                             [self = shared_from_this(), id = command.id](const Result<NodeData>& result) {
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
        [self = shared_from_this()](const WatchEvent& event) {
            self->m_contention.ownFired(event.kind);
            self->run();
        },
        [self = shared_from_this()](const Result<NodeData>& result) {
            self->m_contention.ownRead(result);
            self->run();
        });
}

/// It may still wait as the znode that somebody deleted meanwhile.
void ContentionDriver::execute(const Contention::AwaitView& command) {
    stopAwaiting();
    m_awaiting = command.name;
    m_view->await(command.name, [self = shared_from_this()] {
        self->stopAwaiting();
        self->m_contention.viewChanged();
        self->run();
    });
    awaitPatiently();
}

/// Again and again: the list that is waited for instead may belong to a server that hangs, too.
void ContentionDriver::awaitPatiently() {
    auto& loop = m_session->loop();
    m_viewDue = loop.callAt(loop.now() + kViewPatience, [this] {
        m_view->overdue(m_awaiting);
        awaitPatiently();
        run();
    });
}

void ContentionDriver::stopAwaiting() {
    if (m_awaiting.empty()) return;
    m_session->loop().cancel(m_viewDue);
    m_view->stopAwaiting(m_awaiting);
    m_awaiting.clear();
}

/// A pause may run already: another failure came meanwhile, and its pause counts.
void ContentionDriver::execute(const Contention::Retry& command) {
    auto& loop = m_session->loop();
    loop.cancel(std::exchange(m_retryDue, Loop::Timer::None));
    const auto pause = m_contention.spec().retry.pause(m_retries++, loop.now() - m_startedAt);
    if (!pause) {
        m_contention.retriesExhausted(command.cause);
    } else if (*pause <= Duration::zero()) {
        m_contention.retryDue();
    } else {
        m_retryDue = loop.callAt(loop.now() + *pause, [this] {
            m_contention.retryDue();
            run();
        });
    }
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
    m_isAsked = false;
    if (m_handlers.queued) m_handlers.queued(m_path, m_stat);
}

void ContentionDriver::execute(const Contention::Granted&) {
    m_session->loop().cancel(m_deadline);
    m_ownWatchDue = m_session->loop().callAt(m_session->loop().now() + kOwnWatchDelay, [this] {
        m_contention.watchOwnDue();
        run();
    });
    if (m_handlers.granted) m_handlers.granted(m_path, m_stat);
}

void ContentionDriver::execute(const Contention::Failed& command) {
    m_session->loop().cancel(m_deadline);
    if (m_handlers.failed) m_handlers.failed(command.error);
}

void ContentionDriver::execute(const Contention::HoldChanged& command) {
    if (command.state == HoldState::Held && isInDoubt()) {
        askBeforeHeld();
        return;
    }
    if (m_handlers.holdChanged) m_handlers.holdChanged(command.state);
}

/// The session is connected again by an answer that may have waited in the socket while this process was
/// paused, and have ended since. Without an answer the connection has broken, and the next one leads here.
void ContentionDriver::askBeforeHeld() {
    m_session->exists(m_path, {}, [self = shared_from_this()](const Result<Stat>& result) {
        if (!self->m_contention.isHeld()) return;
        if (!result && result.error().code == ErrorCode::NoNode) {
            self->ownIsGone();
        } else if (result || (!isAmbiguous(result.error().code) && !isSessionOver(result.error().code))) {
            // A refusal, too, is the answer of a server that has the session.
            self->execute(Contention::HoldChanged{HoldState::Held});
        }
    });
}

void ContentionDriver::execute(const Contention::RevokeAsked&) {
    m_isAsked = true;
    if (m_handlers.revokeAsked) m_handlers.revokeAsked();
}

void ContentionDriver::execute(const Contention::RemoveFailed& command) {
    auto& loop = m_session->loop();
    loop.cancel(std::exchange(m_retryDue, Loop::Timer::None));
    m_retryDue = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals), [this] {
        m_contention.removeDue();
        run();
    });
    if (m_refusals++ > 0) return;
    log(LogLevel::Error, describe(command.error) + "; the znode stays, and will be tried again");
    if (m_handlers.removeRefused) m_handlers.removeRefused(command.error);
    if (const auto& told = m_contention.spec().deleteRefused) told(command.error);
}

void ContentionDriver::execute(const Contention::Finished&) {
    m_session->loop().cancel(m_deadline);
    m_session->loop().cancel(m_ownWatchDue);
    m_session->loop().cancel(m_retryDue);
    stopAwaiting();
    m_session->removeListener(m_listener);
    m_session->cancelWatch(std::exchange(m_ownWatch, WatchToken::None));
    if (m_handlers.finished) m_handlers.finished();
    m_self.reset();
}

}  // namespace lockcore
