// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The lab of a window: runs begin and end, and what it shows of them.
#include "window/cluster_tab.h"

#include "bridge/explanation.h"
#include "events/log_events.h"
#include "lab/lab_comparison.h"
#include "lab/lab_comparison_dialog.h"
#include "lab/lab_contenders.h"
#include "lab/lab_end_page.h"
#include "lab/lab_page.h"
#include "lab/lab_panel.h"
#include "lab/lab_report.h"
#include "lab/lab_run_view.h"
#include "lab/lab_words.h"
#include "locks/lock_list_view.h"
#include "report/page_html.h"
#include "report/report_page.h"
#include "threads/background.h"
#include "widgets/stable_table_view.h"
#include "window/centre_tabs.h"
#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QDockWidget>
#include <QFileInfo>
#include <QLayout>
#include <QStackedWidget>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

/// A server that stood still for longer than a session lasts ends the window's, too, while the run goes on.
constexpr std::chrono::seconds kBetweenLabSessions{2};

/// Any thread but the window's.
lockcore::Result<LabComparison> comparedWithFile(const QString& file, const ComparedRun& shown) {
    const QFileInfo info(file);
    // A pipe might never end.
    if (info.exists() && !info.isFile())
        return lockcore::fail(lockcore::ErrorCode::Io, "it is no file", file.toStdString());
    auto report = readLabReport(file);
    if (!report) return tl::unexpected(report.error());
    return labComparison({displayText(info.fileName().toStdString()),
                          std::make_shared<const lockcore::LabReport>(*std::move(report))},
                         shown);
}

}  // namespace

void ClusterTab::connectLab() {
    m_nextLabSession.setInterval(kBetweenLabSessions);
    m_nextLabSession.setSingleShot(true);
    connect(&m_nextLabSession, &QTimer::timeout, this, [this] {
        if (m_lab.isUnderWay() && showsLab()) m_connection.reconnectIfOver();
    });
    connect(&m_connection, &ClusterConnection::statusChanged, this, [this] {
        const bool isOver = lockcore::isOver(m_connection.status().connection.state);
        if (isOver && m_lab.isUnderWay() && !m_nextLabSession.isActive()) m_nextLabSession.start();
    });
    m_panels.lab->follow(m_lab, m_connection, m_document, m_actions);
    m_panels.labEnd->follow(m_lab);
    connect(m_panels.lab, &LabPanel::playRequested, this,
            [this](const std::optional<lockcore::Scenario>& scenario, const LabStart& start) {
                ClusterTab& page = start.foreign ? *this : freePage();
                page.playLab(scenario, start);
            });
    connect(m_panels.lab, &LabPanel::saveRequested, this, &ClusterTab::saveLabReport);
    const LabReportView& report = m_panels.lab->run().report();
    connect(&report, &LabReportView::compareWithBeforeRequested, this, &ClusterTab::compareLabWithBefore);
    connect(&report, &LabReportView::compareWithFileRequested, this, &ClusterTab::compareLabWithFile);
    connect(&m_panels.lab->run().contenders(), &LabContenders::selectionChanged, this,
            &ClusterTab::selectAsInLab);
    connect(&m_document, &ClusterDocument::contenderSelected, this, &ClusterTab::selectInLab);
    connect(&m_lab, &LabConnection::began, this, &ClusterTab::showLabCluster);
    connect(&m_lab, &LabConnection::stageChanged, this, &ClusterTab::showLabStage);
    connect(m_panels.labEnd, &LabEndPage::actionTriggered, this, &ClusterTab::openLabReport);
    connect(m_panels.labEnd, &LabEndPage::otherActionTriggered, this, &ClusterTab::leaveLabEnd);
    connect(&m_document, &ClusterDocument::lockSelected, this, [this](const std::string& path) {
        if (!path.empty() && isLabEndShown()) showPage(m_panels.tabs);
    });
    connect(&m_lab, &LabConnection::stepTold, this, [this](const lockcore::PlayStep& step) {
        const bool begins = step.kind == lockcore::PlayStep::Kind::PhaseBegins;
        if (begins && step.look && !step.look->lock.empty()) lookAtLab(*step.look);
    });
    connect(&m_leftLabRuns, &LeftLabRuns::acted, this,
            [this](const ActionReport& act) { m_events.add({lockscope::actionEvent(act)}); });
    connect(&m_lab, &LabConnection::viewChanged, this, [this](const auto& view) {
        // What it tells of its end is not about what is opened next.
        if (!showsLab()) return;
        auto contenders = std::make_shared<lockcore::ContendersView>();
        contenders->contenders = view->contenders;
        contenders->fairness = view->fairness;
        for (lockcore::ContenderView& each : contenders->contenders)
            each.lockPath = m_lab.lockPathOf(each.lockPath);
        for (lockcore::LockFairness& each : contenders->fairness)
            each.lockPath = m_lab.lockPathOf(each.lockPath);
        m_document.setContenders(std::move(contenders), {});
        nameLabContenders(*view);
        lookForLabLocks(*view);
    });
}

/// A view comes ten times a second, and mostly tells the same ones.
void ClusterTab::nameLabContenders(const lockcore::LabView& view) {
    std::vector<LabNamed> named;
    named.reserve(view.contenders.size());
    const ContenderNames& known = *m_document.contenderNames();
    for (const lockcore::ContenderView& each : view.contenders)
        named.push_back({each.id, each.session, known.isShared(each.session) ? each.node : std::string()});
    // What is shown anew has none of them.
    if (std::exchange(m_labNamed, named) == named && !known.ofSessions.empty()) return;
    m_document.nameContenders(labContenderNames(
        view, [this](const std::string& lock) { return m_lab.lockPathOf(lock); }, known));
}

/// The list that was read as the run began has none of its locks, and the next one follows after seconds,
/// which a scenario may not last.
void ClusterTab::lookForLabLocks(const lockcore::LabView& view) {
    if (!m_lab.isOnOwnServers()) return showAwaitedLabLock(view);
    const auto& list = m_document.catalog();
    const bool hasCome = std::ranges::any_of(
        view.contenders, [](const lockcore::ContenderView& each) { return !each.node.empty(); });
    if (!list || !m_document.expectsLocks() || !hasCome) return;
    if (std::exchange(m_emptyLabList, list) != list) m_connection.refresh();
}

/// To look for all locks of a cluster of others may take long: this one is known by its path.
void ClusterTab::showAwaitedLabLock(const lockcore::LabView& view) {
    const bool hasCome = std::ranges::any_of(view.contenders, [this](const lockcore::ContenderView& each) {
        return !each.node.empty() && m_labLock == m_lab.lockPathOf(each.lockPath);
    });
    // Whoever has chosen another one meanwhile does not wait for it any more.
    if (!hasCome || !m_panels.locks->awaitsLock()) return;
    m_locks.setKept(m_labLock);
    m_panels.locks->selectLock(m_labLock);
}

/// The row of a lab's contender in the queue, where that is the one that is shown.
void ClusterTab::selectAsInLab() {
    LabContenders& contenders = m_panels.lab->run().contenders();
    const QModelIndexList selected = contenders.table().selectionModel()->selectedRows();
    if (selected.size() != 1) return;
    const lockcore::ContenderView& chosen = contenders.model().at(selected.front().row()).view;
    const auto& queue = m_document.selection().queue;
    if (!queue || queue->path != m_lab.lockPathOf(chosen.lockPath)) return;
    for (const lockcore::QueueRow& row : queue->rows)
        if (row.contender->name == chosen.node) return m_document.wantContender(queue->path, chosen.node);
}

/// … and the other way round. Several that are selected there, to be acted on, stay so.
void ClusterTab::selectInLab() {
    const Selection& selection = m_document.selection();
    if (!selection.contender) return;
    LabContenders& contenders = m_panels.lab->run().contenders();
    for (int row = 0; row < contenders.model().rowCount(); ++row) {
        const lockcore::ContenderView& each = contenders.model().at(row).view;
        const bool isSelected =
            each.node == selection.contender->name && m_lab.lockPathOf(each.lockPath) == selection.lockPath;
        if (!isSelected) continue;
        if (!contenders.table().selectionModel()->isRowSelected(row)) contenders.table().selectRow(row);
        return;
    }
}

/// The locks of the lab are those of the document.
bool ClusterTab::showsLab() const {
    if (m_lab.isOnOwnServers()) return m_isLabShown;
    return m_connection.isOpen() &&
           m_connection.options().connectString == m_lab.start().foreign->connectString;
}

void ClusterTab::openLab() {
    if (isStartPage()) showPage(m_panels.tabs);
    const bool isHidden = !m_panels.labDock->isVisible();
    m_panels.labDock->show();
    m_panels.labDock->raise();
    // A run takes more room than a list of findings, as a tab of which the dock opens; later it has the room
    // that it was given.
    const int least = height() * 2 / 5;
    const bool isFirst = !std::exchange(m_hasOpenedLab, true);
    if (!(isFirst || isHidden) || m_panels.labDock->height() >= least) return;
    layout()->activate();
    resizeDocks({m_panels.labDock}, {least}, Qt::Vertical);
}

/// It may be open already: then it has more room at least.
void ClusterTab::openLabReport() {
    openLab();
    m_panels.lab->showReport();
    const int wanted = height() * 3 / 5;
    if (m_panels.labDock->height() < wanted) resizeDocks({m_panels.labDock}, {wanted}, Qt::Vertical);
}

void ClusterTab::showLabStage(lockcore::LabStage stage) {
    if (stage == lockcore::LabStage::Beginning) m_labLock.clear();
    if (stage == lockcore::LabStage::Beginning || stage == lockcore::LabStage::Ended)
        m_marking.forgetPresumed();
    if (stage == lockcore::LabStage::Ending && std::exchange(m_isLabShown, false)) {
        // Before its servers end: nobody has to be told that they don't answer.
        m_connection.close();
        showPage(m_panels.labEnd);
    } else if (stage == lockcore::LabStage::Ending && isLabLockShown()) {
        showPage(m_panels.labEnd);
    } else if (stage == lockcore::LabStage::Beginning && isLabEndShown()) {
        showPage(m_panels.tabs);
    }
    updateActions();
    updateTitle();
}

/// Of a run on the cluster that is shown. Who looks at a lock of somebody else goes on looking at it.
bool ClusterTab::isLabLockShown() const {
    const std::string& run = m_lab.begun().path;
    return !m_lab.isOnOwnServers() && !run.empty() && showsLab() &&
           m_panels.centre->currentWidget() == m_panels.tabs &&
           m_document.selection().lockPath.starts_with(run + '/');
}

bool ClusterTab::isLabEndShown() const {
    return m_panels.centre->currentWidget() == m_panels.labEnd;
}

/// The lock that was selected is gone.
void ClusterTab::leaveLabEnd() {
    if (!isLabEndShown() || !m_connection.isOpen()) return;
    m_panels.tabs->showOverview();
    showPage(m_panels.tabs);
}

void ClusterTab::playLab(const std::optional<lockcore::Scenario>& scenario, const LabStart& start) {
    const auto play = [this, scenario, start] {
        if (!start.foreign) closeCluster();
        openLab();
        if (scenario)
            m_lab.playScenario(*scenario, start);
        else
            m_lab.beginFree(start);
    };
    if (start.foreign)
        play();
    else
        leaveCluster(play);
}

/// On another one's cluster the window is there already.
void ClusterTab::showLabCluster(const lockcore::LabBegun& begun) {
    const QString cluster = QString::fromStdString(begun.connectString);
    m_events.add({labEvent(Severity::Information,
                           tr("The lab runs on %1, below %2.", "cluster, path")
                               .arg(displayText(begun.connectString), displayText(begun.path)))});
    if (!m_lab.isOnOwnServers()) return;
    m_isLabShown = true;
    m_emptyLabList.reset();
    m_connection.open({cluster, std::chrono::milliseconds{10'000}, m_lab.adminUrl()});
    // An empty list says nothing before its contenders have come.
    m_document.expectLocks();
    openLab();
}

/// The lock of a later phase before it is found, which may take longer than the phase lasts; unless somebody
/// has chosen another one meanwhile. To watch the first one from its begin would cost the servers more than
/// some scenarios promise.
void ClusterTab::lookAtLab(const lockcore::LookAt& look) {
    const std::string& selected = m_document.selection().lockPath;
    const bool isChosenByHand = !m_labLock.empty() && !m_panels.locks->awaitsLock() && !selected.empty() &&
                                selected != m_labLock && selected != m_locks.wholeOf(m_labLock);
    if (isChosenByHand) return;
    const bool isFirst = m_labLock.empty();
    m_labLock = m_lab.lockPathOf(look.lock);
    markLabNode(look.lock);
    if (!isFirst) m_locks.setKept(m_labLock);
    m_panels.locks->selectLock(m_labLock);
    switch (look.view) {
        case lockcore::LookAt::View::Queue: return m_panels.tabs->showQueue();
        case lockcore::LookAt::View::Graph: return m_panels.tabs->showGraph();
        case lockcore::LookAt::View::Timeline: return m_panels.tabs->showTimeline();
        case lockcore::LookAt::View::Statistics: return m_panels.tabs->showStatistics();
        case lockcore::LookAt::View::Lab: break;
    }
    m_panels.labDock->raise();
}

/// What is no directory can't be told from an empty one by its name, while nobody holds it.
void ClusterTab::markLabNode(const std::string& lock) {
    const bool isNode = std::ranges::any_of(m_lab.groups(), [&](const auto& group) {
        return group.second.recipe == lockcore::LockRecipe::SimpleLock && !group.second.locks.empty() &&
               group.second.locks.front() == lock;
    });
    if (!isNode || !showsLab()) return;
    m_marking.presume(m_labLock, lockcore::Dialect::PlainNode);
}

void ClusterTab::saveLabReport() {
    const auto report = m_panels.lab->run().report().report();
    if (!report) return;
    LabReportTexts texts{labReportText(*report, m_lab.scenario(), m_lab.start().size)};
    const QString name =
        m_lab.scenario() ? QString::fromStdString(m_lab.scenario()->name) : QStringLiteral("lab");
    m_environment.dialogs.askSaveFile(
        this, tr("Save the report of the lab"), name + QStringLiteral(".json"),
        tr("Data (*.json);;Page (*.html);;Table (*.csv);;Text (*.txt)"),
        [this, report, texts, scenario = m_lab.scenario(),
         size = m_lab.start().size](const QString& file) mutable {
            if (isLabPage(file)) texts.page = pageHtml(labPage(*report, scenario, size, reportLook()));
            auto written =
                QtConcurrent::run([file, report, texts] { return writeLabReport(file, *report, texts); });
            whenDone(std::move(written), this, [this, file](const lockcore::Result<void>& result) {
                if (result)
                    m_messages.tell(Severity::Information, tr("Saved to %1.").arg(file));
                else
                    m_messages.tell(Severity::Fault,
                                    explainError(tr("The report was not written."), result.error()).joined());
            });
        });
}

void ClusterTab::compareLabWithBefore() {
    const LabReportView& view = m_panels.lab->run().report();
    if (!view.report() || !view.before()) return;
    auto comparing = QtConcurrent::run(labComparison, ComparedRun{tr("the run before"), view.before()},
                                       ComparedRun{tr("this run"), view.report()});
    whenDone(std::move(comparing), this, [this](const LabComparison& both) { showLabComparison(both); });
}

void ClusterTab::compareLabWithFile() {
    const ComparedRun shown{tr("this run"), m_panels.lab->run().report().report()};
    if (!shown.report) return;
    m_environment.dialogs.askOpenFile(
        this, tr("Compare with a saved report of the lab"), tr("Reports (*.json)"),
        [this, shown](const QString& file) {
            auto comparing = QtConcurrent::run([file, shown] { return comparedWithFile(file, shown); });
            whenDone(std::move(comparing), this, [this](const lockcore::Result<LabComparison>& both) {
                if (both) return showLabComparison(*both);
                m_messages.tell(Severity::Fault,
                                explainError(tr("The reports were not compared."), both.error()).joined());
            });
        });
}

/// In a window of its own, as one may be compared with the next.
void ClusterTab::showLabComparison(const LabComparison& comparison) {
    auto* dialog = new LabComparisonDialog(comparison, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LabComparisonDialog::saveRequested, this,
            [this, dialog] { saveLabComparison(dialog->comparison()); });
    dialog->show();
}

void ClusterTab::saveLabComparison(const LabComparison& comparison) {
    m_environment.dialogs.askSaveFile(
        this, tr("Save the comparison"), QStringLiteral("lab-comparison.html"),
        tr("Page (*.html);;Table (*.csv);;Data (*.json)"), [this, comparison](const QString& file) {
            const QByteArray page =
                isLabPage(file) ? pageHtml(labComparisonPage(comparison, reportLook())) : QByteArray();
            auto written = QtConcurrent::run(
                [file, comparison, page] { return writeLabComparison(file, comparison, page); });
            whenDone(std::move(written), this, [this, file](const lockcore::Result<void>& result) {
                if (result)
                    m_messages.tell(Severity::Information, tr("Saved to %1.").arg(file));
                else
                    m_messages.tell(
                        Severity::Fault,
                        explainError(tr("The comparison was not written."), result.error()).joined());
            });
        });
}

}  // namespace lockscope
