// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "look_times.h"
#include "test_program.h"

#include <set>

using namespace lockscope;
using namespace std::chrono_literals;

/// When `check` looks again.
class LookTimesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachLookIsLaterByTheSame() {
        for (const LookTimes::Moment later : {0ms, 123ms, LookTimes::kMostLater - 1ms}) {
            const LookTimes times(later);
            QCOMPARE(times.after(0ms), std::optional(2'050ms + later));
            QCOMPARE(times.after(2'060ms + later), std::optional(5'050ms + later));
            QCOMPARE(times.after(5'060ms + later), std::optional(5'600ms + later));
            QCOMPARE(times.after(5'601ms + later), std::nullopt);
        }
    }

    /// A reading that took its time is followed by the next one that is to come; one that was a bit early by
    /// the clock is the last one all the same.
    void lateAndEarly() {
        const LookTimes times(100ms);
        QCOMPARE(times.after(4'000ms), std::optional(5'150ms));
        QCOMPARE(times.after(20'000ms), std::nullopt);
        QCOMPARE(times.after(5'649ms), std::optional(5'700ms));
        QCOMPARE(times.after(5'650ms), std::nullopt);
    }

    /// Who has nothing to say says so once in a third of the timeout.
    void untilAQuietClientHasSpoken() {
        const LookTimes times(100ms);
        QCOMPARE(times.afterPing(5'700ms, 30s), std::optional(11'100ms));
        QCOMPARE(times.afterPing(11'100ms, 30s), std::nullopt);
        QCOMPARE(times.afterPing(5'700ms, 10s), std::nullopt);
        QCOMPARE(times.afterPing(5'700ms, 10min), std::optional(14'100ms));
    }

    /// Seen: checks that cron began together were told of each other's connections each time.
    void whoBeginTogetherPart() {
        std::set<LookTimes::Moment> firsts;
        for (int i = 0; i < 100; ++i) {
            const LookTimes times = LookTimes::any();
            firsts.insert(*times.after(0ms));
            QVERIFY(*times.after(0ms) >= 2'050ms);
            QVERIFY(*times.after(5'500ms) <= 6'000ms);
        }
        QVERIFY(firsts.size() > 10);
    }
};

LOCKSCOPE_TEST(LookTimesTest)
#include "tst_look_times.moc"
