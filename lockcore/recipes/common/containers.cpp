// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "containers.h"

#include <memory>
#include <utility>

namespace lockcore {

namespace {

Result<void> missingChroot() {
    return fail(ErrorCode::NoNode, "Creating a znode below the connect string's chroot, which is missing",
                "/");
}

/// What stands in the way after one more answer, top down. Refused is also what is there already, where its
/// parent may not be written; so a later success proves an earlier refusal harmless, and a later NoNode that
/// it was not.
Result<void> obstacle(const Result<void>& before, const Result<CreatedNode>& answer,
                      const std::string& path) {
    if (answer || isAmbiguous(answer.error().code)) return {};
    const auto code = answer.error().code;
    if (code == ErrorCode::NodeExists) return {};
    if (code != ErrorCode::NoNode) return fail(code, "Creating " + path, path);
    const bool isTop = path.find('/', 1) == std::string::npos;
    return isTop ? missingChroot() : before;
}

}  // namespace

void createContainers(ZooKeeper& session, const std::string& path, const Acl& acl,
                      const Completion<void>& done) {
    if (path == "/") {
        done(missingChroot());
        return;
    }
    const auto found = std::make_shared<Result<void>>();
    for (auto end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const auto one = path.substr(0, end);
        const bool isLast = end == std::string::npos;
        session.create(
            {one, {}, NodeKind::Container, acl},
            [found, one, told = isLast ? done : Completion<void>()](const Result<CreatedNode>& answer) {
                *found = obstacle(*found, answer, one);
                if (told) told(*found);
            });
        if (isLast) return;
    }
}

}  // namespace lockcore
