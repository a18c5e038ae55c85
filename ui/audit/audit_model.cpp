// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_model.h"

#include "audit/action.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <utility>

namespace lockscope {
namespace {

bool isNamed(const QString& text, std::string_view name) {
    return text == QLatin1String(name.data(), static_cast<qsizetype>(name.size()));
}

/// By the operator, or as the connection became read-only: nothing has gone wrong.
bool isWithdrawn(const AuditRecord& record) {
    return isNamed(record.outcome, outcomeName(ActionOutcome::Failed)) &&
           record.code == QLatin1String("Cancelled");
}

/// What was done as asked has no mark, so that the others stand out.
QVariant toneOfOutcome(const QString& outcome) {
    if (isNamed(outcome, outcomeName(ActionOutcome::Refused))) return static_cast<int>(Tone::Warning);
    if (isNamed(outcome, outcomeName(ActionOutcome::Unknown))) return static_cast<int>(Tone::Warning);
    if (isNamed(outcome, outcomeName(ActionOutcome::Failed))) return static_cast<int>(Tone::Fault);
    return {};
}

bool isIntended(const AuditRecord& record) {
    return isNamed(record.outcome, outcomeName(ActionOutcome::Intended));
}

}  // namespace

AuditModel::AuditModel(QObject* parent) : NewestRows(parent) {}

void AuditModel::add(std::vector<AuditRecord> records) {
    std::vector<AuditRecord> outcomes;
    std::vector<AuditRecord> fresh;
    for (AuditRecord& record : records) {
        const bool hasRow = m_open.contains(record.act) && !isIntended(record);
        if (isIntended(record) && !record.act.isEmpty()) m_open.insert(record.act);
        (hasRow ? outcomes : fresh).push_back(std::move(record));
    }
    NewestRows::add(std::move(fresh));
    for (const AuditRecord& outcome : outcomes)
        settle(outcome);
}

void AuditModel::clear() {
    m_open.clear();
    NewestRows::clear();
}

/// The row keeps the time of the intention, by which it stands there.
void AuditModel::settle(const AuditRecord& outcome) {
    m_open.remove(outcome.act);
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row).act != outcome.act) continue;
        AuditRecord settled = outcome;
        settled.atUnixMs = at(row).atUnixMs;
        replace(row, std::move(settled));
        return;
    }
}

QString AuditModel::outcomeOf(const AuditRecord& record) {
    const std::string_view unknown = outcomeName(ActionOutcome::Unknown);
    return isIntended(record) ? QString::fromLatin1(unknown.data(), static_cast<qsizetype>(unknown.size()))
                              : record.outcome;
}

QString AuditModel::actionWord(const QString& action) {
    const std::pair<ActionKind, QString> words[] = {{ActionKind::Acquire, tr("Acquire")},
                                                    {ActionKind::Release, tr("Release")},
                                                    {ActionKind::AskToRelease, tr("Ask to release")},
                                                    {ActionKind::Evict, tr("Evict")},
                                                    {ActionKind::ForceRelease, tr("Force release")},
                                                    {ActionKind::RemoveForeign, tr("Delete child")},
                                                    {ActionKind::DeleteParent, tr("Delete empty lock")},
                                                    {ActionKind::RemoveLabRun, tr("Remove lab run")},
                                                    {ActionKind::LaunchContenders, tr("Launch contenders")},
                                                    {ActionKind::StopContenders, tr("Stop contenders")}};
    for (const auto& [kind, word] : words)
        if (isNamed(action, actionName(kind))) return word;
    return displayText(action.toStdString());
}

QString AuditModel::outcomeWord(const QString& outcome) {
    const std::pair<ActionOutcome, QString> words[] = {{ActionOutcome::Done, tr("Done")},
                                                       {ActionOutcome::Refused, tr("Refused")},
                                                       {ActionOutcome::Failed, tr("Failed")},
                                                       {ActionOutcome::Unknown, tr("Unknown")}};
    for (const auto& [kind, word] : words)
        if (isNamed(outcome, outcomeName(kind))) return word;
    return displayText(outcome.toStdString());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

/// As the file has it.
QString AuditModel::fieldText(const AuditRecord& record, int column) {
    switch (column) {
        case User: return record.user;
        case Outcome: return record.outcome;
        case Action: return record.action;
        case Lock: return record.lock;
        case Contender: return record.contender;
        case Reason: return record.reason;
        case ErrorText: return record.error;
        case Cluster: return record.cluster;
        case Server: return record.server;
        case Session: return record.session;
        case Czxid: return record.czxid;
        default: return {};
    }
}

QString AuditModel::cellText(const AuditRecord& record, int column) {
    switch (column) {
        case Time: return record.atUnixMs ? momentText(*record.atUnixMs) : QStringLiteral("–");
        case Outcome: return isWithdrawn(record) ? tr("Withdrawn") : outcomeWord(outcomeOf(record));
        case ErrorText:
            if (isIntended(record)) return tr("Under way, or the program ended before the outcome was known");
            return isWithdrawn(record) ? QString() : displayText(record.error.toStdString());
        case Action:
            return record.detail.isEmpty()
                       ? actionWord(record.action)
                       : tr("%1 (%2)", "action, how")
                             .arg(actionWord(record.action), displayText(record.detail.toStdString()));
        default: return displayText(fieldText(record, column).toStdString());
    }
}

bool AuditModel::contains(int row, const QString& text) const {
    const AuditRecord& record = at(row);
    for (int column = 0; column < ColumnCount; ++column)
        if (fieldText(record, column).contains(text, Qt::CaseInsensitive)) return true;
    for (const int column : {Time, Outcome, Action, ErrorText})
        if (cellText(record, column).contains(text, Qt::CaseInsensitive)) return true;
    return record.code.contains(text, Qt::CaseInsensitive);
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const AuditRecord& record = at(index.row());
    const bool isId = index.column() == Session || index.column() == Czxid;
    switch (role) {
        case Qt::DisplayRole:
            return isId ? shortened(cellText(record, index.column())) : cellText(record, index.column());
        case CopyRole: return cellText(record, index.column());
        case Qt::ToolTipRole: return plainToolTip(cellText(record, index.column()));
        case IdRole: return isId;
        case ToneRole:
            return index.column() == Outcome && !isWithdrawn(record) ? toneOfOutcome(outcomeOf(record))
                                                                     : QVariant();
        default: return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Time: return tr("Time");
        case User: return tr("User");
        case Outcome: return tr("Outcome");
        case Action: return tr("Action");
        case Lock: return tr("Lock");
        case Contender: return tr("Contender");
        case Reason: return tr("Reason");
        case ErrorText: return tr("Why not");
        case Cluster: return tr("Cluster");
        case Server: return tr("Server");
        case Session: return tr("Own session");
        case Czxid: return tr("czxid");
        default: return {};
    }
}

AuditFilter::AuditFilter(AuditModel& model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model) {
    setSourceModel(&model);
}

void AuditFilter::setOutcome(const QString& outcome) {
    m_outcome = outcome;
    invalidateFilter();
}

void AuditFilter::setText(const QString& text) {
    m_text = text;
    invalidateFilter();
}

bool AuditFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    if (!m_outcome.isEmpty() && AuditModel::outcomeOf(m_model.at(row)) != m_outcome) return false;
    return m_text.isEmpty() || m_model.contains(row, m_text);
}

}  // namespace lockscope
