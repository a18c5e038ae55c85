// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "guaranteed_delete.h"

#include <lockcore/log.h>

#include <utility>

namespace lockcore {

void GuaranteedDelete::start(std::shared_ptr<ZooKeeper> session, Target target, Completion<void> done) {
    std::make_shared<GuaranteedDelete>(std::move(session), std::move(target), std::move(done))->begin();
}

GuaranteedDelete::GuaranteedDelete(std::shared_ptr<ZooKeeper> session, Target target, Completion<void> done)
    : m_session(std::move(session)), m_target(std::move(target)), m_done(std::move(done)) {}

void GuaranteedDelete::begin() {
    m_self = shared_from_this();
    const auto over = [this](ErrorCode why) {
        finish(fail(why, "Deleting " + m_target.path, m_target.path));
    };
    if (const auto state = m_session->status().state; isOver(state)) {
        over(endOfSession(state));
        return;
    }
    m_listener.emplace(m_session, SessionListener::Handlers{[this] { attempt(); }, {}, over});
    attempt();
}

void GuaranteedDelete::attempt() {
    if (m_underWay) return;
    if (!isConnected(m_session->status().state)) {
        m_target.surelyOurs = false;  // by the time it is back it may be another client's
        return;
    }
    m_underWay = true;
    if (m_target.guid.empty() || m_target.surelyOurs) {
        remove();
    } else {
        look();
    }
}

void GuaranteedDelete::remove() {
    m_session->remove(m_target.path, -1,
                      [self = shared_from_this()](const Result<void>& result) { self->removed(result); });
}

void GuaranteedDelete::removed(const Result<void>& result) {
    if (!m_self) return;
    if (!result && isAmbiguous(result.error().code)) {
        // It may have been applied, and another client's znode may have taken the name since.
        m_target.surelyOurs = false;
        repeat();
    } else if (result || result.error().code == ErrorCode::NoNode) {
        finish({});
    } else if (isSessionOver(result.error().code)) {
        finish(result);
    } else {
        refused(result.error());
    }
}

/// Behind a sync: after a reconnect the server asked may be behind the one that applied the delete.
void GuaranteedDelete::look() {
    m_session->sync(m_target.path, [](const Result<void>&) {});
    const auto self = shared_from_this();
    if (m_target.czxid != Zxid::None) {
        m_session->exists(m_target.path, {}, [self](const Result<Stat>& result) {
            self->looked(result.map([&](const Stat& stat) { return stat.czxid == self->m_target.czxid; }));
        });
        return;
    }
    m_session->get(m_target.path, {}, [self](const Result<NodeData>& result) {
        self->looked(result.map([&](const NodeData& node) {
            return node.data == self->m_target.guid &&
                   node.stat.ephemeralOwner == self->m_session->status().session;
        }));
    });
}

void GuaranteedDelete::looked(const Result<bool>& isOurs) {
    if (!m_self) return;
    if (!isOurs && isAmbiguous(isOurs.error().code)) {
        repeat();
    } else if (isOurs && *isOurs) {
        remove();
    } else if (isOurs || isOurs.error().code == ErrorCode::NoNode) {
        finish({});
    } else if (isSessionOver(isOurs.error().code)) {
        finish(tl::unexpected(isOurs.error()));
    } else {
        refused(isOurs.error());
    }
}

void GuaranteedDelete::repeat() {
    m_underWay = false;
    attempt();
}

/// The znode that stays may be deleted by hand, and its name be another client's before this is allowed to.
void GuaranteedDelete::refused(const Error& error) {
    m_underWay = false;
    m_target.surelyOurs = false;  // the next attempt looks first
    if (m_refusals == 0) {
        log(LogLevel::Error, describe(error) + "; the znode stays, and will be tried again");
        if (m_target.refused) m_target.refused(error);
    }
    auto& loop = m_session->loop();
    loop.cancel(m_again);
    m_again = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals++), [this] { attempt(); });
}

void GuaranteedDelete::finish(Result<void> result) {
    if (!m_self) return;
    const auto alive = std::exchange(m_self, nullptr);
    m_listener.reset();
    m_session->loop().cancel(m_again);
    if (m_done) m_done(std::move(result));
}

}  // namespace lockcore
