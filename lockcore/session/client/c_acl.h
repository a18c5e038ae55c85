// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/acl.h>

#include <zookeeper/zookeeper.h>

#include <vector>

namespace lockcore {

/// An access control list as the C client takes it. It points into itself, so it stays where it is.
class CAcl {
public:
    explicit CAcl(Acl acl);
    CAcl(const CAcl&) = delete;
    CAcl& operator=(const CAcl&) = delete;

    const ACL_vector* vector() const { return m_entries.empty() ? &ZOO_OPEN_ACL_UNSAFE : &m_vector; }

private:
    Acl m_acl;
    std::vector<::ACL> m_entries;
    ACL_vector m_vector{};
};

}  // namespace lockcore
