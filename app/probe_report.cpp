// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe_report.h"

#include "json_values.h"
#include "process.h"
#include "text_table.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

namespace lockscope {
namespace {

using lockcore::Distribution;
using lockcore::ProbeReport;
using ProbeRow = ProbeReport::Row;

struct ProbeText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ProbeText)
};

double toMs(lockcore::Duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Three digits that count: 0.42, 10.1, 1250.
QString msText(lockcore::Duration duration) {
    const double ms = toMs(duration);
    int decimals = ms < 10 ? 2 : 1;
    if (ms >= 100) decimals = 0;
    return QLocale().toString(ms, 'f', decimals);
}

QString ratioText(const Distribution& times, const Distribution& roundTrip) {
    const double one = toMs(roundTrip.quantile(0.5));
    return one > 0 ? QLocale().toString(toMs(times.quantile(0.5)) / one, 'f', 1) : QString();
}

std::vector<TextTable::Cell> cellsFor(const QString& server, const QString& what, const Distribution& times,
                                      const Distribution& roundTrip) {
    std::vector<TextTable::Cell> cells{{server}, {what}};
    for (const double part : {0.5, 0.95, 0.99})
        cells.push_back({msText(times.quantile(part))});
    cells.push_back({msText(times.most())});
    cells.push_back({ratioText(times, roundTrip)});
    return cells;
}

void addRows(TextTable& table, const ProbeRow& row) {
    const std::pair<QString, const Distribution*> measures[] = {
        {ProbeText::tr("round trip"), &row.roundTrip},
        {ProbeText::tr("free lock, taken and given back"), &row.lock},
        {ProbeText::tr("handoff to who waits"), &row.handoff},
        {ProbeText::tr("notification"), &row.notification},
    };
    QString server = displayText(row.server);
    for (const auto& [what, times] : measures)
        if (times->count() > 0) table.row(cellsFor(std::exchange(server, {}), what, *times, row.roundTrip));
}

TextTable probeTable(const ProbeReport& report) {
    using Align = TextTable::Align;
    TextTable table;
    table.column({ProbeText::tr("Server")});
    table.column({ProbeText::tr("Milliseconds for a")});
    table.column({QStringLiteral("p50"), Align::Right});
    table.column({QStringLiteral("p95"), Align::Right});
    table.column({QStringLiteral("p99"), Align::Right});
    table.column({ProbeText::tr("Worst"), Align::Right});
    table.column({ProbeText::tr("In round trips"), Align::Right});
    for (const ProbeRow& row : report.servers)
        addRows(table, row);
    return table;
}

bool isMeasured(const ProbeRow& row) {
    return row.roundTrip.count() > 0;
}

QString probeProblemLine(const ProbeRow& row) {
    const QString server = displayText(row.server);
    const QString why = errorText(*row.problem);
    return isMeasured(row)
               ? ProbeText::tr("%1 was not measured to the end: %2", "server, sentence").arg(server, why)
               : ProbeText::tr("%1 was not measured: %2", "server, sentence").arg(server, why);
}

QStringList leftLines(const ProbeReport& report) {
    QStringList lines;
    for (const std::string& path : report.left)
        lines
            << (report.notRemoved
                    ? ProbeText::tr("%1 may be left: %2. “lockscope probe --clean”, with the same options, "
                                    "removes it.",
                                    "znode, why")
                          .arg(displayText(path), errorText(*report.notRemoved))
                    : ProbeText::tr("%1 could not be removed, and is left.", "znode").arg(displayText(path)));
    return lines;
}

ReportValue timesJson(const Distribution& times) {
    // Microseconds are more than is known.
    const auto rounded = [](lockcore::Duration duration) { return std::round(toMs(duration) * 1000) / 1000; };
    return {{"count", times.count()},
            {"p50Ms", rounded(times.quantile(0.5))},
            {"p95Ms", rounded(times.quantile(0.95))},
            {"p99Ms", rounded(times.quantile(0.99))},
            {"worstMs", rounded(times.most())}};
}

ReportValue probeRowJson(const ProbeRow& row) {
    ReportValue json{{"server", row.server}, {"cycles", row.cycles}};
    json["roundTrip"] = timesJson(row.roundTrip);
    json["lock"] = timesJson(row.lock);
    json["handoff"] = timesJson(row.handoff);
    json["notification"] = timesJson(row.notification);
    if (row.problem) json["problem"] = problemJson(*row.problem);
    return json;
}

}  // namespace

QStringList probePlanLines(const lockcore::ProbePlan& plan) {
    QStringList servers;
    QHash<QString, QString> values;
    for (const std::string& line : lockcore::whatItWillDo(plan)) {
        const auto blank = line.find(' ');
        const QString key = QString::fromStdString(line.substr(0, blank));
        const QString value = displayText(line.substr(blank + 1));
        if (key == QStringLiteral("server"))
            servers << value;
        else
            values[key] = value;
    }
    const auto value = [&](QLatin1String key) { return values.value(key); };
    return {
        ProbeText::tr(
            "It measures %1, one server after the other: on each %2 times a round trip, a free lock, a "
            "handoff and a notification; at most %3 measurements a second, for %4 s at most.")
            .arg(servers.join(QStringLiteral(", ")), value(QLatin1String("cycles")),
                 value(QLatin1String("rate")), value(QLatin1String("time"))),
        ProbeText::tr(
            "For that it makes locks of its own below %1, with %2 sessions and %3 znodes at once at most, "
            "by about %4 requests, %5 of them writes. It removes what it made.")
            .arg(value(QLatin1String("root")), value(QLatin1String("sessions")),
                 value(QLatin1String("znodes")), value(QLatin1String("requests")),
                 value(QLatin1String("writes")))};
}

QStringList probeLines(const ProbeReport& report, const std::optional<qsizetype>& width) {
    QStringList lines;
    if (std::ranges::any_of(report.servers, isMeasured)) lines = probeTable(report).lines({.width = width});
    for (const ProbeRow& row : report.servers)
        if (row.problem) lines << probeProblemLine(row);
    if (report.failure)
        lines << ProbeText::tr("It was not done to its end: %1.", "sentence").arg(errorText(*report.failure));
    else if (report.cutShort)
        lines << ProbeText::tr("It was ended before all was measured.");
    for (const std::string& path : report.earlier)
        lines << ProbeText::tr(
                     "%1 is left from an earlier probe, whose program has ended. --clean removes it.",
                     "znode")
                     .arg(displayText(path));
    return lines << leftLines(report);
}

std::string probeJson(const ProbeReport& report) {
    ReportValue servers = ReportValue::array();
    for (const ProbeRow& row : report.servers)
        servers.push_back(probeRowJson(row));
    ReportValue json;
    json["servers"] = std::move(servers);
    json["cutShort"] = report.cutShort;
    json["earlier"] = report.earlier;
    json["left"] = report.left;
    if (report.failure) json["failure"] = problemJson(*report.failure);
    if (report.notRemoved) json["notRemoved"] = problemJson(*report.notRemoved);
    return jsonText(json, JsonLayout::Pretty);
}

int probeStatus(const ProbeReport& report) {
    if (std::ranges::none_of(report.servers, isMeasured)) return kExitFailed;
    const bool lacks =
        report.cutShort || report.failure || !report.left.empty() ||
        std::ranges::any_of(report.servers, [](const ProbeRow& row) { return row.problem.has_value(); });
    return lacks ? kExitPartial : kExitDone;
}

}  // namespace lockscope
