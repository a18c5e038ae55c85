// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention_spec.h"

#include <lockcore/ids.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockcore {

/// Lives on the loop thread. What all contenders of one loop know together of one lock directory, so that
/// they need not list it one by one. It chooses whom a contender watches, and it may replace the list before
/// a grant.
///
/// Whom to watch: the server numbers contenders in the order of their creation, so those before a given one
/// can only get fewer. The view knows all of them up to some number, because it saw every number given out
/// (its own creates) or a list that shows the last of them; it forgets those that anybody saw gone. It may be
/// wrong where a directory was deleted and made anew, until somebody lists that, or where a reader took a
/// writer's place (CURATOR-621): who watches somebody that is not there, or not the last before it, finds out
/// and lists.
///
/// Who may own without a list: provesAlone(), which rests on own znodes only, and can't be wrong.
class DirectoryView {
public:
    explicit DirectoryView(ContenderKind family) : m_family(family) {}

    /// False if a new contender would hardly be the first: then its create need not carry a list.
    bool mayBeFree() const { return m_live.size() == m_leaving.size() && m_creates.empty(); }

    using Ticket = std::uint64_t;
    /// A create or a list by this process was sent, and answered (by whatever).
    Ticket createSent();
    void createAnswered(Ticket ticket);
    Ticket listSent();
    void listAnswered(Ticket ticket);

    /// A contender of this process exists: its create said so.
    void created(const std::string& name, Zxid czxid);
    /// It exists at the place of another one (CURATOR-621).
    void createdAtPlace(const std::string& name);
    void listed(const std::vector<std::string>& names, Zxid directory);
    /// Its delete was sent.
    void leaving(const std::string& name);
    /// Or it is in nobody's way here: its session was told Expired, so that its owner will never own, though
    /// the server may not have deleted it yet.
    void gone(const std::string& name);
    /// A session that has seen the creation of `witness`, a contender of this process, does not find `name`.
    void notFound(const std::string& name, const std::string& witness);

    /// A contender of this process got the lock for itself alone: everybody before it had gone by then.
    void grantedAlone(const std::string& name);
    /// True if nobody can be before `name`, where a session found `predecessor` alive after the creation of
    /// `name` and saw its end since. Both are of this process, and the predecessor had the lock alone, so
    /// that everybody before it had gone before it went. While it lived the directory did; so the numbers
    /// between the two were given to the znodes created between them, and those must all be of this process,
    /// and gone or no obstacle.
    bool provesAlone(ContenderKind kind, const std::string& predecessor, const std::string& name) const;

    bool isLocal(const std::string& name) const { return m_local.contains(name); }

    struct Known {
        bool complete = false;  ///< all those before it are known
        std::optional<std::string> wait = {};
    };
    Known placeOf(ContenderKind kind, const std::string& name) const;

    /// Calls `ready`, through takeReady(), once when the place of `name` is known, or when it can't become
    /// known without a list that this contender should make.
    void await(const std::string& name, std::function<void()> ready);
    void stopAwaiting(const std::string& name);
    /// It has waited long enough for creates under way, and for lists that were so when it began to wait or
    /// when this was called last: they may belong to a server that hangs. Others that are overdue wait for
    /// the list that one of them makes then.
    void overdue(const std::string& name);
    /// Those to call now.
    std::vector<std::function<void()>> takeReady();

private:
    using Key = std::pair<std::int64_t, std::string>;
    /// A znode of this process, also after its end: what became of that number.
    struct Own {
        std::string name;
        Zxid czxid;
        bool isWriter;
        bool isAlive;
    };
    struct Awaiting {
        Ticket after;      ///< creates sent up to here may explain the missing numbers
        Ticket since;      ///< lists sent up to here are late when it is overdue
        Ticket lateLists;  ///< lists sent up to here are not waited for
        std::function<void()> ready;
    };

    std::optional<Key> keyOf(const std::string& name) const;
    void insert(const std::string& name);
    void remember(const Key& key, Zxid czxid);
    void forget(const std::string& name);
    void forgetAll();
    void advance();

    const ContenderKind m_family;
    Zxid m_directory = Zxid::None;   ///< which incarnation
    std::int64_t m_completeTo = -1;  ///< all contenders up to this number are in m_live or gone
    std::set<Key> m_live;
    std::set<Key> m_writers;  ///< of m_live
    std::map<std::int64_t, Own> m_own;
    std::set<std::int64_t> m_beyond;  ///< own numbers above m_completeTo
    std::unordered_set<std::string> m_local;
    std::unordered_set<std::string> m_leaving;
    std::unordered_set<std::string> m_granted;
    std::deque<std::string> m_grantedOrder;
    std::set<Ticket> m_creates;
    std::set<Ticket> m_lists;
    Ticket m_lastTicket = 0;
    Ticket m_lateLists = 0;  ///< the highest of those in m_awaiting, so far
    std::map<Key, Awaiting> m_awaiting;
};

/// Lives on the loop thread, one for each loop (Loop::local). Views live as long as somebody contends there.
class DirectoryViews {
public:
    std::shared_ptr<DirectoryView> at(const std::string& cluster, const std::string& directory,
                                      ContenderKind kind);

private:
    std::unordered_map<std::string, std::weak_ptr<DirectoryView>> m_views;
    std::size_t m_sweepAt = 64;
};

}  // namespace lockcore
