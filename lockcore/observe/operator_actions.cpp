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

/// Reads the znode again and hands its Stat to `act`; anything else than the one that the operator saw ends
/// in `done`. A change of the data between the read and the action makes the action fail with BadVersion.
/// Without the sync a server that is behind may show a znode in whose place the leader has another one.
void withSameZnode(ZooKeeper& session, const std::string& path, Zxid seen, Completion<void> done,
                   std::function<void(const Stat& now, Completion<void> done)> act) {
    const auto looked = [path, seen, done, act = std::move(act)](const Result<Stat>& now) {
        if (!now) {
            done(tl::unexpected(now.error()));
        } else if (now->czxid != seen) {
            done(fail(ErrorCode::BadVersion, "Another znode has this name now", path));
        } else {
            act(*now, done);
        }
    };
    session.sync(path, [&session, path, looked, done](const Result<void>& synced) {
        if (!synced)
            done(tl::unexpected(synced.error()));
        else
            session.exists(path, {}, looked);
    });
}

void withSameContender(ZooKeeper& session, const std::string& path, const Contender& contender,
                       Completion<void> done,
                       std::function<void(const Stat& now, Completion<void> done)> act) {
    if (!contender.stat && contender.problem) {
        settleLater(session, std::move(done), *contender.problem);
        return;
    }
    if (!contender.stat) {
        settleLater(session, std::move(done),
                    {ErrorCode::BadArguments, "The contender has not been read yet", path});
        return;
    }
    withSameZnode(session, path, contender.stat->czxid, std::move(done), std::move(act));
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
    withSameContender(session, path, contender, std::move(done),
                      [&session, path, payload](const Stat& now, Completion<void> then) {
                          session.set(path, payload, now.version,
                                      [then = std::move(then)](Result<Stat> result) {
                                          then(result.map([](const Stat&) {}));
                                      });
                      });
}

void removeContender(ZooKeeper& session, const std::string& lockPath, const Contender& contender,
                     Completion<void> done) {
    const std::string path = contenderPath(lockPath, contender);
    withSameContender(session, path, contender, std::move(done),
                      [&session, path](const Stat& now, Completion<void> then) {
                          session.remove(path, now.version, std::move(then));
                      });
}

void removeEmptyParent(ZooKeeper& session, const std::string& lockPath, const Stat& seen,
                       Completion<void> done) {
    withSameZnode(session, lockPath, seen.czxid, std::move(done),
                  [&session, lockPath](const Stat& now, Completion<void> then) {
                      if (now.numChildren > 0) {
                          then(fail(ErrorCode::NotEmpty, "The directory has children again", lockPath));
                          return;
                      }
                      session.remove(lockPath, now.version, std::move(then));
                  });
}

}  // namespace lockcore
