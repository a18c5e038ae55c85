// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "containers.h"

namespace lockcore {

void createContainers(ZooKeeper& session, const std::string& path, const Acl& acl) {
    for (auto end = path.find('/', 1);; end = path.find('/', end + 1)) {
        session.create({path.substr(0, end), {}, NodeKind::Container, acl},
                       [](const Result<CreatedNode>&) {});
        if (end == std::string::npos) return;
    }
}

}  // namespace lockcore
