// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/distribution.h>
#include <lockcore/session/session.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// What a probe is to do, and how much of it at most.
struct ProbePlan {
    SessionOptions session;                    ///< each server of its connect string is measured by itself
    std::string path = "/lockscope-probe";     ///< the root that it makes, as LabRoot does, and removes
    std::size_t cycles = 200;                  ///< on each server; one of each measurement
    double perSecond = 50;                     ///< measurements, of 1 to 11 requests each
    Duration most = std::chrono::seconds(60);  ///< for all servers together, once connected
    bool removesEarlier = false;  ///< what earlier probes have left there whose program has ended
    /// Called with the znode that all it makes is in, before it makes that.
    std::function<void(const std::string& run)> announced = {};
};

/// What it will do, before it does it, as words and values: "server 10.0.0.1:2181" (one line for each),
/// "root /lockscope-probe", "sessions 3" (at once), "znodes 14" (at once, at most), "cycles 200" (on each
/// server), "requests 12000" and "writes 4200" (in all, about), "rate 50" (measurements each second), "time
/// 60" (seconds, at most). Empty for a connect string that can't be used. Pure.
std::vector<std::string> whatItWillDo(const ProbePlan& plan);

/// How far it is.
struct ProbeProgress {
    std::string server;
    std::size_t number = 0;  ///< of the server, from 1
    std::size_t servers = 0;
    std::size_t cycles = 0;  ///< done on it
    std::size_t of = 0;
};

/// How long things take on a cluster, from here. A value.
struct ProbeReport {
    /// By one server. Times are what a client waits for: from the call to the answer.
    struct Row {
        std::string server = {};
        Distribution roundTrip = {};     ///< a read that finds nothing to do
        Distribution lock = {};          ///< a free lock is taken and given back, and both is answered
        Distribution handoff = {};       ///< from the release to the grant of who waits, in another session
        Distribution notification = {};  ///< from a write to the event of another session's watch
        std::size_t cycles = 0;          ///< that were done
        std::optional<Error> problem = {};  ///< why it was not measured, or not to the end
    };
    std::vector<Row> servers = {};  ///< in the order of the connect string, as far as their turn came
    bool cutShort = false;          ///< by the limit of time, or by who cancelled it
    /// Why the session that it had all made with ended before the end. Another one has removed what is not
    /// in `left`.
    std::optional<Error> failure = {};
    std::vector<std::string> earlier = {};  ///< runs there that earlier probes have left, and that stay
    std::vector<std::string> left = {};     ///< znodes that could not be removed
    std::optional<Error> notRemoved = {};   ///< why it is not known whether what is in `left` is there
};

/// Measures what a lock takes on each server of a cluster, one after the other: two sessions to the server
/// take locks and wake each other, on loops of their own, so that neither knows what the other does before
/// the server has told it. Any thread; what it calls it calls on its loop.
class Probe {
public:
    explicit Probe(ProbePlan plan, std::function<void(const ProbeProgress&)> progress = {});
    /// Cancels, and waits until what it made is removed: some seconds at most. Not on its loop.
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    /// Once. `done` is called when all is removed and closed. Without an error where a server could not be
    /// reached: that is in its row, nor where something may have been made. BadArguments for a plan that
    /// can't be; NodeExists for a root that is not the lab's; why there is no connection, or no root.
    void run(Completion<ProbeReport> done);
    /// Ends it: the report has what was measured until then.
    void cancel();

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
