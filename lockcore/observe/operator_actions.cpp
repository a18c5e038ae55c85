// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/operator_actions.h>

namespace lockcore {

namespace {

/// Settles `done` from the loop, as an operation of the session would.
void settleLater(ZooKeeper& session, Completion<void> done, Error error) {
    session.loop().post(
        [done = std::move(done), error = std::move(error)] { done(tl::unexpected<Error>(error)); });
}

/// Reads the contender again and hands the version just read to `act`; anything else than the znode that the
/// operator saw ends in `done`. A change between the read and the action makes the action fail with
/// BadVersion.
void withSameNode(ZooKeeper& session, const std::string& path, const Contender& contender,
                  Completion<void> done,
                  std::function<void(std::int32_t version, Completion<void> done)> act) {
    if (!contender.stat) {
        settleLater(session, std::move(done),
                    {ErrorCode::BadArguments, "The contender has not been read yet", path});
        return;
    }
    session.exists(
        path, {},
        [path, seen = contender.stat->czxid, done = std::move(done), act = std::move(act)](Result<Stat> now) {
            if (!now) {
                done(tl::unexpected(now.error()));
            } else if (now->czxid != seen) {
                done(fail(ErrorCode::BadVersion, "Another znode has this name now", path));
            } else {
                act(now->version, done);
            }
        });
}

}  // namespace

void askToRelease(ZooKeeper& session, const std::string& lockPath, const Contender& contender,
                  Completion<void> done) {
    const std::string path = contenderPath(lockPath, contender);
    const std::string_view payload = dialectInfo(contender.parsed.dialect).revokePayload;
    if (payload.empty()) {
        settleLater(
            session, std::move(done),
            {ErrorCode::Unimplemented, "No holder of this kind listens to a request to release", path});
        return;
    }
    withSameNode(session, path, contender, std::move(done),
                 [&session, path, payload](std::int32_t version, Completion<void> then) {
                     session.set(path, payload, version, [then = std::move(then)](Result<Stat> result) {
                         then(result.map([](const Stat&) {}));
                     });
                 });
}

void removeContender(ZooKeeper& session, const std::string& lockPath, const Contender& contender,
                     Completion<void> done) {
    const std::string path = contenderPath(lockPath, contender);
    withSameNode(session, path, contender, std::move(done),
                 [&session, path](std::int32_t version, Completion<void> then) {
                     session.remove(path, version, std::move(then));
                 });
}

}  // namespace lockcore
