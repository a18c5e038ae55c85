// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/incident_summary.h"

#include "document/cluster_document.h"
#include "findings/finding_locks.h"
#include "findings/finding_text.h"
#include "queue/contender_text.h"
#include "queue/queue_model.h"
#include "queue/queue_sentence.h"
#include "sessions/session_text.h"
#include "sessions/sessions_model.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/inert_text.h"
#include "words/moment.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockscope {
namespace {

/// More holders or waiters than these are counted only.
constexpr std::size_t kMostDescribed = 3;

struct IncidentSummary {
    Q_DECLARE_TR_FUNCTIONS(lockscope::IncidentSummary)
};

/// The lines of the summary. Whatever is added does nothing in Markdown.
class SummaryText {
public:
    void heading(int level, const QString& text) {
        blank();
        m_lines << QString(level, QLatin1Char('#')) + QLatin1Char(' ') + markdownProse(text);
        m_lines << QString();
    }
    void paragraph(const QString& text) {
        blank();
        m_lines << markdownProse(text);
    }
    void item(const QString& text) { m_lines << QStringLiteral("- ") + markdownProse(text); }
    void subItem(const QString& text) { m_lines << QStringLiteral("  - ") + markdownProse(text); }

    QString text() const { return m_lines.join(QLatin1Char('\n')) + QLatin1Char('\n'); }

private:
    void blank() {
        if (!m_lines.isEmpty() && !m_lines.back().isEmpty()) m_lines << QString();
    }

    QStringList m_lines;
};

QString summaryNumber(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString readText(const lockcore::LockQueue& queue, std::int64_t nowUnixMs) {
    const QString age = ageText(queue.readAtUnixMs, nowUnixMs);
    if (queue.freshness == lockcore::Freshness::Live)
        return IncidentSummary::tr("Queue: last change seen %1 before (%2)", "age, moment")
            .arg(age, momentText(queue.readAtUnixMs));
    const QString text = IncidentSummary::tr("Queue: %1, last read %2 before (%3)", "state, age, moment")
                             .arg(freshnessWord(queue), age, momentText(queue.readAtUnixMs));
    return queue.problem && !isUnrecorded(queue)
               ? IncidentSummary::tr("%1: %2", "queue, why it could not be read")
                     .arg(text, errorText(*queue.problem))
               : text;
}

/// Whether the client of a row is there, and as of when.
QString clientFact(const lockcore::SessionView* client, std::int64_t nowUnixMs) {
    if (!client) return IncidentSummary::tr("Client: no server was asked for it, or none knows its session");
    const bool isTold = client->state != lockcore::SessionState::Unknown && client->toldAtUnixMs != 0;
    const QString state =
        isTold ? IncidentSummary::tr("Client: %1, as servers told %2 before (%3)", "state, age, moment")
                     .arg(sessionStateText(*client), ageText(client->toldAtUnixMs, nowUnixMs),
                          momentText(client->toldAtUnixMs))
               : IncidentSummary::tr("Client: %1", "state").arg(sessionStateText(*client));
    const QString basis = stateBasis(*client);
    return basis.isEmpty()
               ? state
               : IncidentSummary::tr("%1. %2", "state of a client, what it rests on").arg(state, basis);
}

QString timeFact(const QueueModel& model, int row) {
    const ShownContender shown = model.shownAt(row);
    const lockcore::ContenderTimes times = model.timesAt(row);
    if (shown.isRoleOpen) return {};
    if (shown.role == lockcore::Role::Holder && times.held)
        return IncidentSummary::tr("Has held for %1", "duration").arg(durationWords(*times.held));
    if (shown.role == lockcore::Role::Leader && times.held)
        return IncidentSummary::tr("Has led for %1", "duration").arg(durationWords(*times.held));
    if (shown.role == lockcore::Role::Waiter && times.waited)
        return IncidentSummary::tr("Has waited for %1", "duration").arg(durationWords(*times.waited));
    return {};
}

void addContender(SummaryText& text, const QueueModel& model, int row) {
    const lockcore::Contender& contender = *model.shownAt(row).contender;
    const lockcore::SessionId session = ownerOf(contender);
    text.item(clientName(model, row));
    text.subItem(IncidentSummary::tr("Znode: %1").arg(displayText(contender.name)));
    if (session != lockcore::SessionId::None)
        text.subItem(
            IncidentSummary::tr("Session: %1").arg(QString::fromStdString(lockcore::toHex(session))));
    else if (contender.stat)
        text.subItem(IncidentSummary::tr("Session: none, the znode is not ephemeral"));
    if (const QString time = timeFact(model, row); !time.isEmpty()) text.subItem(time);
    if (contender.stat)
        text.subItem(IncidentSummary::tr("Queued at %1, by ZooKeeper's clock", "moment")
                         .arg(momentText(contender.stat->ctimeMs)));
    text.subItem(clientFact(model.clientAt(row), model.now()));
}

/// The first of those rows, in the order of the queue.
template <class IsMeant>
void addContenders(SummaryText& text, const QueueModel& model, std::size_t count, const IsMeant& isMeant) {
    std::size_t described = 0;
    for (int row = 0; row < model.rowCount() && described < std::min(count, kMostDescribed); ++row) {
        if (!isMeant(model.shownAt(row))) continue;
        addContender(text, model, row);
        ++described;
    }
    if (count > described)
        text.item(IncidentSummary::tr("and %1 more", "contenders").arg(summaryNumber(count - described)));
}

bool isFirst(const ShownContender& shown) {
    return lockcore::isFirstInLine(shown.role) && !shown.isRoleOpen;
}

bool isBehind(const ShownContender& shown) {
    return lockcore::isBehindSomebody(shown.role) && !shown.isRoleOpen;
}

bool isWaiting(const ShownContender& shown) {
    return shown.role == lockcore::Role::Waiter && !shown.isRoleOpen;
}

template <class IsMeant>
std::size_t rowsThat(const QueueModel& model, const IsMeant& isMeant) {
    std::size_t count = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        count += isMeant(model.shownAt(row)) ? 1 : 0;
    return count;
}

/// Of the first waiters: who came first has waited longest.
QString longestWait(const QueueModel& model) {
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!isWaiting(model.shownAt(row))) continue;
        const auto waited = model.timesAt(row).waited;
        return waited ? durationWords(*waited) : QString();
    }
    return {};
}

QString nobodyText(const QueueModel& model) {
    return model.unseenReason().isEmpty() ? IncidentSummary::tr("Nobody, as far as was read")
                                          : IncidentSummary::tr("Not known: changes of it went unseen");
}

void addQueue(SummaryText& text, const QueueModel& model) {
    const lockcore::RoleCounts& counts = model.shape().counts;
    const std::size_t first = rowsThat(model, isFirst);
    const std::size_t behind = rowsThat(model, isBehind);
    text.heading(2,
                 counts.leaders > 0 ? IncidentSummary::tr("Who leads") : IncidentSummary::tr("Who holds it"));
    if (first == 0) text.item(nobodyText(model));
    addContenders(text, model, first, isFirst);
    if (model.openRoles() > 0) {
        text.heading(2, IncidentSummary::tr("Of whom it is not known whether they hold it"));
        text.paragraph(model.openRoleReason());
        addContenders(text, model, model.openRoles(),
                      [](const ShownContender& shown) { return shown.isRoleOpen; });
    }
    text.heading(
        2, counts.leaders > 0 ? IncidentSummary::tr("Who stands by") : IncidentSummary::tr("Who waits"));
    const QString longest = longestWait(model);
    if (behind == 0)
        text.item(nobodyText(model));
    else if (!longest.isEmpty())
        text.paragraph(IncidentSummary::tr("Waiting: %1, the first for %2.", "number, duration")
                           .arg(summaryNumber(behind), longest));
    if (behind > 0) text.paragraph(IncidentSummary::tr("The first of them:"));
    addContenders(text, model, behind, isBehind);
}

/// As in the list of findings, each under what is wrong.
void addFinding(SummaryText& text, const lockcore::Finding& finding) {
    QStringList paragraphs = findingReport(finding).split(QStringLiteral("\n\n"));
    text.heading(3, paragraphs.takeFirst().section(QLatin1Char('\n'), 0, 0));
    text.paragraph(IncidentSummary::tr("State: %1", "suspected or verified").arg(stageWord(finding.stage)));
    for (const QString& paragraph : paragraphs)
        text.paragraph(paragraph);
}

void addFindings(SummaryText& text, const std::string& lockPath, const ShownFindings& shown) {
    text.heading(2, IncidentSummary::tr("Findings"));
    if (!shown.basis) {
        text.item(IncidentSummary::tr("Nothing has been checked yet"));
        return;
    }
    const auto findings = findingsOf(lockPath, shown.findings);
    const std::size_t all = findingsOf(lockPath, shown.basis->findings).size();
    if (findings.empty())
        text.item(IncidentSummary::tr("None about this lock in what was checked at %1", "moment")
                      .arg(momentText(shown.basis->sample->takenAtUnixMs)));
    if (all > findings.size())
        text.item(IncidentSummary::tr("Suppressed in this window, and left out here: %1", "number")
                      .arg(summaryNumber(all - findings.size())));
    for (const lockcore::Finding& finding : findings)
        addFinding(text, finding);
}

QString serverFact(const lockcore::ServerReport& server, std::int64_t nowUnixMs) {
    QStringList told;
    for (const lockcore::Rung& rung : server.rungs)
        if (!rung.problem && server.hasAnswered()) told << evidenceWord(rung.evidence);
    const QString name = displayText(server.server);
    if (told.isEmpty()) return IncidentSummary::tr("%1: told nothing", "server").arg(name);
    return IncidentSummary::tr("%1: told %2, %3 before (%4)", "server, what, age, moment")
        .arg(name, told.join(QStringLiteral(", ")), ageText(server.readAtUnixMs, nowUnixMs),
             momentText(server.readAtUnixMs));
}

void addBasis(SummaryText& text, const ClusterDocument& document, std::int64_t nowUnixMs) {
    text.heading(2, IncidentSummary::tr("What this rests on"));
    const auto& assessment = document.assessment();
    const auto wasTold = [](const lockcore::SessionView& session) { return session.toldAtUnixMs != 0; };
    const bool isRecorded = assessment && assessment->sample->servers.empty() &&
                            std::ranges::any_of(assessment->sessions, wasTold);
    if (isRecorded)
        text.item(IncidentSummary::tr("What servers had told of clients by then, as it was recorded"));
    else if (!assessment || assessment->sample->servers.empty())
        text.item(IncidentSummary::tr("No server was asked for clients and watches"));
    if (!assessment) return;
    for (const lockcore::ServerReport& server : assessment->sample->servers)
        text.item(serverFact(server, nowUnixMs));
    if (!assessment->coverage) {
        text.item(IncidentSummary::tr("What was not checked is not known"));
        return;
    }
    for (const lockcore::Aspect aspect : lockcore::kAspects)
        if (const QString gap = notCheckedText(*assessment->coverage, aspect); !gap.isEmpty()) text.item(gap);
}

}  // namespace

QString incidentSummary(const ClusterDocument& document, const QueueModel& model) {
    const std::string& path = document.selection().lockPath;
    const auto& queue = model.queue();
    const std::int64_t now = model.now();
    SummaryText text;
    text.heading(1, IncidentSummary::tr("Lock %1", "path").arg(displayText(path)));
    text.item(IncidentSummary::tr("Cluster: %1").arg(displayText(document.cluster().toStdString())));
    text.item(IncidentSummary::tr("As of %1, time zone %2", "moment")
                  .arg(momentText(now), shownMoment(now).timeZoneAbbreviation()));
    if (queue && queue->path == path) {
        text.item(readText(*queue, now));
        text.item(IncidentSummary::tr("%1 · %2", "dialect, numbers")
                      .arg(dialectWord(*queue), model.openRoles() > 0
                                                    ? openCountsText(model.shape().counts)
                                                    : countsText(queue->kind, model.shape().counts)));
        addQueue(text, model);
    } else {
        text.item(IncidentSummary::tr("Queue: not read"));
    }
    addFindings(text, path, document.findings());
    addBasis(text, document, now);
    return text.text();
}

}  // namespace lockscope
