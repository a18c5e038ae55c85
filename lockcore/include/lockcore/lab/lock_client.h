// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/recipes/hold.h>
#include <lockcore/result.h>
#include <lockcore/session/loop.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace lockcore {

/// What the lab does to a client.
enum class Disturbance {
    Freeze,       ///< stops its process, or where it is in this one stalls its link
    Thaw,         ///< the end of that
    Cut,          ///< cuts its link
    Mend,         ///< the end of that and of the next one
    LoseAnswers,  ///< what is asked arrives, and no answer does
    Kill,         ///< kills its process, or where it is in this one cuts it off and forgets it
};

/// Stable English word: "freeze", "lose-answers".
std::string_view disturbanceName(Disturbance disturbance);

/// Why a register did not take a write.
enum class WriteRefusal {
    StaleToken,   ///< a higher fencing token has written
    HoldLost,     ///< the holder's znode is gone
    SessionOver,  ///< the session that would have written is
};

/// Stable English word, as the programs of contenders have it: "stale-token".
std::string_view writeRefusalName(WriteRefusal refusal);

/// What a client tells. A value.
struct ClientEvent {
    /// It has a session: the answer to open().
    struct Opened {
        SessionId session;
        std::chrono::milliseconds timeout;  ///< as negotiated
    };
    /// It stands in the queue; no answer, and not told by all clients.
    struct InQueue {
        std::string node;  ///< name of its znode
        Zxid czxid;
    };
    /// It has what it asked for, or believes so: an answer to acquire().
    struct Granted {
        std::string node;  ///< empty where it has none
        Zxid token;        ///< czxid of the node; None where it has none
    };
    /// An answer to write().
    struct Written {
        std::int64_t number;
    };
    /// An answer to write(): the register is as it was.
    struct WriteRefused {
        WriteRefusal reason;
        std::string text;
    };
    /// It has given back what it had, or asks no more: the answer to release().
    struct Released {};
    /// What it knows of its hold has changed; unasked.
    struct HoldChanged {
        HoldState state;
    };
    /// An answer to anything; in round 0, unasked, where its session has ended by itself.
    struct Failed {
        Error error;
    };
    /// The answer to close(), and the last event.
    struct Closed {};
    /// It is no more, whatever was asked of it; unasked, and the last event.
    struct Ended {
        std::string how;
    };
    using What = std::variant<Opened, InQueue, Granted, Written, WriteRefused, Released, HoldChanged, Failed,
                              Closed, Ended>;

    std::uint64_t round = 0;  ///< that it belongs to; 0: none
    TimePoint at{};           ///< when whoever tells it saw it, by CLOCK_MONOTONIC
    What what;
};

/// What a client is, as far as others have to know. A value.
struct ClientTraits {
    int pid = 0;                ///< of its process; 0: this one, or none yet
    std::uint64_t process = 0;  ///< equal for clients that are stopped and killed together; 0: none else
    std::uint64_t session = 0;  ///< equal for clients that share one, and are cut off together; 0: none else
    bool tellsQueue = true;     ///< InQueue, before it is granted
};

/// A client of one lock, whatever library it uses and wherever it runs: what a contender of the lab asks for
/// things. Lives on the lab's loop.
///
/// Rounds are numbered by whoever asks, from 1, each only once. Each call is answered by exactly one event of
/// its round, never inside the call, unless the client ends first; open() and close() by one of round 0. One
/// round is under way at a time: acquire(), then any number of write(), then release(), which is due after a
/// failed acquire() as well and also where the hold was lost. A client that is stopped, or whose link is
/// stalled, answers when it goes on.
///
/// Destroying it ends its session, or its process, without a word.
class LockClient {
public:
    virtual ~LockClient() = default;

    /// Opens a session. Also when there was one that has ended, which a Failed with isSessionOver() tells.
    virtual void open(std::function<void(const ClientEvent&)> told) = 0;
    /// Asks for what its recipe locks; a new round begins.
    virtual void acquire(std::uint64_t round) = 0;
    /// Writes to the group's register. `number`: nothing, the number to write, or kNextNumber of register.h.
    virtual void write(std::uint64_t round, std::optional<std::int64_t> number) = 0;
    /// Gives back. Before the grant it gives up: then acquire() is answered by this Released as well.
    virtual void release(std::uint64_t round) = 0;
    /// Ends its session in order, whatever is under way.
    virtual void close() = 0;
    /// Has no answer of its own, but Ended for Kill.
    virtual void disturb(Disturbance disturbance) = 0;
    virtual const ClientTraits& traits() const = 0;
};

}  // namespace lockcore
