// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/cluster_sample.h>

#include <algorithm>

namespace lockcore {

namespace {

bool isAtOrBelow(std::string_view path, std::string_view directory) {
    if (!path.starts_with(directory)) return false;
    path.remove_prefix(directory.size());
    return path.empty() || path.starts_with('/') || directory == "/";
}

}  // namespace

bool ClusterSample::mayLack(std::string_view lock) const {
    if (!catalog) return false;
    const auto& gaps = catalog->gaps;
    const bool isListed =
        (catalog->source == DiscoverySource::AdminServer || catalog->source == DiscoverySource::FourLetter) &&
        std::ranges::find(gaps, GapKind::NotListed, &Gap::kind) == gaps.end();
    const bool isSearched = std::ranges::any_of(
        catalog->searched, [&](const std::string& root) { return isAtOrBelow(lock, root); });
    return std::ranges::any_of(gaps, [&](const Gap& gap) {
        switch (gap.kind) {
            case GapKind::NoSource:
            case GapKind::NotListed:
            case GapKind::ReadOnlySource: return !isSearched;
            case GapKind::DirectoryUnread: return !isListed && isAtOrBelow(lock, gap.path);
            case GapKind::SearchCut:
            case GapKind::SearchGoesOn: return !isListed;
            // A source that is in doubt for good would keep for good what was found by it.
            default: return false;
        }
    });
}

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

std::string hostOf(const SessionView& session) {
    const std::size_t colon = session.address.rfind(':');
    return session.address.substr(0, colon);
}

std::string_view watchDoubtName(WatchDoubt doubt) {
    switch (doubt) {
        case WatchDoubt::None: return "none";
        case WatchDoubt::Settling: return "settling";
        case WatchDoubt::Above: return "above";
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
