// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "common/random.h"
#include "test_program.h"

#include <lockcore/recipes/retry_policy.h>

#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <set>
#include <thread>
#include <vector>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// The pauses of one acquire for which nothing else takes time.
std::vector<Duration> pauses(const RetryPolicy& policy, int limit) {
    std::vector<Duration> all;
    Duration elapsed{};
    while (static_cast<int>(all.size()) < limit) {
        const auto pause = policy.pause(static_cast<int>(all.size()), elapsed);
        if (!pause) break;
        all.push_back(*pause);
        elapsed += *pause;
    }
    return all;
}

}  // namespace

class RetryPolicyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foreverNeverEnds() {
        const auto policy = RetryPolicy::forever(3s);
        QCOMPARE(policy.pause(0, 0s), std::optional<Duration>(3s));
        QCOMPARE(policy.pause(std::numeric_limits<int>::max(), Duration::max()), std::optional<Duration>(3s));
        QCOMPARE(RetryPolicy::forever().pause(7, 1h), std::optional<Duration>(0s));
    }

    void neverEndsAtOnce() { QVERIFY(!RetryPolicy::never().pause(0, 0s)); }

    void onceAllowsOne() {
        const auto policy = RetryPolicy::once(2s);
        QCOMPARE(pauses(policy, 10), std::vector<Duration>{2s});
    }

    void countsWhateverTheTime() {
        const auto policy = RetryPolicy::nTimes(3, 2s);
        QCOMPARE(pauses(policy, 10), (std::vector<Duration>{2s, 2s, 2s}));
        QVERIFY(policy.pause(2, 1000h));
        QVERIFY(!policy.pause(3, 0s));
        QVERIFY(!RetryPolicy::nTimes(0, 2s).pause(0, 0s));
        QVERIFY(!RetryPolicy::nTimes(-1, 2s).pause(0, 0s));
    }

    void elapsedWhateverTheCount() {
        const auto policy = RetryPolicy::untilElapsed(5s, 2s);
        QCOMPARE(pauses(policy, 10).size(), std::size_t{3});  // begun after 0, 2 and 4 s
        QVERIFY(policy.pause(1'000'000, 5s - 1ns));
        QVERIFY(!policy.pause(0, 5s));
    }

    /// Pause n is the base times 1 to 2^(n+1), and each of these does occur.
    void backoffGrowsWithJitter() {
        seedRandom(1);
        const auto policy = RetryPolicy::exponentialBackoff(10ms, 29);
        for (int retry = 0; retry < 4; ++retry) {
            std::set<Duration> seen;
            for (int i = 0; i < 2000; ++i)
                seen.insert(*policy.pause(retry, 0s));
            QCOMPARE(seen.size(), std::size_t{2} << retry);
            QCOMPARE(*seen.begin(), Duration(10ms));
            QCOMPARE(*seen.rbegin(), Duration(10ms * (2 << retry)));
        }
    }

    void backoffEnds() {
        QCOMPARE(pauses(RetryPolicy::exponentialBackoff(1ms, 3), 10).size(), std::size_t{3});
        // More than 29 would overflow what the base is multiplied by.
        QCOMPARE(pauses(RetryPolicy::exponentialBackoff(1ns, 1000), 1000).size(), std::size_t{29});
        QVERIFY(!RetryPolicy::exponentialBackoff(1ms, 0).pause(0, 0s));
    }

    void backoffIsNeverNegative() {
        const auto policy = RetryPolicy::exponentialBackoff(1h, 29);
        for (int retry = 0; retry < 29; ++retry) {
            for (int i = 0; i < 100; ++i)
                QVERIFY(*policy.pause(retry, 0s) > Duration::zero());
        }
    }

    void boundedBackoffStaysBelowItsBound() {
        seedRandom(2);
        const auto policy = RetryPolicy::boundedExponentialBackoff(10ms, 50ms, 20);
        bool reached = false;
        for (int retry = 0; retry < 20; ++retry) {
            for (int i = 0; i < 100; ++i) {
                const auto pause = *policy.pause(retry, 0s);
                QVERIFY(pause >= 10ms && pause <= 50ms);
                reached = reached || pause == 50ms;
            }
        }
        QVERIFY(reached);
        QVERIFY(!policy.pause(20, 0s));
    }

    void seededNumbersRepeat() {
        seedRandom(42);
        const auto first = randomNumber();
        const auto second = randomNumber();
        seedRandom(42);
        QCOMPARE(randomNumber(), first);
        QCOMPARE(randomNumber(), second);
        seedRandom(43);
        QVERIFY(randomNumber() != first);
    }

    void threadsHaveNumbersOfTheirOwn() {
        seedRandom(42);
        const auto here = randomNumber();
        std::uint64_t there = here;
        std::jthread([&] { there = randomNumber(); }).join();
        QVERIFY(there != here);
        seedRandom(42);
        QCOMPARE(randomNumber(), here);  // the other thread took none of this one's
    }

    /// The same numbers would be the same GUIDs, and with them a stranger's znode would be adopted.
    void forkedChildHasNumbersOfItsOwn() {
        seedRandom(42);
        const auto first = randomNumber();
        const auto next = randomNumber();
        seedRandom(42);
        QCOMPARE(randomNumber(), first);
        const pid_t child = fork();
        if (child == 0) _exit(randomNumber() == next ? 1 : 0);
        QVERIFY(child > 0);
        int status = -1;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(randomNumber(), next);
    }
};

LOCKSCOPE_TEST(RetryPolicyTest)
#include "tst_retry_policy.moc"
