// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "contenders/lab_panel.h"

#include "actions/actions.h"
#include "contenders/contenders_model.h"
#include "document/cluster_document.h"
#include "fairness/fairness_view.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "widgets/wrapping_layout.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace lockscope {

namespace {

constexpr int kMaxAtOnce = 1000;
constexpr int kMaxMs = 600'000;

QSpinBox* msField(QWidget* parent, int value, const QString& name) {
    auto* field = new QSpinBox(parent);
    field->setRange(0, kMaxMs);
    field->setSingleStep(100);
    field->setValue(value);
    field->setSuffix(LabPanel::tr(" ms"));
    field->setAccessibleName(name);
    return field;
}

/// A field stays beside its label.
void addLabelled(WrappingLayout& lines, const QString& text, QWidget* field) {
    auto* pair = new QWidget(field->parentWidget());
    pair->setSizePolicy(field->sizePolicy().horizontalPolicy(), QSizePolicy::Fixed);
    auto* label = new QLabel(text, pair);
    label->setBuddy(field);
    auto* line = new QHBoxLayout(pair);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(label);
    line->addWidget(field, 1);
    lines.addWidget(pair);
}

QLabel* factLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString fairnessBasis(const lockcore::FairnessReport& report) {
    if (report.grants == report.recent.size())
        return LabPanel::tr(
            "All grants to contenders of this program, by the order in which the server created their "
            "znodes. Other clients of the lock are not compared.");
    const QLocale locale;
    return LabPanel::tr(
               "The last %1 of %2 grants to contenders of this program, by the order in which the server "
               "created their znodes. Other clients of the lock are not compared.")
        .arg(locale.toString(static_cast<qulonglong>(report.recent.size())),
             locale.toString(static_cast<qulonglong>(report.grants)));
}

}  // namespace

LabPanel::LabPanel(QWidget* parent)
    : QWidget(parent), m_contenders(new ContendersModel(this)), m_grants(new GrantOrderModel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), 0);
    layout->setSpacing(contentMargin());
    layout->addWidget(buildPlanLine());
    layout->addWidget(buildHeadline());
    layout->addWidget(buildTables(), 1);
    connect(m_contendersTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateButtons();
        showFairness();
    });
    connect(m_lockPath, &QComboBox::currentTextChanged, this, [this] {
        updateButtons();
        showFairness();
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_contenders, signal, this, &LabPanel::updateButtons);
    }
    connect(m_contenders, &QAbstractItemModel::modelReset, this, &LabPanel::updateButtons);
    updateButtons();
    showFairness();
}

QWidget* LabPanel::buildPlanLine() {
    auto* plan = new QWidget(this);
    auto* lines = new WrappingLayout(plan, contentMargin(), gridStep());
    m_lockPath = new QComboBox(plan);
    m_lockPath->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_lockPath->setEditable(true);
    m_lockPath->setInsertPolicy(QComboBox::NoInsert);
    m_lockPath->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_lockPath->setMinimumContentsLength(16);
    m_lockPath->lineEdit()->setPlaceholderText(tr("/path/of/a/lock"));
    m_lockPath->setAccessibleName(tr("Lock for new contenders"));
    m_mode = new QComboBox(plan);
    for (const auto mode :
         {lockcore::LockMode::Exclusive, lockcore::LockMode::Read, lockcore::LockMode::Write}) {
        m_mode->addItem(modeWord(mode), static_cast<int>(mode));
    }
    m_mode->setAccessibleName(tr("Mode of new contenders"));
    m_count = new QSpinBox(plan);
    m_count->setRange(1, kMaxAtOnce);
    m_count->setValue(10);
    m_count->setAccessibleName(tr("Number of new contenders"));
    m_holdMs = msField(plan, 500, tr("Time that each contender holds the lock"));
    m_thinkMs = msField(plan, 500, tr("Time between release and next acquire"));
    addLabelled(*lines, tr("Loc&k"), m_lockPath);
    addLabelled(*lines, tr("&Mode"), m_mode);
    addLabelled(*lines, tr("Co&unt"), m_count);
    addLabelled(*lines, tr("H&old"), m_holdMs);
    addLabelled(*lines, tr("Pause be&tween attempts"), m_thinkMs);
    lines->addWidget(buildButtons());
    return plan;
}

QWidget* LabPanel::buildButtons() {
    auto* buttons = new QWidget(this);
    auto* line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridStep());
    m_add = new QPushButton(icon(IconName::Add), tr("A&dd"), buttons);
    m_stop = new QPushButton(icon(IconName::Stop), tr("&Stop selected"), buttons);
    m_stopAll = new QPushButton(tr("Stop all"), buttons);
    for (QPushButton* button : {m_add, m_stop, m_stopAll})
        line->addWidget(button);
    connect(m_add, &QPushButton::clicked, this, &LabPanel::requestAdd);
    connect(m_stop, &QPushButton::clicked, this, &LabPanel::requestStop);
    connect(m_stopAll, &QPushButton::clicked, this, &LabPanel::stopAllRequested);
    return buttons;
}

QWidget* LabPanel::buildHeadline() {
    auto* headline = new QWidget(this);
    auto* lines = new WrappingLayout(headline, 3 * contentMargin(), gridStep());
    m_fairnessOf = factLabel(headline);
    m_fairnessOf->setFont(headingFont(font()));
    m_grantCount = factLabel(headline);
    m_inversions = factLabel(headline);
    m_inversions->setToolTip(tr("Grants that were overtaken by a later arrival. 0 for a fair queue."));
    m_waits = factLabel(headline);
    m_waits->setToolTip(tr("From queued to granted, over the last grants"));
    m_jain = factLabel(headline);
    m_jain->setToolTip(tr("Jain's index of the grants of each contender: 1 when all got the same"));
    for (QLabel* label : {m_fairnessOf, m_grantCount, m_inversions, m_waits, m_jain})
        lines->addWidget(label);
    return headline;
}

QWidget* LabPanel::buildTables() {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    m_contendersTable = new StableTableView(splitter);
    m_contendersTable->setModel(m_contenders);
    m_contendersTable->setColumnCharacters({3, 22, 9, 9, 13, 10, 6, 9});
    m_contendersTable->setOptionalColumns(
        {ContendersModel::Session, ContendersModel::LastWait, ContendersModel::Node});
    m_contendersTable->setItemDelegateForColumn(ContendersModel::Lock, new PathDelegate(m_contendersTable));
    m_contendersTable->setAccessibleName(tr("Contenders"));
    m_contendersTable->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_contendersTable, &QWidget::customContextMenuRequested, this, &LabPanel::showMenu);
    splitter->addWidget(buildGrants());
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

QWidget* LabPanel::buildGrants() {
    auto* grants = new QWidget(this);
    m_fairness = new FairnessView(grants);
    m_grantsTable = new StableTableView(grants);
    m_grantsTable->setModel(m_grants);
    m_grantsTable->setColumnCharacters({5, 6, 9, 8, 8, 6});
    m_grantsTable->setOptionalColumns({GrantOrderModel::Order, GrantOrderModel::Mode});
    m_grantsTable->setFollowsEnd(true);
    m_grantsTable->setAccessibleName(tr("Order of grants"));
    auto* layout = new QVBoxLayout(grants);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_fairness);
    layout->addWidget(m_grantsTable, 1);
    return grants;
}

void LabPanel::follow(ClusterDocument& document, const Actions& actions) {
    connect(&actions, &Actions::updated, this,
            [this, &actions] { setBlockedReason(whyNothingCanBeChanged(actions.facts())); });
    connect(&document, &ClusterDocument::begun, this, [this] {
        setView(nullptr);
        setAssessment(nullptr);
    });
    connect(&document, &ClusterDocument::contendersChanged, this,
            [this, &document] { setView(document.contenders()); });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::catalogChanged, this, [this, &document] {
        std::vector<std::string> paths;
        for (const auto& lock : document.catalog()->locks)
            if (lockcore::hasHolders(lock.kind) || lock.kind == lockcore::DirectoryKind::Unknown)
                paths.push_back(lock.path);
        setLockPaths(paths);
    });
    connect(&document, &ClusterDocument::lockSelected, this, &LabPanel::setLockPath);
}

void LabPanel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
}

void LabPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_contendersTable->indexAt(position);
    if (!index.isValid()) return;
    const lockcore::ContenderView& contender = m_contenders->at(index.row());
    RowSubject row = subjectOfLock(contender.lockPath);
    row.contender = contender.node;
    if (!row.contender.empty()) row.node = row.lock + '/' + row.contender;
    row.session = contender.session;
    if (m_assessment)
        for (const lockcore::SessionView& client : m_assessment->sessions)
            if (client.session == row.session) row.address = client.address;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_contendersTable, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, row);
    menu->popup(m_contendersTable->viewport()->mapToGlobal(position));
}

void LabPanel::setView(std::shared_ptr<const lockcore::ContendersView> view) {
    m_contenders->setView(std::move(view));
    showFairness();
}

void LabPanel::setLockPaths(const std::vector<std::string>& paths) {
    QStringList offered;
    for (const std::string& path : paths)
        offered << QString::fromStdString(path);
    QStringList current;
    for (int i = 0; i < m_lockPath->count(); ++i)
        current << m_lockPath->itemText(i);
    if (offered == current) return;
    const QString typed = m_lockPath->currentText();
    const QSignalBlocker blocker(m_lockPath);
    m_lockPath->clear();
    m_lockPath->addItems(offered);
    m_lockPath->setEditText(typed);
}

void LabPanel::setLockPath(const std::string& path) {
    m_lockPath->setEditText(QString::fromStdString(path));
}

void LabPanel::setBlockedReason(const QString& reason) {
    m_blockedReason = reason;
    updateButtons();
}

QString LabPanel::pathProblem() const {
    const std::string path = m_lockPath->currentText().toStdString();
    if (path.empty()) return tr("Choose a lock, or type the path of a new one.");
    if (path == "/" || !lockcore::pathProblem(path).empty()) {
        return tr("The path of a lock starts with “/”, has no empty part and does not end with “/”.");
    }
    return {};
}

void LabPanel::updateButtons() {
    const QString reason = m_blockedReason.isEmpty() ? pathProblem() : m_blockedReason;
    m_add->setEnabled(reason.isEmpty());
    m_add->setToolTip(reason.isEmpty() ? tr("Each contender has a ZooKeeper session of its own") : reason);
    m_stop->setEnabled(m_contendersTable->selectionModel()->hasSelection());
    m_stopAll->setEnabled(m_contenders->rowCount() > 0);
}

void LabPanel::requestAdd() {
    lockcore::ContenderPlan plan;
    plan.lockPath = m_lockPath->currentText().toStdString();
    plan.mode = static_cast<lockcore::LockMode>(m_mode->currentData().toInt());
    plan.count = static_cast<std::size_t>(m_count->value());
    plan.hold = std::chrono::milliseconds(m_holdMs->value());
    plan.think = std::chrono::milliseconds(m_thinkMs->value());
    Q_EMIT addRequested(plan);
}

void LabPanel::requestStop() {
    std::vector<std::uint64_t> ids;
    for (const QModelIndex& index : m_contendersTable->selectionModel()->selectedRows()) {
        ids.push_back(m_contenders->at(index.row()).id);
    }
    std::sort(ids.begin(), ids.end());
    if (!ids.empty()) Q_EMIT stopRequested(ids);
}

std::string LabPanel::shownLock() const {
    const QModelIndexList selected = m_contendersTable->selectionModel()->selectedRows();
    if (!selected.isEmpty()) return m_contenders->at(selected.front().row()).lockPath;
    return m_lockPath->currentText().toStdString();
}

void LabPanel::showFairness() {
    const std::string path = shownLock();
    const lockcore::FairnessReport* report = nullptr;
    if (m_contenders->view()) {
        for (const lockcore::LockFairness& fairness : m_contenders->view()->fairness) {
            if (fairness.lockPath == path && fairness.report.grants > 0) report = &fairness.report;
        }
    }
    for (QLabel* label : {m_grantCount, m_inversions, m_waits, m_jain})
        label->setVisible(report != nullptr);
    m_fairness->setVisible(report != nullptr);
    if (!report) {
        m_fairnessOf->setText(tr("No grants yet"));
        m_grants->clear();
        return;
    }
    const QLocale locale;
    m_fairnessOf->setText(displayText(path, 48));
    m_grantCount->setText(tr("Grants %1").arg(locale.toString(static_cast<qulonglong>(report->grants))));
    m_inversions->setText(
        tr("Inversions %1").arg(locale.toString(static_cast<qulonglong>(report->inversions))));
    m_waits->setText(tr("Wait median %1 · p95 %2 · max %3")
                         .arg(durationText(report->waitMedian), durationText(report->waitP95),
                              durationText(report->waitMax)));
    m_jain->setText(tr("Jain %1").arg(locale.toString(report->jainIndex, 'f', 3)));
    m_grants->setReport(path, *report);
    m_fairness->setOrder(lockcore::grantOrder(*report), fairnessBasis(*report));
}

}  // namespace lockscope
