// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

namespace lockcore {

/// One request whose answer is awaited.
struct Operation {
    const char* what;  ///< a literal such as "Creating"
    std::string path;
    std::variant<Completion<CreatedNode>, Completion<void>, Completion<Stat>, Completion<NodeData>,
                 Completion<ChildList>, Completion<std::vector<std::string>>, Completion<Acl>>
        done;
    WatchToken watch = WatchToken::None;
    bool isWrite = false;
    bool isContact = true;               ///< its answer shows that the server was reached after it was sent
    std::chrono::nanoseconds sentAt{0};  ///< boot time

    /// Calls the completion with the failure, whatever it completes with.
    void failWith(Error error) const;
};

/// Lives on the loop thread. Owns what the C client's completions would need: the client gets a token only,
/// and this table makes sure that each operation is settled once, also when the client drops its completions
/// (it does on close).
class Operations {
public:
    using Token = std::uint64_t;

    Token add(Operation operation);
    std::optional<Operation> take(Token token);
    std::vector<Operation> takeAll();
    bool empty() const { return m_pending.empty(); }
    /// Of all that were ever added.
    std::uint64_t count() const { return m_last; }

private:
    std::unordered_map<Token, Operation> m_pending;
    Token m_last = 0;
};

}  // namespace lockcore
