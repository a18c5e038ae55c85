// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// bench_history [--quick]: what a recording and a snapshot cost to be written and read, beside their goals.
#include "recorded_story.h"
#include "recording/recording_writer.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/snapshot.h>

#include <ctime>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using namespace lockcore;

namespace {

constexpr int kLocks = 1'000;
constexpr int kThereAtOnce = 10;  ///< contenders of each
constexpr int kEventsASecond = 1'000;
constexpr int kCommitEach = 200;  ///< events: five times a second
constexpr double kGoalAllMs = 100;
constexpr double kGoalOneMs = 5;
constexpr double kGoalOverviewMs = 200;
constexpr std::size_t kBuckets = 1'000;
constexpr double kGoalCore = 5;  ///< percent
constexpr double kGoalBytes = 200;
constexpr int kLocksOfSnapshot = 10'000;
constexpr double kGoalSnapshotMs = 1'000;
constexpr double kGoalSnapshotMb = 3;

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double medianMs(const std::function<void(int)>& measured) {
    constexpr int kTimes = 11;
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        measured(i);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        times.push_back(took.count());
    }
    std::ranges::sort(times);
    return times[kTimes / 2];
}

void print(const char* what, double value, const char* unit, double goal) {
    std::printf("%-44s %10.2f %-10s goal %6.0f  %s\n", what, value, unit, goal,
                value <= goal ? "reached" : "MISSED");
}

template <class Value>
Value need(Result<Value> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s\n", describe(result.error()).c_str());
    std::exit(1);
}

std::string lockOf(int number) {
    return "/app/jobs/lock-" + std::to_string(number % kLocks);
}

/// Somebody comes to a lock, and whoever has been there longest goes, again and again: two events a turn.
/// Time goes on by one millisecond an event.
int record(const std::string& file, int turns) {
    auto writer = need(RecordingWriter::open({.file = file}, RecordedStory::at(0)));
    RecordedStory story;
    int events = 0;
    const auto take = [&](const Fact& fact) {
        writer->take(fact);
        if (++events % kCommitEach == 0 && !writer->commit(fact.atUnixMs)) std::exit(1);
    };
    for (int number = 0; number < turns; ++number) {
        take(story.comes(lockOf(number), number + 1, events / 1000.0));
        const int oldest = number - kThereAtOnce * kLocks;
        if (oldest >= 0) take(story.goes(lockOf(oldest), oldest + 1, events / 1000.0));
    }
    if (!writer->end(RecordedStory::at(events / 1000.0))) std::exit(1);
    return events;
}

void measure(const std::string& file, int turns) {
    const double before = cpuSeconds();
    const int events = record(file, turns);
    const double perEvent = (cpuSeconds() - before) / events;
    print("recording 1000 events/s, with making them", 100 * perEvent * kEventsASecond, "% of a core",
          kGoalCore);
    print("size of a turn", static_cast<double>(std::filesystem::file_size(file)) / turns, "bytes",
          kGoalBytes);
    std::unique_ptr<Recording> recording;
    std::printf("%-44s %10.2f ms\n", "opening it, with quick_check", medianMs([&](int) {
                    recording.reset();
                    recording = need(Recording::open(file));
                }));
    const auto momentOf = [&](int time) { return RecordedStory::at(events / 1000.0 * (time + 1) / 12); };
    print("all locks of a moment", medianMs([&](int i) { (void)need(recording->locksAt(momentOf(i))); }),
          "ms", kGoalAllMs);
    print("one lock of a moment",
          medianMs([&](int i) { (void)need(recording->locksAt(momentOf(i), lockOf(i * 77))); }), "ms",
          kGoalOneMs);
    const TimeSpan whole{RecordedStory::at(0), RecordedStory::at(events / 1000.0)};
    print("overview of all of it", medianMs([&](int) { (void)need(recording->overview(whole, kBuckets)); }),
          "ms", kGoalOverviewMs);
    print("overview of a minute", medianMs([&](int i) {
              (void)need(recording->overview({momentOf(i), momentOf(i) + 60'000}, kBuckets));
          }),
          "ms", kGoalOverviewMs);
    print("next change of a lock",
          medianMs([&](int i) { (void)need(recording->nextChange(lockOf(i * 77), momentOf(i))); }), "ms",
          kGoalOneMs);
    std::printf("%-44s %10.2f ms\n", "past of 20000 turns", medianMs([&](int i) {
                    (void)need(recording->pastIn({whole.fromUnixMs, momentOf(i)}, 20'000));
                }));
    std::printf("%-44s %10.2f ms\n", "all that is told of a moment",
                medianMs([&](int i) { (void)need(recording->at(momentOf(i))); }));
}

Snapshot largeSnapshot() {
    RecordedStory story;
    Snapshot snapshot;
    snapshot.connectString = "zk:2181";
    for (int lock = 0; lock < kLocksOfSnapshot; ++lock) {
        const std::string path = "/app/jobs/lock-" + std::to_string(lock);
        Fact read;
        for (int i = 0; i < kThereAtOnce; ++i)
            read = story.comes(path, lock * kThereAtOnce + i + 1, lock);
        snapshot.locks.push_back(std::get<std::shared_ptr<const LockQueue>>(read.what));
    }
    return snapshot;
}

void measureSnapshot(const std::string& file) {
    const Snapshot snapshot = largeSnapshot();
    std::printf("Snapshot of %d locks with %d contenders each, compressed\n", kLocksOfSnapshot, kThereAtOnce);
    print("writing it", medianMs([&](int) {
              if (!writeSnapshot(snapshot, file)) std::exit(1);
          }),
          "ms", kGoalSnapshotMs);
    print("opening it", medianMs([&](int) { (void)need(readSnapshot(file)); }), "ms", kGoalSnapshotMs);
    print("its size", static_cast<double>(std::filesystem::file_size(file)) / 1e6, "MB", kGoalSnapshotMb);
}

}  // namespace

int main(int argc, char** argv) {
    const bool isQuick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const int turns = isQuick ? 50'000 : 1'000'000;
    std::string directory = (std::filesystem::temp_directory_path() / "bench-history-XXXXXX").string();
    if (!mkdtemp(directory.data())) return 1;
    std::printf("%d turns on %d locks\n", turns, kLocks);
    measure(directory + "/a.lockrec", turns);
    measureSnapshot(directory + "/a.json.gz");
    std::filesystem::remove_all(directory);
    return 0;
}
