// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_run_view.h"

#include "bridge/explanation.h"
#include "lab/group_form.h"
#include "lab/lab_contenders.h"
#include "lab/lab_fairness.h"
#include "lab/lab_report.h"
#include "lab/lab_tale_model.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "lab/servers_strip.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/stable_table_view.h"
#include "widgets/wrapping_layout.h"
#include "words/display_text.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace lockscope {
namespace {

using lockcore::LabStage;

constexpr int kLeastTextLines = 7;  ///< of text: the tabs, and some rows below them

/// Its parts scroll by themselves. Were it to ask for all the height that they would like to have, the panel
/// would scroll around them.
class RunHalves : public QSplitter {
public:
    using QSplitter::QSplitter;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override {
        return {QSplitter::minimumSizeHint().width(), kLeastTextLines * fontMetrics().lineSpacing()};
    }
};

QLabel* runFact(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString silenceText(LabStage stage) {
    return stage == LabStage::Ending
               ? LabRunView::tr(
                     "The cluster does not answer: what the run made can't be removed now, and is in "
                     "the list of runs that are left")
               : LabRunView::tr("The cluster does not answer");
}

QString stageText(const LabConnection& lab) {
    const bool isGoingOn = lab.stage() == LabStage::Running || lab.stage() == LabStage::Ending;
    if (isGoingOn && lab.view() && lab.view()->isSilent) return silenceText(lab.stage());
    switch (lab.stage()) {
        case LabStage::Beginning:
            return lab.isOnOwnServers() ? LabRunView::tr("Starting ZooKeeper on this machine…")
                                        : LabRunView::tr("Connecting…");
        case LabStage::Running:
            return lab.view() && lab.view()->isTimeUp
                       ? LabRunView::tr("Its time is up: nobody begins any more.")
                       : LabRunView::tr("Under way");
        case LabStage::Ending: return LabRunView::tr("Removing what it made…");
        case LabStage::NotBegun:
        case LabStage::Ended: break;
    }
    return lab.begun().path.empty() ? LabRunView::tr("Not begun") : LabRunView::tr("Ended");
}

/// The lowest of all locks: who compares them has to see the worst.
std::optional<double> lowestJain(const lockcore::LabView& view) {
    std::optional<double> lowest;
    for (const lockcore::LockFairness& fairness : view.fairness)
        if (fairness.report.grants > 0) lowest = std::min(lowest.value_or(1), fairness.report.jainIndex);
    return lowest;
}

/// Of the locks whose arrivals have an order; empty where none has.
std::optional<std::uint64_t> allInversions(const lockcore::LabView& view) {
    std::optional<std::uint64_t> all;
    for (const lockcore::LockFairness& fairness : view.fairness)
        if (const auto inversions = lockcore::inversionsOf(fairness.report))
            all = all.value_or(0) + *inversions;
    return all;
}

QString registersText(const lockcore::LabView& view) {
    QStringList parts;
    for (const lockcore::RegisterView& each : view.registers)
        parts << LabRunView::tr("%1: %2 written, %3 refused", "register")
                     .arg(displayText(each.name))
                     .arg(static_cast<qulonglong>(each.written))
                     .arg(static_cast<qulonglong>(each.refused));
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

LabRunView::LabRunView(QWidget* parent)
    : QWidget(parent),
      m_contenders(new LabContenders(this)),
      m_steps(new LabStepsModel(this)),
      m_checks(new LabChecksModel(this)),
      m_servers(new ServersStrip(this)),
      m_look(new QLabel(this)) {
    m_look->setTextFormat(Qt::PlainText);
    m_look->setWordWrap(true);
    m_look->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* halves = new RunHalves(Qt::Horizontal, this);
    halves->addWidget(m_contenders);
    halves->addWidget(buildTabs());
    halves->setStretchFactor(0, 4);
    halves->setStretchFactor(1, 3);
    halves->setChildrenCollapsible(false);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(gridStep());
    lines->addWidget(buildTop());
    lines->addWidget(m_look);
    lines->addWidget(buildHeadline());
    lines->addWidget(halves, 1);
    connect(m_contenders, &LabContenders::selectionChanged, this, &LabRunView::showFairness);
}

QWidget* LabRunView::buildTop() {
    auto* top = new QWidget(this);
    auto* lines = new WrappingLayout(top, contentMargin(), gridStep());
    lines->setContentsMargins(0, 0, 0, 0);
    m_title = runFact(top);
    m_title->setFont(headingFont(font()));
    m_stage = runFact(top);
    m_stage->setObjectName(QStringLiteral("lab-stage"));
    m_seed = runFact(top);
    m_seed->setToolTip(tr("Equal seeds draw equal loads."));
    m_end = new QPushButton(icon(IconName::Stop), tr("End the run"), top);
    m_end->setObjectName(QStringLiteral("lab-end"));
    m_new = new QPushButton(tr("Another run…"), top);
    m_new->setObjectName(QStringLiteral("lab-new"));
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_stage, m_seed, m_servers, m_end, m_new})
        lines->addWidget(part);
    connect(m_new, &QPushButton::clicked, this, &LabRunView::newRunWanted);
    return top;
}

QWidget* LabRunView::buildHeadline() {
    m_headline = new QWidget(this);
    auto* lines = new WrappingLayout(m_headline, 3 * contentMargin(), gridStep());
    lines->setContentsMargins(0, 0, 0, 0);
    m_grants = runFact(m_headline);
    m_rate = runFact(m_headline);
    m_rate->setToolTip(tr("In the last second"));
    m_jain = runFact(m_headline);
    m_jain->setToolTip(
        tr("Jain's index of the grants of each contender, of the lock where it is lowest: 1 when all got the "
           "same"));
    m_inversions = runFact(m_headline);
    m_inversions->setToolTip(
        tr("Grants that were overtaken by a later arrival. 0 for a fair queue; not known where there is no "
           "queue."));
    m_registers = runFact(m_headline);
    m_registers->setToolTip(tr("As its writers were told. What was really written is read back at the end."));
    for (QLabel* fact : {m_grants, m_rate, m_jain, m_inversions, m_registers})
        lines->addWidget(fact);
    return m_headline;
}

StableTableView* LabRunView::buildTable(QAbstractItemModel* model, const QString& name,
                                        const char* objectName, std::vector<int> characters) {
    auto* table = new StableTableView(this);
    table->setModel(model);
    table->setObjectName(QLatin1String(objectName));
    table->setAccessibleName(name);
    table->setColumnCharacters(std::move(characters));
    return table;
}

QWidget* LabRunView::buildTabs() {
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setObjectName(QStringLiteral("lab-tabs"));
    m_checksTable = buildTable(m_checks, tr("What the scenario promises"), "lab-checks", {12, 30});
    m_stepsTable = buildTable(m_steps, tr("Steps of the scenario"), "lab-steps", {9, 30});
    m_stepsTable->setFollowsEnd(true);
    m_fairness = new LabFairness;
    m_form = new GroupForm;
    m_report = new LabReportView;
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setAccessibleName(tr("Add contenders"));
    area->setWidget(m_form);
    m_tabs->addTab(m_checksTable, tr("Promises"));
    m_tabs->addTab(m_stepsTable, tr("Steps"));
    m_tabs->addTab(m_fairness, tr("Fairness"));
    m_tabs->addTab(area, tr("Add contenders"));
    m_tabs->addTab(m_report, tr("Report"));
    showReportButtons(false);
    connect(m_tabs, &QTabWidget::currentChanged, this, &LabRunView::showFairness);
    return m_tabs;
}

/// Beside the tabs, where they are seen however low those are. One that is hidden there would take their
/// room.
void LabRunView::showReportButtons(bool areShown) {
    m_tabs->setCornerWidget(areShown ? &m_report->buttons() : nullptr);
    m_report->buttons().setVisible(areShown);
}

void LabRunView::follow(LabConnection& lab) {
    m_lab = &lab;
    m_contenders->follow(lab);
    connect(m_end, &QPushButton::clicked, &lab, &LabConnection::end);
    connect(m_servers, &ServersStrip::actRequested, &lab, &LabConnection::actOnServer);
    connect(m_form, &GroupForm::addRequested, &lab, &LabConnection::add);
    connect(&lab, &LabConnection::stageChanged, this, [this](LabStage stage) {
        if (stage == LabStage::Beginning) beginAnew();
        showStage();
    });
    connect(&lab, &LabConnection::began, this, &LabRunView::showStage);
    connect(&lab, &LabConnection::viewChanged, this,
            [this](const auto& view) { setView(view, m_lab->groups()); });
    connect(&lab, &LabConnection::stepTold, this, &LabRunView::showStep);
    connect(&lab, &LabConnection::checked, m_checks, &LabChecksModel::setOutcome);
    connect(&lab, &LabConnection::reported, this, &LabRunView::showReport);
    connect(&lab, &LabConnection::failed, this, [this](const lockcore::Error& error) {
        tellProblem(labRunsProblem(
            m_lab->begun().path.empty() ? tr("The run did not begin.") : tr("The run was broken off."),
            error));
    });
    connect(&lab, &LabConnection::actFailed, this, [this](const QString& what, const lockcore::Error& error) {
        tellProblem(explainError(what, error).joined());
    });
    showStage();
}

void LabRunView::tellProblem(const QString& problem) {
    m_isProblemTold = true;
    m_look->setText(problem);
    m_look->show();
}

/// Of the phase that begins, or of the scenario where it says nothing of that one. A problem may not have
/// been read yet, and stands until the next run.
void LabRunView::showLook(const lockcore::ScenarioText& ofPhase) {
    if (m_isProblemTold) return;
    const auto& scenario = m_lab->scenario();
    const QString look = scenarioText(ofPhase);
    m_look->setText(look.isEmpty() && scenario ? scenarioText(scenario->look) : look);
    m_look->setVisible(!m_look->text().isEmpty());
}

void LabRunView::beginAnew() {
    const auto& scenario = m_lab->scenario();
    m_title->setText(scenario ? scenarioText(scenario->title) : tr("Free"));
    m_isProblemTold = false;
    showLook({});
    m_steps->clear();
    m_checks->setScenario(scenario, m_lab->start().size);
    m_servers->setServers({});
    m_report->setReport(nullptr, false);
    m_fairness->setFairness(nullptr);
    showReportButtons(false);
    m_view.reset();
    m_counted.reset();
    m_names.clear();
    for (QLabel* fact : {m_grants, m_rate, m_jain, m_inversions, m_registers})
        fact->clear();
    m_tabs->setTabVisible(m_tabs->indexOf(m_checksTable), scenario.has_value());
    m_tabs->setTabVisible(m_tabs->indexOf(m_stepsTable), scenario.has_value());
    m_tabs->setCurrentIndex(scenario ? 0 : 3);
}

void LabRunView::showStage() {
    const bool hasEnded = m_lab->stage() == LabStage::Ended;
    if (hasEnded) m_servers->setServers({});
    // Of whom nobody is left: the report has their place.
    m_contenders->setVisible(!hasEnded && !m_lab->report());
    m_stage->setText(stageText(*m_lab));
    m_seed->setText(tr("Seed %1").arg(static_cast<qulonglong>(m_lab->seed())));
    m_end->setEnabled(m_lab->stage() == LabStage::Beginning || m_lab->isRunning());
    m_new->setEnabled(!m_lab->isUnderWay());
    m_servers->setActing(m_lab->isRunning());
    m_form->setAdding(m_lab->isRunning());
}

void LabRunView::setView(std::shared_ptr<const lockcore::LabView> newest,
                         const LabContendersModel::Groups& groups) {
    m_view = std::move(newest);
    m_contenders->setView(m_view.get(), groups);
    // Who has gone has taken the counts along: until the next ones come, those of before stand.
    const bool hasCounts = m_view && !m_view->contenders.empty();
    if (hasCounts) m_counted = m_view;
    if (m_view) noteNames(*m_view);
    showFairness();
    if (!m_view) return;
    if (m_lab) m_stage->setText(stageText(*m_lab));
    m_servers->setServers(m_view->servers);
    // The report is of all phases, these would be of the last one.
    if (hasCounts && !m_report->report())
        showHeadline(*m_view);
    else
        m_rate->clear();
}

void LabRunView::noteNames(const lockcore::LabView& view) {
    for (const lockcore::ContenderView& each : view.contenders)
        if (each.group < view.groups.size())
            m_names.try_emplace(each.id, labContenderName(view.groups[each.group], each.number));
}

void LabRunView::showHeadline(const lockcore::LabView& view) {
    const QLocale locale;
    m_headline->show();
    m_grants->setText(tr("Grants %1").arg(locale.toString(static_cast<qulonglong>(view.grants))));
    const QString unknown = QStringLiteral("–");
    m_rate->setText(tr("%1 a second", "grants")
                        .arg(view.isSilent ? unknown : locale.toString(view.grantsPerSecond, 'f', 1)));
    const auto jain = lowestJain(view);
    m_jain->setText(tr("Jain %1").arg(jain ? locale.toString(*jain, 'f', 3) : unknown));
    const auto inversions = allInversions(view);
    m_inversions->setText(
        tr("Inversions %1")
            .arg(inversions ? locale.toString(static_cast<qulonglong>(*inversions)) : unknown));
    m_registers->setText(registersText(view));
}

/// That of the selected contender, else the one with the most grants.
void LabRunView::showFairness() {
    if (!m_counted || m_tabs->currentWidget() != m_fairness) return;
    const std::string selected = m_contenders->selectedLock();
    const lockcore::LockFairness* shown = nullptr;
    for (const lockcore::LockFairness& fairness : m_counted->fairness) {
        if (fairness.report.grants == 0 || (!selected.empty() && fairness.lockPath != selected)) continue;
        if (!shown || fairness.report.grants > shown->report.grants) shown = &fairness;
    }
    m_fairness->setNames(m_names);
    m_fairness->setFairness(shown, shown ? endedOf(shown->lockPath) : nullptr);
}

/// Of the last phase, which is the one that was counted. Null as long as the run goes on.
const lockcore::LockReport* LabRunView::endedOf(const std::string& lock) const {
    const auto& report = m_report->report();
    if (!report || report->phases.empty()) return nullptr;
    const auto& locks = report->phases.back().locks;
    const auto found = std::ranges::find(locks, lock, &lockcore::LockReport::lock);
    return found == locks.end() ? nullptr : &*found;
}

void LabRunView::openReport() {
    m_tabs->setCurrentWidget(m_report);
    m_report->setFocus();
}

void LabRunView::showStep(const lockcore::PlayStep& step) {
    m_steps->add(step);
    if (step.kind == lockcore::PlayStep::Kind::PhaseBegins) showLook(step.say);
}

void LabRunView::showReport() {
    m_report->setReport(m_lab->report(), m_lab->scenario().has_value());
    // All phases have ended, of which these were of the last one.
    showLook({});
    for (QLabel* fact : {m_grants, m_rate, m_jain, m_inversions, m_registers})
        fact->clear();
    showReportButtons(true);
    m_headline->hide();
    m_contenders->hide();
    m_tabs->setCurrentWidget(m_report);
    showFairness();
}

}  // namespace lockscope
