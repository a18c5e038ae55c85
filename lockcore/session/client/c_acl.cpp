// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "c_acl.h"

namespace lockcore {

CAcl::CAcl(Acl acl) : m_acl(std::move(acl)) {
    for (auto& entry : m_acl)
        m_entries.push_back({entry.permissions, {entry.scheme.data(), entry.id.data()}});
    m_vector = {static_cast<std::int32_t>(m_entries.size()), m_entries.data()};
}

Acl fromC(const ACL_vector* acl) {
    Acl result;
    if (acl == nullptr) return result;
    for (std::int32_t i = 0; i < acl->count; ++i) {
        const auto& entry = acl->data[i];
        result.push_back({entry.perms, entry.id.scheme, entry.id.id});
    }
    return result;
}

}  // namespace lockcore
