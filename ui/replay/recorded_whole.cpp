// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_whole.h"

#include "threads/closing.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

/// More than a wide screen has pixels: each part has some then.
constexpr std::size_t kMostBuckets = 2'000;
/// As far as a panel can tell apart, and read in a moment.
constexpr std::size_t kMostTurnsOfPast = 20'000;
/// Each has three events at most, of which the log keeps ten thousand.
constexpr std::size_t kMostTurnsOfLog = 4'000;
/// Of what is seen before the moment that is opened first.
constexpr std::int64_t kFirstPastMs = 3'600'000;

/// From the end of the run before to the begin of the next one; cut at the time itself where there is none.
lockcore::TimeSpan holeAt(const std::vector<lockcore::RecordedRun>& runs, std::int64_t unixMs) {
    std::optional<std::int64_t> from;
    std::optional<std::int64_t> to;
    for (const lockcore::RecordedRun& run : runs) {
        if (run.untilUnixMs < unixMs) from = std::max(from.value_or(run.untilUnixMs), run.untilUnixMs);
        if (run.beganUnixMs > unixMs) to = std::min(to.value_or(run.beganUnixMs), run.beganUnixMs);
    }
    return {from.value_or(unixMs), to.value_or(unixMs)};
}

/// As whoever knows nothing: that no lock is listed does not mean that there was none.
RecordedMoment unrecordedMoment(const lockcore::TimeSpan& hole, std::int64_t unixMs) {
    auto sample = std::make_shared<lockcore::ClusterSample>();
    auto catalog = std::make_shared<lockcore::LockCatalog>();
    catalog->readAtUnixMs = catalog->asOfUnixMs = unixMs;
    lockcore::Coverage coverage;
    coverage.gaps.push_back({.kind = lockcore::GapKind::NotListed});
    coverage.listedAtUnixMs = unixMs;
    sample->catalog = std::move(catalog);
    sample->coverage = std::move(coverage);
    sample->takenAtUnixMs = unixMs;
    lockcore::FindingHistory none;
    RecordedMoment moment{.atUnixMs = unixMs, .unrecorded = hole};
    lockcore::ClusterAssessment assessment = lockcore::assess(sample, none);
    // Why nothing is known is told by whoever shows it, and no advice to the servers' admin helps.
    assessment.findings.clear();
    moment.checked = std::make_shared<const lockcore::ClusterAssessment>(std::move(assessment));
    return moment;
}

/// To close a file may take as long as to read it, and the last one to drop it is mostly the window's thread.
std::shared_ptr<lockcore::Recording> closedInBackground(std::unique_ptr<lockcore::Recording> recording) {
    const auto close = [](lockcore::Recording* opened) {
        closeFileInBackground([opened] { delete opened; });
    };
    return {recording.release(), close};
}

lockcore::Result<RecordedWhole> readWhole(lockcore::Recording& recording) {
    RecordedWhole whole{.runs = recording.runs()};
    whole.span = {whole.runs.front().beganUnixMs, whole.runs.front().untilUnixMs};
    for (const lockcore::RecordedRun& run : whole.runs) {
        whole.span.fromUnixMs = std::min(whole.span.fromUnixMs, run.beganUnixMs);
        whole.span.toUnixMs = std::max(whole.span.toUnixMs, run.untilUnixMs);
    }
    auto overview = recording.overview(whole.span, kMostBuckets);
    if (!overview) return tl::unexpected(overview.error());
    whole.overview = std::move(*overview);
    auto findings = recording.findingsIn(whole.span);
    if (!findings) return tl::unexpected(findings.error());
    whole.findings = std::move(*findings);
    std::erase_if(whole.findings, [](const lockcore::RecordedFinding& each) {
        return each.finding.kind == lockcore::FindingKind::NotChecked;
    });
    return whole;
}

/// `lock`: whether it was seen to be gone by then; empty: none is asked for.
lockcore::Result<RecordedMoment> readRecorded(lockcore::Recording& recording, std::int64_t unixMs,
                                              const std::string& lock) {
    auto checked = recording.at(unixMs);
    if (!checked) return tl::unexpected(checked.error());
    RecordedMoment moment{unixMs, std::move(*checked)};
    if (lock.empty()) return moment;
    const auto isGone = recording.wasSeenGone(lock, unixMs);
    if (!isGone) return tl::unexpected(isGone.error());
    if (*isGone) moment.gone = lock;
    return moment;
}

}  // namespace

bool RecordedWhole::covers(std::int64_t unixMs) const {
    return lockcore::recordedRunAt(runs, unixMs) != nullptr;
}

std::optional<lockcore::TimeSpan> RecordedWhole::unrecordedAt(std::int64_t unixMs) const {
    return covers(unixMs) ? std::nullopt : std::optional(holeAt(runs, unixMs));
}

std::optional<std::int64_t> RecordedWhole::nextRun(std::int64_t afterUnixMs) const {
    std::optional<std::int64_t> next;
    for (const lockcore::RecordedRun& run : runs)
        if (run.beganUnixMs > afterUnixMs && (!next || run.beganUnixMs < *next)) next = run.beganUnixMs;
    return next;
}

std::optional<std::int64_t> RecordedWhole::nextFinding(std::int64_t unixMs, bool isForward) const {
    std::optional<std::int64_t> best;
    const auto take = [&](std::int64_t time) {
        const bool isBeyond = isForward ? time > unixMs : time < unixMs;
        if (isBeyond && (!best || (isForward ? time < *best : time > *best))) best = time;
    };
    for (const lockcore::RecordedFinding& each : findings) {
        take(std::max(each.fromUnixMs, span.fromUnixMs));
        take(std::min(each.toUnixMs.value_or(span.toUnixMs), span.toUnixMs));
    }
    return best;
}

bool isRecordingFile(const QString& file) {
    QFile read(file);
    const bool canLook = read.open(QIODevice::ReadOnly) && !read.isSequential();
    const auto length = static_cast<qint64>(lockcore::kDatabaseHead.size());
    const QByteArray head = canLook ? read.read(length) : QByteArray();
    if (head.toStdString() == lockcore::kDatabaseHead) return true;
    const bool isSnapshot = head.startsWith("\x1f\x8b") || head.trimmed().startsWith('{');
    return !isSnapshot && file.endsWith(QStringLiteral(".lockrec"), Qt::CaseInsensitive);
}

lockcore::Result<OpenedRecording> openRecording(const QString& file, const std::stop_token& stop) {
    auto recording = lockcore::Recording::open(QFile::encodeName(file).toStdString(), stop);
    if (!recording) return tl::unexpected(recording.error());
    OpenedRecording opened{.file = file, .recording = closedInBackground(std::move(*recording))};
    auto whole = readWhole(*opened.recording);
    if (!whole) return tl::unexpected(whole.error());
    opened.whole = std::move(*whole);
    const std::int64_t end = opened.whole.span.toUnixMs;
    auto first = readMoment(*opened.recording, end, {.pastFrom = end - kFirstPastMs});
    if (!first) return tl::unexpected(first.error());
    if (stop.stop_requested())
        return lockcore::fail(lockcore::ErrorCode::Cancelled, "open the recording", file.toStdString());
    opened.first = std::move(*first);
    return opened;
}

lockcore::Result<RecordedMoment> readMoment(lockcore::Recording& recording, std::int64_t unixMs,
                                            const MomentWish& wish) {
    auto moment =
        recording.covers(unixMs)
            ? readRecorded(recording, unixMs, wish.lock)
            : lockcore::Result<RecordedMoment>(unrecordedMoment(holeAt(recording.runs(), unixMs), unixMs));
    if (!moment || !wish.pastFrom) return moment;
    auto past = recording.pastIn({std::min(*wish.pastFrom, unixMs), unixMs}, kMostTurnsOfPast);
    if (!past) return tl::unexpected(past.error());
    moment->past = std::make_shared<const lockcore::LockHistory>(std::move(*past));
    return moment;
}

lockcore::Result<RecordedHappenings> readHappenings(lockcore::Recording& recording,
                                                    const lockcore::TimeSpan& span) {
    RecordedHappenings happenings{.span = span};
    const auto read = [](auto result, auto& place) -> lockcore::Result<void> {
        if (!result) return tl::unexpected(result.error());
        place = std::move(*result);
        return {};
    };
    const auto all =
        read(recording.turnsIn(span, {}, kMostTurnsOfLog), happenings.turns)
            .and_then([&] { return read(recording.findingsIn(span), happenings.findings); })
            .and_then([&] { return read(recording.actsIn(span), happenings.acts); })
            .and_then([&] { return read(recording.connectionsIn(span), happenings.connections); })
            .and_then([&] { return read(recording.gapsIn(span), happenings.gaps); });
    if (!all) return tl::unexpected(all.error());
    const auto listedFrom = [&](std::size_t count, std::int64_t first) {
        auto& from = happenings.turns.completeFromUnixMs;
        if (count == lockcore::Recording::kMostEvents) from = std::max(from, first);
    };
    if (!happenings.acts.empty()) listedFrom(happenings.acts.size(), happenings.acts.front().atUnixMs);
    if (!happenings.gaps.empty()) listedFrom(happenings.gaps.size(), happenings.gaps.front().fromUnixMs);
    if (!happenings.connections.empty())
        listedFrom(happenings.connections.size(), happenings.connections.front().atUnixMs);
    return happenings;
}

}  // namespace lockscope
