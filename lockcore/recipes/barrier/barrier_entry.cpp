// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "barrier_entry.h"

#include "barrier_closing.h"
#include "common/containers.h"
#include "common/guaranteed_delete.h"
#include "common/local_address.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr const char* kReady = "ready";

}  // namespace

std::string readyPath(const std::string& barrier) {
    return joinPath(barrier, kReady);
}

std::vector<std::string> membersIn(std::vector<std::string> names) {
    std::erase(names, kReady);
    std::ranges::sort(names);
    return names;
}

BarrierEntry::BarrierEntry(Request request, std::string node, int memberQty, BarrierOptions options)
    : LimitedCall(std::move(request)),
      m_node(std::move(node)),
      m_ready(readyPath(this->request().path)),
      m_memberQty(memberQty),
      m_options(std::move(options)) {}

NewNode BarrierEntry::node(std::string path, NodeKind kind) const {
    return {std::move(path), m_options.data.value_or(localAddress()), kind, m_options.nodeAcl};
}

void BarrierEntry::connected() {
    m_parentAttempts = 0;  // the creates of the parents may have been lost with the connection
    m_parents = {};
    if (m_state == State::Idle || m_state == State::Waiting) look();
}

void BarrierEntry::look() {
    m_state = State::Looking;
    if (m_watch == WatchToken::None) {
        m_watch = zookeeper().exists(
            m_ready, [call = self<BarrierEntry>()](const WatchEvent& event) { call->fired(event); },
            [call = self<BarrierEntry>()](const Result<Stat>& result) { call->watched(result); });
    }
    createOwn();
}

void BarrierEntry::createOwn() {
    const auto flight = ++m_flight;
    m_mayExistAlready = std::exchange(m_mayExist, true);
    zookeeper().create(node(m_node, NodeKind::Ephemeral),
                       [call = self<BarrierEntry>(), flight](const Result<CreatedNode>& result) {
                           if (call->isCurrent(flight)) call->created(result);
                       });
    zookeeper().children(request().path, {},
                         [call = self<BarrierEntry>(), flight](const Result<ChildList>& result) {
                             if (call->isCurrent(flight)) call->evaluate(result);
                         });
}

void BarrierEntry::watched(const Result<Stat>& result) {
    if (isFinished()) return;
    if (result) {
        m_isOpen = true;
    } else if (result.error().code != ErrorCode::NoNode) {
        m_watch = WatchToken::None;
        if (isAmbiguous(result.error().code)) {
            lookAgain();
        } else {
            finish(tl::unexpected(result.error()));
        }
    }
}

/// That "ready" was created is enough, even if it has been deleted since: the barrier was open while this
/// member was there or about to be.
void BarrierEntry::fired(const WatchEvent& event) {
    if (isFinished()) return;
    m_watch = WatchToken::None;
    if (event.kind == WatchEvent::Kind::Created) m_isOpen = true;
    if (m_isOpen && m_state == State::Waiting) pass();
}

void BarrierEntry::created(const Result<CreatedNode>& result) {
    // The name is this entry's alone: one that exists was made by an earlier try without an answer.
    if (result || result.error().code == ErrorCode::NodeExists) {
        m_parentAttempts = 0;
        if (!result) askWhetherItWasOpen();
    } else if (isAmbiguous(result.error().code)) {
        lookAgain();
    } else if (result.error().code == ErrorCode::NoNode && !m_parents) {
        m_mayExist = false;
        finish(m_parents);
    } else if (result.error().code == ErrorCode::NoNode && m_parentAttempts < kContainerAttempts) {
        ++m_parentAttempts;
        m_mayExist = false;
        createContainers(
            zookeeper(), request().path, m_options.parentAcl,
            [call = self<BarrierEntry>()](const Result<void>& parents) { call->m_parents = parents; });
        createOwn();
    } else {
        m_mayExist = m_mayExistAlready;
        finish(tl::unexpected(result.error()));
    }
}

/// Between then and now "ready" may have come and gone. Whoever deletes it while others are there writes
/// their znodes, which nobody else does: see BarrierClosing.
void BarrierEntry::askWhetherItWasOpen() {
    zookeeper().exists(m_node, {},
                       [call = self<BarrierEntry>(), flight = m_flight](const Result<Stat>& result) {
                           if (call->isCurrent(flight)) call->toldWhetherItWasOpen(result);
                       });
}

/// Who does not get to know it would wait for ever. What refuses the look may pass; after another loss it is
/// asked again anyway, and a znode that is gone is created anew.
void BarrierEntry::toldWhetherItWasOpen(const Result<Stat>& own) {
    if (own && own->version != 0) {
        m_isOpen = true;
        if (m_state == State::Waiting) pass();
    } else if (!own && own.error().code != ErrorCode::NoNode && !isAmbiguous(own.error().code) &&
               !isSessionOver(own.error().code)) {
        auto& loop = zookeeper().loop();
        loop.cancel(m_askAgain);
        m_askAgain = loop.callAt(loop.now() + pauseAfterRefusal(m_refusals++),
                                 [call = self<BarrierEntry>(), flight = m_flight] {
                                     if (call->isCurrent(flight)) call->askWhetherItWasOpen();
                                 });
    }
}

void BarrierEntry::evaluate(const Result<ChildList>& result) {
    if (!result) {
        const auto code = result.error().code;
        if (isAmbiguous(code) || code == ErrorCode::NoNode) {
            lookAgain();
        } else {
            finish(tl::unexpected(result.error()));
        }
        return;
    }
    const auto& names = result->names;
    if (std::ranges::count(names, nodeName(m_node)) == 0) {
        look();  // somebody deleted it
        return;
    }
    const auto members = std::ssize(membersIn(names));
    const bool isOpenNow = std::ssize(names) > members;
    m_isOpen = m_isOpen || isOpenNow;
    m_isFull = m_isFull || members >= m_memberQty;
    if (m_isFull && !isOpenNow) {
        open();  // also who saw an earlier "ready": those who came after its end wait for a new one
    } else if (m_isOpen) {
        pass();
    } else {
        m_state = State::Waiting;
    }
}

void BarrierEntry::open() {
    m_state = State::Opening;
    zookeeper().create(node(m_ready, NodeKind::Persistent),
                       [call = self<BarrierEntry>()](const Result<CreatedNode>& result) {
                           if (!call->isFinished()) call->opened(result);
                       });
}

void BarrierEntry::opened(const Result<CreatedNode>& result) {
    if (result || result.error().code == ErrorCode::NodeExists) {
        pass();
    } else if (isAmbiguous(result.error().code)) {
        lookAgain();
    } else if (result.error().code == ErrorCode::NoNode) {
        m_isFull = false;  // somebody deleted the directory, and all members with it
        look();
    } else {
        finish(tl::unexpected(result.error()));
    }
}

void BarrierEntry::lookAgain() {
    ++m_flight;
    m_state = State::Idle;
    if (isConnectedNow()) look();
}

void BarrierEntry::pass() {
    stopWaiting();
    finish({});
}

void BarrierEntry::stopWaiting() {
    zookeeper().cancelWatch(std::exchange(m_watch, WatchToken::None));
    zookeeper().loop().cancel(m_askAgain);
}

void BarrierEntry::abandoned() {
    stopWaiting();
    if (!m_mayExist) return;
    // "ready" goes with the last of those who did not pass, who need not be the one that made it.
    const auto close = [session = request().session, barrier = request().path,
                        refused = m_options.onDeleteRefused](const Result<void>& result) {
        if (result) BarrierClosing::start(session, barrier, BarrierClosing::When::IfEmpty, refused);
    };
    GuaranteedDelete::start(request().session, {.path = m_node, .refused = m_options.onDeleteRefused}, close);
}

}  // namespace lockcore
