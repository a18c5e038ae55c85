// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// A count, and which write it came from.
struct VersionedCount {
    std::int32_t value = 0;
    std::int32_t version = 0;  ///< of the znode's data: each write adds one
    Zxid czxid = Zxid::None;   ///< of the znode: versions begin anew where it is created again

    bool operator==(const VersionedCount&) const = default;
};

/// Curator's SharedCount: a number that every client of a path sees and may change, in a persistent znode of
/// four bytes, big-endian. A semaphore may take its number of leases from one. Any thread; copies share one
/// object.
///
/// From its construction on it reads and watches the znode, and creates it with the seed (and the containers
/// above it) where it is missing. It goes on after reconnects. The last copy's end ends the watching. What is
/// asked before the first value is known waits for it, also for a connection; SessionExpired, AuthFailed and
/// Closing end that, and this object with it: a new session needs a new SharedCount.
///
/// Guaranteed: the values that a listener hears are in the order in which they were written, none older than
/// what it heard before. Not guaranteed: that it hears each of them (two writes in a row may be heard as
/// one); that latest() is what the leader has now. A znode that is deleted later keeps its last value here
/// and is read again when somebody creates it (Curator's compares versions, which start again then, and
/// sticks to the old value).
///
/// In a forked child reads and writes fail with Forked, at once and in the call itself.
class SharedCount {
public:
    /// Called on the loop: with the current value, or the next one that is known, and then with each later
    /// one; with an error (NoAuth, BadFormat where the data are not four bytes, SessionExpired…) while there
    /// is none to tell.
    using Listener = std::function<void(const Result<VersionedCount>&)>;

    /// `acl` is the znode's where this object creates it; what it creates above is open.
    SharedCount(std::shared_ptr<ZooKeeper> session, std::string path, std::int32_t seed, Acl acl = {});

    /// The newest value that this object has heard of, without asking; empty before the first.
    std::optional<VersionedCount> latest() const;

    /// Asks, behind a sync: at least as new as everything that was written before. Blocks; WouldBlockLoop on
    /// the loop thread. ConnectionLoss while the connection is down.
    Result<VersionedCount> read();
    /// Reads it and calls `done` on the loop.
    void readAsync(Completion<VersionedCount> done);

    /// Writes whatever it was before (Curator's setCount); the answer is what was written. NoNode where the
    /// znode was deleted. After ConnectionLoss it is written or not.
    Result<VersionedCount> set(std::int32_t value);
    /// Writes it whatever it was, and calls `done` on the loop.
    void setAsync(std::int32_t value, Completion<VersionedCount> done);

    /// Writes if nobody has written since `expected` was read, else BadVersion (Curator's trySetCount, which
    /// takes a znode that was created again for the old one where their versions are equal). Two round trips:
    /// ZooKeeper itself compares versions only, so the znode is looked at first, behind a sync. Where it is
    /// deleted, created again and written as often just between the two, the new one is written, and
    /// BadVersion says so in Error::what.
    Result<VersionedCount> compareAndSet(VersionedCount expected, std::int32_t value);
    /// Writes it if it has not changed since `expected` was read, or BadVersion; calls `done` on the loop.
    void compareAndSetAsync(VersionedCount expected, std::int32_t value, Completion<VersionedCount> done);

    /// A listener that is removed on the loop thread is not called any more; elsewhere it may be for a
    /// moment.
    ListenerToken addListener(Listener listener);
    /// It is not called any more once this has run on the loop.
    void removeListener(ListenerToken token);

    const std::string& path() const;
    /// Of its session: who listens must live there. Any thread.
    Loop& loop() const;

    class Impl;

private:
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
