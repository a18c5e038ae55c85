// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lock_ledger.h"

#include <lockcore/recipes/sequence.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <string>

namespace lockcore {

bool LockLedger::isReal(const Entry& entry) const {
    const auto* node = m_stage.cluster.tree().find(entry.claim.path);
    return node != nullptr && node->stat.czxid == entry.czxid;
}

bool LockLedger::isReal(Id id) const {
    return std::ranges::any_of(m_entries,
                               [&](const Entry& entry) { return entry.id == id && isReal(entry); });
}

int LockLedger::countReal() const {
    return static_cast<int>(
        std::ranges::count_if(m_entries, [this](const Entry& entry) { return isReal(entry); }));
}

LockLedger::Share LockLedger::granted(const Claim& claim) {
    ++m_stage.grants;
    const auto* node = m_stage.cluster.tree().find(claim.path);
    m_entries.push_back({++m_last, claim, node != nullptr ? node->stat.czxid : Zxid::None});
    // One that is gone by now was deleted on the way.
    if (node != nullptr) checkGrant(claim, *node);
    return {new Id(m_last), [this](const Id* id) {
                ended(*id);
                delete id;
            }};
}

void LockLedger::checkIsNews(const Claim& claim) {
    if (m_stage.cluster.tree().find(claim.path) == nullptr &&
        m_stage.cluster.removedAt(claim.path) < m_stage.cluster.toldTo(claim.session))
        m_stage.fail(claim.owner + " was granted by " + claim.path + ", which it could know to be gone");
}

void LockLedger::checkGrant(const Claim& claim, const DataTree::Node& node) {
    if (claim.inherited.empty() && node.stat.czxid != claim.token) {
        // Deleted and created anew by the same contender after its directory was wiped: it will be told.
        if (claim.token > node.stat.czxid)
            m_stage.fail(claim.owner + " has a fencing token that is not its znode's");
        m_entries.back().czxid = Zxid::None;
        return;
    }
    if (node.stat.ephemeralOwner != claim.session)
        m_stage.fail(claim.owner + " was granted by the znode of another session");
    checkOrder(claim);
    if (claim.mode == LockMode::Read) return;
    if (claim.token <= m_newestExclusive)
        m_stage.fail(claim.owner + " has a fencing token that did not grow");
    m_newestExclusive = std::max(m_newestExclusive, claim.token);
}

namespace {

/// The number that the server gave, or that a reader took over from its writer.
std::int64_t placeOf(std::string_view name) {
    const auto suffix = parseSequenceSuffix(name);
    return suffix ? suffix->number : -1;
}

}  // namespace

SessionId LockLedger::firstIn(const std::string& directory) const {
    const auto& tree = m_stage.cluster.tree();
    const auto* node = tree.find(directory);
    if (node == nullptr) return SessionId::None;
    std::int64_t firstPlace = -1;
    SessionId first = SessionId::None;
    for (const std::string& name : node->names) {
        const auto place = placeOf(name);
        if (!m_blocks(name, {.mode = LockMode::Write}) || (firstPlace >= 0 && place >= firstPlace)) continue;
        firstPlace = place;
        first = tree.find(joinPath(directory, name))->stat.ephemeralOwner;
    }
    return first;
}

/// A reader that took over the place of a writer, and will have to give it back: the writer is gone, which
/// its owner has not noticed.
bool LockLedger::isVain(const std::string& path, const Claim& claim) const {
    if (m_stage.cluster.tree().find(path)->stat.czxid < claim.token) return false;
    const auto hasPlace = [&](std::string_view name) {
        return m_blocks(name, claim) && placeOf(name) == placeOf(path);
    };
    const auto& names = m_stage.cluster.tree().find(parentPath(path))->names;
    return std::ranges::count_if(names, hasPlace) == 1 &&
           std::ranges::none_of(m_entries, [&](const Entry& entry) { return entry.claim.path == path; });
}

/// The grant rule itself: nobody who has an earlier place and is still there may stand in its way.
void LockLedger::checkOrder(const Claim& claim) {
    const std::string directory(parentPath(claim.path));
    for (const std::string& name : m_stage.cluster.tree().find(directory)->names) {
        const std::string path = joinPath(directory, name);
        if (path == claim.path || path == claim.inherited || !m_blocks(name, claim)) continue;
        const Stat& stat = m_stage.cluster.tree().find(path)->stat;
        if (isVain(path, claim) || m_stage.isKnownToBeOver(stat.ephemeralOwner, claim.session)) continue;
        const bool isOlder = stat.czxid < claim.token;
        if (placeOf(name) < placeOf(claim.path) || (placeOf(name) == placeOf(claim.path) && isOlder))
            m_stage.fail(claim.owner + " was granted before " + name + ", which has an earlier place");
    }
}

std::string LockLedger::guardedPath(const std::string& directory) {
    return "/guarded-" + std::string(nodeName(directory));
}

void LockLedger::prepare(const std::string& directory) {
    m_stage.cluster.createPath(guardedPath(directory));
}

void LockLedger::committed(const std::string& directory) {
    checkGuarded(directory);
    const auto* node = m_stage.cluster.tree().find(directory);
    if (node == nullptr) return;
    const auto isTaken = [&](LockMode mode) {
        return std::ranges::any_of(node->names,
                                   [&](const std::string& name) { return m_blocks(name, {.mode = mode}); });
    };
    if (!isTaken(LockMode::Write)) return;
    m_taken = m_stage.cluster.lastZxid();
    if (isTaken(LockMode::Read)) m_takenForReaders = m_taken;
}

/// Who owned earlier may not write after who owns now.
void LockLedger::checkGuarded(const std::string& directory) {
    const auto* node = m_stage.cluster.tree().find(guardedPath(directory));
    if (node == nullptr || node->data.empty()) return;
    const Zxid token{std::stoll(node->data)};
    if (token < m_newestGuarded) m_stage.fail("somebody wrote under a lock that another one owned by then");
    m_newestGuarded = token;
}

void LockLedger::ended(Id id) {
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.id == id; });
}

void LockLedger::check() {
    const Claim* exclusive = nullptr;
    const Claim* shared = nullptr;
    for (const Entry& entry : m_entries) {
        if (!isReal(entry)) continue;
        const bool isShared = entry.claim.mode == LockMode::Read;
        const Claim* const other = isShared ? exclusive : exclusive != nullptr ? exclusive : shared;
        if (other != nullptr && other->session == entry.claim.session && other->owner == entry.claim.owner)
            continue;  // the same owner's second hold
        if (other != nullptr) m_stage.fail("held twice: by " + other->owner + " and " + entry.claim.owner);
        (isShared ? shared : exclusive) = &entry.claim;
    }
}

}  // namespace lockcore
