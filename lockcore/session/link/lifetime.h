// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace lockcore {

/// Lives on the loop thread. Ties callbacks to the life of an object whose last member this is: what a
/// socket or timer calls after that has been destroyed does nothing.
class Lifetime {
public:
    template <class Task>
    auto whileAlive(Task task) const {
        return [weak = std::weak_ptr(m_token), task = std::move(task)](auto&&... arguments) mutable {
            if (!weak.expired()) task(std::forward<decltype(arguments)>(arguments)...);
        };
    }

private:
    std::shared_ptr<char> m_token = std::make_shared<char>();
};

}  // namespace lockcore
