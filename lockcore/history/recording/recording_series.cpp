// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "series_files.h"

#include <lockcore/history/recording_series.h>

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lockcore {
namespace {

constexpr std::int64_t kLookEachMs = 60'000;

Result<void> makeDirectory(const std::string& directory) {
    if (::mkdir(directory.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
    return fail(ErrorCode::Io, std::string("make the directory of the recordings: ") + std::strerror(errno),
                directory);
}

}  // namespace

Result<std::unique_ptr<RecordingSeries>> RecordingSeries::start(SeriesOptions options,
                                                                std::int64_t nowUnixMs) {
    if (auto made = makeDirectory(options.directory); !made) return tl::unexpected(made.error());
    std::unique_ptr<RecordingSeries> series(new RecordingSeries(std::move(options)));
    if (auto begun = series->beginFile(nowUnixMs); !begun) return tl::unexpected(begun.error());
    series->removeOld(nowUnixMs);
    return series;
}

RecordingSeries::~RecordingSeries() = default;

/// The one before ends when this one knows all that stands, so that nothing is in neither of them.
Result<void> RecordingSeries::beginFile(std::int64_t nowUnixMs) {
    std::string file = m_options.directory + '/' + seriesFileName(m_options.name, nowUnixMs);
    auto recorder = Recorder::start({.file = file,
                                     .program = m_options.program,
                                     .cluster = m_options.cluster,
                                     .mostBytes = m_options.mostBytes,
                                     .keep = m_options.keep});
    if (!recorder) return tl::unexpected(recorder.error());
    const std::shared_ptr<Recorder> before = std::exchange(m_recorder, std::move(*recorder));
    m_file = std::move(file);
    const std::uint64_t sinkBefore = std::exchange(
        m_sink, m_facts->add([recorder = m_recorder](const Fact& fact) { recorder->put(fact); }));
    m_facts->remove(sinkBefore);
    if (!before) return {};
    const RecorderState ended = before->end();
    return ended.problem ? Result<void>(tl::unexpected(*ended.problem)) : Result<void>();
}

void RecordingSeries::step(std::int64_t nowUnixMs) {
    if (state().problem) return;
    const std::string file = m_options.directory + '/' + seriesFileName(m_options.name, nowUnixMs);
    if (file != m_file) {
        if (const auto begun = beginFile(nowUnixMs); !begun) {
            m_problem = begun.error();
            (void)m_recorder->end();
        }
    }
    removeOld(nowUnixMs);
}

void RecordingSeries::removeOld(std::int64_t nowUnixMs) {
    if (!m_options.keep && !m_options.mostBytes) return;
    if (std::abs(nowUnixMs - m_lookedUnixMs) < kLookEachMs) return;
    m_lookedUnixMs = nowUnixMs;
    removeOldFiles(m_options.directory, m_options.name, m_file,
                   {.nowUnixMs = nowUnixMs, .keep = m_options.keep, .mostBytes = m_options.mostBytes});
}

RecorderState RecordingSeries::state() const {
    RecorderState state = m_recorder->state();
    if (m_problem) state.problem = m_problem;
    return state;
}

RecorderState RecordingSeries::end() {
    m_facts->remove(m_sink);
    (void)m_recorder->end();
    return state();
}

}  // namespace lockcore
