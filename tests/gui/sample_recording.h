// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sample_queues.h"

#include <lockcore/history/recorder.h>
#include <lockcore/wall_clock.h>

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace samples {

/// A recording of some milliseconds, in which queues follow each other. Its contenders are as sample_queues.h
/// has them, but came when they were first told of.
class WrittenRecording {
public:
    explicit WrittenRecording(const std::string& file, const std::string& cluster = "zk1:2181") {
        lockcore::RecordingOptions options;
        options.file = file;
        options.program = "a test";
        options.cluster = cluster;
        auto recorder = lockcore::Recorder::start(options);
        if (!recorder) qFatal("%s", lockcore::describe(recorder.error()).c_str());
        m_recorder = std::move(*recorder);
        m_nowUnixMs = lockcore::unixMs();
        putCheck();
    }

    /// The lock has these from now on; the time at which that is so.
    std::int64_t has(const std::string& path, const Contenders& contenders) {
        constexpr std::int64_t kStepMs = 10;
        m_nowUnixMs += kStepMs;
        Lock& there = m_locks[path];
        there.changeTo(contenders, m_nowUnixMs);
        Contenders now;
        for (const auto& [name, contender] : there.contenders)
            now.push_back(contender);
        auto made = queue(std::move(now), path);
        made->readAtUnixMs = made->askedAtUnixMs = m_nowUnixMs;
        made->unchangedUntilUnixMs = m_nowUnixMs - 1;
        made->reading = ++m_reading;
        made->stat = lockcore::Stat{};
        made->stat->cversion = there.cversion;
        m_recorder->put({m_nowUnixMs, std::shared_ptr<const lockcore::LockQueue>(std::move(made))});
        return m_nowUnixMs;
    }
    /// Its directory is there no more.
    std::int64_t isGone(const std::string& path) {
        m_nowUnixMs += 10;
        auto made = std::make_shared<lockcore::LockQueue>();
        made->path = path;
        made->freshness = lockcore::Freshness::Gone;
        made->readAtUnixMs = made->askedAtUnixMs = m_nowUnixMs;
        made->reading = ++m_reading;
        m_recorder->put({m_nowUnixMs, std::shared_ptr<const lockcore::LockQueue>(std::move(made))});
        return m_nowUnixMs;
    }
    /// When all of it is the past.
    void end() {
        QTRY_VERIFY(lockcore::unixMs() > m_nowUnixMs + 1);
        const lockcore::RecorderState state = m_recorder->end();
        if (state.problem) qFatal("%s", lockcore::describe(*state.problem).c_str());
    }

private:
    /// A server has listed all locks.
    void putCheck() {
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->source = lockcore::DiscoverySource::AdminServer;
        catalog->server = "zk1:2181";
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->catalog = std::move(catalog);
        sample->takenAtUnixMs = m_nowUnixMs;
        auto checked = std::make_shared<lockcore::ClusterAssessment>();
        checked->sample = std::move(sample);
        checked->coverage.emplace();
        m_recorder->put(
            {m_nowUnixMs, std::shared_ptr<const lockcore::ClusterAssessment>(std::move(checked))});
    }

    struct Lock {
        std::map<std::string, std::shared_ptr<const lockcore::Contender>> contenders = {};
        std::int32_t cversion = 0;  ///< counts each that comes or goes

        void changeTo(const Contenders& others, std::int64_t nowUnixMs) {
            const auto isOther = [&](const auto& each) {
                return std::ranges::none_of(others,
                                            [&](const auto& other) { return other->name == each.first; });
            };
            cversion += static_cast<std::int32_t>(std::erase_if(contenders, isOther));
            for (const auto& other : others) {
                if (contenders.contains(other->name)) continue;
                auto made = std::make_shared<lockcore::Contender>(*other);
                made->stat->ctimeMs = nowUnixMs;
                contenders.emplace(made->name, std::move(made));
                ++cversion;
            }
        }
    };

    std::unique_ptr<lockcore::Recorder> m_recorder;
    std::int64_t m_nowUnixMs = 0;
    std::uint64_t m_reading = 0;
    std::map<std::string, Lock> m_locks;
};

}  // namespace samples
