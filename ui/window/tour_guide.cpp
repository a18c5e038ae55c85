// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tour_guide.h"

#include "graph/graph_panel.h"
#include "lab/lab_panel.h"
#include "lab/lab_run_view.h"
#include "lab/lab_words.h"
#include "lab/servers_strip.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "tour/callout.h"
#include "tour/tour_words.h"
#include "window/centre_tabs.h"
#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QEvent>
#include <QMainWindow>

#include <utility>

namespace lockscope {
namespace {

/// Rows move as the queue does.
constexpr int kPointingMs = 150;

/// "first#1: its process stands still".
QStringList faultLines(const lockcore::LabView& view) {
    QStringList lines;
    for (const lockcore::ContenderView& contender : view.contenders) {
        if (contender.fault == lockcore::ContenderFault::None) continue;
        const std::string group =
            contender.group < view.groups.size() ? view.groups[contender.group] : std::string();
        lines << TourGuide::tr("%1#%2: %3", "contenders' group, number, what has happened to one")
                     .arg(displayText(group))
                     .arg(contender.number)
                     .arg(contenderFaultText(contender.fault));
    }
    return lines;
}

}  // namespace

TourGuide::TourGuide(Parts parts, QObject* parent)
    : QObject(parent),
      m_parts(std::move(parts)),
      m_tour(tourStops(), {m_parts.play, [this] { m_parts.lab.end(); }}),
      m_callout(new Callout(m_parts.window)) {
    followLab();
    m_pointing.setInterval(kPointingMs);
    connect(&m_pointing, &QTimer::timeout, this, &TourGuide::point);
    connect(&m_tour, &Tour::lookChanged, this, &TourGuide::turnToLook);
}

TourGuide::~TourGuide() = default;

void TourGuide::followLab() {
    LabConnection& lab = m_parts.lab;
    connect(&lab, &LabConnection::stageChanged, &m_tour, &Tour::takeStage);
    connect(&lab, &LabConnection::stepTold, &m_tour, &Tour::takeStep);
    connect(&lab, &LabConnection::reported, &m_tour, &Tour::takeReport);
    connect(&lab, &LabConnection::failed, &m_tour, &Tour::takeFailure);
    connect(&lab, &LabConnection::failed, this, [this] {
        // Who looks at another panel meanwhile would wait for it in vain.
        if (m_dock && m_tour.visit().stage == TourStage::Failed) m_dock->raise();
    });
    connect(&lab, &LabConnection::viewChanged, this,
            [this](const std::shared_ptr<const lockcore::LabView>& view) {
                if (m_panel && m_tour.isUnderWay()) showProgress(*view);
            });
}

void TourGuide::open() {
    if (!m_dock) {
        m_dock = new QDockWidget(tr("Guided tour"));
        m_dock->setObjectName(QStringLiteral("tour"));
        m_dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
        m_panel = new TourPanel(m_tour);
        m_dock->setWidget(m_panel);
        m_dock->installEventFilter(this);
        connect(m_panel, &TourPanel::closeWanted, this, &TourGuide::close);
    }
    redock();
    m_panel->setFocus();
}

void TourGuide::redock() {
    if (!m_dock) return;
    m_parts.window.addDockWidget(Qt::RightDockWidgetArea, m_dock);
    if (m_parts.panels.detailsDock->isVisible())
        m_parts.window.tabifyDockWidget(m_parts.panels.detailsDock, m_dock);
    m_dock->show();
    m_dock->raise();
    m_parts.window.resizeDocks({m_dock}, {m_panel->sizeHint().width()}, Qt::Horizontal);
}

void TourGuide::close() {
    if (!m_dock) return;
    m_tour.leave();
    QDockWidget* const dock = std::exchange(m_dock, nullptr);
    m_panel.clear();
    m_parts.window.removeDockWidget(dock);
    dock->deleteLater();  // its button may be what leads here
}

bool TourGuide::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_dock.data() && event->type() == QEvent::Close) close();
    return QObject::eventFilter(watched, event);
}

void TourGuide::showProgress(const lockcore::LabView& view) {
    if (m_tour.visit().phase.empty()) return;
    const QStringList faults = faultLines(view);
    const QStringList lines = QStringList{labStatusLine(m_tour.visit().phase, view)} + faults;
    if (!m_panel->setProgress(lines.join(u'\n'))) return;
    for (const lockcore::ContenderView& contender : view.contenders) {
        if (contender.fault == lockcore::ContenderFault::None)
            m_faultsShown.erase(contender.id);
        else if (m_faultsShown.insert(contender.id).second)
            m_parts.lab.faultShown(contender.id);
    }
}

/// The window shows the view of which the scenario speaks; the place in it comes with its data.
void TourGuide::turnToLook() {
    m_isChosen = false;
    const auto& look = m_tour.look();
    if (!look || !m_dock) {
        m_pointing.stop();
        m_callout->hide();
        return;
    }
    if (look->view == lockcore::LookAt::View::Lab || m_tour.isNewestOfServers()) {
        m_parts.panels.labDock->show();
        m_parts.panels.labDock->raise();
    }
    m_pointing.start();
}

void TourGuide::point() {
    const auto& look = m_tour.look();
    const auto at = look ? spotOf(*look) : std::nullopt;
    if (!at) return m_callout->hide();
    m_callout->pointAt(at->place, m_tour.newest().isEmpty() ? pointingText(*look) : m_tour.newest(),
                       at->room);
}

auto TourGuide::spotOf(const lockcore::LookAt& look) -> std::optional<Spot> {
    using View = lockcore::LookAt::View;
    const QWidget* shown = m_parts.panels.tabs->currentWidget();
    if (m_tour.isNewestOfServers())
        shown = &m_parts.panels.lab->run().servers();
    else if (look.view == View::Queue)
        return rowSpot(look);
    else if (look.view == View::Lab)
        shown = m_parts.panels.labDock->widget();
    if (!shown->isVisible()) return std::nullopt;
    return Spot{inWindow(*shown, shown->rect())};
}

auto TourGuide::rowSpot(const lockcore::LookAt& look) -> std::optional<Spot> {
    QueueView& view = *m_parts.panels.queue->view();
    const QueueModel& model = *m_parts.panels.queue->model();
    const bool isShown = view.isVisible() && model.queue() && model.queue()->path == pathOf(look.lock);
    if (!isShown) return std::nullopt;
    if (!look.at) return Spot{inWindow(*view.viewport(), view.viewport()->rect())};
    const int row = rowOf(*look.at);
    if (row < 0) return std::nullopt;
    const bool isOne = look.at->kind == lockcore::ScenarioWho::Kind::One;
    if (isOne && !std::exchange(m_isChosen, true)) view.selectContender(keyOf(*model.contenderAt(row)));
    const QModelIndex cell = model.index(row, QueueModel::Standing);
    const QRect area = view.viewport()->rect();
    QRect line = view.visualRect(cell);
    if (line.top() < area.top() || line.bottom() > area.bottom()) {
        view.scrollTo(cell);
        line = view.visualRect(cell);
    }
    line.setLeft(area.left());
    line.setRight(area.right());
    return Spot{inWindow(*view.viewport(), line), roomBelowRows()};
}

/// Empty where the last row is at the lower edge, or further down.
QRect TourGuide::roomBelowRows() const {
    const QueueView& view = *m_parts.panels.queue->view();
    const QueueModel& model = *m_parts.panels.queue->model();
    QRect room = view.viewport()->rect();
    room.setTop(view.visualRect(model.index(model.rowCount() - 1, QueueModel::Standing)).bottom() + 1);
    return room.isValid() ? inWindow(*view.viewport(), room) : QRect();
}

/// In the queue that is shown; −1 where it is not there.
int TourGuide::rowOf(const lockcore::ScenarioWho& who) const {
    using Kind = lockcore::ScenarioWho::Kind;
    const QueueModel& model = *m_parts.panels.queue->model();
    if (who.kind == Kind::One || who.kind == Kind::Group) {
        const std::string node = nodeOf(who);
        return node.empty() ? -1 : model.rowOf({node});
    }
    const auto role = who.kind == Kind::Holder ? lockcore::Role::Holder : lockcore::Role::Waiter;
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.shownAt(row).role == role) return row;
    return -1;
}

/// The znode of one of the lab's contenders: of the one with that number in its group, or of any.
std::string TourGuide::nodeOf(const lockcore::ScenarioWho& who) const {
    const auto& view = m_parts.lab.view();
    if (!view) return {};
    for (const lockcore::ContenderView& contender : view->contenders) {
        if (contender.group >= view->groups.size() || view->groups[contender.group] != who.name) continue;
        if (who.number == 0 ? !contender.node.empty() : contender.number == who.number) return contender.node;
    }
    return {};
}

QRect TourGuide::inWindow(const QWidget& widget, const QRect& rect) const {
    return {widget.mapTo(&m_parts.window, rect.topLeft()), rect.size()};
}

std::string TourGuide::pathOf(const std::string& lock) const {
    if (lock.starts_with('/')) return lock;
    return lockcore::joinPath(lockcore::joinPath(m_parts.lab.begun().path, "locks"), lock);
}

}  // namespace lockscope
