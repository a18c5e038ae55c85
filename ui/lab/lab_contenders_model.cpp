// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_contenders_model.h"

#include "lab/lab_words.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QDateTime>
#include <QLocale>

namespace lockscope {
namespace {

using lockcore::ContenderActivity;
using lockcore::ContenderFault;

bool isNumberColumn(int column) {
    using Model = LabContendersModel;
    return column >= Model::Grants && column <= Model::Process;
}

QVariant toneOfContender(const lockcore::ContenderView& view) {
    if (view.fault != ContenderFault::None) return static_cast<int>(Tone::Warning);
    switch (view.activity) {
        case ContenderActivity::Holding:
            return static_cast<int>(view.lockPath.empty() ? Tone::Info : Tone::Holder);
        case ContenderActivity::Waiting: return static_cast<int>(Tone::Waiter);
        case ContenderActivity::Failed: return static_cast<int>(Tone::Fault);
        case ContenderActivity::Stopped: return static_cast<int>(Tone::Gone);
        case ContenderActivity::Connecting:
        case ContenderActivity::Thinking: break;
    }
    return {};
}

QString tallyText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

bool LabContenderTraits::same(const LabContender& a, const LabContender& b) {
    const lockcore::ContenderView& one = a.view;
    const lockcore::ContenderView& other = b.view;
    return one.activity == other.activity && one.fault == other.fault && one.hold == other.hold &&
           one.grants == other.grants && one.node == other.node && one.session == other.session &&
           one.lastWait == other.lastWait && one.longestWait == other.longestWait &&
           one.written == other.written && one.refused == other.refused && one.pid == other.pid &&
           one.isDone == other.isDone && one.lockPath == other.lockPath &&
           one.problem.has_value() == other.problem.has_value() && a.recipe == b.recipe &&
           a.library == b.library && a.group == b.group;
}

LabContendersModel::LabContendersModel(QObject* parent) : SortedRowsModel(parent) {}

void LabContendersModel::setView(const lockcore::LabView* view, const Groups& groups) {
    std::vector<LabContender> rows;
    if (view) {
        rows.reserve(view->contenders.size());
        for (const lockcore::ContenderView& contender : view->contenders) {
            LabContender row{contender};
            if (contender.group < view->groups.size()) row.group = view->groups[contender.group];
            if (const auto group = groups.find(row.group); group != groups.end()) {
                row.recipe = group->second.recipe;
                row.library = group->second.library;
            }
            rows.push_back(std::move(row));
        }
    }
    showRows(std::move(rows));
}

void LabContendersModel::tellTime() {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
}

int LabContendersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LabContendersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const LabContender& contender = rowAt(index);
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return displayText(contender, column);
        case CopyRole:
            return column == Session ? QString::fromStdString(lockcore::toHex(contender.view.session))
                                     : displayText(contender, column);
        case Qt::ToolTipRole: return plainToolTip(toolTip(contender, column));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                Qt::Alignment((isNumberColumn(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
        case IdRole: return column == Session || column == Node;
        case ToneRole: return column == State ? toneOfContender(contender.view) : QVariant();
        default: return {};
    }
}

QString LabContendersModel::displayText(const LabContender& contender, int column) const {
    const lockcore::ContenderView& view = contender.view;
    switch (column) {
        case Name: return labContenderName(contender.group, view.number);
        case State: return contenderStateText(view);
        case Lock: return lockscope::displayText(view.lockPath);
        case Recipe: return lockRecipeText(contender.recipe);
        case Library: return clientLibraryText(contender.library);
        case Session:
            if (view.session == lockcore::SessionId::None) return QStringLiteral("–");
            return shortened(QString::fromStdString(lockcore::toHex(view.session)));
        case Node: return lockscope::displayText(view.node);
        default: return numberText(contender, column);
    }
}

QString LabContendersModel::numberText(const LabContender& contender, int column) const {
    const lockcore::ContenderView& view = contender.view;
    const QString none = QStringLiteral("–");
    const bool hasLock = !view.lockPath.empty();  // else what it is told of are rounds, of which none waits
    const bool hasWaited = hasLock && view.grants > 0;
    switch (column) {
        case Grants: return hasLock ? tallyText(view.grants) : none;
        case LastWait: return hasWaited ? labTimeText(view.lastWait) : none;
        case LongestWait: return hasWaited ? labTimeText(view.longestWait) : none;
        case Written: return tallyText(view.written);
        case Refused: return tallyText(view.refused);
        case Process: return view.pid > 0 ? QString::number(view.pid) : none;
        default: return {};
    }
}

QString LabContendersModel::toolTip(const LabContender& contender, int column) const {
    if (contender.view.problem) return errorText(*contender.view.problem);
    if (column == Process && contender.view.pid == 0) return tr("A session in this process");
    if (column == Grants && contender.view.lockPath.empty())
        return tr("%n round(s) without a lock", nullptr, static_cast<int>(contender.view.grants));
    if (column == Session) return QString::fromStdString(lockcore::toHex(contender.view.session));
    return displayText(contender, column);
}

QVariant LabContendersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumberColumn(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && (section == LastWait || section == LongestWait)) return waitMeaning();
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Contender");
        case State: return tr("State");
        case Lock: return tr("Lock");
        case Recipe: return tr("Recipe");
        case Library: return tr("Library");
        case Grants: return tr("Grants");
        case LastWait: return tr("Last wait");
        case LongestWait: return tr("Longest wait");
        case Written: return tr("Writes");
        case Refused: return tr("Refused");
        case Process: return tr("Process");
        case Session: return tr("Session");
        case Node: return tr("Node");
        default: return {};
    }
}

}  // namespace lockscope
