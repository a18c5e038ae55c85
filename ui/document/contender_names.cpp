// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/contender_names.h"

namespace lockscope {

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

}  // namespace lockscope
