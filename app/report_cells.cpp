// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report_cells.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <limits>

#include <algorithm>

namespace lockscope {
namespace {

struct ReportCellText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

QString stateWord(lockcore::SessionState state) {
    switch (state) {
        case lockcore::SessionState::Connected: return ReportCellText::tr("connected");
        case lockcore::SessionState::Silent: return ReportCellText::tr("silent");
        case lockcore::SessionState::Ghost: return ReportCellText::tr("ghost");
        case lockcore::SessionState::Unknown: return ReportCellText::tr("unknown");
    }
    return {};
}

QString verdictWord(lockcore::ChainVerdict verdict) {
    switch (verdict) {
        case lockcore::ChainVerdict::Inferred: return ReportCellText::tr("inferred");
        case lockcore::ChainVerdict::Verified: return ReportCellText::tr("verified");
        case lockcore::ChainVerdict::OtherTarget: return ReportCellText::tr("watches another one");
        case lockcore::ChainVerdict::Directory: return ReportCellText::tr("watches the directory");
        case lockcore::ChainVerdict::NoWatch: return ReportCellText::tr("none told");
        case lockcore::ChainVerdict::Disconnected: return ReportCellText::tr("disconnected");
    }
    return {};
}

}  // namespace

QString foreignText(std::string_view bytes) {
    return displayText(bytes, std::numeric_limits<qsizetype>::max());
}

QString asciiText(std::string_view name) {
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

ReportCell unknownCell() {
    return {QStringLiteral("–")};
}

ReportCell nameCell(const std::string& name) {
    return name.empty() ? unknownCell() : ReportCell{displayText(name), foreignText(name)};
}

ReportCell countCell(std::size_t count) {
    return {QLocale().toString(static_cast<qulonglong>(count)), QString::number(count)};
}

ReportCell durationCell(const std::optional<std::chrono::milliseconds>& duration) {
    return duration ? ReportCell{durationText(*duration), QString::number(duration->count())} : unknownCell();
}

ReportCell leastDurationCell(const std::optional<std::chrono::milliseconds>& least) {
    ReportCell cell = durationCell(least);
    if (least) cell.text = atLeastDurationText(*least);
    return cell;
}

ReportCell mostDurationCell(const std::optional<std::chrono::milliseconds>& most) {
    ReportCell cell = durationCell(most);
    if (most) cell.text = atMostDurationText(*most);
    return cell;
}

ReportCell ageCell(const std::optional<std::int64_t>& sinceUnixMs, std::int64_t nowUnixMs) {
    if (!sinceUnixMs) return unknownCell();
    return {ageText(*sinceUnixMs, nowUnixMs),
            QString::number(std::max<std::int64_t>(0, nowUnixMs - *sinceUnixMs))};
}

ReportCell sessionCell(lockcore::SessionId session) {
    if (session == lockcore::SessionId::None) return unknownCell();
    const QString id = QString::fromStdString(toHex(session));
    return {id, id};
}

ReportCell holderSessionCell(const lockcore::QueueRow* row) {
    return row ? sessionCell(lockcore::ownerOf(*row)) : unknownCell();
}

ReportCell sequenceCell(const lockcore::NodeName& name) {
    return {sequenceText(name), name.sequence ? QString::number(*name.sequence) : QString()};
}

ReportCell kindCell(lockcore::DirectoryKind kind) {
    return {kindWord(kind), asciiText(lockcore::directoryKindName(kind))};
}

ReportCell roleCountCell(bool isMeant, std::size_t count) {
    ReportCell cell = countCell(count);
    if (!isMeant && count == 0) cell.text = unknownCell().text;
    return cell;
}

ReportCell dialectCell(lockcore::Dialect dialect) {
    return {dialectWord(dialect), asciiText(lockcore::dialectInfo(dialect).key)};
}

ReportCell roleCell(lockcore::Role role) {
    return {roleWord(role), asciiText(lockcore::roleName(role)),
            lockcore::isFirstInLine(role) ? Ink::Holder : Ink::Plain};
}

ReportCell stateCell(lockcore::SessionState state) {
    const bool isGone = state == lockcore::SessionState::Silent || state == lockcore::SessionState::Ghost;
    return {stateWord(state), asciiText(lockcore::sessionStateName(state)),
            isGone ? Ink::Warning : Ink::Plain};
}

ReportCell verdictCell(lockcore::ChainVerdict verdict) {
    return {verdictWord(verdict), asciiText(lockcore::chainVerdictName(verdict))};
}

ReportCell placesCell(const std::vector<lockcore::ContenderPlace>& places) {
    if (places.empty()) return unknownCell();
    QStringList paths;
    for (const auto& place : places) {
        // A session may be in one lock several times: by threads, or by a write lock that it reads under.
        const QString path = foreignText(place.lock->path);
        if (!paths.contains(path)) paths << path;
    }
    // A session with thousands of locks would make all lines as long. The machine-readable formats have all.
    constexpr qsizetype kMostShown = 5;
    QStringList shown;
    for (const QString& path : paths.mid(0, kMostShown))
        shown << displayText(path.toStdString());
    if (paths.size() > kMostShown) shown << QStringLiteral("…");
    QString text = shown.join(QStringLiteral(", "));
    // The number first: where there is little space, names are shortened behind it.
    if (paths.size() > 1)
        text = ReportCellText::tr("%n locks: %1", "paths", static_cast<int>(paths.size())).arg(text);
    return {text, paths.join(QLatin1Char(';'))};
}

ReportCell problemCell(const std::optional<lockcore::Error>& problem) {
    return {{}, problem ? asciiText(lockcore::errorName(problem->code)) : QString()};
}

ReportCell doubtCell(const lockcore::SessionView* view) {
    const bool isKnown = !view || view->doubt == lockcore::SessionDoubt::None;
    return {{}, isKnown ? QString() : asciiText(lockcore::sessionDoubtName(view->doubt))};
}

}  // namespace lockscope
