// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a contention asks of its session and of the view of its directory.
#include "contention.h"

#include "common/containers.h"

#include <utility>

namespace lockcore {

namespace {

/// How long a contender lets creates and lists of other sessions, which may explain the numbers before its
/// own, take before it makes a list instead.
constexpr auto kViewPatience = std::chrono::milliseconds(50);

}  // namespace

void Contention::sendCreate(const NewNode& node) {
    later([this, node] {
        const auto ticket = m_view->createSent();
        auto done = event([this, ticket](const Result<CreatedNode>& result) {
            m_view->createAnswered(ticket);
            created(result);
        });
        if (m_spec.createsElsewhere) {
            m_handlers.create(node, std::move(done));
        } else {
            m_session->create(node, std::move(done));
        }
    });
}

/// The directory and what is missing above it. Told before the create that follows is answered.
void Contention::createParents() {
    later([this] {
        createContainers(
            *m_session, m_spec.directory, m_spec.parentAcl,
            [self = shared_from_this()](const Result<void>& result) { self->m_parents = result; });
    });
}

/// The watch is for changes of the directory; 0 for none.
void Contention::sendList(std::uint64_t watch) {
    later([this, id = ++m_list, watch] {
        const auto ticket = m_view->listSent();
        const auto token = m_session->children(m_spec.directory, watch != 0 ? watcherFor(watch) : Watcher(),
                                               event([this, id, ticket](const Result<ChildList>& result) {
                                                   m_view->listAnswered(ticket);
                                                   listed(id, result);
                                               }));
        if (watch != 0) m_watchToken = token;
    });
}

Watcher Contention::watcherFor(std::uint64_t id) {
    return event([this, id](const WatchEvent& change) { watchFired(id, change.kind); });
}

void Contention::dropWatch() {
    if (std::exchange(m_watch, 0) == 0) return;
    later([this] { m_session->cancelWatch(std::exchange(m_watchToken, WatchToken::None)); });
}

void Contention::sync() {
    later([this] { m_session->sync(m_spec.directory, [](const Result<void>&) {}); });
}

/// It may still wait as the znode that somebody deleted meanwhile.
void Contention::awaitView() {
    later([this, name = ownName()] {
        stopAwaiting();
        m_awaiting = name;
        m_view->await(name, event([this] {
                          stopAwaiting();
                          viewChanged();
                      }));
        awaitPatiently();
    });
}

/// Again and again: the list that is waited for instead may belong to a server that hangs, too.
void Contention::awaitPatiently() {
    auto& loop = m_session->loop();
    m_viewDue = loop.callAt(loop.now() + kViewPatience, event([this] {
                                m_view->overdue(m_awaiting);
                                awaitPatiently();
                            }));
}

void Contention::stopAwaiting() {
    if (m_awaiting.empty()) return;
    m_session->loop().cancel(m_viewDue);
    m_view->stopAwaiting(m_awaiting);
    m_awaiting.clear();
}

}  // namespace lockcore
