// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "believed_time.h"
#include "series_files.h"

#include <lockcore/history/recording_series.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lockcore {
namespace {

constexpr std::int64_t kLookEachMs = 60'000;
constexpr std::int64_t kTryEachMs = 30'000;

Result<void> makeDirectory(const std::string& directory) {
    if (::mkdir(directory.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
    return fail(ErrorCode::Io, std::string("make the directory of the recordings: ") + std::strerror(errno),
                directory);
}

}  // namespace

Result<std::unique_ptr<RecordingSeries>> RecordingSeries::start(SeriesOptions options,
                                                                std::int64_t nowUnixMs) {
    std::unique_ptr<RecordingSeries> series(new RecordingSeries(std::move(options)));
    if (auto begun = series->beginFile(nowUnixMs); !begun) return tl::unexpected(begun.error());
    return series;
}

RecordingSeries::RecordingSeries(SeriesOptions options) : m_options(std::move(options)) {}

RecordingSeries::~RecordingSeries() = default;

std::string RecordingSeries::fileAt(std::int64_t nowUnixMs) const {
    return m_options.directory + '/' + seriesFileName(m_options.name, nowUnixMs);
}

/// The one before ends when this one knows all that stands, so that nothing is in neither of them; room is
/// made before either.
Result<void> RecordingSeries::beginFile(std::int64_t nowUnixMs) {
    m_triedUnixMs = nowUnixMs;
    if (auto made = makeDirectory(m_options.directory); !made) return made;
    std::string file = fileAt(nowUnixMs);
    removeOld(nowUnixMs, file);
    auto recorder = Recorder::start({.file = file,
                                     .program = m_options.program,
                                     .cluster = m_options.cluster,
                                     .mostBytes = m_options.mostBytes,
                                     .keep = m_options.keep});
    if (!recorder) return tl::unexpected(recorder.error());
    const std::shared_ptr<Recorder> before = std::exchange(m_recorder, std::move(*recorder));
    const std::string fileBefore = std::exchange(m_file, std::move(file));
    const std::uint64_t sinkBefore = std::exchange(
        m_sink, m_facts->add([recorder = m_recorder](const Fact& fact) { recorder->put(fact); }));
    m_facts->remove(sinkBefore);
    if (!before) return {};
    const RecorderState ended = before->end();
    // Where it had to make room, that is no fault.
    const bool isGone = ::access(fileBefore.c_str(), F_OK) != 0;
    return ended.problem && !isGone ? Result<void>(tl::unexpected(*ended.problem)) : Result<void>();
}

/// What stands is kept for the next one.
void RecordingSeries::takeFailure(std::int64_t nowUnixMs) {
    if (!m_recorder) return;
    const RecorderState state = m_recorder->state();
    if (!state.problem) return;
    m_facts->remove(std::exchange(m_sink, 0));
    m_failed = m_recorder->end();
    m_problem = state.problem;
    m_recorder.reset();
    m_triedUnixMs = nowUnixMs;
}

void RecordingSeries::step(std::int64_t nowUnixMs) {
    takeFailure(nowUnixMs);
    if (m_recorder && fileAt(nowUnixMs) == m_file) {
        m_problem.reset();
        if (std::abs(nowUnixMs - m_lookedUnixMs) >= kLookEachMs) removeOld(nowUnixMs, m_file);
        return;
    }
    if (m_problem && std::abs(nowUnixMs - m_triedUnixMs) < kTryEachMs) return;
    m_problem.reset();
    if (auto begun = beginFile(nowUnixMs); !begun) m_problem = std::move(begun.error());
}

void RecordingSeries::removeOld(std::int64_t nowUnixMs, const std::string& present) {
    if (!m_options.keep && !m_options.mostBytes) return;
    m_lookedUnixMs = nowUnixMs;
    const std::string& directory = m_options.directory;
    // Of today's file a clock that is wrong may have made the name.
    if (!m_time)
        m_time = std::make_unique<BelievedTime>(
            newestDayEnd(directory, m_options.name, present).value_or(nowUnixMs));
    removeOldFiles(
        directory, m_options.name, present,
        {.nowUnixMs = m_time->at(nowUnixMs), .keep = m_options.keep, .mostBytes = m_options.mostBytes});
}

RecorderState RecordingSeries::state() const {
    RecorderState state = m_recorder ? m_recorder->state() : m_failed;
    if (m_problem) state.problem = m_problem;
    return state;
}

bool RecordingSeries::isRecording() const {
    return m_recorder && !m_recorder->state().problem;
}

RecorderState RecordingSeries::end() {
    m_facts->remove(std::exchange(m_sink, 0));
    return m_recorder ? m_recorder->end() : m_failed;
}

}  // namespace lockcore
