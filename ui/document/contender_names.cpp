// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/contender_names.h"

#include <utility>

namespace lockscope {
namespace {

constexpr std::size_t kMostNodesBefore = 4000;

}  // namespace

QString ContenderNames::of(lockcore::SessionId session) const {
    const auto name = ofSessions.find(session);
    return name == ofSessions.end() ? QString() : name->second;
}

QString ContenderNames::of(const std::string& lockPath, const lockcore::Contender& contender) const {
    const auto session = ofSessions.find(lockcore::ownerOf(contender));
    if (session == ofSessions.end() || !session->second.isEmpty())
        return session == ofSessions.end() ? QString() : session->second;
    const auto name = ofNodes.find(lockPath + '/' + contender.name);
    return name == ofNodes.end() ? QString() : name->second;
}

bool ContenderNames::isShared(lockcore::SessionId session) const {
    const auto name = ofSessions.find(session);
    return name != ofSessions.end() && name->second.isEmpty();
}

void ContenderNames::add(ContenderNames newer) {
    for (const auto& [session, name] : newer.ofSessions) {
        const auto [known, isNew] = ofSessions.try_emplace(session, name);
        if (!isNew && known->second != name) known->second.clear();
    }
    if (newer.ofNodes.size() + kMostNodesBefore < ofNodes.size()) ofNodes.clear();
    // A znode of the same path may be another one's by now.
    newer.ofNodes.merge(ofNodes);
    ofNodes = std::move(newer.ofNodes);
}

}  // namespace lockscope
