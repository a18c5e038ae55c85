// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockcore {

/// What an access control list may allow on one znode. Deleting a znode and creating below it are permissions
/// of its *parent*: a znode's own list can't protect it from being deleted.
namespace permission {
inline constexpr int kRead = 1;
inline constexpr int kWrite = 2;
inline constexpr int kCreate = 4;
inline constexpr int kDelete = 8;
inline constexpr int kAdmin = 16;
inline constexpr int kAll = 31;
}  // namespace permission

/// Who may do what: `scheme` and `id` as ZooKeeper has them ("world" "anyone", "auth" "", "digest"
/// "user:hash", "ip" "10.0.0.0/8").
struct AclEntry {
    int permissions = permission::kAll;
    std::string scheme = "world";
    std::string id = "anyone";

    bool operator==(const AclEntry&) const = default;
};

/// The access control list of one znode. Not inherited by children. Where a znode is created, an empty list
/// stands for the open one: everybody may do everything.
using Acl = std::vector<AclEntry>;

}  // namespace lockcore
