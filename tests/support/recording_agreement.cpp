// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording_agreement.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

using namespace lockcore;

namespace {

constexpr TimeSpan kAll{0, std::numeric_limits<std::int64_t>::max() / 4};
constexpr std::size_t kMostShown = 20;

/// Later than `from`, where that is known, and no later than `to`.
struct SeenAt {
    std::optional<std::int64_t> from;
    std::int64_t to = 0;
};

SeenAt queuedAt(const Turn& turn) {
    if (turn.queuedAtUnixMs) return {turn.queuedAtUnixMs, *turn.queuedAtUnixMs};
    return {turn.absentAtUnixMs, turn.firstSeenUnixMs};
}

EndKind endOf(const Turn& turn) {
    return turn.end ? turn.end->kind : EndKind::Unknown;
}

/// What an end by a transaction may look like from outside.
bool mayBe(EndKind watched, EndKind imported) {
    switch (watched) {
        case EndKind::Unknown: return true;
        case EndKind::RemovedHere: return imported == EndKind::RemovedByOther;
        // Who releases and closes at once looks so, too.
        case EndKind::SessionEnded:
            return imported == EndKind::SessionEnded || imported == EndKind::SessionExpired ||
                   imported == EndKind::Released;
        default: return watched == imported;
    }
}

class Comparison {
public:
    Comparison(Agreement& agreement, std::string lock, std::vector<RecordedGap> gaps, std::int64_t lagMs)
        : m_agreement(agreement), m_lock(std::move(lock)), m_gaps(std::move(gaps)), m_lagMs(lagMs) {}

    void compare(const std::vector<RecordedTurn>& watched, const std::vector<RecordedTurn>& imported) {
        // A directory gives each number once, and who had gone when it was to be read is known by its name.
        std::map<std::string, const RecordedTurn*> seen;
        for (const RecordedTurn& turn : watched)
            if (!seen.emplace(turn.turn.contender->name, &turn).second) differ(turn, "is there twice");
        for (const RecordedTurn& turn : imported) {
            const auto found = seen.extract(turn.turn.contender->name);
            if (found.empty()) {
                compareUnseen(turn);
                continue;
            }
            compare(*found.mapped(), turn);
            ++m_agreement.turns;
        }
        for (const auto& [name, turn] : seen)
            differ(*turn, "was seen, and no transaction created it");
        compareMissed();
    }

private:
    static Zxid czxidOf(const RecordedTurn& turn) {
        return turn.turn.contender->stat ? turn.turn.contender->stat->czxid : Zxid::None;
    }

    void differ(const RecordedTurn& turn, const std::string& what) {
        m_agreement.differences.push_back(m_lock + " " + turn.turn.contender->name + " (" +
                                          toHex(czxidOf(turn)) + ") " + what);
    }
    void explain(const std::string& reason) { ++m_agreement.explained[reason]; }

    void compareTime(const RecordedTurn& imported, const char* what, const SeenAt& seen, std::int64_t was) {
        const std::string told = std::string(what) + " at " + std::to_string(was) + ", which was seen " +
                                 (seen.from ? "after " + std::to_string(*seen.from) + " and " : "") + "by " +
                                 std::to_string(seen.to);
        if (was > seen.to) return differ(imported, told);
        if (!seen.from || was >= *seen.from) return;
        const std::int64_t lag = *seen.from - was;
        if (lag > m_lagMs) return differ(imported, told);
        m_agreement.mostLag = std::max(m_agreement.mostLag, std::chrono::milliseconds(lag));
        explain("sooner than the session's server had it");
    }

    void compare(const RecordedTurn& watched, const RecordedTurn& imported) {
        const Turn& seen = watched.turn;
        const Turn& was = imported.turn;
        if (czxidOf(watched) == Zxid::None)
            explain("it had gone when it was to be read");
        else if (czxidOf(watched) != czxidOf(imported) || seen.session != was.session)
            differ(imported, "is another one");
        if (was.queuedAtUnixMs) compareTime(imported, "queued", queuedAt(seen), *was.queuedAtUnixMs);
        compareGrant(seen, imported);
        if (!was.leftAtUnixMs || !seen.leftAtUnixMs) {
            if (was.leftAtUnixMs != seen.leftAtUnixMs) differ(imported, "left by one of both alone");
            return;
        }
        compareTime(imported, "left", {seen.leftNotBeforeUnixMs, *seen.leftAtUnixMs}, *was.leftAtUnixMs);
        compareEnd(seen, imported);
    }

    void compareGrant(const Turn& seen, const RecordedTurn& imported) {
        const Turn& was = imported.turn;
        if (!imported.grantIsSure) return explain("whether it held no log tells");
        if (seen.granted && was.granted) {
            compareTime(imported, "granted", {seen.granted->notBeforeUnixMs, seen.granted->notAfterUnixMs},
                        was.granted->notAfterUnixMs);
        } else if (seen.granted) {
            differ(imported, "was seen to hold, and never stood first");
        } else if (was.granted) {
            if (!seen.mayHaveHeld) return differ(imported, "held, and was seen only to wait");
            explain("it may have held between two readings");
        }
    }

    void compareEnd(const Turn& seen, const RecordedTurn& imported) {
        const EndKind kind = endOf(seen);
        if (!seen.end) return explain("how it ended was not told yet");
        if (kind == EndKind::Unknown)
            return explain("how it ended is not known: " + std::string(endBasisName(seen.end->basis)));
        if (mayBe(kind, endOf(imported.turn))) return;
        if (!seen.end->isCertain()) return explain("how it ended is the most likely explanation only");
        differ(imported, "ended as " + std::string(endKindName(endOf(imported.turn))) +
                             ", which was told as " + std::string(endKindName(kind)));
    }

    /// It came and left between two readings, and both changes are told, or that nothing was seen then.
    void compareUnseen(const RecordedTurn& imported) {
        const Turn& was = imported.turn;
        const std::int64_t came = was.queuedAtUnixMs.value_or(was.firstSeenUnixMs);
        const std::int64_t left = was.leftAtUnixMs.value_or(kAll.toUnixMs);
        const auto covers = [&](const RecordedGap& gap) {
            return gap.fromUnixMs - m_lagMs <= came && (!gap.toUnixMs || left <= *gap.toUnixMs);
        };
        const auto isTold = [&](const RecordedGap& gap) { return gap.missed && covers(gap); };
        if (std::ranges::any_of(m_gaps, isTold)) {
            m_missed += 2;
            explain("changes went unseen between two readings");
        } else if (std::ranges::any_of(m_gaps, covers)) {
            explain("nothing was seen then");
        } else {
            differ(imported, "came at " + std::to_string(came) + " and left at " + std::to_string(left) +
                                 ", and no gap is told then");
        }
    }

    /// What was missed is told to the last change, where the directory's count tells.
    void compareMissed() {
        std::uint64_t missed = 0;
        bool isAll = true;
        for (const RecordedGap& gap : m_gaps) {
            missed += gap.missed.value_or(0);
            isAll = isAll && !gap.mayBeMore;
        }
        if (isAll ? missed == m_missed : missed <= m_missed) return;
        m_agreement.differences.push_back(m_lock + ": " + std::to_string(missed) +
                                          " changes are told as missed, and " + std::to_string(m_missed) +
                                          " were");
    }

    Agreement& m_agreement;
    const std::string m_lock;
    const std::vector<RecordedGap> m_gaps;
    const std::int64_t m_lagMs;
    std::uint64_t m_missed = 0;  ///< arrivals and departures, by the transactions
};

template <class Value>
Value valueOr(Result<Value> result, Agreement& agreement) {
    if (result) return std::move(*result);
    agreement.differences.push_back(describe(result.error()));
    return {};
}

}  // namespace

std::string Agreement::text() const {
    std::string text =
        std::to_string(turns) + " turns agree, " + std::to_string(differences.size()) + " differences\n";
    for (std::size_t i = 0; i < std::min(differences.size(), kMostShown); ++i)
        text += differences[i] + '\n';
    for (const auto& [reason, count] : explained)
        text += std::to_string(count) + " times: " + reason + '\n';
    return text + "most lag " + std::to_string(mostLag.count()) + " ms\n";
}

Agreement compareRecordings(Recording& watched, Recording& imported, const std::vector<std::string>& locks,
                            std::chrono::milliseconds lag) {
    Agreement agreement;
    const auto gaps = valueOr(watched.gapsIn(kAll), agreement);
    for (const std::string& lock : locks) {
        std::vector<RecordedGap> own;
        std::ranges::copy_if(gaps, std::back_inserter(own),
                             [&](const RecordedGap& gap) { return gap.lock == lock || gap.lock.empty(); });
        Comparison(agreement, lock, std::move(own), lag.count())
            .compare(valueOr(watched.turnsIn(kAll, lock), agreement).turns,
                     valueOr(imported.turnsIn(kAll, lock), agreement).turns);
    }
    return agreement;
}
