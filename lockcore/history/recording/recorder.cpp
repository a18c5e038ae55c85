// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording_writer.h"

#include <lockcore/feed/newest_facts.h>
#include <lockcore/history/recorder.h>
#include <lockcore/wall_clock.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace lockcore {
namespace {

constexpr std::chrono::milliseconds kCommitEach{200};
/// Where nothing is told, the recording says now and then that it goes on.
constexpr std::chrono::milliseconds kIdle{5'000};
/// Facts that are kept one by one until they are written: more than two of each lock that is recorded, which
/// a file of a series may begin with.
constexpr std::size_t kMostWaiting = 25'000;

}  // namespace

class Recorder::Impl {
public:
    explicit Impl(std::unique_ptr<RecordingWriter> writer)
        : m_facts([this] { wake(); }, kMostWaiting), m_writer(std::move(writer)) {
        m_state.isNewFile = m_writer->isNewFile();
        m_thread = std::thread([this] { work(); });
    }

    ~Impl() { end(); }

    void put(const Fact& fact) {
        if (!m_isOver) m_facts.put(fact);
    }

    void end() {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
        }
        m_changed.notify_one();
        if (m_thread.joinable()) m_thread.join();
    }

    RecorderState state() const {
        const std::lock_guard lock(m_mutex);
        RecorderState state = m_state;
        state.combined = m_facts.combined();
        return state;
    }

private:
    void wake() {
        {
            const std::lock_guard lock(m_mutex);
            m_isWoken = true;
        }
        m_changed.notify_one();
    }

    void work() {
        for (bool goesOn = true; goesOn;) {
            const bool isEnding = awaitFacts();
            const std::int64_t nowUnixMs = unixMs();
            for (const Fact& fact : m_facts.take())
                m_writer->take(fact);
            const auto written = isEnding ? m_writer->end(nowUnixMs) : m_writer->commit(nowUnixMs);
            note(written, nowUnixMs);
            goesOn = written && !isEnding;
        }
        m_isOver = true;
        m_writer.reset();
    }

    /// Until it is time to write; true where that is for the last time.
    bool awaitFacts() {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, kIdle, [this] { return m_isWoken || m_isEnding; });
        m_changed.wait_until(lock, m_lastCommit + kCommitEach, [this] { return m_isEnding; });
        m_isWoken = false;
        m_lastCommit = std::chrono::steady_clock::now();
        return m_isEnding;
    }

    void note(const Result<void>& written, std::int64_t nowUnixMs) {
        const std::uint64_t bytes = written ? m_writer->usedBytes() : 0;
        const std::lock_guard lock(m_mutex);
        if (written) {
            m_state.bytes = bytes;
            m_state.writtenUntilUnixMs = nowUnixMs;
        } else {
            m_state.problem = written.error();
            m_state.isFileGone = m_writer->isFileGone();
        }
    }

    mutable std::mutex m_mutex;  // protects what follows
    std::condition_variable m_changed;
    bool m_isWoken = false;
    bool m_isEnding = false;
    RecorderState m_state;
    std::chrono::steady_clock::time_point m_lastCommit{};  ///< as the next ones: the thread's
    NewestFacts m_facts;                                   ///< any thread
    std::atomic<bool> m_isOver = false;                    ///< what is put is lost
    std::unique_ptr<RecordingWriter> m_writer;
    std::thread m_thread;  ///< the last one: it uses all others
};

Result<std::unique_ptr<Recorder>> Recorder::start(const RecordingOptions& options) {
    auto writer = RecordingWriter::open(options, unixMs());
    if (!writer) return tl::unexpected(writer.error());
    return std::unique_ptr<Recorder>(new Recorder(std::make_unique<Impl>(std::move(*writer))));
}

Recorder::Recorder(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

Recorder::~Recorder() = default;

void Recorder::put(const Fact& fact) {
    m_impl->put(fact);
}

RecorderState Recorder::end() {
    m_impl->end();
    return m_impl->state();
}

RecorderState Recorder::state() const {
    return m_impl->state();
}

}  // namespace lockcore
