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
