// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "joint_create.h"

#include <algorithm>
#include <utility>

namespace lockcore {

JointCreate::JointCreate(std::shared_ptr<ZooKeeper> session, std::size_t count)
    : m_session(std::move(session)), m_count(count) {}

void JointCreate::ask(const NewNode& node, Completion<CreatedNode> done) {
    m_asked.push_back({node, std::move(done)});
    if (m_asked.size() == m_count) send();
}

/// Posted: who asked may be the one who drops, from inside its ask.
void JointCreate::drop() {
    if (m_asked.empty()) return;
    m_session->loop().post([asks = std::exchange(m_asked, {})] {
        for (const auto& ask : asks)
            ask.done(fail(ErrorCode::Cancelled, "Creating " + ask.node.path, ask.node.path));
    });
}

void JointCreate::send() {
    const auto asks = std::make_shared<Asks>(std::exchange(m_asked, {}));
    std::vector<WriteOp> ops;
    for (const auto& ask : *asks)
        ops.emplace_back(ask.node);
    m_session->multi(std::move(ops),
                     [self = shared_from_this(), asks](const Result<std::vector<std::string>>& paths) {
                         if (paths) {
                             self->readStats(asks, *paths);
                             return;
                         }
                         for (const auto& ask : *asks)
                             ask.done(tl::unexpected(paths.error()));
                     });
}

/// A transaction does not tell the Stats of what it created. Where one can't be read all askers have to look
/// for their znodes themselves, as after a create whose answer was lost: the connection broke, or somebody
/// was quick to delete one.
void JointCreate::readStats(const std::shared_ptr<Asks>& asks, const std::vector<std::string>& paths) {
    struct Progress {
        std::vector<CreatedNode> created;
        std::size_t open;
        ErrorCode failure = ErrorCode::ConnectionLoss;
        bool failed = false;
    };
    const auto progress = std::make_shared<Progress>(Progress{{}, paths.size()});
    for (const auto& path : paths)
        progress->created.push_back({path, {}});
    for (std::size_t i = 0; i < paths.size(); ++i) {
        m_session->exists(paths[i], {}, [asks, progress, i](const Result<Stat>& stat) {
            if (stat) {
                progress->created[i].stat = *stat;
            } else {
                progress->failed = true;
                if (isSessionOver(stat.error().code)) progress->failure = stat.error().code;
            }
            if (--progress->open > 0) return;
            for (std::size_t each = 0; each < asks->size(); ++each) {
                const auto& ask = (*asks)[each];
                if (progress->failed) {
                    ask.done(fail(progress->failure, "Creating " + ask.node.path, ask.node.path));
                } else {
                    ask.done(progress->created[each]);
                }
            }
        });
    }
}

}  // namespace lockcore
