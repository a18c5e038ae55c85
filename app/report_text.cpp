// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_text.h"

#include "models/display_text.h"
#include "models/finding_text.h"
#include "models/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope {
namespace {

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

/// Chinese, Japanese and Korean characters fill two cells of a terminal.
bool isWide(char32_t character) {
    static constexpr std::pair<char32_t, char32_t> kWide[] = {
        {0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},
        {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x20000, 0x3fffd},
    };
    return std::ranges::any_of(kWide, [character](const auto& range) {
        return character >= range.first && character <= range.second;
    });
}

/// In cells of a terminal.
qsizetype widthOf(const QString& text) {
    const auto characters = text.toUcs4();
    return characters.size() + std::ranges::count_if(characters, [](char32_t each) { return isWide(each); });
}

/// Columns as wide as their widest cell; numbers to the right. A plain object.
class TextTable {
public:
    enum class Align { Left, Right };

    void column(const QString& title, Align align = Align::Left) {
        m_aligns.push_back(align);
        m_title << title;
    }
    void row(const QStringList& cells) { m_rows.push_back(cells); }

    QString text() const {
        QString lines = line(m_title);
        for (const QStringList& row : m_rows)
            lines += line(row);
        return lines;
    }

private:
    qsizetype width(qsizetype column) const {
        qsizetype widest = widthOf(m_title[column]);
        for (const QStringList& row : m_rows)
            widest = std::max(widest, widthOf(row[column]));
        return widest;
    }

    QString line(const QStringList& cells) const {
        QString text;
        for (qsizetype i = 0; i < cells.size(); ++i) {
            const bool right = m_aligns[static_cast<std::size_t>(i)] == Align::Right;
            const QString space(width(i) - widthOf(cells[i]), QLatin1Char(' '));
            text += right ? space + cells[i] : cells[i] + space;
            text += QStringLiteral("  ");
        }
        while (text.endsWith(QLatin1Char(' ')))
            text.chop(1);
        return text + QLatin1Char('\n');
    }

    std::vector<Align> m_aligns;
    QStringList m_title;
    std::vector<QStringList> m_rows;
};

QString nothing() {
    return QStringLiteral("–");
}

QString number(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString orNothing(const std::string& text) {
    return text.empty() ? nothing() : displayText(text);
}

QString limitText(const std::optional<std::chrono::milliseconds>& duration) {
    return duration ? durationText(*duration) : nothing();
}

QString sessionText(lockcore::SessionId session) {
    return session == lockcore::SessionId::None ? nothing() : QString::fromStdString(toHex(session));
}

lockcore::SessionId sessionOf(const lockcore::QueueRow& row) {
    return row.contender->stat ? row.contender->stat->ephemeralOwner : lockcore::SessionId::None;
}

QString stateWord(lockcore::SessionState state) {
    switch (state) {
        case lockcore::SessionState::Connected: return ReportText::tr("connected");
        case lockcore::SessionState::Silent: return ReportText::tr("silent");
        case lockcore::SessionState::Ghost: return ReportText::tr("ghost");
        case lockcore::SessionState::Unknown: return ReportText::tr("unknown");
    }
    return nothing();
}

QString verdictWord(lockcore::ChainVerdict verdict) {
    switch (verdict) {
        case lockcore::ChainVerdict::Inferred: return ReportText::tr("inferred");
        case lockcore::ChainVerdict::Verified: return ReportText::tr("verified");
        case lockcore::ChainVerdict::OtherTarget: return ReportText::tr("watches another one");
        case lockcore::ChainVerdict::NoWatch: return ReportText::tr("watches nobody");
        case lockcore::ChainVerdict::Disconnected: return ReportText::tr("disconnected");
    }
    return nothing();
}

std::map<lockcore::SessionId, const lockcore::SessionView*> byId(
    const lockcore::ClusterAssessment& assessment) {
    std::map<lockcore::SessionId, const lockcore::SessionView*> views;
    for (const auto& view : assessment.sessions)
        views.emplace(view.session, &view);
    return views;
}

/// Of the first contender that waits, which most often has waited longest.
QString longestWait(const lockcore::LockQueue& lock, std::int64_t nowUnixMs) {
    std::optional<std::int64_t> since;
    for (const auto& row : lock.rows)
        if (row.role == lockcore::Role::Waiter && row.contender->stat)
            since = std::min(since.value_or(row.contender->stat->ctimeMs), row.contender->stat->ctimeMs);
    return since ? ageText(*since, nowUnixMs) : nothing();
}

const lockcore::QueueRow* holderOf(const lockcore::LockQueue& lock) {
    const auto found = std::ranges::find(lock.rows, lockcore::Role::Holder, &lockcore::QueueRow::role);
    return found == lock.rows.end() ? nullptr : &*found;
}

QString placesText(const std::vector<lockcore::ContenderPlace>& places) {
    if (places.empty()) return nothing();
    const QString first = displayText(places.front().lock->path);
    if (places.size() == 1) return first;
    return ReportText::tr("%1 and %n more", "", static_cast<int>(places.size() - 1)).arg(first);
}

}  // namespace

QString locksText(const lockcore::ClusterAssessment& assessment) {
    const auto sessions = byId(assessment);
    const std::int64_t now = assessment.sample->takenAtUnixMs;
    TextTable table;
    table.column(ReportText::tr("Lock"));
    table.column(ReportText::tr("Dialect"));
    table.column(ReportText::tr("Holders"), TextTable::Align::Right);
    table.column(ReportText::tr("Waiters"), TextTable::Align::Right);
    table.column(ReportText::tr("Longest wait"), TextTable::Align::Right);
    table.column(ReportText::tr("First holder"));
    table.column(ReportText::tr("Host"));
    for (const auto& lock : assessment.sample->locks) {
        const auto* holder = holderOf(*lock);
        const auto view = holder ? sessions.find(sessionOf(*holder)) : sessions.end();
        table.row({displayText(lock->path), dialectWord(lock->dialect), number(lock->holders()),
                   number(lock->waiters()), longestWait(*lock, now),
                   holder ? sessionText(sessionOf(*holder)) : nothing(),
                   view == sessions.end() ? nothing() : orNothing(view->second->address)});
    }
    if (assessment.sample->locks.empty()) return ReportText::tr("No locks were found.\n");
    return table.text();
}

QString lockText(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock,
                 const std::string& chroot) {
    const auto sessions = byId(assessment);
    const auto links = verifyChain(lock, assessment.sample->servers, chroot);
    TextTable table;
    table.column(ReportText::tr("Sequence"), TextTable::Align::Right);
    table.column(ReportText::tr("Role"));
    table.column(ReportText::tr("Mode"));
    table.column(ReportText::tr("Session"));
    table.column(ReportText::tr("Host"));
    table.column(ReportText::tr("State"));
    table.column(ReportText::tr("Queued for"), TextTable::Align::Right);
    table.column(ReportText::tr("Waits for"), TextTable::Align::Right);
    table.column(ReportText::tr("Watch"));
    for (std::size_t i = 0; i < lock.rows.size(); ++i) {
        const auto& row = lock.rows[i];
        const auto view = sessions.find(sessionOf(row));
        const bool known = view != sessions.end();
        const auto& stat = row.contender->stat;
        table.row({sequenceText(row.contender->parsed), roleWord(row.role),
                   modeWord(row.contender->parsed.mode), sessionText(sessionOf(row)),
                   known ? orNothing(view->second->address) : nothing(),
                   known ? stateWord(view->second->state) : nothing(),
                   stat ? ageText(stat->ctimeMs, assessment.sample->takenAtUnixMs) : nothing(),
                   row.predecessor ? sequenceText(lock.rows[*row.predecessor].contender->parsed) : nothing(),
                   row.role == lockcore::Role::Waiter ? verdictWord(links[i].verdict) : nothing()});
    }
    const QString title = ReportText::tr("%1 · %2").arg(displayText(lock.path), dialectWord(lock.dialect));
    return title + QLatin1Char('\n') + table.text();
}

QString sessionsText(const lockcore::ClusterAssessment& assessment) {
    if (assessment.sessions.empty()) return ReportText::tr("No session holds or waits.\n");
    TextTable table;
    table.column(ReportText::tr("Session"));
    table.column(ReportText::tr("State"));
    table.column(ReportText::tr("Host"));
    table.column(ReportText::tr("Server"));
    table.column(ReportText::tr("Timeout"), TextTable::Align::Right);
    table.column(ReportText::tr("Silent for"), TextTable::Align::Right);
    table.column(ReportText::tr("Ends within"), TextTable::Align::Right);
    table.column(ReportText::tr("Holds"));
    table.column(ReportText::tr("Waits for"));
    for (const auto& view : assessment.sessions) {
        table.row({sessionText(view.session), stateWord(view.state), orNothing(view.address),
                   orNothing(view.server), limitText(view.timeout), limitText(view.silentFor),
                   limitText(view.expiresIn), placesText(view.holds), placesText(view.waits)});
    }
    return table.text();
}

QString findingsText(const lockcore::ClusterAssessment& assessment) {
    QString text;
    for (const auto& finding : assessment.findings)
        text += findingReport(finding) + QStringLiteral("\n\n");
    const int locks = static_cast<int>(assessment.sample->locks.size());
    if (assessment.findings.empty())
        text = ReportText::tr("Nothing is wrong. Locks checked: %n\n", "", locks);
    else
        text.chop(1);
    return text;
}

}  // namespace lockscope
