// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a session is asked to do. How it lives and ends: session_impl.cpp.
#include "session_impl.h"

#include <algorithm>
#include <future>

namespace lockcore {

namespace {

/// The C client puts the chroot before the path first and checks it then: "x" becomes "/chrootx".
bool isUsable(const std::string& path) {
    return path.starts_with('/') && path.find('\0') == std::string::npos;
}

}  // namespace

template <class T>
void Session::Impl::failLater(Completion<T> done, Error error) {
    m_loop.post([self = shared_from_this(), done = std::move(done), error = std::move(error)] {
        try {
            done(tl::unexpected(error));
        } catch (const std::exception& exception) {
            self->threw(exception.what());
        } catch (...) {
            self->threw("an exception of no known kind");
        }
    });
}

template <class T>
CClient* Session::Impl::clientFor(const std::string& path, Completion<T>& done) {
    const bool valid = isUsable(path);
    if (valid && m_client && !m_closing && !isOver(m_status.state)) return m_client.get();
    auto code = valid ? ErrorCode::Closing : ErrorCode::BadArguments;
    if (m_status.state == ConnectionState::Expired) code = ErrorCode::SessionExpired;
    if (m_status.state == ConnectionState::AuthFailed) code = ErrorCode::AuthFailed;
    if (valid && m_status.state == ConnectionState::Connecting && !m_closing)
        code = ErrorCode::ConnectionLoss;
    failLater(done, {code, "Using " + path, path, m_status.server});
    return nullptr;
}

Session::Session(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {
    m_impl->loop().impl().addUser();
}

std::shared_ptr<Session> Session::open(EventLoop& loop, SessionOptions options,
                                       std::function<void(const ConnectionStatus&)> listener) {
    auto impl = std::make_shared<Impl>(loop, std::move(options), std::move(listener));
    std::shared_ptr<Session> session(new Session(impl));
    loop.post([impl] { impl->start(); });
    return session;
}

Session::~Session() {
    if (m_impl->loop().isForked())
        m_impl->leaveToParent();
    else
        close();
    m_impl->loop().impl().removeUser();
}

void Session::close(std::function<void()> done) {
    m_impl->loop().post([impl = m_impl, done = std::move(done)]() mutable { impl->close(std::move(done)); });
}

void Session::closeAndWait() {
    if (m_impl->loop().isForked()) return;
    std::promise<void> closed;
    close([&closed] { closed.set_value(); });
    closed.get_future().wait();
}

void Session::create(const NewNode& node, Completion<CreatedNode> done) {
    if (auto* client = m_impl->clientFor(node.path, done)) client->create(node, std::move(done));
}

void Session::remove(const std::string& path, std::int32_t version, Completion<void> done) {
    if (auto* client = m_impl->clientFor(path, done)) client->remove(path, version, std::move(done));
}

void Session::set(const std::string& path, std::string_view data, std::int32_t version,
                  Completion<Stat> done) {
    if (auto* client = m_impl->clientFor(path, done)) client->set(path, data, version, std::move(done));
}

WatchToken Session::get(const std::string& path, Watcher watcher, Completion<NodeData> done) {
    auto* client = m_impl->clientFor(path, done);
    return client != nullptr ? client->get(path, std::move(watcher), std::move(done)) : WatchToken::None;
}

WatchToken Session::exists(const std::string& path, Watcher watcher, Completion<Stat> done) {
    auto* client = m_impl->clientFor(path, done);
    return client != nullptr ? client->exists(path, std::move(watcher), std::move(done)) : WatchToken::None;
}

WatchToken Session::children(const std::string& path, Watcher watcher, Completion<ChildList> done) {
    auto* client = m_impl->clientFor(path, done);
    return client != nullptr ? client->children(path, std::move(watcher), std::move(done)) : WatchToken::None;
}

void Session::multi(std::vector<WriteOp> ops, Completion<std::vector<std::string>> done) {
    static const std::string kNone;
    // The C client ends the program when it reads the answer to a transaction that created a container.
    const auto bad = std::ranges::find_if(ops, [](const WriteOp& op) {
        const auto* node = std::get_if<NewNode>(&op);
        return !isUsable(pathOf(op)) || (node != nullptr && node->kind == NodeKind::Container);
    });
    if (bad != ops.end() || ops.empty()) {
        const std::string& path = bad != ops.end() ? pathOf(*bad) : kNone;
        m_impl->failLater(std::move(done), {ErrorCode::BadArguments, "Changing " + path, path});
        return;
    }
    if (auto* client = m_impl->clientFor(pathOf(ops.front()), done))
        client->multi(std::move(ops), std::move(done));
}

void Session::acl(const std::string& path, Completion<Acl> done) {
    if (auto* client = m_impl->clientFor(path, done)) client->acl(path, std::move(done));
}

void Session::addAuth(const std::string& scheme, const std::string& credentials, Completion<void> done) {
    if (auto* client = m_impl->clientFor("/", done)) client->addAuth(scheme, credentials, std::move(done));
}

void Session::sync(const std::string& path, Completion<void> done) {
    if (auto* client = m_impl->clientFor(path, done)) client->sync(path, std::move(done));
}

void Session::cancelWatch(WatchToken token) {
    if (auto* client = m_impl->client()) client->cancelWatch(token);
}

const ConnectionStatus& Session::status() const {
    return m_impl->status();
}

ListenerToken Session::addListener(std::function<void(const ConnectionStatus&)> listener) {
    return m_impl->addListener(std::move(listener));
}

void Session::removeListener(ListenerToken token) {
    m_impl->removeListener(token);
}

std::size_t Session::watchCount() const {
    return m_impl->client() != nullptr ? m_impl->client()->watchCount() : 0;
}

std::uint64_t Session::requestCount() const {
    return m_impl->requestCount();
}

Loop& Session::loop() {
    return m_impl->loop();
}

Contact Session::contact() const {
    return m_impl->contact();
}

const std::string& Session::cluster() const {
    return m_impl->cluster();
}

}  // namespace lockcore
