// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/observe/assessment.h>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QProcess;

namespace lockscope {

/// Runs a command for each finding that is verified, and once more when it is over, with what is known of it
/// as JSON on standard input. Where there are more than it can be run for, those that are still there wait;
/// how many came and went meanwhile is told. Never by a shell: what a cluster says is no part of the command.
/// Lives on the main thread.
class FindingCommand : public QObject {
    Q_OBJECT

public:
    /// Tells the user something, in one line.
    using Tell = std::function<void(const QString& text)>;
    /// `command` in words as QProcess::splitCommand() has them; `cluster` is what the user calls it.
    FindingCommand(const QString& command, QString cluster, Tell tell);
    ~FindingCommand() override;

    void follow(const ClusterStatus& status);
    void take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment);
    /// None runs, nor waits for others.
    bool isIdle() const { return m_running.empty() && m_waiting.empty(); }

    /// Each has so long, and is killed then.
    static constexpr std::chrono::milliseconds kLimit = std::chrono::seconds(30);
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }
    /// So many may wait for others.
    static constexpr std::size_t kMostWaiting = 1'000;
    void setMostWaiting(std::size_t most) { m_mostWaiting = most; }

Q_SIGNALS:
    void becameIdle();

private:
    struct Run {
        std::string identity;
        QByteArray input;
    };

    std::uint64_t tellEvents(const lockcore::FindingEvents& events);
    std::uint64_t tellLeftOut(const lockcore::ClusterAssessment& assessment);
    std::vector<lockcore::Finding> unseenIn(const lockcore::ClusterAssessment& assessment) const;
    void tellLost();
    bool begin(const lockcore::Finding& finding, std::int64_t atUnixMs);
    bool finish(const lockcore::Finding& finding, std::string_view how, std::int64_t atUnixMs);
    bool add(const lockcore::Finding& finding, const char* event, std::string_view how,
             std::int64_t atUnixMs);
    void runNext();
    void run(const Run& next);
    void ended(QProcess* process, const QString& problem);

    const QStringList m_words;
    const QString m_cluster;
    const Tell m_tell;
    std::chrono::milliseconds m_limit = kLimit;
    std::size_t m_mostWaiting = kMostWaiting;
    std::uint64_t m_told = 0;  ///< number of the last event of this session
    lockcore::SessionId m_session = lockcore::SessionId::None;
    std::int64_t m_sessionSinceUnixMs = 0;
    std::map<std::string, lockcore::Finding> m_open;  ///< that were told, by Finding::identity()
    std::deque<Run> m_waiting;
    std::map<QProcess*, std::string> m_running;  ///< and about which finding
    bool m_hasFailed = false;                    ///< and that is told
    bool m_isTooMany = false;                    ///< likewise
    bool m_isBehind = false;                     ///< some that are there are not told yet
    std::uint64_t m_lost = 0;                    ///< that came and went without being told
};

}  // namespace lockscope
