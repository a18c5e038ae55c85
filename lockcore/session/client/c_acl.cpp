// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "c_acl.h"

namespace lockcore {

CAcl::CAcl(Acl acl) : m_acl(std::move(acl)) {
    for (auto& entry : m_acl)
        m_entries.push_back({entry.permissions, {entry.scheme.data(), entry.id.data()}});
    m_vector = {static_cast<std::int32_t>(m_entries.size()), m_entries.data()};
}

}  // namespace lockcore
