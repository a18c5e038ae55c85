// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <algorithm>

namespace lockcore {

void Operation::failWith(Error error) const {
    std::visit([&](const auto& completion) { completion(tl::unexpected(std::move(error))); }, done);
}

Operations::Token Operations::add(Operation operation) {
    m_pending.emplace(++m_last, std::move(operation));
    return m_last;
}

std::optional<Operation> Operations::take(Token token) {
    auto node = m_pending.extract(token);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
}

std::vector<Operation> Operations::takeAll() {
    std::vector<std::pair<Token, Operation>> ordered;
    for (auto& [token, operation] : m_pending)
        ordered.emplace_back(token, std::move(operation));
    m_pending.clear();
    std::ranges::sort(ordered, {}, [](const auto& item) { return item.first; });
    std::vector<Operation> operations;
    operations.reserve(ordered.size());
    for (auto& [token, operation] : ordered)
        operations.push_back(std::move(operation));
    return operations;
}

}  // namespace lockcore
