// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/load.h>

#include <algorithm>
#include <cmath>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kDraws = 100'000;

std::vector<Duration> drawn(const TimeSpread& spread, std::uint64_t seed, std::size_t count = kDraws) {
    LabRandom random(seed);
    std::vector<Duration> times;
    for (std::size_t i = 0; i < count; ++i)
        times.push_back(spread.draw(random));
    return times;
}

double meanMs(const std::vector<Duration>& times) {
    double sum = 0;
    for (const Duration time : times)
        sum += std::chrono::duration<double, std::milli>(time).count();
    return sum / static_cast<double>(times.size());
}

bool isNear(double value, double wanted, double part) {
    return std::abs(value - wanted) <= wanted * part;
}

}  // namespace

/// Loads that are drawn: as long on average as they say, and the same again by the same seed.
class TestTimeSpread : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFixedTimeIsAlwaysThat() {
        for (const Duration time : drawn(TimeSpread::fixed(20ms), 1, 100))
            QVERIFY(time == 20ms);
        QVERIFY(drawn(TimeSpread::fixed(-1ms), 1, 1).front() == 0ms);
    }

    void uniformTimesFillTheirRange() {
        const auto times = drawn(TimeSpread::uniform(5ms, 45ms), 2);
        const auto [least, most] = std::ranges::minmax(times);
        QVERIFY(least >= 5ms && least < 6ms);
        QVERIFY(most < 45ms && most > 44ms);
        QVERIFY2(isNear(meanMs(times), 25, 0.01), qPrintable(QString::number(meanMs(times))));
    }

    void exponentialTimesHaveTheirMean() {
        const auto times = drawn(TimeSpread::exponential(50ms), 3);
        QVERIFY2(isNear(meanMs(times), 50, 0.02), qPrintable(QString::number(meanMs(times))));
        const auto longer = std::ranges::count_if(times, [](Duration time) { return time > 50ms; });
        QVERIFY(isNear(static_cast<double>(longer), static_cast<double>(kDraws) / std::exp(1.0), 0.02));
    }

    void aHeavyTailIsCutOff() {
        const auto times = drawn(TimeSpread::heavyTailed(30ms), 4);
        const auto [least, most] = std::ranges::minmax(times);
        QVERIFY(least >= 9ms && least < 11ms);  // a third of the mean is the least of shape 1.5
        QVERIFY(most <= 3s);
        QVERIFY(most > 1s);
        QVERIFY2(isNear(meanMs(times), 30 * 0.96, 0.05), qPrintable(QString::number(meanMs(times))));
        const auto shorter = std::ranges::count_if(times, [](Duration time) { return time < 30ms; });
        QVERIFY(static_cast<std::size_t>(shorter) > kDraws * 3 / 4);
    }

    void theSameSeedDrawsTheSame() {
        for (const TimeSpread& spread :
             {TimeSpread::uniform(1ms, 2ms), TimeSpread::exponential(1ms), TimeSpread::heavyTailed(1ms)}) {
            QVERIFY(drawn(spread, 7, 100) == drawn(spread, 7, 100));
            QVERIFY(drawn(spread, 7, 100) != drawn(spread, 8, 100));
        }
    }

    /// Else all contenders of a run would move in step.
    void contendersDrawDifferently() {
        std::vector<std::uint64_t> first;
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            for (std::uint64_t contender = 0; contender < 100; ++contender)
                first.push_back(LabRandom::of(seed, contender).next());
        std::ranges::sort(first);
        QVERIFY(std::ranges::adjacent_find(first) == first.end());
        QCOMPARE(LabRandom::of(3, 5).next(), LabRandom::of(3, 5).next());
    }

    void theyComeAsTheArrivalSays() {
        LabRandom random(5);
        const auto atOnce = Arrival{}.draw(3, random);
        QVERIFY(atOnce == std::vector<Duration>(3));

        const auto ramp = Arrival{.form = Arrival::Form::Ramp, .over = 10s}.draw(5, random);
        QVERIFY((ramp == std::vector<Duration>{0s, 2s, 4s, 6s, 8s}));

        const auto poisson = Arrival{.form = Arrival::Form::Poisson, .perSecond = 20}.draw(10'000, random);
        QVERIFY(std::ranges::is_sorted(poisson));
        const double seconds = std::chrono::duration<double>(poisson.back()).count();
        QVERIFY2(isNear(seconds, 500, 0.05), qPrintable(QString::number(seconds)));
        QVERIFY(Arrival{}.draw(0, random).empty());
    }

    void wordsOfFilesMeanWhatTheySay() {
        for (const auto recipe : {LockRecipe::None, LockRecipe::Mutex, LockRecipe::AtomicMultiLock,
                                  LockRecipe::DoubleBarrier, LockRecipe::Naive})
            QVERIFY(lockRecipe(lockRecipeName(recipe)) == recipe);
        QVERIFY(clientLibrary("kazoo") == ClientLibrary::Kazoo);
        QVERIFY(registerCheck("hold") == RegisterCheck::Hold);
        QVERIFY(!lockRecipe("Mutex"));
        QCOMPARE(locksOf(LockRecipe::Nested).least, std::size_t{2});
        QCOMPARE(locksOf(LockRecipe::None).most, std::size_t{0});
    }
};

LOCKSCOPE_TEST(TestTimeSpread)
#include "tst_time_spread.moc"
