// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <functional>
#include <future>
#include <memory>
#include <string>

/// A connected session to a cluster that is real or in memory, and the loop that it lives on. Test's thread.
class SessionUnderTest {
public:
    virtual ~SessionUnderTest() = default;

    virtual lockcore::ZooKeeper& zookeeper() = 0;
    /// Runs `task` on the loop and waits until it has run.
    virtual void onLoop(std::function<void()> task) = 0;
    /// Lets the loop go on until `done` is ready.
    virtual void runUntil(const std::function<bool()>& isReady) = 0;
    virtual void close() = 0;
    /// Its process stops for longer than the server's patience and goes on when the server has ended it.
    /// `isEnded` says whether it has.
    virtual void sleepThroughTimeout(const std::function<bool()>& isEnded) = 0;

    /// Hands a completion to `start` on the loop and returns what it is called with.
    template <class T>
    lockcore::Result<T> await(std::function<void(lockcore::ZooKeeper&, lockcore::Completion<T>)> start) {
        std::promise<lockcore::Result<T>> answered;
        auto answer = answered.get_future();
        onLoop([&] {
            start(zookeeper(), [&](lockcore::Result<T> result) { answered.set_value(std::move(result)); });
        });
        runUntil([&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        return answer.get();
    }
};

/// Either kind of cluster, empty. Test's thread.
class ClusterUnderTest {
public:
    virtual ~ClusterUnderTest() = default;
    virtual std::unique_ptr<SessionUnderTest> open() = 0;

    /// `statNeedsRead` as FakeZooKeeper has it.
    static std::unique_ptr<ClusterUnderTest> simulated(bool statNeedsRead);
    /// A server of its own in this process's care, under a chroot of its own; reached directly, or by links.
    static std::unique_ptr<ClusterUnderTest> real(bool byLink);
};
