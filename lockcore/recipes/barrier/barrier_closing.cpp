// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "barrier_closing.h"

#include "barrier_entry.h"
#include "common/guaranteed_delete.h"

#include <lockcore/log.h>
#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

/// Each is in vain only where a member has gone, or was written, meanwhile.
constexpr int kMostAttempts = 100;

}  // namespace

void BarrierClosing::start(std::shared_ptr<ZooKeeper> session, std::string barrier, When when,
                           std::function<void(const Error&)> refused) {
    std::make_shared<BarrierClosing>(std::move(session), std::move(barrier), when, std::move(refused))
        ->begin();
}

BarrierClosing::BarrierClosing(std::shared_ptr<ZooKeeper> session, std::string barrier, When when,
                               std::function<void(const Error&)> refused)
    : m_session(std::move(session)),
      m_barrier(std::move(barrier)),
      m_when(when),
      m_refused(std::move(refused)) {}

void BarrierClosing::begin() {
    if (isOver(m_session->status().state)) return;
    m_self = shared_from_this();
    m_listener.emplace(m_session,
                       SessionListener::Handlers{[this] { list(); }, {}, [this](ErrorCode) { finish(); }});
    list();
}

void BarrierClosing::list() {
    if (m_underWay || !isConnected(m_session->status().state)) return;
    m_underWay = true;
    m_session->children(m_barrier, {}, [self = shared_from_this()](const Result<ChildList>& result) {
        self->listed(result);
    });
}

void BarrierClosing::listed(const Result<ChildList>& result) {
    if (!m_self) return;
    if (!result) {
        if (isAmbiguous(result.error().code)) {
            again();
        } else if (m_when == When::Always && result.error().code != ErrorCode::NoNode) {
            lookAtReady();
        } else {
            finish();
        }
        return;
    }
    const auto members = membersIn(result->names);
    const bool isOpen = members.size() < result->names.size();
    if (!isOpen || (m_when == When::IfEmpty && !members.empty())) {
        finish();
        return;
    }
    m_ops.clear();
    m_problem.reset();
    for (const auto& member : members) {
        auto path = joinPath(m_barrier, member);
        m_session->get(path, {}, [self = shared_from_this(), path](const Result<NodeData>& read) {
            self->memberRead(path, read);
        });
    }
    m_session->children(m_barrier, {}, [self = shared_from_this(), members](const Result<ChildList>& now) {
        self->membersRead(members, now);
    });
}

void BarrierClosing::memberRead(const std::string& path, const Result<NodeData>& result) {
    if (result) {
        m_ops.emplace_back(SetNode{path, result->data, result->stat.version});
    } else if (result.error().code != ErrorCode::NoNode) {
        m_problem = result.error();
    }
}

/// The second list comes after all of them. Who has come meanwhile is read, too, lest it be missed. Where it
/// lacks "ready" somebody else has deleted that, and one that is there from now on is the next round's.
void BarrierClosing::membersRead(const std::vector<std::string>& members, const Result<ChildList>& now) {
    if (!m_self) return;
    if (!now && !m_problem) m_problem = now.error();
    if (m_problem) {
        isAmbiguous(m_problem->code) ? again() : lookAtReady();
    } else if (membersIn(now->names).size() == now->names.size()) {
        finish();
    } else if (membersIn(now->names) != members && ++m_attempts < kMostAttempts) {
        again();
    } else {
        write();
    }
}

void BarrierClosing::write() {
    m_ops.emplace_back(RemoveNode{readyPath(m_barrier)});
    m_session->multi(m_ops, [self = shared_from_this()](const Result<std::vector<std::string>>& result) {
        self->written(result);
    });
}

void BarrierClosing::written(const Result<std::vector<std::string>>& result) {
    if (!m_self) return;
    if (result) {
        finish();
        return;
    }
    const auto code = result.error().code;
    const bool hasChanged = code == ErrorCode::NoNode || code == ErrorCode::BadVersion;
    if (isAmbiguous(code) || (hasChanged && ++m_attempts < kMostAttempts)) {
        again();
    } else {
        lookAtReady();
    }
}

/// Now, or when the connection is back.
void BarrierClosing::again() {
    m_underWay = false;
    list();
}

/// Behind a sync: after a reconnect the server asked may be behind the one that applied an earlier delete.
void BarrierClosing::lookAtReady() {
    const auto path = readyPath(m_barrier);
    if (m_ready) m_session->sync(path, [](const Result<void>&) {});
    m_session->exists(path, {},
                      [self = shared_from_this()](const Result<Stat>& ready) { self->removeReady(ready); });
}

/// Servers from 3.8.4 on may refuse the look: then it can be deleted once, but not again.
void BarrierClosing::removeReady(const Result<Stat>& ready) {
    if (!m_self) return;
    if (!ready && isAmbiguous(ready.error().code)) {
        again();
        return;
    }
    const bool isGone = !ready && ready.error().code == ErrorCode::NoNode;
    const auto czxid = ready ? ready->czxid : Zxid::None;
    const bool isAnothers = m_ready && (*m_ready == Zxid::None || *m_ready != czxid);
    if (isGone || isAnothers || (!ready && isSessionOver(ready.error().code))) {
        finish();
        return;
    }
    m_ready = czxid;
    m_session->remove(readyPath(m_barrier), -1, [self = shared_from_this()](const Result<void>& result) {
        self->readyRemoved(result);
    });
}

void BarrierClosing::readyRemoved(const Result<void>& result) {
    if (!m_self) return;
    if (result || result.error().code == ErrorCode::NoNode || isSessionOver(result.error().code)) {
        finish();
    } else if (isAmbiguous(result.error().code)) {
        again();
    } else {
        // What was refused was not deleted: by the next time it may be deleted again, though nobody may look.
        if (m_ready == Zxid::None) m_ready.reset();
        pauseAfter(result.error());
    }
}

void BarrierClosing::pauseAfter(const Error& refusal) {
    if (m_refusals == 0) {
        log(LogLevel::Error, describe(refusal) + "; the barrier stays open, and will be closed later");
        if (m_refused) m_refused(refusal);
    }
    m_underWay = false;
    auto& loop = m_session->loop();
    loop.cancel(m_pause);
    m_pause = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals++), [this] { list(); });
}

void BarrierClosing::finish() {
    const auto alive = std::exchange(m_self, nullptr);
    m_listener.reset();
    m_session->loop().cancel(m_pause);
}

}  // namespace lockcore
