// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "run/run_mark.h"

#include <lockcore/lab/lab_root.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace lockcore {

namespace {

/// Each costs a request; whoever is told of so many foreign znodes needs no more.
constexpr std::size_t kMostLookedAt = 100;

/// Lives on the session's loop, and keeps itself alive until it is told.
class RootLook : public std::enable_shared_from_this<RootLook> {
public:
    RootLook(std::shared_ptr<ZooKeeper> session, std::string root, Completion<LabRootLook> done)
        : m_session(std::move(session)), m_root(std::move(root)), m_done(std::move(done)) {}

    void begin() {
        m_session->sync(m_root, [](const Result<void>&) {});
        m_session->get(m_root, {}, [self = shared_from_this()](const Result<NodeData>& node) {
            if (node && isRootMark(node->data))
                self->list();
            else if (node)
                self->m_done(tl::unexpected(notOfTheLab(self->m_root)));
            else
                self->finishUnless(node.error());
        });
    }

private:
    void list() {
        m_session->children(m_root, {}, [self = shared_from_this()](const Result<ChildList>& children) {
            if (!children) return self->finishUnless(children.error());
            self->m_look.isThere = true;
            auto names = children->names;
            std::ranges::sort(names);
            names.resize(std::min(names.size(), kMostLookedAt));
            self->m_underWay = names.size();
            if (names.empty()) self->m_done(std::move(self->m_look));
            for (const std::string& name : names)
                self->lookAt(joinPath(self->m_root, name));
        });
    }

    void lookAt(const std::string& path) {
        m_session->get(path, {}, [self = shared_from_this(), path](const Result<NodeData>& node) {
            const auto code = node ? ErrorCode::NoNode : node.error().code;
            if (node && parseRunMark(node->data, std::string(nodeName(path))))
                ++self->m_look.runs;
            else if (node || code == ErrorCode::NoAuth)
                self->m_look.others.push_back(path);
            else if (code != ErrorCode::NoNode && !self->m_problem)
                self->m_problem = node.error();
            if (--self->m_underWay == 0) self->finish();
        });
    }

    /// What could not be read is nobody's.
    void finish() {
        if (m_problem)
            m_done(tl::unexpected(*m_problem));
        else
            m_done(std::move(m_look));
    }

    void finishUnless(const Error& error) {
        if (error.code == ErrorCode::NoNode)
            m_done(LabRootLook());
        else
            m_done(tl::unexpected(error));
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_root;
    const Completion<LabRootLook> m_done;
    LabRootLook m_look;
    std::optional<Error> m_problem;
    std::size_t m_underWay = 0;
};

}  // namespace

void lookAtRoot(std::shared_ptr<ZooKeeper> session, std::string root, Completion<LabRootLook> done) {
    std::make_shared<RootLook>(std::move(session), std::move(root), std::move(done))->begin();
}

void removeEmptyRoot(std::shared_ptr<ZooKeeper> session, std::string root, Completion<void> done) {
    auto& port = *session;
    port.get(root, {},
             [session = std::move(session), root, done = std::move(done)](const Result<NodeData>& node) {
                 if (!node)
                     done(tl::unexpected(node.error()));
                 else if (!isRootMark(node->data))
                     done(tl::unexpected(notOfTheLab(root)));
                 else
                     session->remove(root, node->stat.version, done);
             });
}

}  // namespace lockcore
