// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/troubles_model.h"

#include "findings/finding_text.h"
#include "overview/trouble_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"

#include <tuple>

namespace lockscope {
namespace {

/// Servers end sessions in ticks and are asked at different moments: the same end is told up to so much
/// later. An end that moves further is another one, as of a client that was heard of.
constexpr std::int64_t kEndJitterMs = 2'000;

}  // namespace

bool TroubleTraits::same(const Trouble& a, const Trouble& b) {
    const auto facts = [](const Trouble& trouble) {
        return std::tuple(trouble.asOfUnixMs, trouble.endsByUnixMs, trouble.finding.severity,
                          trouble.finding.stage, trouble.finding.duration, trouble.finding.count,
                          trouble.consequences.size(), trouble.ownSessions, trouble.isEndPutOff);
    };
    return facts(a) == facts(b) && a.finding.blocked == b.finding.blocked;
}

TroublesModel::TroublesModel(QObject* parent) : OrderedRowsModel(parent), m_now(systemNowUnixMs) {}

void TroublesModel::setTroubles(std::vector<Trouble> troubles) {
    for (Trouble& newer : troubles) {
        const int row = rowOf(newer.identity);
        if (row < 0 || !newer.endsByUnixMs) continue;
        const auto& shown = at(row).endsByUnixMs;
        if (shown && *newer.endsByUnixMs > *shown && *newer.endsByUnixMs - *shown <= kEndJitterMs)
            newer.endsByUnixMs = shown;
    }
    showRows(std::move(troubles));
}

void TroublesModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    countDown();
}

void TroublesModel::countDown() {
    for (int row = 0; row < rowCount(); ++row)
        if (at(row).endsByUnixMs) Q_EMIT dataChanged(index(row, 0), index(row, 0));
}

void TroublesModel::tellAgain() {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

int TroublesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1;
}

QVariant TroublesModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Trouble& trouble = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case CopyRole: return troubleSentence(trouble, m_now());
        case Qt::AccessibleTextRole: return spokenHeadline(trouble);
        case Qt::ToolTipRole: return plainToolTip(troubleDetail(trouble, m_now()));
        case ToneRole: return static_cast<int>(severityTone(trouble.severity()));
        default: return {};
    }
}

}  // namespace lockscope
