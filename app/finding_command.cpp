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
#include <utility>

namespace lockscope {
namespace {

constexpr std::size_t kMostAtOnce = 4;
constexpr std::size_t kMostWaiting = 1'000;
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
    tellEvents(*assessment->events);
    if (systemNowUnixMs() - m_sessionSinceUnixMs > kSettledMs) tellUnseen(*assessment);
}

void FindingCommand::tellEvents(const lockcore::FindingEvents& events) {
    for (const lockcore::FindingEvent& event : events) {
        if (event.number <= m_told) continue;
        m_told = event.number;
        if (event.finding.stage == lockcore::FindingStage::Over)
            finish(event.finding, lockcore::findingEndName(event.end), event.atUnixMs);
        else
            begin(event.finding, event.atUnixMs);
    }
}

/// Of a finding that an earlier session told of no event will tell that it is over.
void FindingCommand::tellUnseen(const lockcore::ClusterAssessment& assessment) {
    std::vector<lockcore::Finding> unseen;
    for (const auto& open : m_open) {
        const bool isThere = std::ranges::any_of(
            assessment.findings, [&](const auto& each) { return each.identity() == open.first; });
        if (!isThere) unseen.push_back(open.second);
    }
    for (const lockcore::Finding& finding : unseen)
        finish(finding, "not seen again", assessment.sample->takenAtUnixMs);
}

void FindingCommand::begin(const lockcore::Finding& finding, std::int64_t atUnixMs) {
    if (m_open.insert_or_assign(finding.identity(), finding).second) add(finding, "begun", {}, atUnixMs);
}

void FindingCommand::finish(const lockcore::Finding& finding, std::string_view how, std::int64_t atUnixMs) {
    if (m_open.erase(finding.identity()) > 0) add(finding, "ended", how, atUnixMs);
}

void FindingCommand::add(const lockcore::Finding& finding, const char* event, std::string_view how,
                         std::int64_t atUnixMs) {
    if (m_waiting.size() >= kMostWaiting) {
        if (!std::exchange(m_isTooMany, true))
            m_tell(tr("There are more findings than %1 can be told of: some are left out.")
                       .arg(displayText(m_words.front().toStdString())));
        return;
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
            if (isIdle()) Q_EMIT becameIdle();
        },
        Qt::QueuedConnection);
}

}  // namespace lockscope
