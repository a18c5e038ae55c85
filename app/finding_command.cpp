// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "finding_command.h"

#include "words/display_text.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <lockcore/foreign_text.h>
#include <lockcore/history/snapshot.h>

#include <QProcess>
#include <QTimer>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope {
namespace {

constexpr std::size_t kMostAtOnce = 4;
/// A new session knows nothing of before: what it has not found by then is over.
constexpr std::int64_t kSettledMs = 120'000;

}  // namespace

FindingCommand::FindingCommand(const QString& command, QString cluster, Tell tell)
    : m_words(QProcess::splitCommand(command)), m_cluster(std::move(cluster)), m_tell(std::move(tell)) {}

FindingCommand::~FindingCommand() {
    for (const auto& [process, identity] : std::exchange(m_running, {})) {
        process->disconnect(this);
        process->kill();
        delete process;
    }
}

void FindingCommand::follow(const ClusterStatus& status) {
    const lockcore::SessionId session = status.connection.session;
    if (session == lockcore::SessionId::None || session == m_session) return;
    m_session = session;
    m_sessionSinceUnixMs = systemNowUnixMs();
    m_told = 0;
}

void FindingCommand::take(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
    const lockcore::FindingEvents& events = *assessment->events;
    // Of many at once only the newest are kept.
    const bool isGap = !events.empty() && events.front().number > m_told + 1;
    const std::uint64_t missed = isGap ? events.front().number - m_told - 1 : 0;
    std::uint64_t madeUp = tellEvents(events);
    if (missed > 0 || m_isBehind) madeUp += tellLeftOut(*assessment);
    const std::vector<lockcore::Finding> unseen = unseenIn(*assessment);
    if (missed > 0) m_lost += (missed - std::min<std::uint64_t>(missed, madeUp + unseen.size())) / 2;
    if (systemNowUnixMs() - m_sessionSinceUnixMs > kSettledMs)
        for (const lockcore::Finding& finding : unseen)
            (void)finish(finding, "not seen again", assessment->sample->takenAtUnixMs);
    tellLost();
}

/// Returns how many begins were told of which there was no event any more.
std::uint64_t FindingCommand::tellEvents(const lockcore::FindingEvents& events) {
    std::uint64_t madeUp = 0;
    for (const lockcore::FindingEvent& event : events) {
        if (event.number <= m_told) continue;
        m_told = event.number;
        if (event.finding.stage == lockcore::FindingStage::Over)
            madeUp += finish(event.finding, lockcore::findingEndName(event.end), event.atUnixMs) ? 1 : 0;
        else
            (void)begin(event.finding, event.atUnixMs);
    }
    return madeUp;
}

/// Those that are there still. Returns how many.
std::uint64_t FindingCommand::tellLeftOut(const lockcore::ClusterAssessment& assessment) {
    m_isBehind = false;
    std::uint64_t madeUp = 0;
    for (const lockcore::Finding& finding : assessment.findings) {
        const bool isWorthTelling = finding.stage == lockcore::FindingStage::Verified &&
                                    finding.severity != lockcore::Severity::Information;
        if (isWorthTelling && !m_open.contains(finding.identity()) &&
            begin(finding, std::max(finding.sinceUnixMs, finding.verifiedUnixMs)))
            ++madeUp;
    }
    return madeUp;
}

/// Of a finding that an earlier session told of no event will tell that it is over.
std::vector<lockcore::Finding> FindingCommand::unseenIn(const lockcore::ClusterAssessment& assessment) const {
    std::set<std::string> there;
    for (const lockcore::Finding& finding : assessment.findings)
        there.insert(finding.identity());
    std::vector<lockcore::Finding> unseen;
    for (const auto& [identity, finding] : m_open)
        if (!there.contains(identity)) unseen.push_back(finding);
    return unseen;
}

void FindingCommand::tellLost() {
    if (m_lost == 0) return;
    m_tell(tr("Findings that came and went before %1 could be told of them: %2")
               .arg(displayText(m_words.front().toStdString()), QString::number(m_lost)));
    m_lost = 0;
}

/// False where there is no room for one more.
bool FindingCommand::begin(const lockcore::Finding& finding, std::int64_t atUnixMs) {
    const auto known = m_open.find(finding.identity());
    if (known != m_open.end()) {
        known->second = finding;
        return true;
    }
    const bool isTold = add(finding, "begun", {}, atUnixMs);
    if (isTold) m_open.emplace(finding.identity(), finding);
    m_isBehind |= !isTold;
    return isTold;
}

/// Where nobody had been told of its begin, of that first; true then.
bool FindingCommand::finish(const lockcore::Finding& finding, std::string_view how, std::int64_t atUnixMs) {
    const bool isUnknown = !m_open.contains(finding.identity());
    if (isUnknown && !begin(finding, std::max(finding.sinceUnixMs, finding.verifiedUnixMs))) {
        ++m_lost;
        return false;
    }
    // Else it is not seen again, and that is told.
    if (add(finding, "ended", how, atUnixMs)) m_open.erase(finding.identity());
    return isUnknown;
}

/// False where there is no room for one more.
bool FindingCommand::add(const lockcore::Finding& finding, const char* event, std::string_view how,
                         std::int64_t atUnixMs) {
    if (m_waiting.size() >= m_mostWaiting) {
        if (!std::exchange(m_isTooMany, true))
            m_tell(tr("There are more findings than %1 can be told of at once: the others have to wait.")
                       .arg(displayText(m_words.front().toStdString())));
        return false;
    }
    nlohmann::json json{{"event", event},
                        {"cluster", m_cluster.toStdString()},
                        {"atMs", atUnixMs},
                        {"id", finding.identity()},
                        {"finding", nlohmann::json::parse(lockcore::toJson(finding))}};
    if (!how.empty()) json["how"] = how;
    const std::string text =
        lockcore::withoutHidden(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    m_waiting.push_back({finding.identity(), QByteArray::fromStdString(text) + '\n'});
    runNext();
    return true;
}

/// Of one finding one at a time, so that its end does not overtake its begin.
void FindingCommand::runNext() {
    const auto isFree = [this](const Run& run) {
        return std::ranges::none_of(m_running, [&](const auto& each) { return each.second == run.identity; });
    };
    while (m_running.size() < kMostAtOnce) {
        const auto next = std::ranges::find_if(m_waiting, isFree);
        if (next == m_waiting.end()) return;
        const Run taken = std::move(*next);
        m_waiting.erase(next);
        run(taken);
    }
}

void FindingCommand::run(const Run& next) {
    auto* const process = new QProcess(this);
    m_running.emplace(process, next.identity);
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(process, &QProcess::finished, this, [this, process](int code, QProcess::ExitStatus status) {
        const bool isKilled = status == QProcess::CrashExit;
        const QString problem =
            isKilled ? tr("it was killed, or crashed") : tr("it ended with status %1").arg(code);
        ended(process, code == 0 && !isKilled ? QString() : problem);
    });
    connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            ended(process, displayText(process->errorString().toStdString()));
    });
    QTimer::singleShot(m_limit, process, [this, process] {
        ended(process, tr("it had not ended after %1").arg(durationText(m_limit)));
        process->kill();
    });
    process->start(m_words.front(), m_words.mid(1));
    process->write(next.input);
    process->closeWriteChannel();
}

/// That it fails is told once, until it does not.
void FindingCommand::ended(QProcess* process, const QString& problem) {
    if (m_running.erase(process) == 0) return;
    process->disconnect(this);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    if (process->state() == QProcess::NotRunning) process->deleteLater();
    if (problem.isEmpty())
        m_hasFailed = false;
    else if (!std::exchange(m_hasFailed, true))
        m_tell(tr("Nobody may have heard of a finding: %1 failed: %2.")
                   .arg(displayText(m_words.front().toStdString()), problem));
    // Not within the signal of a process.
    QMetaObject::invokeMethod(
        this,
        [this] {
            runNext();
            if (!isIdle()) return;
            m_isTooMany = false;
            Q_EMIT becameIdle();
        },
        Qt::QueuedConnection);
}

}  // namespace lockscope
