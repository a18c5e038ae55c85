// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_tale_model.h"

#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::CheckOutcome;
using lockcore::PlayStep;

QVariant toneOfStep(PlayStep::Kind kind) {
    switch (kind) {
        case PlayStep::Kind::Waits: return static_cast<int>(Tone::Waiter);
        case PlayStep::Kind::Missed: return static_cast<int>(Tone::Fault);
        case PlayStep::Kind::Done: return static_cast<int>(Tone::Holder);
        case PlayStep::Kind::PhaseBegins:
        case PlayStep::Kind::PhaseEnds: break;
    }
    return {};
}

QVariant toneOfOutcome(const std::optional<CheckOutcome>& outcome) {
    if (!outcome) return {};
    switch (outcome->kind) {
        case CheckOutcome::Kind::Held: return static_cast<int>(Tone::Holder);
        case CheckOutcome::Kind::Broken: return static_cast<int>(Tone::Fault);
        case CheckOutcome::Kind::NotChecked: break;
    }
    return static_cast<int>(Tone::Warning);
}

}  // namespace

void LabStepsModel::clear() {
    beginResetModel();
    m_steps.clear();
    endResetModel();
}

void LabStepsModel::add(const PlayStep& step) {
    PlayStep told = step;
    told.report.reset();
    const bool isSame = !m_steps.empty() && m_steps.back().kind == PlayStep::Kind::Waits &&
                        m_steps.back().step == step.step && m_steps.back().phase == step.phase;
    if (isSame) {
        m_steps.back() = std::move(told);
        const int row = rowCount() - 1;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_steps.push_back(std::move(told));
    endInsertRows();
}

int LabStepsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

int LabStepsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LabStepsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const PlayStep& step = m_steps[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case CopyRole: return index.column() == When ? labMomentText(step) : labStepText(step);
        case Qt::ToolTipRole: return plainToolTip(labStepText(step));
        case ToneRole: return index.column() == What ? toneOfStep(step.kind) : QVariant();
        default: return {};
    }
}

QVariant LabStepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == When ? tr("Time") : tr("Step");
}

void LabChecksModel::setScenario(const std::optional<lockcore::Scenario>& scenario,
                                 lockcore::ScenarioSize size) {
    beginResetModel();
    m_rows.clear();
    if (scenario)
        for (const lockcore::LabCheck& check : scenario->plan(size).checks) {
            const std::size_t number = m_rows.size();
            m_rows.push_back(
                {check, number < scenario->says.size() ? scenario->says[number] : lockcore::ScenarioText()});
        }
    endResetModel();
}

void LabChecksModel::setOutcome(std::size_t check, const CheckOutcome& outcome) {
    if (check >= m_rows.size() || m_rows[check].outcome == outcome) return;
    m_rows[check].outcome = outcome;
    const int row = static_cast<int>(check);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int LabChecksModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LabChecksModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString LabChecksModel::text(const Row& row, int column) const {
    if (column == Outcome)
        return row.outcome ? labOutcomeWord(row.outcome->kind) : tr("not yet", "a promise");
    const QString say = scenarioText(row.say);
    return row.outcome ? labCheckText(row.check, say, *row.outcome) : labPromiseText(row.check, say);
}

QVariant LabChecksModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case CopyRole: return text(row, index.column());
        case Qt::ToolTipRole: return plainToolTip(text(row, What));
        case ToneRole: return index.column() == Outcome ? toneOfOutcome(row.outcome) : QVariant();
        default: return {};
    }
}

QVariant LabChecksModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Outcome ? tr("Result") : tr("What is promised");
}

}  // namespace lockscope
