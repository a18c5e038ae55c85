// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "directory_view.h"

#include "queue_rule.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace lockcore {

namespace {

/// Grants remembered. One that was forgotten costs its successor a list.
constexpr std::size_t kGrantsKept = 256;

/// Own numbers remembered beyond those of living contenders, likewise.
constexpr std::size_t kNumbersKept = 1024;

}  // namespace

std::optional<DirectoryView::Key> DirectoryView::keyOf(const std::string& name) const {
    const auto contender = parseContender(m_family, name);
    return contender ? std::optional(Key{contender->sequence, name}) : std::nullopt;
}

DirectoryView::Ticket DirectoryView::createSent() {
    m_creates.insert(++m_lastTicket);
    return m_lastTicket;
}

void DirectoryView::createAnswered(Ticket ticket) {
    m_creates.erase(ticket);
}

DirectoryView::Ticket DirectoryView::listSent() {
    m_lists.insert(++m_lastTicket);
    return m_lastTicket;
}

void DirectoryView::listAnswered(Ticket ticket) {
    m_lists.erase(ticket);
}

void DirectoryView::insert(const std::string& name) {
    const auto contender = parseContender(m_family, name);
    if (!contender) return;
    m_live.insert({contender->sequence, name});
    if (contender->isWriter) m_writers.insert({contender->sequence, name});
}

void DirectoryView::created(const std::string& name, Zxid czxid) {
    const auto key = keyOf(name);
    if (!key) return;
    remember(*key, czxid);
    insert(name);
    m_local.insert(name);
    m_beyond.insert(key->first);
    advance();
}

void DirectoryView::remember(const Key& key, Zxid czxid) {
    const auto own = m_own.find(key.first);
    // An answer that comes late may be of a directory that is no more.
    if (own != m_own.end() && own->second.czxid >= czxid) return;
    const auto contender = parseContender(m_family, key.second);
    m_own.insert_or_assign(key.first, Own{key.second, czxid, contender && contender->isWriter, true});
    while (m_own.size() > m_local.size() + kNumbersKept)
        m_own.erase(m_own.begin());
}

void DirectoryView::createdAtPlace(const std::string& name) {
    insert(name);
    m_local.insert(name);
}

void DirectoryView::advance() {
    while (!m_beyond.empty() && *m_beyond.begin() <= m_completeTo + 1) {
        m_completeTo = std::max(m_completeTo, *m_beyond.begin());
        m_beyond.erase(m_beyond.begin());
    }
}

/// A list that shows number n was made when all up to n existed: who is not on it has gone.
void DirectoryView::listed(const std::vector<std::string>& names, Zxid directory) {
    const auto known = std::exchange(m_directory, directory);
    if (known != Zxid::None && known != directory) forgetAll();
    std::int64_t last = -1;
    std::set<Key> shown;
    for (const auto& name : names) {
        auto key = keyOf(name);
        if (!key) continue;
        last = std::max(last, key->first);
        shown.insert(std::move(*key));
    }
    std::vector<std::string> missing;
    for (const auto& key : m_live) {
        if (key.first > last) break;
        if (!shown.contains(key)) missing.push_back(key.second);
    }
    for (const auto& name : missing)
        forget(name);
    for (const auto& key : shown)
        if (key.first > m_completeTo) insert(key.second);
    m_completeTo = std::max(m_completeTo, last);
    advance();
}

void DirectoryView::leaving(const std::string& name) {
    if (const auto key = keyOf(name); key && m_live.contains(*key)) m_leaving.insert(name);
}

void DirectoryView::gone(const std::string& name) {
    const auto key = keyOf(name);
    if (!key) return;
    if (const auto own = m_own.find(key->first); own != m_own.end() && own->second.name == name) {
        own->second.isAlive = false;
    }
    forget(name);
}

void DirectoryView::forget(const std::string& name) {
    const auto key = keyOf(name);
    m_live.erase(*key);
    m_writers.erase(*key);
    m_local.erase(name);
    m_leaving.erase(name);
}

/// The session may be behind one that created `name` later.
void DirectoryView::notFound(const std::string& name, const std::string& witness) {
    const auto key = keyOf(name);
    const auto witnessKey = keyOf(witness);
    if (!key || !witnessKey) return;
    const auto own = m_own.find(key->first);
    const auto seen = m_own.find(witnessKey->first);
    const bool isOwn = own != m_own.end() && own->second.name == name;
    if (!isOwn ||
        (seen != m_own.end() && seen->second.name == witness && own->second.czxid < seen->second.czxid)) {
        gone(name);
    }
}

bool DirectoryView::provesAlone(ContenderKind kind, const std::string& predecessor,
                                const std::string& name) const {
    const auto from = keyOf(predecessor);
    const auto to = keyOf(name);
    if (kind == ContenderKind::Write || !from || !to || !m_granted.contains(predecessor)) return false;
    const auto first = m_own.find(from->first);
    const auto last = m_own.find(to->first);
    if (first == m_own.end() || last == m_own.end()) return false;
    if (first->second.name != predecessor || last->second.name != name) return false;
    auto number = from->first;
    for (auto own = std::next(first); own != last; ++own) {
        if (own == m_own.end() || own->first != ++number) return false;
        const auto& between = own->second;
        if (between.czxid <= first->second.czxid || between.czxid >= last->second.czxid) return false;
        if (between.isAlive && (kind != ContenderKind::Read || between.isWriter)) return false;
    }
    return number + 1 == to->first;
}

void DirectoryView::forgetAll() {
    m_completeTo = -1;
    m_live.clear();
    m_writers.clear();
    m_beyond.clear();
    m_local.clear();
    m_leaving.clear();
}

void DirectoryView::grantedAlone(const std::string& name) {
    // Else the next contender of this process might look for one of them before it lists.
    for (const auto key = keyOf(name); key && !m_live.empty() && *m_live.begin() < *key;)
        forget(std::string(m_live.begin()->second));
    if (!m_granted.insert(name).second) return;
    m_grantedOrder.push_back(name);
    if (m_grantedOrder.size() <= kGrantsKept) return;
    m_granted.erase(m_grantedOrder.front());
    m_grantedOrder.pop_front();
}

DirectoryView::Known DirectoryView::placeOf(ContenderKind kind, const std::string& name) const {
    const auto key = keyOf(name);
    if (!key || key->first > m_completeTo + 1 || !m_live.contains(*key)) return {};
    const auto& blockers = kind == ContenderKind::Read ? m_writers : m_live;
    auto after = blockers.lower_bound({key->first + 1, {}});
    while (after != blockers.begin()) {
        --after;
        if (after->second != name) return {true, after->second};
    }
    return {true, std::nullopt};
}

void DirectoryView::await(const std::string& name, std::function<void()> ready) {
    if (auto key = keyOf(name))
        m_awaiting.insert_or_assign(std::move(*key),
                                    Awaiting{m_lastTicket, m_lastTicket, 0, std::move(ready)});
}

void DirectoryView::stopAwaiting(const std::string& name) {
    if (const auto key = keyOf(name)) m_awaiting.erase(*key);
}

void DirectoryView::overdue(const std::string& name) {
    const auto key = keyOf(name);
    if (!key) return;
    const auto found = m_awaiting.find(*key);
    if (found == m_awaiting.end()) return;
    found->second.after = 0;
    found->second.lateLists = std::exchange(found->second.since, m_lastTicket);
    m_lateLists = std::max(m_lateLists, found->second.lateLists);
}

std::vector<std::function<void()>> DirectoryView::takeReady() {
    std::vector<std::function<void()>> ready;
    while (!m_awaiting.empty() && m_awaiting.begin()->first.first <= m_completeTo + 1) {
        ready.push_back(std::move(m_awaiting.extract(m_awaiting.begin()).mapped().ready));
    }
    // One list answers for all that wait, so only one of them makes it, and only when no create under way can
    // be what fills the gap.
    const auto newestList = m_lists.empty() ? Ticket{0} : *m_lists.rbegin();
    if (m_awaiting.empty() || newestList > m_lateLists) return ready;
    const auto oldestCreate = m_creates.empty() ? std::numeric_limits<Ticket>::max() : *m_creates.begin();
    const auto lister = std::ranges::find_if(m_awaiting, [=](const auto& one) {
        return one.second.after < oldestCreate && one.second.lateLists >= newestList;
    });
    if (lister != m_awaiting.end()) ready.push_back(std::move(m_awaiting.extract(lister).mapped().ready));
    return ready;
}

std::shared_ptr<DirectoryView> DirectoryViews::at(const std::string& cluster, const std::string& directory,
                                                  ContenderKind kind) {
    const auto family = kind == ContenderKind::Read ? ContenderKind::Write : kind;
    if (m_views.size() >= m_sweepAt) {
        std::erase_if(m_views, [](const auto& entry) { return entry.second.expired(); });
        m_sweepAt = 2 * m_views.size() + 64;
    }
    auto& slot = m_views[cluster + '\n' + std::string(nameMarker(family)) + '\n' + directory];
    auto view = slot.lock();
    if (!view) {
        view = std::make_shared<DirectoryView>(family);
        slot = view;
    }
    return view;
}

}  // namespace lockcore
