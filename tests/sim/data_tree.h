// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// Who asks: the session and the credentials that it presented.
struct Identity {
    SessionId session = SessionId::None;
    std::vector<std::pair<std::string, std::string>> credentials = {};  ///< scheme, id
    bool isSuper = false;                                               ///< no access control list stops it
};

/// One committed change of one znode: what every server of an ensemble applies.
struct Change {
    enum class Kind { None, Create, Remove, Set };
    Kind kind = Kind::None;
    std::string path = {};
    std::string data = {};
    Acl acl = {};
    SessionId owner = SessionId::None;
    bool isContainer = false;
    std::int32_t counter = 0;  ///< of the parent after a Create
};

/// One server's znodes. Any thread, one at a time.
///
/// Kept as ZooKeeper keeps them, with its oddities: the parent's counter sticks at 2^31−1, and with it the
/// parent's pzxid does (ZOOKEEPER-3249); a znode can be created and deleted by the parent's access control
/// list, read and written by its own; exists() asks for no permission.
class DataTree {
public:
    struct Node {
        std::string data;
        Acl acl;  ///< empty: open
        Stat stat;
        std::int32_t counter = 0;  ///< children ever created: the next sequence number
        bool isContainer = false;
        std::vector<std::string> names;
    };

    DataTree();

    Result<NodeData> get(const std::string& path, const Identity& who) const;
    Result<Stat> exists(const std::string& path) const;
    /// As servers from 3.8.4 and 3.9.2 on: only to whoever may read.
    Result<Stat> exists(const std::string& path, const Identity& who) const;
    Result<ChildList> children(const std::string& path, const Identity& who) const;
    Result<Acl> acl(const std::string& path, const Identity& who) const;

    /// What `op` would change, or why it can't.
    Result<Change> plan(const WriteOp& op, const Identity& who) const;
    void apply(const Change& change, Zxid zxid, std::int64_t wallMs);

    const Node* find(std::string_view path) const;
    Node* find(std::string_view path);
    Stat statOf(const Node& node) const;
    static bool mayRead(const Acl& acl, const Identity& who);
    std::vector<std::string> ownedBy(SessionId session) const;
    /// Containers that had children and have none any more.
    std::vector<std::string> emptyContainers() const;

    /// What `change` is about to overwrite.
    struct Backup {
        std::string path;
        std::optional<Node> node;
        std::optional<Node> parent;
    };
    Backup backup(const Change& change) const;
    void restore(Backup backup);

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    Result<Change> planOne(const NewNode& op, const Identity& who) const;
    Result<Change> planOne(const RemoveNode& op, const Identity& who) const;
    Result<Change> planOne(const SetNode& op, const Identity& who) const;
    Result<Change> planOne(const CheckNode& op, const Identity& who) const;
    void put(const std::string& path, std::optional<Node> node);

    std::unordered_map<std::string, Node, Hash, std::equal_to<>> m_nodes;
};

}  // namespace lockcore
