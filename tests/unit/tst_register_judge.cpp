// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/register.h>

using namespace lockcore;

namespace {

RegisterEntry written(std::uint64_t contender, std::uint64_t round, std::int64_t token,
                      std::int64_t number = kNoNumber) {
    return {contender, round, Zxid{token}, number, RegisterCheck::Token};
}

Told toldAs(Told::Answer answer, const RegisterEntry& entry) {
    return {entry.contender, entry.round, entry.number, answer};
}

using Journal = std::vector<RegisterEntry>;
using Answers = std::vector<Told>;

}  // namespace

/// What is wrong with journals that were written by hand.
class RegisterJudgeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsWrongWithHoldsInTurns() {
        const Journal journal{written(1, 1, 10, 1), written(1, 1, 10, 2), written(2, 1, 11, 3),
                              written(1, 2, 12, 4)};
        Answers told;
        for (const auto& entry : journal)
            told.push_back(toldAs(Told::Answer::Written, entry));
        const auto reading = judge(journal, told);
        QCOMPARE(reading.writes(), std::uint64_t{4});
        QCOMPARE(reading.stale, std::uint64_t{0});
        QCOMPARE(reading.mingled, std::uint64_t{0});
        QCOMPARE(reading.duplicates, std::uint64_t{0});
        QCOMPARE(reading.missing, std::uint64_t{0});
        QCOMPARE(reading.undecided, std::uint64_t{0});
        QCOMPARE(reading.refused, std::uint64_t{0});
    }

    void everyWriteBehindAHigherTokenIsStale() {
        const auto reading = judge(Journal{written(1, 1, 10), written(2, 1, 12), written(1, 1, 10),
                                           written(1, 1, 10), written(3, 1, 11), written(2, 1, 12)},
                                   Answers{});
        QCOMPARE(reading.stale, std::uint64_t{3});
    }

    /// A late write before the new owner's first one is in order as far as tokens tell.
    void lateWriteBeforeTheNextOwnersFirstIsNotStale() {
        const auto reading =
            judge(Journal{written(1, 1, 10), written(1, 1, 10), written(2, 1, 12)}, Answers{});
        QCOMPARE(reading.stale, std::uint64_t{0});
        QCOMPARE(reading.mingled, std::uint64_t{0});
    }

    void holdsThatGoOnAfterOthersAreMingled() {
        const auto reading = judge(
            Journal{written(1, 1, 0), written(2, 1, 0), written(1, 1, 0), written(1, 1, 0), written(2, 1, 0)},
            Answers{});
        QCOMPARE(reading.mingled, std::uint64_t{2});
        QCOMPARE(reading.stale, std::uint64_t{0});  // who has no token is behind nobody
    }

    void anotherRoundIsAnotherHold() {
        const auto reading =
            judge(Journal{written(1, 1, 10), written(2, 1, 11), written(1, 2, 12)}, Answers{});
        QCOMPARE(reading.mingled, std::uint64_t{0});
    }

    void numbersThatWereThereCountEachTime() {
        const auto reading = judge(Journal{written(1, 1, 0, 7), written(2, 1, 0, 7), written(3, 1, 0, 7),
                                           written(1, 2, 0, 8), written(1, 3, 0), written(2, 2, 0)},
                                   Answers{});
        QCOMPARE(reading.duplicates, std::uint64_t{2});  // and none of those without a number
    }

    void toldAndNotThereIsMissing() {
        const auto there = written(1, 1, 10, 1);
        const auto lost = written(1, 1, 10, 2);
        const auto reading = judge(
            Journal{there}, Answers{toldAs(Told::Answer::Written, there), toldAs(Told::Answer::Written, lost),
                                    toldAs(Told::Answer::Written, there)});
        QCOMPARE(reading.missing, std::uint64_t{2});  // once written is not twice
        QCOMPARE(reading.undecided, std::uint64_t{0});
    }

    void thereAndNeverToldIsUndecided() {
        const auto first = written(1, 1, 10);
        const auto reading =
            judge(Journal{first, first, written(2, 1, 11)}, Answers{toldAs(Told::Answer::Written, first)});
        QCOMPARE(reading.undecided, std::uint64_t{2});
        QCOMPARE(reading.missing, std::uint64_t{0});
    }

    void refusedWritesAreCountedAndMayNotBeThere() {
        const auto refused = written(1, 1, 10, 3);
        const auto reading = judge(Journal{refused}, Answers{toldAs(Told::Answer::Refused, refused)});
        QCOMPARE(reading.refused, std::uint64_t{1});
        QCOMPARE(reading.undecided, std::uint64_t{1});
    }

    void whatWasReadKeepsItsNameAndItsDoubt() {
        RegisterReading read;
        read.name = "orders";
        read.changedByOthers = true;
        read.entries = {written(2, 1, 11), written(1, 1, 10)};
        read.undecided = 2;
        const auto reading = judge(read, Answers{toldAs(Told::Answer::Written, read.entries.front()),
                                                 toldAs(Told::Answer::Written, read.entries.back())});
        QCOMPARE(reading.name, std::string("orders"));
        QVERIFY(reading.changedByOthers);
        QCOMPARE(reading.stale, std::uint64_t{1});
        QCOMPARE(reading.undecided, std::uint64_t{0});
        QVERIFY(reading.entries == read.entries);
    }
};

LOCKSCOPE_TEST(RegisterJudgeTest)
#include "tst_register_judge.moc"
