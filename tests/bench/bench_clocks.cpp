// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// How long before another client owns a lock a hold's promises end, where they are hardest to keep: a server
// or a process stops, or a server is cut off from the others. Each situation as often as is wanted, on three
// real servers of its own; the exit status is 1 where a promise was not kept once.
#include "bench_program.h"
#include "clock_situations.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

using namespace lockcore;
using std::chrono::nanoseconds;

namespace {

int readTimes(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows the margins of what is promised about time.");
    parser.addHelpOption();
    parser.addOption({"times", "How often each situation is made.", "number", "20"});
    parser.process(application);
    bool isNumber = false;
    const int times = parser.value("times").toInt(&isNumber);
    if (!isNumber || times < 1) giveUp("--times takes a number from 1 on");
    return times;
}

/// Of one promise in one situation.
class Margins {
public:
    void add(nanoseconds margin) {
        m_all.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(margin).count());
        std::ranges::sort(m_all);
    }
    /// "least | median | most", in milliseconds.
    QString columns() const {
        if (m_all.empty()) return QStringLiteral("– | – | –");
        return QStringLiteral("%1 | %2 | %3")
            .arg(m_all.front())
            .arg(m_all[m_all.size() / 2])
            .arg(m_all.back());
    }

private:
    std::vector<qint64> m_all;  // sorted
};

struct Row {
    int kept = 0;
    Margins promise;
    Margins doubt;
};

Row runRounds(const ClockSituations::Situation& situation, int times) {
    Row row;
    for (int round = 1; round <= times; ++round) {
        std::fprintf(stderr, "%s, %d of %d\n", situation.name, round, times);
        const std::string path = "/clock/" +
                                 QString::fromUtf8(situation.name).replace(u' ', u'-').toStdString() + "/" +
                                 std::to_string(round);
        const ClockRound made = situation.make(path);
        if (!made.problem.empty()) {
            std::printf("%s, %d of %d: %s\n", situation.name, round, times, made.problem.c_str());
            continue;
        }
        ++row.kept;
        row.promise.add(made.promiseEnded);
        if (made.doubtTold) row.doubt.add(*made.doubtTold);
    }
    return row;
}

void print(const char* name, const Row& row, int times) {
    std::printf("| %s | %d of %d | %s | %s |\n", name, row.kept, times, qPrintable(row.promise.columns()),
                qPrintable(row.doubt.columns()));
}

}  // namespace

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    const int times = readTimes(application);
    LocalClusterOptions options;
    options.tickTime = kClockTick;
    const auto ensemble = LocalEnsemble::start(3, options);
    if (!ensemble) giveUp(describe(ensemble.error()));
    EnsembleNetwork network(**ensemble, kClockSyncLimitTicks);

    std::vector<std::pair<const char*, Row>> rows;
    for (const auto& situation : ClockSituations(**ensemble, network).all())
        rows.emplace_back(situation.name, runRounds(situation, times));

    std::printf(
        "Session timeout %d ms, tick %d ms, syncLimit %d ticks; milliseconds until another client owned\n\n",
        static_cast<int>(kClockTimeout.count()), static_cast<int>(kClockTick.count()), kClockSyncLimitTicks);
    std::printf(
        "| | kept | validUntil() ended: least | median | most | Doubtful was told: least | median | most |\n"
        "|---|---|---|---|---|---|---|---|\n");
    for (const auto& [name, row] : rows)
        print(name, row, times);
    return std::ranges::all_of(rows, [&](const auto& row) { return row.second.kept == times; }) ? 0 : 1;
}
