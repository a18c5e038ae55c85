// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "joint_contention.h"

#include <algorithm>
#include <utility>

namespace lockcore {

JointContention::JointContention(std::shared_ptr<ZooKeeper> session,
                                 std::shared_ptr<std::atomic<int>> heldHere, Handlers handlers)
    : m_session(std::move(session)), m_heldHere(std::move(heldHere)), m_handlers(std::move(handlers)) {}

void JointContention::start(const std::vector<ContentionSpec>& specs) {
    m_create = std::make_shared<JointCreate>(m_session, specs.size());
    std::vector<std::shared_ptr<Contention>> contentions;
    for (const auto& spec : specs)
        contentions.push_back(add(spec));
    for (const auto& contention : contentions) {
        if (m_settled) return;
        contention->start(std::nullopt);
    }
}

std::shared_ptr<Contention> JointContention::add(const ContentionSpec& spec) {
    const auto self = shared_from_this();
    const auto index = m_members.size();
    Contention::Handlers handlers;
    handlers.create = [self, index](const NewNode& node, Completion<CreatedNode> done) {
        self->create(index, node, std::move(done));
    };
    handlers.queued = [self, index](const std::string& path, const Stat& stat) {
        self->queued(index, path, stat);
    };
    handlers.granted = [self, index](const std::string&, const Stat&) { self->granted(index); };
    handlers.failed = [self](const Error& error) { self->failed(error); };
    handlers.holdChanged = [self, index](HoldState state) { self->holdChanged(index, state); };
    handlers.revokeAsked = [self, index] {
        if (const auto& node = self->m_members[index].node) node->revokeAsked();
        self->m_handlers.revokeAsked();
    };
    // It may never finish now: nobody is to wait for that.
    handlers.removeRefused = [self, index](const Error& error) {
        if (const auto node = self->m_members[index].node) node->releaseRefused(error);
        self->finished(index);
    };
    handlers.finished = [self, index] { self->finished(index); };
    auto contention = std::make_shared<Contention>(m_session, spec, std::move(handlers));
    m_members.push_back({spec.directory, contention});
    return contention;
}

void JointContention::giveUp() {
    if (std::exchange(m_settled, true)) return;
    m_create->drop();
    for (const auto& member : m_members) {
        const auto contention = member.contention.lock();
        if (!contention) continue;
        // One of the two does something: the member is waiting, or it has got its lock already.
        contention->giveUp(ErrorCode::Cancelled);
        contention->release();
    }
}

/// Nobody asks twice in a transaction's time. A member that asks while another has its place lost its own
/// one.
void JointContention::create(std::size_t index, const NewNode& node, Completion<CreatedNode> done) {
    m_create->ask(node, std::move(done));
    const bool somePlaces =
        std::ranges::any_of(m_members, [](const Member& each) { return each.place.has_value(); });
    if (m_settled) {
        m_create->drop();
    } else if (somePlaces) {
        breakUp(m_members[index].directory);
    }
}

void JointContention::queued(std::size_t index, const std::string& path, const Stat& stat) {
    m_members[index].place = Queued{path, stat.czxid};
    m_members[index].session = stat.ephemeralOwner;
    if (m_settled) return;
    // After a transaction whose answer was lost: this one found its znode, another one did not.
    if (m_create->isWaiting()) {
        breakUp(m_members[index].directory);
        return;
    }
    std::vector<Queued> places;
    for (const auto& member : m_members) {
        if (!member.place) return;
        places.push_back(*member.place);
    }
    m_handlers.queued(places);
}

void JointContention::granted(std::size_t index) {
    m_members[index].isGranted = true;
    if (m_settled || !std::ranges::all_of(m_members, &Member::isGranted)) return;
    m_settled = true;
    Nodes nodes;
    for (auto& member : m_members) {
        member.node = std::make_shared<HeldNode>(
            m_session, member.contention, m_heldHere,
            HeldNode::Identity{LockMode::Exclusive, member.place->path, member.place->czxid, member.session});
        nodes.push_back(member.node);
    }
    m_handlers.granted(nodes);
}

void JointContention::failed(const Error& error) {
    if (m_settled) return;
    giveUp();
    m_handlers.failed(error);
}

/// A lock that was granted can be lost again while others are waited for.
void JointContention::holdChanged(std::size_t index, HoldState state) {
    const auto& member = m_members[index];
    if (member.node) {
        member.node->change(state);
    } else if (state == HoldState::Lost && !isOver(m_session->status().state)) {
        breakUp(member.directory);
    }  // else those that still wait are told of the session's end, too
}

void JointContention::finished(std::size_t index) {
    if (std::exchange(m_members[index].isFinished, true)) return;
    if (std::ranges::all_of(m_members, &Member::isFinished)) m_handlers.finished();
}

void JointContention::breakUp(const std::string& directory) {
    if (m_settled) return;
    giveUp();
    m_handlers.broken(directory);
}

}  // namespace lockcore
