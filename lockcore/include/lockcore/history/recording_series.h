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
    /// A file goes when its day ended longer ago; and what ended longer ago in that of today. A clock that is
    /// suddenly more than a day ahead is believed a day later.
    std::optional<std::chrono::milliseconds> keep = {};
};

/// "prod%20eu-2026-11-27.lockrec": of the day that `unixMs` is in by this machine's zone. Another one for
/// each name, none of them hidden, and none that leads out of a directory. Pure, but for the zone.
std::string seriesFileName(const std::string& name, std::int64_t unixMs);

class BelievedTime;

/// A recording in files of a day each, NAME-2026-11-27.lockrec, of which each can be read by itself: it
/// begins with all that stands at its midnight. Where the next one can't be begun, the present one is gone on
/// with; what can't be written is tried again each half minute. put() from any thread; all else from one,
/// which may have to wait for the disk.
class RecordingSeries {
public:
    /// As Recorder::start(), into the file of the day that `nowUnixMs` is in.
    static Result<std::unique_ptr<RecordingSeries>> start(SeriesOptions options, std::int64_t nowUnixMs);
    ~RecordingSeries();

    /// For a FactSink.
    void put(const Fact& fact) { m_facts->put(fact); }
    /// To be called now and then: begins a file where it is another day, or where the present one could not
    /// be written, and removes those that have to go.
    void step(std::int64_t nowUnixMs);
    /// Of the present file, as Recorder has it; with the problem that is being tried again, if any.
    RecorderState state() const;
    /// False where what is told now is in no file.
    bool isRecording() const;
    /// The present file, or the last one.
    const std::string& file() const { return m_file; }
    /// As Recorder::end(). A problem: not all was recorded until now.
    RecorderState end();

private:
    explicit RecordingSeries(SeriesOptions options);

    std::string fileAt(std::int64_t nowUnixMs) const;
    Result<void> beginFile(std::int64_t nowUnixMs);
    void takeFailure(std::int64_t nowUnixMs);
    void removeOld(std::int64_t nowUnixMs, const std::string& present);

    const SeriesOptions m_options;
    const std::shared_ptr<FactSplitter> m_facts = std::make_shared<FactSplitter>();
    std::string m_file;
    std::shared_ptr<Recorder> m_recorder;  ///< null: it failed
    RecorderState m_failed;                ///< of the last one that did
    std::uint64_t m_sink = 0;              ///< the recorder's
    std::optional<Error> m_problem;
    std::int64_t m_triedUnixMs = 0;  ///< to begin a file
    std::unique_ptr<BelievedTime> m_time;
    std::int64_t m_lookedUnixMs = 0;  ///< for files that have to go
};

}  // namespace lockcore
