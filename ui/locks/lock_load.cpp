// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_load.h"

#include "queue/contender_text.h"
#include "words/short_number.h"
#include "words/wording.h"

#include <lockcore/observe/role_doubt.h>

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

using lockcore::KnownDuration;
using std::chrono::milliseconds;

struct LoadText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LoadText)
};

void addWaiter(LockLoad& load, const lockcore::Contender& waiter, const lockcore::ObservedNow& now) {
    ++load.waiters;
    if (!waiter.stat) {
        ++load.unread;
        return;
    }
    const milliseconds waited = now.since(waiter.stat->ctimeMs, waiter.stat->czxid);
    load.isByOtherClock |= !now.isCompared(waiter.stat->czxid);
    load.longestWait = std::max(load.longestWait, waited);
    load.blocked += waited;
}

/// What has held longest at least, and at most.
KnownDuration longer(const KnownDuration& a, const KnownDuration& b) {
    KnownDuration longest{std::max(a.least, b.least), std::nullopt};
    if (a.most && b.most) longest.most = std::max(*a.most, *b.most);
    return longest;
}

/// What is measured is of those that hold, or that wait.
bool isOfNobody(const std::optional<LockLoad>& load, LoadMeasure measure) {
    return load && (measure == LoadMeasure::HoldAge ? load->holders : load->waiters) == 0;
}

QString nobodySentence(const LockLoad& load, LoadMeasure measure) {
    const bool isOfHolders = measure == LoadMeasure::HoldAge;
    if (load.goesOn)
        return isOfHolders ? LoadText::tr("Nobody holds the lock") : LoadText::tr("Nobody waits");
    const QString moment = momentText(load.atUnixMs);
    return isOfHolders ? LoadText::tr("Nobody held the lock, as of %1", "moment").arg(moment)
                       : LoadText::tr("Nobody waited, as of %1", "moment").arg(moment);
}

QString sentenceOf(const LockLoad& load, LoadMeasure measure, const KnownDuration& known) {
    const QString duration = durationWords(known);
    const QString moment = load.goesOn ? QString() : momentText(load.atUnixMs);
    switch (measure) {
        case LoadMeasure::LongestWait:
            return moment.isEmpty()
                       ? LoadText::tr("Longest wait of those who wait: %1", "duration").arg(duration)
                       : LoadText::tr("Longest wait of those who waited: %1, as of %2", "duration, moment")
                             .arg(duration, moment);
        case LoadMeasure::HoldAge:
            return moment.isEmpty()
                       ? LoadText::tr("Held for %1", "duration").arg(duration)
                       : LoadText::tr("Held for %1, as of %2", "duration, moment").arg(duration, moment);
        case LoadMeasure::Blocked:
            return moment.isEmpty()
                       ? LoadText::tr("All who wait have waited %1 together", "duration").arg(duration)
                       : LoadText::tr("All who waited had waited %1 together, as of %2", "duration, moment")
                             .arg(duration, moment);
    }
    return {};
}

}  // namespace

std::optional<LockLoad> loadOf(const lockcore::LockQueue& queue, const lockcore::LeaderClocks& clocks,
                               const lockcore::LockHistory* history,
                               const std::vector<std::size_t>& openRoles) {
    using lockcore::Freshness;
    if (queue.freshness == Freshness::Gone || queue.freshness == Freshness::Failed) return std::nullopt;
    LockLoad load{.atUnixMs = queue.readAtUnixMs, .goesOn = queue.freshness == Freshness::Live};
    const lockcore::ObservedNow now{queue.readAtUnixMs, clocks};
    const lockcore::DirectoryPast past = lockcore::directoryPast(queue);
    bool isHoldKnown = true;
    for (std::size_t place = 0; place < queue.rows.size(); ++place) {
        const lockcore::QueueRow& row = queue.rows[place];
        const lockcore::Contender& contender = *row.contender;
        if (std::ranges::binary_search(openRoles, place)) {
            // It may be one.
            ++load.waiters;
            ++load.unread;
            continue;
        }
        if (row.role == lockcore::Role::Waiter) addWaiter(load, contender, now);
        if (row.role != lockcore::Role::Holder) continue;
        ++load.holders;
        const lockcore::Turn* const turn = history ? history->turnOf(queue.path, contender) : nullptr;
        const auto held =
            contenderTimes(contender, row.role, past, turn ? turn->granted : std::nullopt, now).held;
        isHoldKnown = isHoldKnown && held;
        if (held) load.held = load.held ? longer(*load.held, *held) : *held;
    }
    // Another one may have held longer.
    if (!isHoldKnown && load.held) load.held->most.reset();
    return load;
}

std::optional<KnownDuration> measured(const std::optional<LockLoad>& load, LoadMeasure measure,
                                      std::int64_t nowUnixMs) {
    if (!load) return std::nullopt;
    const milliseconds passed(load->goesOn ? std::max<std::int64_t>(0, nowUnixMs - load->atUnixMs) : 0);
    if (measure == LoadMeasure::HoldAge) {
        if (!load->held) return std::nullopt;
        KnownDuration held = *load->held;
        held.least += passed;
        if (held.most) *held.most += passed;
        return held;
    }
    if (load->waiters == 0) return KnownDuration{milliseconds(0), milliseconds(0)};
    const auto read = static_cast<std::int64_t>(load->waiters - load->unread);
    if (read == 0) return std::nullopt;
    const milliseconds least =
        measure == LoadMeasure::LongestWait ? load->longestWait + passed : load->blocked + passed * read;
    return KnownDuration{least, load->unread == 0 ? std::optional(least) : std::nullopt};
}

QString loadText(const std::optional<LockLoad>& load, LoadMeasure measure, std::int64_t nowUnixMs) {
    if (isOfNobody(load, measure)) return {};
    const auto known = measured(load, measure, nowUnixMs);
    if (!known) return QStringLiteral("–");
    if (measure != LoadMeasure::Blocked) return clockText(*known);
    const QString seconds = LoadText::tr("%1 s", "number")
                                .arg(shortNumber(static_cast<std::uint64_t>(known->least.count()) / 1000));
    return known->most ? seconds : LoadText::tr("≥ %1", "duration").arg(seconds);
}

QString loadSentence(const std::optional<LockLoad>& load, LoadMeasure measure, std::int64_t nowUnixMs) {
    if (isOfNobody(load, measure)) return nobodySentence(*load, measure);
    const auto known = measured(load, measure, nowUnixMs);
    if (!known) return LoadText::tr("Not known");
    const QString sentence = sentenceOf(*load, measure, *known);
    // It is of waiters alone.
    if (!load->isByOtherClock || measure == LoadMeasure::HoldAge) return sentence;
    return LoadText::tr("%1\nBy the servers' clock, which nobody has compared with this machine's",
                        "sentence")
        .arg(sentence);
}

QString rateNumber(double perSecond) {
    constexpr double kLeastShown = 0.1;
    constexpr double kLeastWhole = 1000;
    if (perSecond > 0 && perSecond < kLeastShown)
        return LoadText::tr("< %1", "number").arg(QLocale().toString(kLeastShown, 'f', 1));
    if (perSecond >= kLeastWhole) return shortNumber(static_cast<std::uint64_t>(perSecond));
    return perSecond > 0 ? QLocale().toString(perSecond, 'f', 1) : QLocale().toString(0);
}

QString rateText(const std::optional<SeenRate>& rate) {
    return rate ? rateNumber(rate->perSecond) : QStringLiteral("–");
}

QString rateSentence(const std::optional<SeenRate>& rate) {
    if (!rate) return LoadText::tr("Not known: requests are counted between two checks of the lock");
    return LoadText::tr("Requests per second: %1, from %2 to %3", "number, moments")
        .arg(rateNumber(rate->perSecond), momentText(rate->fromUnixMs), momentText(rate->toUnixMs));
}

std::optional<SeenRate> LockLoads::rateOf(const std::string& path) const {
    return seenRate(pointsOf(path));
}

std::span<const LengthPoint> LockLoads::pointsOf(const std::string& path) const {
    return m_lengths ? m_lengths->pointsOf(path) : std::span<const LengthPoint>();
}

ShownLengths LockLoads::lengthsOf(const std::string& path) const {
    if (!m_lengths) return {};
    const auto points = pointsOf(path);
    return {{points.begin(), points.end()}, m_lengths->sinceUnixMs(), m_lengths->untilUnixMs()};
}

bool LockLoads::hasOpenRoles(const lockcore::LockQueue& queue) const {
    return !lockcore::rowsOfOpenRole(queue, m_assessment.get()).empty();
}

void LockLoads::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    m_known.clear();  // by other clocks
}

std::shared_ptr<const lockcore::LockQueue> LockLoads::sampled(const std::string& path) const {
    if (!m_assessment) return nullptr;
    const auto& locks = m_assessment->sample->locks;
    const auto found = std::ranges::lower_bound(
        locks, path, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    return found != locks.end() && (*found)->path == path ? *found : nullptr;
}

const std::optional<LockLoad>& LockLoads::of(
    const std::string& path, const std::shared_ptr<const lockcore::LockQueue>& observed) const {
    const auto queue = observed ? observed : sampled(path);
    Known& known = m_known[path];
    if (known.queue == queue) return known.load;
    known.queue = queue;
    known.load.reset();
    if (!queue) return known.load;
    const lockcore::LeaderClocks none;
    known.load = loadOf(*queue, m_assessment ? m_assessment->sample->clocks : none, m_history,
                        lockcore::rowsOfOpenRole(*queue, m_assessment.get()));
    // Nobody is told of a change of what was read once.
    if (known.load && !observed) known.load->goesOn = false;
    return known.load;
}

}  // namespace lockscope
