// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "peer_run.h"

#include <QJsonObject>

#include <optional>
#include <vector>

/// All measurements of one run of bench_peers, and what they say.
class Report {
public:
    void add(std::vector<Measurement> measurements);

    /// The median over the repetitions.
    std::optional<double> median(const QString& scenario, const QString& section, const QString& peer,
                                 const std::string& figure) const;

    /// One table for each section of the scenario, with a row for each peer, as Markdown.
    void print(const BenchScenario& scenario) const;

    QJsonObject toJson() const;

private:
    void printTable(const BenchScenario& scenario, const QString& section) const;
    QStringList problems(const QString& scenario) const;

    std::vector<Measurement> m_measurements;
};

/// With as many decimals as matter.
QString readable(double value);
