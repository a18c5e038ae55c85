// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>
#include <lockcore/session/zookeeper.h>

#include <memory>
#include <optional>
#include <utility>

/// What came of one asynchronous call. Copies share it. One thread.
template <class T>
class Outcome {
public:
    /// To be handed to the call.
    lockcore::Completion<T> completion() const {
        return [state = m_state](lockcore::Result<T> result) {
            state->result = std::move(result);
            ++state->calls;
        };
    }

    bool isPending() const { return m_state->calls == 0; }
    /// Completed exactly once, without error.
    bool isDone() const { return m_state->calls == 1 && m_state->result->has_value(); }
    /// Completed exactly once, with this error.
    bool isError(lockcore::ErrorCode code) const {
        return m_state->calls == 1 && !m_state->result->has_value() && m_state->result->error().code == code;
    }
    lockcore::Result<T>& result() const { return *m_state->result; }

private:
    struct State {
        std::optional<lockcore::Result<T>> result;
        int calls = 0;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};
