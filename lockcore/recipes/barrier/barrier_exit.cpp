// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "barrier_exit.h"

#include "barrier_closing.h"
#include "barrier_entry.h"
#include "common/guaranteed_delete.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

BarrierExit::BarrierExit(Request request, std::string node, std::function<void(const Error&)> refused)
    : LimitedCall(std::move(request)), m_node(std::move(node)), m_refused(std::move(refused)) {}

/// While it waits, the session re-arms the watch by itself and tells what it missed.
void BarrierExit::connected() {
    if (m_state == State::Idle) list();
}

void BarrierExit::again() {
    m_state = State::Idle;
    if (isConnectedNow()) connected();
}

void BarrierExit::list() {
    m_state = State::Listing;
    zookeeper().children(request().path, {}, [call = self<BarrierExit>()](const Result<ChildList>& result) {
        if (!call->isFinished()) call->evaluate(result);
    });
}

void BarrierExit::evaluate(const Result<ChildList>& result) {
    if (!result && result.error().code != ErrorCode::NoNode) {
        if (isAmbiguous(result.error().code)) {
            again();
        } else {
            finish(tl::unexpected(result.error()));
        }
        return;
    }
    const auto names = result ? result->names : std::vector<std::string>{};
    const auto members = membersIn(names);
    const bool isOpen = members.size() < names.size();
    const auto own = std::ranges::find(members, nodeName(m_node));
    const bool isThere = own != members.end();
    if (members.empty() || (isThere && members.size() == 1)) {
        m_allLeft = true;
        if (!isOpen)
            goWithoutClosing(isThere);
        else
            isThere ? lookBeforeClosing() : close();
    } else if (m_allLeft) {
        goWithoutClosing(isThere);
    } else if (isThere && own == members.begin()) {
        watch(members.back());
    } else {
        if (isThere) removeOwn();
        watch(members.front());
    }
}

/// Sent in order before what follows. If there is no answer it is repeated: because the next list shows the
/// znode, or by close().
void BarrierExit::removeOwn() {
    zookeeper().remove(m_node, -1, [call = self<BarrierExit>()](const Result<void>& result) {
        if (call->isFinished()) return;
        if (result || result.error().code == ErrorCode::NoNode) {
            call->m_ownGone = true;
        } else if (!isAmbiguous(result.error().code)) {
            call->finish(result);
        }
    });
}

void BarrierExit::watch(const std::string& member) {
    m_state = State::Arming;
    m_watch = zookeeper().get(
        joinPath(request().path, member), [call = self<BarrierExit>()](const WatchEvent&) { call->fired(); },
        [call = self<BarrierExit>()](const Result<NodeData>& result) {
            if (!call->isFinished()) call->armed(result);
        });
}

void BarrierExit::armed(const Result<NodeData>& result) {
    if (result) {
        m_state = State::Waiting;
        return;
    }
    m_watch = WatchToken::None;
    if (result.error().code == ErrorCode::NoNode) {
        list();
    } else if (isAmbiguous(result.error().code)) {
        again();
    } else {
        finish(tl::unexpected(result.error()));
    }
}

void BarrierExit::fired() {
    m_watch = WatchToken::None;
    if (!isFinished() && m_state == State::Waiting) list();
}

/// Whoever else deletes "ready" while this member is there writes its znode: see BarrierClosing. So while
/// that has the version which it had before a list showed "ready", it is still this round's.
void BarrierExit::lookBeforeClosing() {
    m_state = State::Closing;
    zookeeper().exists(m_node, {},
                       [call = self<BarrierExit>()](const Result<Stat>& own) { call->m_ownSeen = own; });
    zookeeper().children(request().path, {}, [call = self<BarrierExit>()](const Result<ChildList>& now) {
        if (!call->isFinished()) call->closeIfUnchanged(now);
    });
}

/// What is refused ends it: abandoned() closes behind it, and pauses where that is refused, too. Servers from
/// 3.8.4 on refuse the look at a znode that its maker may not read.
void BarrierExit::closeIfUnchanged(const Result<ChildList>& now) {
    const auto problem = m_ownSeen ? std::nullopt : std::optional(m_ownSeen.error().code);
    if (!now) {
        evaluate(now);
    } else if (problem && (isAmbiguous(*problem) || *problem == ErrorCode::NoNode)) {
        again();
    } else if (problem && *problem != ErrorCode::NoAuth) {
        finish(tl::unexpected(m_ownSeen.error()));
    } else if (now->names.size() != 2 ||
               membersIn(now->names) != std::vector{std::string(nodeName(m_node))}) {
        evaluate(now);
    } else if (problem) {
        close();
    } else {
        closeTogether(m_ownSeen->version);
    }
}

void BarrierExit::closeTogether(std::int32_t ownVersion) {
    zookeeper().multi({RemoveNode{m_node, ownVersion}, RemoveNode{readyPath(request().path)}},
                      [call = self<BarrierExit>()](const Result<std::vector<std::string>>& result) {
                          if (!call->isFinished()) call->closedTogether(result);
                      });
}

void BarrierExit::closedTogether(const Result<std::vector<std::string>>& result) {
    if (result) {
        finish({});
        return;
    }
    const auto code = result.error().code;
    const bool hasChanged = code == ErrorCode::NoNode || code == ErrorCode::BadVersion;
    if (hasChanged || isAmbiguous(code))
        again();
    else
        close();  // one of them may not be deleted: the other one is
}

void BarrierExit::close() {
    m_state = State::Closing;
    if (!m_ownGone) removeOwn();
    zookeeper().remove(readyPath(request().path), -1,
                       [call = self<BarrierExit>()](const Result<void>& result) {
                           if (!call->isFinished()) call->closed(result);
                       });
}

/// Of this round "ready" has gone: somebody else deleted it, or an earlier try whose answer was lost. One
/// that is there from now on is the next round's, unless those give up while this one is still there.
void BarrierExit::goWithoutClosing(bool isThere) {
    m_state = State::Closing;
    if (!isThere) {
        finish({});
        return;
    }
    zookeeper().remove(m_node, -1, [call = self<BarrierExit>()](const Result<void>& result) {
        if (call->isFinished()) return;
        if (!result && isAmbiguous(result.error().code)) {
            call->again();
        } else if (!result && result.error().code != ErrorCode::NoNode) {
            call->finish(result);
        } else {
            BarrierClosing::start(call->request().session, call->request().path,
                                  BarrierClosing::When::IfEmpty, call->m_refused);
            call->finish({});
        }
    });
}

void BarrierExit::closed(const Result<void>& result) {
    const bool isGone = result || result.error().code == ErrorCode::NoNode;
    if (isGone && m_ownGone) {
        finish({});
    } else if (isGone || isAmbiguous(result.error().code)) {
        again();
    } else {
        finish(result);
    }
}

void BarrierExit::abandoned() {
    zookeeper().cancelWatch(std::exchange(m_watch, WatchToken::None));
    GuaranteedDelete::start(request().session, {.path = m_node, .refused = m_refused});
    BarrierClosing::start(request().session, request().path, BarrierClosing::When::Always, m_refused);
}

}  // namespace lockcore
