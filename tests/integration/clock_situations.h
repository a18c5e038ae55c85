// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ensemble_network.h"

#include <lockcore/lab/local_ensemble.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What servers must be like for these situations: a session of the longest timeout that they grant ends
/// before one of them gives up the others.
inline constexpr std::chrono::milliseconds kClockTick{200};
inline constexpr std::chrono::milliseconds kClockTimeout{4'000};
inline constexpr int kClockSyncLimitTicks = 30;

/// What became of what a holder had been promised, once.
struct ClockRound {
    /// The promise that was not kept, or why it was not put to the test. Empty: it was kept.
    std::string problem;
    /// From where validUntil() ended until somebody else was granted the lock.
    std::chrono::nanoseconds promiseEnded{0};
    /// From when the holder was told Doubtful (or Lost) until then; nothing where it could not be told (its
    /// process was stopped).
    std::optional<std::chrono::nanoseconds> doubtTold;
};

/// Puts to the test, with three real servers, what a hold promises about time: each makes a holder and a
/// waiter for a lock at `path`, does its worst, and waits until the waiter owns.
class ClockSituations {
public:
    struct Situation {
        const char* name;
        std::function<ClockRound(const std::string& path)> make;
    };

    /// Both have to outlive this. Lives on the thread of both.
    ClockSituations(lockcore::LocalEnsemble& ensemble, EnsembleNetwork& network)
        : m_ensemble(ensemble), m_network(network) {}

    /// A follower that stops has passed a write on, and not told the leader that the client is alive.
    ClockRound stoppedFollower(const std::string& path) const;
    /// A follower that is cut off goes on answering the client's pings.
    ClockRound cutFollower(const std::string& path) const;
    /// The others elect a new one; the client hears nothing of it.
    ClockRound stoppedLeader(const std::string& path) const;
    /// As well, and the old one goes on answering pings.
    ClockRound cutLeader(const std::string& path) const;
    /// The holder's process is stopped, and goes on after the grant.
    ClockRound stoppedProcess(const std::string& path) const;

    /// They may outlive this.
    std::vector<Situation> all() const;

private:
    using Disturb = std::function<void(std::size_t server)>;

    ClockRound atFollower(const std::string& path, const Disturb& disturb, const Disturb& mend) const;
    ClockRound atLeader(const std::string& path, const Disturb& disturb, const Disturb& mend) const;
    std::string others(std::size_t server) const;

    lockcore::LocalEnsemble& m_ensemble;
    EnsembleNetwork& m_network;
};

/// A client that waits for a lock, and when it got it, on the clock of Hold::validUntil().
class Successor {
public:
    /// Blocks until it waits.
    Successor(const std::string& connect, const std::string& path);
    ~Successor();

    /// Blocks; ends the executable with a message where it gets nothing, or that takes for ever.
    std::chrono::nanoseconds grantedAt();

private:
    class Client;
    std::unique_ptr<Client> m_client;
};
