// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_past.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_view.h"

#include <lockcore/observe/queue_difference.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace lockscope;

namespace {

constexpr int kTurns = 100'000;
constexpr int kRuns = 41;

/// Prints median and worst of several runs.
void measure(const char* what, const std::function<void()>& body) {
    std::vector<double> costs;
    for (int run = 0; run < kRuns; ++run) {
        QElapsedTimer timer;
        timer.start();
        body();
        costs.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(costs);
    std::printf("%-64s %8.2f ms median %8.2f ms worst\n", what, costs[costs.size() / 2], costs.back());
}

/// `kTurns` turns of `sessions` sessions, one after the other.
samples::Past busyPast(int sessions) {
    samples::Past past;
    past.isRead(0);
    for (int number = 0; number < kTurns; ++number) {
        past.comes(number, number * 10, number % sessions + 1);
        if (number >= 8) past.goes(number - 8, number * 10 + 5);
    }
    return past;
}

void paintOnce(TimelineView& view, QImage& image) {
    view.viewport()->render(&image);
}

void measureView(const char* what, const samples::Past& past, LaneBy by) {
    std::printf("%s\n", what);
    const auto lanes =
        std::make_shared<const TimelineLanes>(timelineLanes(past.history(), "/app/lock", by, {}));
    TimelineView view;
    view.resize(1600, 900);
    view.setClock([] { return samples::kNowUnixMs + kTurns * 10; });
    view.setLanes(lanes);
    QImage image(view.size(), QImage::Format_RGB32);
    view.fit();
    measure("  paint, all of the time in view", [&] { paintOnce(view, image); });
    for (int step = 0; step < 12; ++step)
        view.zoomIn();
    measure("  paint, zoomed in", [&] { paintOnce(view, image); });
    view.resetZoom();
    measure("  paint, the last minute", [&] { paintOnce(view, image); });
    measure("  lanes after a change", [&] {
        const TimelineLanes newer = timelineLanes(past.history(), "/app/lock", by, {});
        if (newer.turns.empty()) std::abort();
    });
    TimelineModel model;
    measure("  table after a change", [&] { model.setLanes(std::make_shared<const TimelineLanes>(*lanes)); });
}

std::shared_ptr<const lockcore::LockQueue> queueOf(const samples::Contenders& there, std::int64_t ms) {
    auto queue = samples::queue(there);
    queue->readAtUnixMs += ms;
    return queue;
}

/// One comes and one goes in a long queue.
void measureHistory() {
    std::printf("A queue of %d contenders, of which the first leaves while one comes\n", kTurns);
    samples::Contenders there = samples::mutexes(0, kTurns - 1);
    const auto before = queueOf(there, 0);
    there.erase(there.begin());
    there.push_back(samples::mutex(kTurns));
    const auto after = queueOf(there, 10);
    measure("  difference", [&] {
        if (lockcore::queueDifference(*before, *after).added.size() != 1) std::abort();
    });
    lockcore::LockHistory history;
    history.update(before, samples::kNowUnixMs);
    std::vector<std::shared_ptr<const lockcore::LockQueue>> queues;
    for (int run = 1; run <= kRuns; ++run) {
        queues.push_back(queueOf(there, run * 10));
        there.erase(there.begin());
        there.push_back(samples::mutex(kTurns + run));
    }
    std::size_t next = 0;
    measure("  LockHistory::update()", [&] {
        history.update(queues[next], queues[next]->readAtUnixMs);
        ++next;
    });
    lockcore::TakeoverLog takeovers;
    takeovers.update(before);
    next = 0;
    measure("  TakeoverLog::update()", [&] { takeovers.update(queues[next++]); });
}

}  // namespace

/// Prints what the timeline costs at 100 000 turns. Output is for people; QT_QPA_PLATFORM=offscreen will do.
int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    measureHistory();
    measureView("100 000 turns of 20 sessions", busyPast(20), LaneBy::Session);
    measureView("100 000 turns of 100 000 sessions", busyPast(kTurns), LaneBy::Session);
    measureView("100 000 turns of one lock, as one lane", busyPast(20), LaneBy::Lock);
    return 0;
}
