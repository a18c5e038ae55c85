// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sample.h>

namespace lockcore {

std::string_view sessionStateName(SessionState state) {
    switch (state) {
        case SessionState::Connected: return "connected";
        case SessionState::Silent: return "silent";
        case SessionState::Ghost: return "ghost";
        case SessionState::Unknown: return "unknown";
    }
    return "unknown";
}

std::string_view sessionDoubtName(SessionDoubt doubt) {
    switch (doubt) {
        case SessionDoubt::None: return "none";
        case SessionDoubt::NoServer: return "no server";
        case SessionDoubt::Unread: return "unread";
        case SessionDoubt::NotAsked: return "not asked";
        case SessionDoubt::TooEarly: return "too early";
        case SessionDoubt::Settling: return "settling";
        case SessionDoubt::Ended: return "ended";
    }
    return "none";
}

std::string_view chainVerdictName(ChainVerdict verdict) {
    switch (verdict) {
        case ChainVerdict::Inferred: return "inferred";
        case ChainVerdict::Verified: return "verified";
        case ChainVerdict::OtherTarget: return "other target";
        case ChainVerdict::Directory: return "directory";
        case ChainVerdict::NoWatch: return "no watch";
        case ChainVerdict::Disconnected: return "disconnected";
    }
    return "inferred";
}

}  // namespace lockcore
