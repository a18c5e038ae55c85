// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_lock_impl.h"

#include "common/await.h"
#include "common/local_address.h"
#include "common/option_listeners.h"
#include "queue_rule.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

std::uint64_t nextOwner() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

std::vector<std::string> inQueueOrder(const std::string& path, LockMode mode,
                                      const std::vector<std::string>& names) {
    const auto kind = contenderKind(mode);
    std::vector<std::pair<std::int64_t, std::string>> contenders;
    for (const auto& name : names) {
        const auto contender = parseContender(kind, name);
        const bool isOfMode = contender && contender->isWriter == (mode != LockMode::Read);
        if (isOfMode) contenders.emplace_back(contender->sequence, joinPath(path, name));
    }
    std::ranges::sort(contenders);
    std::vector<std::string> paths;
    for (auto& [sequence, node] : contenders)
        paths.push_back(std::move(node));
    return paths;
}

}  // namespace

// Not std::thread::id, which a later thread may get again while a hold of the earlier one is still there.
Owner Owner::thisThread() {
    thread_local const std::uint64_t id = nextOwner();
    return Owner(id);
}

Owner Owner::unique() {
    return Owner(nextOwner());
}

void Acquisition::cancel() const {
    const auto impl = m_impl.lock();
    if (!impl) return;
    impl->session->loop().post([impl] {
        if (const auto contention = impl->contention.lock()) contention->giveUp(ErrorCode::Cancelled);
        if (const auto nested = impl->nested.lock()) nested->cancel();
    });
}

OwnerTable::Entry* OwnerTable::find(Owner owner, LockMode mode) {
    const auto entry = m_entries.find({owner.value(), mode});
    return entry != m_entries.end() ? &entry->second : nullptr;
}

std::shared_ptr<HeldNode> OwnerTable::held(Owner owner, LockMode mode) {
    const auto* entry = find(owner, mode);
    if (entry == nullptr || !entry->node) return nullptr;
    const auto state = entry->node->storedState();
    return state == HoldState::Lost || state == HoldState::Released ? nullptr : entry->node;
}

bool OwnerTable::isWaiting(Owner owner, LockMode mode) {
    const auto* entry = find(owner, mode);
    return entry != nullptr && !entry->node;
}

void OwnerTable::add(Owner owner, LockMode mode, Entry entry) {
    m_entries.insert_or_assign({owner.value(), mode}, std::move(entry));
}

void OwnerTable::removeIf(Owner owner, LockMode mode, const Contention* contention) {
    const auto entry = m_entries.find({owner.value(), mode});
    if (entry != m_entries.end() && entry->second.contention.lock().get() == contention)
        m_entries.erase(entry);
}

QueueLock::Impl::Impl(std::shared_ptr<ZooKeeper> session, std::string path, LockMode mode,
                      LockOptions options, std::shared_ptr<OwnerTable> owners)
    : m_session(std::move(session)),
      m_path(std::move(path)),
      m_mode(mode),
      m_options(std::move(options)),
      m_owners(std::move(owners)) {}

Acquisition QueueLock::Impl::start(Request request) {
    if (loop().isForked()) {
        request.done(fail(ErrorCode::Forked, "Acquiring " + m_path, m_path));
        return {};
    }
    auto acquisition = std::make_shared<Acquisition::Impl>(m_session);
    loop().post([self = shared_from_this(), request = std::move(request), acquisition] {
        self->acquire(request, acquisition);
    });
    return Acquisition(acquisition);
}

void QueueLock::Impl::acquire(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition) {
    if (auto problem = pathProblem(m_path); !problem.empty() || m_path == "/") {
        if (problem.empty()) problem = "the root can't be a lock";
        request.done(fail(ErrorCode::BadArguments, "The lock path \"" + m_path + "\": " + problem, m_path));
        return;
    }
    for (const auto mode : {LockMode::Exclusive, LockMode::Read, LockMode::Write}) {
        if (m_owners->isWaiting(request.owner, mode)) {
            refuse(request, "already queued for it");
            return;
        }
    }
    if (const auto node = m_owners->held(request.owner, m_mode); node && node->nest()) {
        nested(request, acquisition, node);
        return;
    }
    if (m_mode == LockMode::Write && m_owners->held(request.owner, LockMode::Read)) {
        refuse(request, "holding it for reading");
        return;
    }
    const bool mayDowngrade = m_mode == LockMode::Read;
    contend(request, acquisition, mayDowngrade ? m_owners->held(request.owner, LockMode::Write) : nullptr);
}

/// A hold that is not known to be Held may be another client's by now, and this process would hear of it too
/// late.
void QueueLock::Impl::nested(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition,
                             const std::shared_ptr<HeldNode>& node) const {
    if (node->state() == HoldState::Held) {
        request.done(Hold(std::make_shared<Hold::Impl>(node)));
        return;
    }
    // With `acquisition`, which may be cancelled as long as this goes on.
    const auto verified = [node, acquisition, done = request.done](const Result<void>& result) {
        done(result.map([&node] { return Hold(std::make_shared<Hold::Impl>(node)); }));
    };
    const auto call = std::make_shared<NestedAcquire>(
        LimitedCall::Request{m_session, m_path, "Acquiring", request.deadline, {}, verified}, node);
    acquisition->nested = call;
    call->start();
}

void QueueLock::Impl::refuse(const Request& request, const std::string& why) const {
    request.done(fail(ErrorCode::WouldDeadlock,
                      "Acquiring " + m_path + " (" + std::string(lockModeName(m_mode)) + ") while " + why,
                      m_path));
}

ContentionSpec QueueLock::Impl::spec(const Contender& contender) const {
    ContentionSpec spec{m_path, contenderKind(m_mode)};
    spec.isRevocable = static_cast<bool>(m_options.onRevoke);
    spec.data = m_options.data.value_or(spec.isRevocable ? std::string() : localAddress());
    spec.nodeAcl = m_options.nodeAcl;
    spec.parentAcl = m_options.parentAcl;
    spec.retry = m_options.retry;
    spec.deleteRefused = deleteRefusedBy(m_options);
    spec.tryOnly = contender.request.tryOnly;
    if (contender.writeHold) spec.placeOf = std::string(nodeName(contender.writeHold->path()));
    return spec;
}

void QueueLock::Impl::contend(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition,
                              std::shared_ptr<HeldNode> writeHold) {
    const auto contender = std::make_shared<Contender>(Contender{request, {}, {}, std::move(writeHold)});
    const auto contention =
        std::make_shared<Contention>(m_session, spec(*contender), handlers(contender, acquisition));
    contender->contention = contention;
    acquisition->contention = contention;
    m_owners->add(request.owner, m_mode, {contention});
    contention->start(request.deadline);
}

/// `acquisition` lives as long as the contention, so that cancel() finds it.
Contention::Handlers QueueLock::Impl::handlers(const std::shared_ptr<Contender>& contender,
                                               const std::shared_ptr<Acquisition::Impl>& acquisition) {
    Contention::Handlers handlers;
    handlers.queued = [contender](const std::string& path, const Stat& stat) {
        if (contender->request.queued) contender->request.queued({path, stat.czxid});
    };
    handlers.granted = [self = shared_from_this(), contender, acquisition](const std::string& path,
                                                                           const Stat& stat) {
        self->granted(*contender, path, stat);
    };
    handlers.failed = [self = shared_from_this(), contender](const Error& error) {
        self->m_owners->removeIf(contender->request.owner, self->m_mode, contender->contention.lock().get());
        const auto done = std::exchange(contender->request.done, {});
        done(tl::unexpected(error));
    };
    handlers.holdChanged = [contender](HoldState state) { contender->node->change(state); };
    handlers.removeRefused = [contender](const Error& error) {
        if (contender->node) contender->node->releaseRefused(error);
    };
    handlers.revokeAsked = [self = shared_from_this(), contender] { self->revokeAsked(*contender); };
    handlers.finished = [self = shared_from_this(), contender] {
        self->m_owners->removeIf(contender->request.owner, self->m_mode, contender->contention.lock().get());
    };
    return handlers;
}

void QueueLock::Impl::granted(Contender& contender, const std::string& path, const Stat& stat) {
    // A reader that was the writer keeps its token: its own znode is younger than those of contenders behind
    // it.
    const auto token = contender.writeHold ? contender.writeHold->token() : stat.czxid;
    contender.node = std::make_shared<HeldNode>(m_session, contender.contention, m_heldHere,
                                                HeldNode::Identity{m_mode, path, token, stat.ephemeralOwner});
    m_owners->add(contender.request.owner, m_mode, {contender.contention, contender.node});
    // Not kept: what the caller's function holds on to, the hold most likely, would never end.
    const auto done = std::exchange(contender.request.done, {});
    done(Hold(std::make_shared<Hold::Impl>(contender.node)));
}

void QueueLock::Impl::revokeAsked(const Contender& contender) const {
    if (contender.node) contender.node->revokeAsked();
    if (m_options.onRevoke) runBy(m_options.executor, m_options.onRevoke);
}

void QueueLock::Impl::participants(Completion<std::vector<std::string>> done) const {
    m_session->children(
        m_path, {}, [path = m_path, mode = m_mode, done = std::move(done)](Result<ChildList> list) {
            if (!list && list.error().code == ErrorCode::NoNode) {
                done(std::vector<std::string>{});
                return;
            }
            done(list.map(
                [&](const ChildList& children) { return inQueueOrder(path, mode, children.names); }));
        });
}

Acquisition QueueLock::acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                    std::function<void(const Queued&)> queued) {
    return m_impl->start({owner, deadline, std::move(done), std::move(queued)});
}

Acquisition QueueLock::tryAcquireAsync(Owner owner, Granted done) {
    return m_impl->start({owner, std::nullopt, std::move(done), {}, true});
}

Result<Hold> QueueLock::acquire(std::stop_token stop) {
    return acquireUntil(std::nullopt, std::move(stop), false);
}

Result<Hold> QueueLock::acquireFor(Duration limit, std::stop_token stop) {
    return acquireUntil(m_impl->loop().now() + limit, std::move(stop), false);
}

Result<Hold> QueueLock::tryAcquire() {
    return acquireUntil(std::nullopt, {}, true);
}

Result<Hold> QueueLock::acquireUntil(std::optional<TimePoint> deadline, std::stop_token stop, bool tryOnly) {
    std::optional<std::stop_callback<std::function<void()>>> cancel;
    return await<Hold>(m_impl->loop(), "Acquiring " + path(), path(), [&](Granted done) {
        const auto acquisition = m_impl->start({Owner::thisThread(), deadline, std::move(done), {}, tryOnly});
        cancel.emplace(stop, [acquisition] { acquisition.cancel(); });
    });
}

void QueueLock::participantsAsync(Completion<std::vector<std::string>> done) const {
    postOrRefuse(m_impl->loop(), "Listing " + path(), path(), std::move(done),
                 [impl = m_impl](Completion<std::vector<std::string>> listed) {
                     impl->participants(std::move(listed));
                 });
}

Result<std::vector<std::string>> QueueLock::participants() const {
    return await<std::vector<std::string>>(
        m_impl->loop(), "Listing " + path(), path(),
        [this](Completion<std::vector<std::string>> done) { participantsAsync(std::move(done)); });
}

bool QueueLock::isHeldHere() const {
    return m_impl->isHeldHere();
}

const std::string& QueueLock::path() const {
    return m_impl->path();
}

LockMode QueueLock::mode() const {
    return m_impl->mode();
}

}  // namespace lockcore
