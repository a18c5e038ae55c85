// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "goals.h"

#include <cstdio>

namespace {

enum class Bound { AtMost, AtLeast };

/// One figure of lockcore's, as it is or divided by another.
struct Goal {
    const char* what;
    Bound bound;
    double limit;
    const char* unit;
    std::optional<double> reached;
};

/// Medians, for goals.
class Measured {
public:
    explicit Measured(const Report& report) : m_report(report) {}

    std::optional<double> of(const char* peer, const char* scenario, const char* section,
                             const char* figure) const {
        return m_report.median(scenario, section, peer, figure);
    }
    std::optional<double> lockcores(const char* scenario, const char* section, const char* figure) const {
        return of(kLockcore, scenario, section, figure);
    }
    std::optional<double> over(const char* peer, const char* scenario, const char* section,
                               const char* figure) const {
        return ratio(lockcores(scenario, section, figure), m_report.median(scenario, section, peer, figure));
    }
    std::optional<double> linkedOverDirect(const char* scenario, const char* section,
                                           const char* figure) const {
        return ratio(m_report.median(scenario, section, kLinked, figure),
                     lockcores(scenario, section, figure));
    }
    std::optional<double> byTls(const char* scenario, const char* section, const char* figure) const {
        return m_report.median(scenario, section, kByTls, figure);
    }
    /// lockcore's by TLS, divided by another peer's.
    std::optional<double> byTlsOver(const char* peer, const char* scenario, const char* section,
                                    const char* figure) const {
        return ratio(byTls(scenario, section, figure), m_report.median(scenario, section, peer, figure));
    }
    static std::optional<double> ratio(std::optional<double> one, std::optional<double> other) {
        if (!one || !other || *other == 0) return std::nullopt;
        return *one / *other;
    }

private:
    const Report& m_report;
};

// A round trip is that of a bare read; what client, server and proxy do besides may take this much of it.
constexpr double kSlack = 0.1;

std::vector<Goal> cycleGoals(const Measured& measured, bool onDisk) {
    std::vector<Goal> goals{{"uncontended cycle", Bound::AtMost, onDisk ? 0.75 : 0.7, "× Curator",
                             measured.over(kCurator, "uncontended", "uncontended", "cycle_p50_us")}};
    if (!onDisk)
        goals.push_back({"uncontended cycle", Bound::AtMost, 1.15, "× floor",
                         measured.over(kFloor, "uncontended", "uncontended", "cycle_p50_us")});
    // What the frames' second way through this machine, and their check, may cost.
    goals.push_back({"uncontended cycle by link", Bound::AtMost, 1.25, "× lockcore's direct one",
                     measured.linkedOverDirect("uncontended", "uncontended", "cycle_p50_us")});
    goals.push_back({"own a free lock far away: 1", Bound::AtMost, 1 + kSlack, "round trips",
                     measured.lockcores("uncontended-far", "uncontended", "acquire_rt")});
    goals.push_back({"release far away: not awaited", Bound::AtMost, kSlack, "round trips",
                     measured.lockcores("uncontended-far", "uncontended", "release_rt")});
    goals.push_back({"handoff far away, inside a process", Bound::AtMost, 1.2, "round trips",
                     measured.lockcores("handoff-far", "contended", "handoff_rt")});
    goals.push_back({"handoff far away, across processes: 2", Bound::AtMost, 2 + kSlack, "round trips",
                     measured.lockcores("handoff-far-across", "contended", "handoff_rt")});
    goals.push_back({"a probe's round trip, far away: off by", Bound::AtMost, 0.05, "of the plain C client's",
                     measured.of(kProbe, kProbeFar, "roundtrip", "off")});
    return goals;
}

std::vector<Goal> contentionGoals(const Measured& measured, bool onDisk) {
    const struct {
        const char* scenario;
        double inMemory;
        double onDisk;
    } rows[] = {{"contended-10", 1.5, 1.2}, {"contended-50", 1.8, 1.3}, {"contended-200", 1.8, 1.5}};
    std::vector<Goal> goals;
    for (const auto& row : rows) {
        goals.push_back({row.scenario, Bound::AtLeast, onDisk ? row.onDisk : row.inMemory,
                         "× Curator's handoffs/s",
                         measured.over(kCurator, row.scenario, "contended", "ops_s")});
        goals.push_back({row.scenario, Bound::AtMost, 2.5, "handoff p99 ÷ p50",
                         Measured::ratio(measured.lockcores(row.scenario, "contended", "handoff_p99_us"),
                                         measured.lockcores(row.scenario, "contended", "handoff_p50_us"))});
    }
    goals.push_back({"1000 contenders of the lab", Bound::AtLeast, 0.8, "× lockcore's handoffs/s",
                     Measured::ratio(measured.of(kLab, "contended-1000", "contended", "ops_s"),
                                     measured.lockcores("contended-1000", "contended", "ops_s"))});
    goals.push_back({"90 % readers", Bound::AtLeast, onDisk ? 2.2 : 3.0, "× Curator's ops/s",
                     measured.over(kCurator, "read-write", "contended", "ops_s")});
    return goals;
}

std::vector<Goal> sizeGoals(const Measured& measured) {
    return {
        {"enqueue", Bound::AtMost, 1, "s", measured.lockcores("drain", "enqueue", "wall_s")},
        {"enqueue", Bound::AtMost, 10, "MB from the server",
         measured.lockcores("drain", "enqueue", "bytes_mb")},
        {"drain", Bound::AtLeast, 10, "× Curator's handoffs/s",
         measured.over(kCurator, "drain", "drain", "ops_s")},
        {"drain", Bound::AtMost, 0.01, "× Curator's bytes",
         measured.over(kCurator, "drain", "drain", "bytes_mb")},
        {"drain", Bound::AtMost, 0.05, "× Curator's memory",
         measured.over(kCurator, "drain", "drain", "peak_rss_mb")},
        {"1000 sessions", Bound::AtMost, 0.4, "s",
         measured.lockcores("sessions-1000", "sessions", "connect_s")},
        {"1000 sessions", Bound::AtMost, 16, "MB",
         measured.lockcores("sessions-1000", "sessions", "peak_rss_mb")},
        {"1000 sessions", Bound::AtMost, 4, "threads",
         measured.lockcores("sessions-1000", "sessions", "threads")},
        {"5000 sessions", Bound::AtMost, 4, "s",
         measured.lockcores("sessions-5000", "sessions", "connect_s")},
        {"5000 sessions", Bound::AtMost, 64, "MB",
         measured.lockcores("sessions-5000", "sessions", "peak_rss_mb")},
    };
}

std::vector<Goal> tlsGoals(const Measured& measured) {
    const auto uncontended = [&](const char* peer, const char* figure) {
        return measured.byTlsOver(peer, "uncontended-tls", "uncontended", figure);
    };
    return {
        {"uncontended cycle by TLS", Bound::AtMost, 1.25, "× lockcore's direct one",
         uncontended(kLockcore, "cycle_p50_us")},
        {"uncontended cycle by TLS", Bound::AtMost, 0.6, "× Curator's by TLS",
         uncontended(kCuratorByTls, "cycle_p50_us")},
        {"uncontended cycle by TLS beside 10 hung handshakes, p99", Bound::AtMost, 1.2, "× without them",
         Measured::ratio(measured.byTls("uncontended-tls-hung", "uncontended", "cycle_p99_us"),
                         measured.byTls("uncontended-tls", "uncontended", "cycle_p99_us"))},
        {"1000 sessions by TLS", Bound::AtMost, 0.5, "× Curator's seconds",
         measured.byTlsOver(kCuratorByTls, "sessions-1000-tls", "sessions", "connect_s")},
        {"1000 sessions by TLS", Bound::AtMost, 40, "MB",
         measured.byTls("sessions-1000-tls", "sessions", "peak_rss_mb")},
        {"1000 sessions by TLS", Bound::AtMost, 4, "threads",
         measured.byTls("sessions-1000-tls", "sessions", "threads")},
    };
}

void print(const Goal& goal) {
    if (!goal.reached) return;
    const bool atMost = goal.bound == Bound::AtMost;
    const bool isReached = atMost ? *goal.reached <= goal.limit : *goal.reached >= goal.limit;
    std::printf("| %s | %s %s %s | %s | %s |\n", goal.what, atMost ? "≤" : "≥",
                qPrintable(readable(goal.limit)), goal.unit,
                qPrintable(QString::number(*goal.reached, 'g', 3)),
                isReached ? "reached" : "**not reached**");
}

}  // namespace

void printGoals(const Report& report, bool onDisk) {
    const Measured measured(report);
    std::printf("\n### Goals\n\n| lockcore | goal | measured | |\n|---|---|---|---|\n");
    for (const auto& goals : {cycleGoals(measured, onDisk), contentionGoals(measured, onDisk),
                              sizeGoals(measured), tlsGoals(measured)})
        for (const Goal& goal : goals)
            print(goal);
}
