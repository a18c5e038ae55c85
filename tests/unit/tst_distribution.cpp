// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/distribution.h>
#include <lockcore/lab/time_spread.h>

#include <algorithm>
#include <cmath>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

Distribution distributionOf(const std::vector<Duration>& times) {
    Distribution made;
    for (const Duration time : times)
        made.add(time);
    return made;
}

/// From microseconds to minutes.
std::vector<Duration> spreadTimes(std::size_t count) {
    LabRandom random(1);
    const TimeSpread spread{.form = TimeSpread::Form::HeavyTailed, .mean = 2ms, .high = 10min, .shape = 1.1};
    std::vector<Duration> times;
    for (std::size_t i = 0; i < count; ++i)
        times.push_back(spread.draw(random));
    return times;
}

}  // namespace

/// Many times as counts of classes: near the truth, whatever they are.
class TestDistribution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quantilesAreWithinTwoPercent() {
        std::vector<Duration> times = spreadTimes(20'000);
        const Distribution distribution = distributionOf(times);
        std::ranges::sort(times);
        for (const double part : {0.01, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999}) {
            const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(times.size())));
            const double truth = static_cast<double>(times[rank - 1].count());
            const double told = static_cast<double>(distribution.quantile(part).count());
            QVERIFY2(std::abs(told - truth) <= truth * 0.02, qPrintable(QString::number(part)));
        }
        QVERIFY(distribution.quantile(0) == times.front());
        QVERIFY(distribution.quantile(1) == times.back());
        QVERIFY(distribution.least() == times.front());
        QVERIFY(distribution.most() == times.back());
        QCOMPARE(distribution.count(), std::uint64_t{20'000});
    }

    void ofNothingAllIsZero() {
        const Distribution nothing;
        QVERIFY(nothing.quantile(0.5) == 0s);
        QVERIFY(nothing.mean() == 0s);
        QVERIFY(nothing.buckets().empty());
    }

    void ofOneAllIsThat() {
        const Distribution one = distributionOf({123456us});
        for (const double part : {0.0, 0.5, 1.0})
            QVERIFY(one.quantile(part) == 123456us);
        QVERIFY(one.mean() == 123456us);
    }

    void mergedIsAsIfAddedToOne() {
        const std::vector<Duration> times = spreadTimes(2'000);
        Distribution first = distributionOf({times.begin(), times.begin() + 500});
        first.add(distributionOf({times.begin() + 500, times.end()}));
        first.add(Distribution{});
        const Distribution all = distributionOf(times);
        QVERIFY(first.classes() == all.classes());
        QVERIFY(first.least() == all.least() && first.most() == all.most());
        QVERIFY(first.quantile(0.9) == all.quantile(0.9));
        Distribution empty;
        empty.add(all);
        QVERIFY(empty == all);
    }

    /// No time makes it larger than it may be, or is lost.
    void extremesAreCounted() {
        const Distribution distribution = distributionOf({-1s, 0s, 1ns, 24h * 365, Duration::max()});
        QCOMPARE(distribution.count(), std::uint64_t{5});
        QVERIFY(distribution.least() == 0s);
        QVERIFY(distribution.most() == Duration::max());
        QVERIFY(distribution.classes().back().number < Distribution::kClasses);
    }

    void bucketsHoldWhatWasAdded() {
        const Distribution distribution = distributionOf({1ms, 1ms, 7s});
        const auto buckets = distribution.buckets();
        QCOMPARE(buckets.size(), std::size_t{2});
        QCOMPARE(buckets[0].count, std::uint64_t{2});
        QVERIFY(buckets[0].from <= 1ms && buckets[0].to > 1ms);
        QVERIFY(buckets[1].from <= 7s && buckets[1].to > 7s);
    }

    void comesBackFromItsClasses() {
        const Distribution all = distributionOf(spreadTimes(1'000));
        const auto again = Distribution::of(all.classes(), all.least(), all.most(), all.mean());
        QVERIFY(again.has_value());
        QVERIFY(again->classes() == all.classes());
        QVERIFY(again->quantile(0.5) == all.quantile(0.5));
        QVERIFY(again->mean() >= all.mean() - 1us && again->mean() <= all.mean() + 1us);
    }

    void refusesClassesThatNothingHas() {
        using Classes = std::vector<Distribution::ClassCount>;
        const auto isRefused = [](const Classes& classes, Duration least, Duration most) {
            return !Distribution::of(classes, least, most, least).has_value();
        };
        const std::size_t ofMs = distributionOf({1ms}).classes().front().number;
        QVERIFY(!isRefused({{ofMs, 3}}, 1ms, 1ms));
        QVERIFY(isRefused({{ofMs, 3}}, 1ms, 2s));
        QVERIFY(isRefused({{ofMs, 0}}, 1ms, 1ms));
        QVERIFY(isRefused({{ofMs, 1}, {ofMs, 1}}, 1ms, 1ms));
        QVERIFY(isRefused({{Distribution::kClasses, 1}}, 1ms, 1ms));
        QVERIFY(isRefused({{ofMs, ~std::uint64_t{0}}}, 1ms, 1ms));
        QVERIFY(!isRefused({}, 0s, 0s));
    }
};

LOCKSCOPE_TEST(TestDistribution)
#include "tst_distribution.moc"
