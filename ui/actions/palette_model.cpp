// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/palette_model.h"

#include "words/display_text.h"
#include "words/fuzzy_match.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

struct PaletteMatch {
    PaletteKind kind;
    int score;
    std::size_t place;
};

/// Actions before locks, whose paths are many; where two match equally well, in the order that they were
/// given in.
bool isBetterMatch(const PaletteMatch& a, const PaletteMatch& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    return a.score != b.score ? a.score > b.score : a.place < b.place;
}

QString detailText(const PaletteEntry& entry) {
    if (entry.blocked.isEmpty()) return entry.detail;
    return entry.detail.isEmpty() ? PaletteModel::tr("not now")
                                  : PaletteModel::tr("not now · %1", "shortcut").arg(entry.detail);
}

}  // namespace

PaletteQuery paletteQuery(const QString& typed) {
    const QString text = typed.trimmed();
    if (text.startsWith(QLatin1Char('>'))) return {PaletteKind::Action, text.mid(1).trimmed()};
    if (text.startsWith(QLatin1Char('/'))) return {PaletteKind::Lock, text};
    if (text.startsWith(QLatin1String("0x"), Qt::CaseInsensitive)) return {PaletteKind::Session, text};
    if (text.startsWith(QLatin1Char('@'))) return {PaletteKind::Host, text.mid(1).trimmed()};
    return {{}, text};
}

bool PaletteQuery::wants(PaletteKind other) const {
    if (kind) return other == *kind;
    return other == PaletteKind::Action || (other == PaletteKind::Lock && !words.isEmpty());
}

PaletteModel::PaletteModel(QObject* parent) : QAbstractTableModel(parent) {}

void PaletteModel::setEntries(std::vector<PaletteEntry> entries) {
    beginResetModel();
    m_entries = std::move(entries);
    m_folded.clear();
    m_folded.reserve(m_entries.size());
    for (const PaletteEntry& entry : m_entries) {
        // A session is found by its host as well.
        const bool byDetail = entry.kind == PaletteKind::Session;
        m_folded.push_back(
            (byDetail ? entry.text + QLatin1Char(' ') + entry.detail : entry.text).toCaseFolded());
    }
    search();
    endResetModel();
}

void PaletteModel::setTyped(const QString& typed) {
    if (typed == m_typed) return;
    beginResetModel();
    m_typed = typed;
    search();
    endResetModel();
}

void PaletteModel::search() {
    const PaletteQuery query = paletteQuery(m_typed);
    const FuzzyPattern pattern(query.words);
    std::vector<PaletteMatch> found;
    for (std::size_t place = 0; place < m_entries.size(); ++place) {
        const PaletteKind kind = m_entries[place].kind;
        if (!query.wants(kind)) continue;
        const int score = pattern.isEmpty() ? 1 : pattern.score(m_folded[place]);
        if (score > 0) found.push_back({kind, score, place});
    }
    m_matches = found.size();
    const auto shown = static_cast<std::ptrdiff_t>(std::min(found.size(), kMostShown));
    std::partial_sort(found.begin(), found.begin() + shown, found.end(), isBetterMatch);
    m_shown.clear();
    for (auto match = found.begin(); match != found.begin() + shown; ++match)
        m_shown.push_back(match->place);
}

const PaletteEntry& PaletteModel::entryAt(int row) const {
    return m_entries[placeOf(row)];
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int PaletteModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const PaletteEntry& entry = entryAt(index.row());
    switch (role) {
        case Qt::DisplayRole: return index.column() == Text ? entry.text : detailText(entry);
        case Qt::ToolTipRole: return plainToolTip(entry.blocked);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((index.column() == Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
        case Qt::ForegroundRole: {
            return !entry.blocked.isEmpty()
                       ? QVariant(QGuiApplication::palette().brush(QPalette::Disabled, QPalette::Text))
                       : QVariant();
        }
        default: return {};
    }
}

QVariant PaletteModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Text ? tr("What") : tr("More");
}

}  // namespace lockscope
