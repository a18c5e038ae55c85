// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_contenders.h"

#include "bridge/lab_connection.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "widgets/wrapping_layout.h"

#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

LabContenders::LabContenders(QWidget* parent)
    : QWidget(parent),
      m_model(new LabContendersModel(this)),
      m_table(new StableTableView(this)),
      m_pages(new QStackedWidget(this)) {
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("lab-contenders"));
    m_table->setAccessibleName(tr("Contenders"));
    m_table->setColumnCharacters({12, 43, 22, 12, 9, 8, 12, 14, 8, 8, 9, 13, 22});
    using Model = LabContendersModel;
    m_table->setOptionalColumns({Model::LastWait, Model::Written, Model::Refused, Model::Recipe,
                                 Model::Library, Model::Lock, Model::LongestWait, Model::Process,
                                 Model::Session, Model::Node});
    m_table->setRoomyCharacters({{Model::State, 66}});
    m_table->setItemDelegateForColumn(Model::Lock, new PathDelegate(m_table));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* acts = new QWidget(this);
    buildActs(acts);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(gridStep());
    lines->addWidget(acts);
    lines->addWidget(m_pages, 1);
    auto* const nobody = new EmptyState;
    nobody->setContent({IconName::Session, tr("No contenders"),
                        tr("A scenario brings its own. In a free run they come by “Add contenders”.")});
    m_pages->addWidget(nobody);
    m_pages->addWidget(m_table);
    connect(m_table, &QWidget::customContextMenuRequested, this, &LabContenders::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateActs();
        Q_EMIT selectionChanged();
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &LabContenders::updateActs);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_model, signal, this, &LabContenders::choosePage);
    connect(m_model, &QAbstractItemModel::modelReset, this, &LabContenders::choosePage);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, m_model, &LabContendersModel::tellTime);
    choosePage();
    updateActs();
}

void LabContenders::choosePage() {
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void LabContenders::buildActs(QWidget* line) {
    auto* lines = new WrappingLayout(line, gridStep(), gridStep());
    lines->setContentsMargins(0, 0, 0, 0);
    addAct(line, tr("Begin"), tr("They acquire, hold and release from now on."), "lab-begin",
           &LabContenders::start);
    addAct(line, tr("Stop"), tr("Each gives back what it has, or gives up, and stays."), "lab-stop",
           &LabContenders::stop);
    addAct(line, tr("Remove"),
           tr("Each gives back what it has, and closes its session, or its process ends."), "lab-remove",
           &LabContenders::remove);
    addAct(
        line, tr("Freeze"),
        tr("Stops its process, as a long garbage collection does; of a session in this process the link is "
           "stalled."),
        "lab-freeze", &LabContenders::freeze);
    addAct(line, tr("Thaw"), tr("Ends that."), "lab-thaw", &LabContenders::thaw);
    addAct(line, tr("Cut"), tr("Cuts its link to the servers."), "lab-cut", &LabContenders::cut);
    addAct(line, tr("Mend"), tr("Its link works again."), "lab-mend", &LabContenders::mend);
    addAct(line, tr("Kill"), tr("Kills its process, or cuts its session off and forgets it."), "lab-kill",
           &LabContenders::kill);
    addAct(line, tr("Crash while holding"), tr("Kills each while it holds: at once, or at its next grant."),
           "lab-crash", &LabContenders::crash);
}

void LabContenders::addAct(QWidget* line, const QString& text, const QString& tip, const char* name,
                           void (LabContenders::*act)()) {
    auto* button = new QToolButton(line);
    button->setText(text);
    button->setToolTip(tip);
    button->setObjectName(QLatin1String(name));
    line->layout()->addWidget(button);
    connect(button, &QToolButton::clicked, this, act);
    m_acts.push_back(button);
}

void LabContenders::follow(LabConnection& lab) {
    m_lab = &lab;
    connect(&lab, &LabConnection::stageChanged, this, [this](lockcore::LabStage stage) {
        if (stage == lockcore::LabStage::Beginning) {
            m_faults.clear();
            setView(nullptr, {});
        }
        updateActs();
    });
}

void LabContenders::setView(const lockcore::LabView* view, const LabContendersModel::Groups& groups) {
    m_model->setView(view, groups);
    const auto isCounted = [](const lockcore::ContenderView& each) {
        return each.sessionEndsByUnixMs.has_value();
    };
    if (!view || std::ranges::none_of(view->contenders, isCounted))
        m_clock.stop();
    else if (!m_clock.isActive())
        m_clock.start();
    if (m_lab) tellShownFaults();
}

void LabContenders::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
}

/// Only those whose row can be seen.
void LabContenders::tellShownFaults() {
    const QRect shown = m_table->viewport()->visibleRegion().boundingRect();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const lockcore::ContenderView& view = m_model->at(row).view;
        if (view.fault == lockcore::ContenderFault::None) {
            m_faults.erase(view.id);
            continue;
        }
        const QRect cell = m_table->visualRect(m_model->index(row, LabContendersModel::State));
        if (m_faults.contains(view.id) || !shown.intersects(cell)) continue;
        m_faults.insert(view.id);
        m_table->viewport()->repaint(cell);
        m_lab->faultShown(view.id);
    }
}

std::vector<std::uint64_t> LabContenders::selectedIds() const {
    std::vector<std::uint64_t> ids;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        ids.push_back(m_model->at(index.row()).view.id);
    std::ranges::sort(ids);
    return ids;
}

std::string LabContenders::selectedLock() const {
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    return selected.isEmpty() ? std::string() : m_model->at(selected.front().row()).view.lockPath;
}

void LabContenders::updateActs() {
    const bool canAct = m_lab && m_lab->isRunning() && m_table->selectionModel()->hasSelection();
    for (QToolButton* act : m_acts)
        act->setEnabled(canAct);
}

void LabContenders::start() {
    m_lab->startContenders(selectedIds());
}

void LabContenders::stop() {
    m_lab->stopContenders(selectedIds());
}

void LabContenders::remove() {
    m_lab->removeContenders(selectedIds());
}

void LabContenders::freeze() {
    disturb(lockcore::Disturbance::Freeze);
}

void LabContenders::thaw() {
    disturb(lockcore::Disturbance::Thaw);
}

void LabContenders::cut() {
    disturb(lockcore::Disturbance::Cut);
}

void LabContenders::mend() {
    disturb(lockcore::Disturbance::Mend);
}

void LabContenders::kill() {
    disturb(lockcore::Disturbance::Kill);
}

void LabContenders::crash() {
    m_lab->crashWhileHolding(selectedIds());
}

void LabContenders::disturb(lockcore::Disturbance disturbance) {
    m_lab->disturb(selectedIds(), disturbance);
}

void LabContenders::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    const lockcore::ContenderView& contender = m_model->at(index.row()).view;
    RowSubject row = subjectOfLock(m_lab ? m_lab->lockPathOf(contender.lockPath) : contender.lockPath);
    row.contender = contender.node;
    if (!row.contender.empty()) row.node = row.lock + '/' + row.contender;
    row.session = contender.session;
    if (m_assessment)
        for (const lockcore::SessionView& client : m_assessment->sessions)
            if (client.session == row.session) row.address = client.address;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QToolButton* act : m_acts) {
        QAction* const action = menu->addAction(act->text(), act, &QToolButton::click);
        action->setEnabled(act->isEnabled());
    }
    menu->addSeparator();
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, row);
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

}  // namespace lockscope
