// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/leader_latch.h>

#include "common/await.h"
#include "leader_latch_impl.h"
#include "queue/participant_read.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

constexpr const char* kAwaiting = "Awaiting leadership";
constexpr const char* kReading = "Reading who takes part in the election";

}  // namespace

LeaderLatch::LeaderLatch(std::shared_ptr<ZooKeeper> session, std::string path, LeaderLatchOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(path), std::move(options))) {}

LeaderLatch::~LeaderLatch() {
    static_cast<void>(close(CloseMode::Silent));
}

Result<void> LeaderLatch::start() {
    const std::string what = "Starting a leader latch on \"" + path() + "\"";
    if (m_impl->loop().isForked()) return fail(ErrorCode::Forked, what, path());
    if (const auto problem = pathProblem(path()); !problem.empty() || path() == "/") {
        return fail(ErrorCode::BadArguments, what + (problem.empty() ? "" : " (" + problem + ")"), path());
    }
    auto expected = LatchState::Latent;
    if (!m_impl->state.compare_exchange_strong(expected, LatchState::Started)) {
        return fail(ErrorCode::BadArguments, what + " a second time", path());
    }
    m_impl->loop().post([impl = m_impl] { impl->join(); });
    return {};
}

Result<void> LeaderLatch::close() {
    return close(m_impl->options.closeMode);
}

Result<void> LeaderLatch::close(CloseMode mode) {
    auto before = m_impl->state.load();
    do {
        if (before == LatchState::Latent || before == LatchState::Closed) {
            return fail(ErrorCode::NotOwner, "Closing a leader latch that is not started", path());
        }
    } while (!m_impl->state.compare_exchange_weak(before, LatchState::Closed));
    m_impl->loop().post([impl = m_impl, mode] { impl->closed(mode); });
    return {};
}

bool LeaderLatch::hasLeadership() const {
    return fencingToken() != Zxid::None;
}

Zxid LeaderLatch::fencingToken() const {
    return m_impl->token();
}

std::chrono::nanoseconds LeaderLatch::validUntil(LifeSign sign) const {
    return m_impl->validUntil(sign);
}

LatchState LeaderLatch::state() const {
    return m_impl->state;
}

const std::string& LeaderLatch::id() const {
    return m_impl->options.id;
}

const std::string& LeaderLatch::path() const {
    return m_impl->path;
}

ListenerToken LeaderLatch::addListener(LeadershipListener listener, Executor executor) {
    const ListenerToken token{++m_impl->lastListener};
    m_impl->loop().post([impl = m_impl, token, listener = std::move(listener),
                         executor = std::move(executor)] { impl->addListener(token, listener, executor); });
    return token;
}

void LeaderLatch::removeListener(ListenerToken token) {
    m_impl->loop().post([impl = m_impl, token] { impl->removeListener(token); });
}

void LeaderLatch::awaitLeadershipAsync(std::optional<TimePoint> deadline, Completion<void> done,
                                       std::stop_token stop) {
    if (m_impl->loop().isForked()) {
        done(fail(ErrorCode::Forked, kAwaiting, path()));
        return;
    }
    m_impl->loop().post([impl = m_impl, deadline, done = std::move(done), stop = std::move(stop)] {
        impl->await(deadline, done, stop);
    });
}

Result<void> LeaderLatch::awaitLeadership(std::stop_token stop) {
    return await<void>(m_impl->loop(), kAwaiting, path(),
                       [&](Completion<void> done) { awaitLeadershipAsync({}, std::move(done), stop); });
}

Result<void> LeaderLatch::awaitLeadershipFor(Duration limit, std::stop_token stop) {
    auto& loop = m_impl->loop();
    return await<void>(loop, kAwaiting, path(), [&](Completion<void> done) {
        awaitLeadershipAsync(loop.now() + limit, std::move(done), stop);
    });
}

namespace {

/// `take` makes what the caller wants of the participants found.
template <class T, class Take>
void readParticipants(const std::shared_ptr<LeaderLatch::Impl>& impl, ParticipantRead::Scope scope,
                      std::optional<TimePoint> deadline, Completion<T> done, std::stop_token stop,
                      Take take) {
    if (impl->loop().isForked()) {
        done(fail(ErrorCode::Forked, kReading, impl->path));
        return;
    }
    impl->loop().post([=, done = std::move(done), stop = std::move(stop)] {
        const auto found = std::make_shared<std::vector<Participant>>();
        const auto finished = [found, done, take](const Result<void>& result) {
            if (result) {
                done(take(*found));
            } else {
                done(tl::unexpected(result.error()));
            }
        };
        std::make_shared<ParticipantRead>(
            LimitedCall::Request{impl->session(), impl->path, kReading, deadline, stop, finished}, scope,
            found)
            ->start();
    });
}

}  // namespace

void LeaderLatch::participantsAsync(std::optional<TimePoint> deadline,
                                    Completion<std::vector<Participant>> done, std::stop_token stop) const {
    readParticipants(m_impl, ParticipantRead::Scope::All, deadline, std::move(done), std::move(stop),
                     [](std::vector<Participant>& found) { return std::move(found); });
}

Result<std::vector<Participant>> LeaderLatch::participants(std::stop_token stop) const {
    using All = std::vector<Participant>;
    return await<All>(m_impl->loop(), kReading, path(),
                      [&](Completion<All> done) { participantsAsync({}, std::move(done), stop); });
}

void LeaderLatch::leaderAsync(std::optional<TimePoint> deadline, Completion<std::optional<Participant>> done,
                              std::stop_token stop) const {
    readParticipants(m_impl, ParticipantRead::Scope::Leader, deadline, std::move(done), std::move(stop),
                     [](const std::vector<Participant>& found) {
                         return found.empty() ? std::optional<Participant>() : found.front();
                     });
}

Result<std::optional<Participant>> LeaderLatch::leader(std::stop_token stop) const {
    using First = std::optional<Participant>;
    return await<First>(m_impl->loop(), kReading, path(),
                        [&](Completion<First> done) { leaderAsync({}, std::move(done), stop); });
}

}  // namespace lockcore
