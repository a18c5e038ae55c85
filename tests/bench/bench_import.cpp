// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// bench_import [--quick] [LOG]: what it costs to make a recording of a transaction log of 64 MB, beside its
// goals, and beside the floor: the same log read without anything made of it; and beside ZooKeeper's own
// TxnLogToolkit, which prints it. LOG: a real server's, instead of one of locks that are made here.
#include "most_resident.h"
#include "server_file_writer.h"
#include "server_files/txn_log_reader.h"

#include <lockcore/history/recording_import.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <ctime>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

using namespace lockcore;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLogBytes = std::size_t{64} << 20U;
constexpr int kLocks = 1'000;
constexpr int kThereAtOnce = 10;  ///< contenders of each lock
constexpr double kGoalSeconds = 3;
constexpr double kGoalMegabytes = 200;
/// Of each, in turns; the fastest counts: a machine has other work at times.
constexpr int kRounds = 3;
constexpr double kGoalRatio = 5;  ///< times as fast as TxnLogToolkit

void print(const char* what, double value, const char* unit, double goal, bool isReached) {
    std::printf("%-44s %10.2f %-10s goal %6.0f  %s\n", what, value, unit, goal,
                isReached ? "reached" : "MISSED");
}

std::string contender(int number) {
    char name[128];
    std::snprintf(name, sizeof name, "/app/jobs/lock-%d/_c_%08d-9d0a-4c3e-8a2b-0123456789ab-lock-%010d",
                  number % kLocks, number, number / kLocks);
    return name;
}

/// Each second transaction somebody queues, each other one the oldest of that lock releases.
void writeLog(const fs::path& file, std::size_t bytes) {
    std::ofstream out(file, std::ios::binary);
    std::string block = server_file::logHeader();
    std::int64_t zxid = 0;
    std::size_t written = 0;
    const auto add = [&](std::int64_t session, std::int32_t type, const std::string& body) {
        ++zxid;
        block += server_file::record({.session = session, .zxid = zxid, .unixMs = 1'790'000'000'000 + zxid},
                                     type, body);
    };
    for (int number = 0; written + block.size() < bytes; ++number) {
        add(number % 5'000 + 1, 15,
            server_file::createBody(contender(number), true, number / kLocks + 1, "10.0.0.7"));
        const int oldest = number - kThereAtOnce * kLocks;
        if (oldest >= 0) add(oldest % 5'000 + 1, 2, server_file::deleteBody(contender(oldest)));
        if (block.size() < 1 << 20) continue;
        out << block;
        written += block.size();
        block.clear();
    }
    out << block;
}

/// What others take of the machine does not count.
double coreSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double secondsOf(const auto& measured) {
    const auto begin = std::chrono::steady_clock::now();
    measured();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void readAlone(const std::string& file) {
    auto bytes = FileBytes::open(file);
    auto reader =
        bytes ? TxnLogReader::open(std::move(*bytes)) : Result<TxnLogReader>(tl::unexpected(bytes.error()));
    if (!reader) std::exit(1);
    Transaction transaction;
    for (auto read = reader->next(transaction); read && *read; read = reader->next(transaction)) {
    }
}

/// Prints the log into `file`; empty where that can't be done, or not to the end. The start of its virtual
/// machine is in it, as in a user's waiting.
std::optional<double> toolkitSeconds(const fs::path& log, const fs::path& file, std::uint64_t transactions) {
    const std::string java = BENCH_JAVA;
    if (java.empty()) return std::nullopt;
    int status = -1;
    const double seconds = secondsOf([&] {
        const pid_t child = fork();
        if (child == 0) {
            const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
            dup2(out, STDOUT_FILENO);
            execl(java.c_str(), java.c_str(), "-cp", BENCH_TOOLKIT_CLASS_PATH,
                  "org.apache.zookeeper.server.persistence.TxnLogToolkit", log.c_str(), nullptr);
            _exit(127);
        }
        waitpid(child, &status, 0);
    });
    std::ifstream printed(file, std::ios::binary);
    const auto lines = std::count(std::istreambuf_iterator<char>(printed), {}, '\n');
    const bool isWhole = status == 0 && static_cast<std::uint64_t>(lines) >= transactions;
    if (!isWhole) std::printf("TxnLogToolkit ended with %d after %td lines\n", status, lines);
    return isWhole ? std::optional(seconds) : std::nullopt;
}

/// What came of it, and how long it took.
std::pair<ImportReport, double> import(const fs::path& directory) {
    const fs::path file = directory / "a.lockrec";
    fs::remove(file);
    ImportReport report;
    const double seconds = secondsOf([&] {
        auto imported = importServerFiles({.directories = {directory.string()}, .file = file.string()});
        if (!imported) {
            std::fprintf(stderr, "%s\n", describe(imported.error()).c_str());
            std::exit(1);
        }
        report = std::move(*imported);
    });
    return {std::move(report), seconds};
}

void tellToolkit(std::optional<double> seconds, double ourSeconds) {
    if (!seconds) {
        std::printf("no comparison with ZooKeeper's TxnLogToolkit: it is not here, or could not print all\n");
        return;
    }
    std::printf("%-44s %10.2f s\n", "TxnLogToolkit prints the same log", *seconds);
    const double ratio = *seconds / ourSeconds;
    print("the recording is made, times as fast", ratio, "", kGoalRatio, ratio >= kGoalRatio);
}

void measure(const fs::path& directory, const fs::path& log) {
    const double floor = secondsOf([&] { readAlone(log.string()); });
    const double cpuBefore = coreSeconds();
    auto [report, seconds] = import(directory);
    const double cpu = coreSeconds() - cpuBefore;
    auto toolkit = toolkitSeconds(log, directory / "printed", report.files.transactions);
    for (int round = 1; round < kRounds && toolkit; ++round) {
        seconds = std::min(seconds, import(directory).second);
        const auto again = toolkitSeconds(log, directory / "printed", report.files.transactions);
        toolkit = std::min(*toolkit, again.value_or(*toolkit));
    }
    std::printf("%llu transactions, %llu turns of %llu locks, a recording of %.1f MB\n",
                static_cast<unsigned long long>(report.files.transactions),
                static_cast<unsigned long long>(report.turns), static_cast<unsigned long long>(report.locks),
                static_cast<double>(report.bytes) / 1e6);
    std::printf("%-44s %10.2f s\n", "the log read, and nothing made of it", floor);
    std::printf("%-44s %10.2f s\n", "of a core for the recording", cpu);
    print("making the recording", seconds, "s", kGoalSeconds, seconds <= kGoalSeconds);
    const double megabytes = static_cast<double>(mostResidentKb()) / 1000;
    print("most memory of all", megabytes, "MB", kGoalMegabytes, megabytes <= kGoalMegabytes);
    tellToolkit(toolkit, seconds);
}

}  // namespace

int main(int argc, char** argv) {
    const bool isQuick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const char* const given = argc > 1 + isQuick ? argv[1 + isQuick] : nullptr;
    std::string name = (fs::temp_directory_path() / "bench-import-XXXXXX").string();
    if (!mkdtemp(name.data())) return 1;
    const fs::path directory(name);
    const fs::path log = directory / (given ? fs::path(given).filename() : fs::path("log.1"));
    if (given)
        fs::copy_file(given, log);
    else
        writeLog(log, isQuick ? kLogBytes / 16 : kLogBytes);
    std::printf("a log of %.1f MB\n", static_cast<double>(fs::file_size(log)) / 1e6);
    measure(directory, log);
    fs::remove_all(directory);
    return 0;
}
