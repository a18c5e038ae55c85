// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

struct Column {
    const char* figure;
    const char* title;
};

/// The first one is what peers are compared by.
std::vector<Column> columnsOf(const BenchScenario& scenario, const QString& section) {
    if (section == "sessions") return {{"connect_s", "connect s"}, {"client_cpu_s", "client CPU s"}};
    if (section == "enqueue")
        return {{"wall_s", "s"}, {"bytes_mb", "MB from server"}, {"client_cpu_s", "client CPU s"}};
    if (section == "uncontended" && scenario.far)
        return {{"cycle_p50_us", "cycle p50 µs"},
                {"acquire_rt", "acquire, round trips"},
                {"release_rt", "release, round trips"}};
    if (section == "uncontended")
        return {{"cycle_p50_us", "cycle p50 µs"},     {"cycle_p99_us", "p99"},
                {"acquire_p50_us", "acquire p50 µs"}, {"acquire_p99_us", "p99"},
                {"release_p50_us", "release p50 µs"}, {"ops_s", "ops/s"},
                {"requests_op", "requests"},          {"client_cpu_us_op", "client CPU µs"},
                {"server_cpu_us_op", "server CPU µs"}};
    if (scenario.far)
        return {
            {"handoff_rt", "handoff p50, round trips"}, {"handoff_p50_us", "µs"}, {"handoff_p99_us", "p99"}};
    if (scenario.parameters.filter("readers=").size() == 1)
        return {{"ops_s", "ops/s"}, {"requests_op", "requests"}, {"bytes_op", "bytes/op"}};
    std::vector<Column> columns{
        {"ops_s", "handoffs/s"}, {"handoff_p50_us", "handoff p50 µs"}, {"handoff_p99_us", "p99"}};
    if (section == "drain")
        columns.insert(columns.end(),
                       {{"wall_s", "s"}, {"bytes_mb", "MB from server"}, {"requests", "requests"}});
    else
        columns.insert(columns.end(), {{"requests_op", "requests"}, {"bytes_op", "bytes/op"}});
    return columns;
}

constexpr Column kAlways[] = {
    {"peak_rss_mb", "peak RSS MB"}, {"threads", "threads"}, {"others_cpu_pct", "others' CPU %"}};

QString orDash(std::optional<double> value) {
    return value ? readable(*value) : QStringLiteral("–");
}

}  // namespace

QString readable(double value) {
    const int decimals = value == std::round(value) || std::abs(value) >= 100 ? 0
                         : std::abs(value) >= 10                              ? 1
                                                                              : 2;
    return QString::number(value, 'f', decimals);
}

void Report::add(std::vector<Measurement> measurements) {
    std::ranges::move(measurements, std::back_inserter(m_measurements));
}

std::optional<double> Report::median(const QString& scenario, const QString& section, const QString& peer,
                                     const std::string& figure) const {
    std::vector<double> values;
    for (const Measurement& measured : m_measurements) {
        if (measured.scenario != scenario || measured.section != section || measured.peer != peer) continue;
        const auto found = measured.figures.find(figure);
        if (found != measured.figures.end()) values.push_back(found->second);
    }
    if (values.empty()) return std::nullopt;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void Report::print(const BenchScenario& scenario) const {
    QStringList sections;
    for (const Measurement& measured : m_measurements)
        if (measured.scenario == scenario.name && !measured.section.isEmpty() &&
            !sections.contains(measured.section))
            sections.push_back(measured.section);
    for (const QString& section : sections)
        printTable(scenario, section);
    for (const QString& problem : problems(scenario.name))
        std::printf("\n%s\n", qPrintable(problem));
    std::fflush(stdout);
}

void Report::printTable(const BenchScenario& scenario, const QString& section) const {
    std::vector<Column> columns = columnsOf(scenario, section);
    columns.insert(columns.end(), std::begin(kAlways), std::end(kAlways));
    QStringList head{section == scenario.program ? "" : section};
    for (const QString& other : scenario.compared)
        head.push_back("× " + other);
    for (const Column& column : columns)
        head.push_back(column.title);
    std::printf("\n### %s: %s\n\n| %s |\n|%s\n", qPrintable(scenario.name), qPrintable(scenario.title),
                qPrintable(head.join(" | ")), qPrintable(QStringLiteral("---|").repeated(head.size())));
    for (const QString& peer : scenario.peers) {
        const auto figure = [&](const QString& whose, const char* name) {
            return median(scenario.name, section, whose, name);
        };
        const auto first = figure(peer, columns.front().figure);
        if (!first) continue;
        QStringList row{peer};
        for (const QString& other : scenario.compared) {
            const auto theirs = figure(other, columns.front().figure);
            row.push_back(theirs ? QString::number(*first / *theirs, 'f', 2) : QStringLiteral("–"));
        }
        for (const Column& column : columns)
            row.push_back(orDash(figure(peer, column.figure)));
        std::printf("| %s |\n", qPrintable(row.join(" | ")));
    }
}

QStringList Report::problems(const QString& scenario) const {
    QStringList texts;
    for (const Measurement& measured : m_measurements)
        if (measured.scenario == scenario && !measured.problem.isEmpty())
            texts.push_back(QStringLiteral("%1, repetition %2: %3")
                                .arg(measured.peer)
                                .arg(measured.repetition)
                                .arg(measured.problem));
    return texts;
}

QJsonObject Report::toJson() const {
    QJsonArray all;
    for (const Measurement& measured : m_measurements) {
        QJsonObject figures;
        for (const auto& [name, value] : measured.figures)
            figures[QString::fromStdString(name)] = value;
        all.push_back(QJsonObject{{"scenario", measured.scenario},
                                  {"section", measured.section},
                                  {"peer", measured.peer},
                                  {"repetition", measured.repetition},
                                  {"figures", figures},
                                  {"problem", measured.problem}});
    }
    return {{"measurements", all}};
}
