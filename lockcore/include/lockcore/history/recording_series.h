// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/feed/fact_splitter.h>
#include <lockcore/history/recorder.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// What is recorded into a file a day.
struct SeriesOptions {
    std::string directory = {};  ///< where they are; made where it is not there, for its owner alone
    /// That they begin with, by seriesFileName(): whatever the user calls the cluster.
    std::string name = {};
    std::string program = {};  ///< as RecordingOptions has these
    std::string cluster = {};
    /// All files of that name stay about that small: the oldest go, and what ended longest ago in that of
    /// today.
    std::optional<std::uint64_t> mostBytes = {};
    /// A file goes when its day ended longer ago; and what ended longer ago in that of today.
    std::optional<std::chrono::milliseconds> keep = {};
};

/// "prod%20eu-2026-11-27.lockrec": of the day that `unixMs` is in by this machine's zone. Another one for
/// each name, none of them hidden, and none that leads out of a directory. Pure, but for the zone.
std::string seriesFileName(const std::string& name, std::int64_t unixMs);

/// A recording in files of a day each, NAME-2026-11-27.lockrec, of which each can be read by itself: it
/// begins with all that stands at its midnight. put() from any thread; all else from one, which may have to
/// wait for the disk.
class RecordingSeries {
public:
    /// As Recorder::start(), into the file of the day that `nowUnixMs` is in.
    static Result<std::unique_ptr<RecordingSeries>> start(SeriesOptions options, std::int64_t nowUnixMs);
    ~RecordingSeries();

    /// For a FactSink.
    void put(const Fact& fact) { m_facts->put(fact); }
    /// To be called now and then: begins a file where it is another day, and removes those that have to go.
    void step(std::int64_t nowUnixMs);
    /// Of the present file, as Recorder has it; or why there is none.
    RecorderState state() const;
    /// The present file.
    const std::string& file() const { return m_file; }
    /// As Recorder::end().
    RecorderState end();

private:
    explicit RecordingSeries(SeriesOptions options) : m_options(std::move(options)) {}

    Result<void> beginFile(std::int64_t nowUnixMs);
    void removeOld(std::int64_t nowUnixMs);

    const SeriesOptions m_options;
    const std::shared_ptr<FactSplitter> m_facts = std::make_shared<FactSplitter>();
    std::string m_file;
    std::shared_ptr<Recorder> m_recorder;
    std::uint64_t m_sink = 0;  ///< the recorder's
    std::optional<Error> m_problem;
    std::int64_t m_lookedUnixMs = 0;  ///< for files that have to go
};

}  // namespace lockcore
