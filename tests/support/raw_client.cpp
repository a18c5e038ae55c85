// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "raw_client.h"

#include <QtGlobal>

using namespace lockcore;

namespace {

template <class T>
void require(const Result<T>& result) {
    if (!result) qFatal("%s", describe(result.error()).c_str());
}

}  // namespace

std::string RawClient::create(const std::string& path, NodeKind kind, const std::string& data, Acl acl) {
    const auto send = [&](const std::string& which, NodeKind as, Acl with) {
        return m_session.await<CreatedNode>([&](Session& session, auto done) {
            session.create({which, as == kind ? data : std::string(), as, std::move(with)}, std::move(done));
        });
    };
    auto created = send(path, kind, acl);
    if (!created && created.error().code == ErrorCode::NoNode) {
        for (auto slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
            const auto parent = send(path.substr(0, slash), NodeKind::Persistent, {});
            if (!parent && parent.error().code != ErrorCode::NodeExists) require(parent);
        }
        created = send(path, kind, std::move(acl));
    }
    require(created);
    return created->path.substr(created->path.rfind('/') + 1);
}

void RawClient::watch(const std::string& path) {
    require(m_session.await<NodeData>([&](Session& session, auto done) {
        session.get(
            path, [](const WatchEvent&) {}, std::move(done));
    }));
}

void RawClient::watchChildren(const std::string& path) {
    require(m_session.await<ChildList>([&](Session& session, auto done) {
        session.children(
            path, [](const WatchEvent&) {}, std::move(done));
    }));
}

void RawClient::write(const std::string& path, const std::string& data) {
    require(m_session.await<Stat>(
        [&](Session& session, auto done) { session.set(path, data, -1, std::move(done)); }));
}

void RawClient::remove(const std::string& path) {
    require(m_session.await<void>(
        [&](Session& session, auto done) { session.remove(path, -1, std::move(done)); }));
}
