// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/no_answer.h"

#include "bridge/cluster_access.h"
#include "threads/background.h"
#include "words/display_text.h"

#include <lockcore/observe/server_probe.h>

#include <QLocale>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

namespace lockscope {
namespace {

using lockcore::ServerAnswer;

/// Between the answers and the next question.
constexpr int kAskAgainMs = 5000;
/// Each question is a login at the bastion then.
constexpr int kAskAgainByBastionMs = 60'000;
constexpr std::chrono::seconds kAnswerLimit{3};

struct NoAnswer {
    Q_DECLARE_TR_FUNCTIONS(lockscope::NoAnswer)
};

/// Never destroyed: the system's name lookup may take longer than the process wants to wait for it.
QThreadPool& askingPool() {
    static auto* pool = new SerialPool(SerialPool::AtEnd::Finish);
    return *pool;
}

QString numberText(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString reasonOf(const ServerAnswers& answers) {
    const QString servers = numberText(answers.servers);
    QStringList sentences;
    if (answers.notServing > 0)
        sentences << NoAnswer::tr("%1 of %2 servers answer that they are not serving requests.",
                                  "number, number")
                         .arg(numberText(answers.notServing), servers);
    if (answers.readOnly > 0)
        sentences << NoAnswer::tr("%1 of %2 servers serve read-only: they have no quorum.", "number, number")
                         .arg(numberText(answers.readOnly), servers);
    if (answers.silent > 0)
        sentences << NoAnswer::tr("%1 of %2 servers do not answer.", "number, number")
                         .arg(numberText(answers.silent), servers);
    return sentences.join(QLatin1Char(' '));
}

QString adviceFor(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options,
                  Audience audience) {
    if (audience == Audience::CommandLine)
        return NoAnswer::tr("See that more than half of the servers run and reach each other.");
    // What is shown meanwhile matters more.
    if (problem.kind == lockcore::ProblemKind::ServerLost) return explainProblem(problem, options).advice;
    return NoAnswer::tr(
        "See that more than half of the servers run and reach each other. Lockscope keeps trying.");
}

}  // namespace

ServerAnswers askServers(const ConnectionOptions& options) {
    const auto servers = connectStringOf(options).servers;
    const lockcore::SideWay way = sideWay(options);
    // All at once, and not in the pool of whoever calls, which may have but one thread.
    QThreadPool threads;
    threads.setMaxThreadCount(std::max(1, static_cast<int>(servers.size())));
    std::vector<QFuture<lockcore::ServerProbe>> probes;
    for (const auto& server : servers)
        probes.push_back(QtConcurrent::run(
            &threads, [&server, &way] { return lockcore::probeServer(server, kAnswerLimit, {}, way); }));
    ServerAnswers answers{.servers = servers.size()};
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const lockcore::ServerProbe probe = probes[i].result();
        answers.addresses << displayText(lockcore::toString(servers[i]));
        if (probe.answer == ServerAnswer::NotServing) ++answers.notServing;
        if (probe.answer == ServerAnswer::Serving)
            ++(probe.mode == "read-only" ? answers.readOnly : answers.serving);
        const bool isSilent = probe.answer == ServerAnswer::Unreachable ||
                              probe.answer == ServerAnswer::Silent || probe.answer == ServerAnswer::NoWay;
        if (isSilent) ++answers.silent;
    }
    return answers;
}

bool mayLackQuorum(const lockcore::ConnectionProblem& problem) {
    return problem.kind == lockcore::ProblemKind::Unreachable ||
           problem.kind == lockcore::ProblemKind::ServerLost;
}

Explanation explainNoAnswer(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options,
                            const ServerAnswers& answers, Audience audience) {
    Explanation text = explainProblem(problem, options, audience);
    // The only one that was named may be cut off from others that serve.
    if (answers.serveNobody() && answers.servers == 1)
        return {NoAnswer::tr("%1 serves nobody: it has no quorum, or its ensemble is just electing a leader.",
                             "server")
                    .arg(answers.addresses.join(QString())),
                NoAnswer::tr("Others of its ensemble were not asked: no other server is named."),
                NoAnswer::tr("Name the other servers of the ensemble, too: they may serve.")};
    if (answers.serveNobody())
        return {NoAnswer::tr("The ensemble serves nobody: it has no quorum, or is just electing a leader."),
                reasonOf(answers), adviceFor(problem, options, audience)};
    if (answers.servers > 1 && answers.silent == answers.servers)
        text.title = NoAnswer::tr("None of the %1 servers answers: %2.", "number, addresses")
                         .arg(numberText(answers.servers), answers.addresses.join(QStringLiteral(", ")));
    return text;
}

ServerInquiry::ServerInquiry(QObject* parent) : QObject(parent) {
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ServerInquiry::ask);
    connect(&m_asking, &QFutureWatcherBase::finished, this, &ServerInquiry::take);
}

void ServerInquiry::forget() {
    m_isAsking = false;
    m_asking.setFuture({});  // answers that are on their way are not taken any more
    m_next.stop();
    m_answers.reset();
}

void ServerInquiry::follow(const std::optional<lockcore::ConnectionProblem>& problem,
                           const ConnectionOptions& options) {
    const bool isWanted = problem && mayLackQuorum(*problem);
    const bool isAsking = m_isAsking || m_next.isActive();
    if (isWanted && isAsking && options == m_options) return;
    forget();
    m_options = options;
    if (isWanted) ask();
}

void ServerInquiry::ask() {
    m_isAsking = true;
    m_asking.setFuture(QtConcurrent::run(&askingPool(), askServers, m_options));
}

void ServerInquiry::take() {
    if (!m_isAsking) return;  // it was the empty future that has finished
    m_isAsking = false;
    const ServerAnswers answers = m_asking.result();
    const bool isByBastion = std::holds_alternative<lockcore::Bastion>(m_options.route);
    m_next.start(isByBastion ? kAskAgainByBastionMs : kAskAgainMs);
    if (m_answers == answers) return;
    m_answers = answers;
    Q_EMIT answersChanged();
}

}  // namespace lockscope
