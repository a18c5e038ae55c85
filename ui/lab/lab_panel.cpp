// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_panel.h"

#include "actions/actions.h"
#include "bridge/cluster_connection.h"
#include "document/cluster_document.h"
#include "lab/lab_contenders.h"
#include "lab/lab_report.h"
#include "lab/lab_run_view.h"
#include "lab/lab_setup.h"
#include "theme/theme.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include <initializer_list>

namespace lockscope {

LabPanel::LabPanel(QWidget* parent)
    : QWidget(parent), m_setup(new LabSetup), m_run(new LabRunView), m_pages(new QStackedWidget(this)) {
    m_pages->addWidget(m_setup);
    m_pages->addWidget(m_run);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), 0);
    layout->addWidget(m_pages);
    connect(m_pages, &QStackedWidget::currentChanged, this, &LabPanel::fitPage);
    fitPage();
    connect(m_setup, &LabSetup::startRequested, this,
            [this] { Q_EMIT playRequested(m_setup->scenario(), m_setup->start()); });
    connect(m_run, &LabRunView::newRunWanted, this, &LabPanel::showSetup);
    connect(&m_run->report(), &LabReportView::saveRequested, this, &LabPanel::saveRequested);
    connect(&m_run->contenders(), &LabContenders::menuWanted, this, &LabPanel::menuWanted);
}

void LabPanel::follow(LabConnection& lab, const ClusterConnection& connection, ClusterDocument& document,
                      const Actions& actions) {
    m_run->follow(lab);
    connect(&lab, &LabConnection::stageChanged, this, [this](lockcore::LabStage stage) {
        if (stage == lockcore::LabStage::Beginning) m_pages->setCurrentWidget(m_run);
    });
    connect(&document, &ClusterDocument::begun, this, [this] { m_run->contenders().setAssessment(nullptr); });
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { m_run->contenders().setAssessment(document.assessment()); });
    connect(&actions, &Actions::updated, this, [this, &lab, &connection, &actions] {
        // A lab's own servers are no cluster to choose.
        const bool isOwn = lab.isUnderWay() && lab.isOnOwnServers();
        m_setup->setCluster(
            connection.isOpen() && !isOwn ? std::optional(connection.options()) : std::nullopt,
            whyNothingCanBeChanged(actions.facts()));
    });
}

void LabPanel::showSetup() {
    m_pages->setCurrentWidget(m_setup);
}

void LabPanel::showReport() {
    m_pages->setCurrentWidget(m_run);
    m_run->openReport();
}

/// The other page asks for no room: else the list of scenarios goes on below what can be seen.
void LabPanel::fitPage() {
    for (QWidget* page : std::initializer_list<QWidget*>{m_setup, m_run}) {
        const bool isShown = page == m_pages->currentWidget();
        page->setSizePolicy(QSizePolicy::Preferred, isShown ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    }
}

}  // namespace lockscope
