// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "common/await.h"
#include "shared_count_node.h"

#include <utility>

namespace lockcore {

/// Lives on any thread: the copies' common end.
class SharedCount::Impl {
public:
    explicit Impl(std::shared_ptr<SharedCountNode> znode) : node(std::move(znode)) {}
    ~Impl() {
        node->loop().post([znode = node] { znode->stop(); });
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    const std::shared_ptr<SharedCountNode> node;
    std::atomic<std::uint64_t> lastToken = 0;
};

SharedCount::SharedCount(std::shared_ptr<ZooKeeper> session, std::string path, std::int32_t seed, Acl acl)
    : m_impl(std::make_shared<Impl>(
          std::make_shared<SharedCountNode>(std::move(session), std::move(path), seed, std::move(acl)))) {
    m_impl->node->loop().post([node = m_impl->node] { node->start(); });
}

const std::string& SharedCount::path() const {
    return m_impl->node->path();
}

std::optional<VersionedCount> SharedCount::latest() const {
    return m_impl->node->latest();
}

Loop& SharedCount::loop() const {
    return m_impl->node->loop();
}

void SharedCount::readAsync(Completion<VersionedCount> done) {
    postOrRefuse(
        loop(), "Reading the count", path(), std::move(done),
        [impl = m_impl](Completion<VersionedCount> answered) { impl->node->read(std::move(answered)); });
}

void SharedCount::setAsync(std::int32_t value, Completion<VersionedCount> done) {
    postOrRefuse(loop(), "Writing the count", path(), std::move(done),
                 [impl = m_impl, value](Completion<VersionedCount> answered) {
                     impl->node->write(value, std::move(answered));
                 });
}

void SharedCount::compareAndSetAsync(VersionedCount expected, std::int32_t value,
                                     Completion<VersionedCount> done) {
    postOrRefuse(loop(), "Writing the count", path(), std::move(done),
                 [impl = m_impl, expected, value](Completion<VersionedCount> answered) {
                     impl->node->compareAndSet(expected, value, std::move(answered));
                 });
}

Result<VersionedCount> SharedCount::read() {
    return await<VersionedCount>(m_impl->node->loop(), "Reading the count", path(),
                                 [this](auto done) { readAsync(std::move(done)); });
}

Result<VersionedCount> SharedCount::set(std::int32_t value) {
    return await<VersionedCount>(m_impl->node->loop(), "Writing the count", path(),
                                 [&](auto done) { setAsync(value, std::move(done)); });
}

Result<VersionedCount> SharedCount::compareAndSet(VersionedCount expected, std::int32_t value) {
    return await<VersionedCount>(m_impl->node->loop(), "Writing the count", path(),
                                 [&](auto done) { compareAndSetAsync(expected, value, std::move(done)); });
}

ListenerToken SharedCount::addListener(Listener listener) {
    const auto token = ListenerToken{++m_impl->lastToken};
    m_impl->node->loop().post(
        [node = m_impl->node, token, listener = std::move(listener)] { node->addListener(token, listener); });
    return token;
}

void SharedCount::removeListener(ListenerToken token) {
    auto& node = m_impl->node;
    if (node->loop().isCurrent()) node->removeListener(token);
    node->loop().post([node, token] { node->removeListener(token); });  // behind an addListener() under way
}

}  // namespace lockcore
