// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/safety_page.h"

#include "connect/environment_strip.h"
#include "findings/thresholds_form.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <lockcore/lab/run.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>

namespace lockscope {
namespace {

/// What the lab does at most on a cluster that is not its own.
QString labLimitsText() {
    const auto limits = lockcore::LabLimits::ofForeign();
    return SafetyPage::tr(
               "Scenarios make locks and load below /lockscope-lab, and remove them at the end: at "
               "most %1 sessions, %2 acquires a second, and %3 minutes.")
        .arg(limits.sessions)
        .arg(limits.acquiresPerSecond)
        .arg(std::chrono::duration_cast<std::chrono::minutes>(limits.most).count());
}

}  // namespace

SafetyPage::SafetyPage(QWidget* parent)
    : ConnectPage(parent),
      m_environment(new QComboBox(this)),
      m_readOnly(new QCheckBox(tr("Rea&d-only: actions can't be allowed on this connection"))),
      m_lab(new QCheckBox(tr("The lab may run here"))),
      m_labNote(noteLabel({}, this)),
      m_records(new QCheckBox(tr("Record what happens while a window is connected"))),
      m_ownThresholds(new QCheckBox(tr("Own t&hresholds, instead of those of the settings"))),
      m_thresholds(new ThresholdsForm({})) {
    m_environment->setObjectName(QStringLiteral("environment-choice"));
    m_environment->setAccessibleName(tr("What the cluster is for"));
    for (const Environment environment :
         {Environment::None, Environment::Development, Environment::Test, Environment::Production})
        m_environment->addItem(environmentWord(environment), static_cast<int>(environment));
    m_readOnly->setObjectName(QStringLiteral("read-only"));
    m_lab->setObjectName(QStringLiteral("lab-may-run"));
    m_labNote->setObjectName(QStringLiteral("lab-note"));
    m_records->setObjectName(QStringLiteral("records"));
    m_records->setToolTip(
        tr("All locks are watched, and written to a file a day in the folder of the "
           "settings: hosts and data of clients are in it"));
    m_ownThresholds->setObjectName(QStringLiteral("own-thresholds"));
    QLabel* const marked =
        noteLabel(tr("Shown as a banner. On production every action asks, removing for the lock's "
                     "name, and without an action for ten minutes the connection is read-only again."));
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setWidget(m_thresholds);
    scrolled->setAccessibleName(tr("Thresholds"));
    // Scrolled up and down alone: a line that is cut says nothing.
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setMinimumWidth(m_thresholds->minimumSizeHint().width() + scrolled->frameWidth() * 2 +
                              style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Environ&ment:"), m_environment);
    form->addRow(QString(), marked);
    form->addRow(m_readOnly);
    form->addRow(m_lab);
    form->addRow(QString(), m_labNote);
    form->addRow(m_records);
    form->addRow(m_ownThresholds);
    form->addRow(scrolled);
    connect(m_environment, &QComboBox::currentIndexChanged, this, &ConnectPage::changed);
    connect(m_readOnly, &QCheckBox::toggled, this, &ConnectPage::changed);
    connect(m_lab, &QCheckBox::toggled, this, &ConnectPage::changed);
    connect(m_environment, &QComboBox::currentIndexChanged, this, &SafetyPage::explainLab);
    connect(m_readOnly, &QCheckBox::toggled, this, &SafetyPage::explainLab);
    explainLab();
    connect(m_records, &QCheckBox::toggled, this, &ConnectPage::changed);
    connect(m_ownThresholds, &QCheckBox::toggled, m_thresholds, &QWidget::setEnabled);
    connect(m_ownThresholds, &QCheckBox::toggled, this, &ConnectPage::changed);
    m_thresholds->setEnabled(false);
}

void SafetyPage::setOptions(const ConnectionOptions& options) {
    m_environment->setCurrentIndex(m_environment->findData(static_cast<int>(options.environment)));
    m_readOnly->setChecked(options.readOnly);
    m_lab->setChecked(options.labMayRun);
    m_records->setChecked(options.records);
    m_ownThresholds->setChecked(options.hasOwnThresholds);
    m_thresholds->setThresholds(options.thresholds);
}

void SafetyPage::fill(ConnectionOptions& options) const {
    options.environment = static_cast<Environment>(m_environment->currentData().toInt());
    options.readOnly = m_readOnly->isChecked();
    options.labMayRun = m_lab->isChecked();
    options.records = m_records->isChecked();
    options.hasOwnThresholds = m_ownThresholds->isChecked();
    if (options.hasOwnThresholds) options.thresholds = m_thresholds->thresholds();
}

void SafetyPage::explainLab() {
    // What is checked stays so, and counts for nothing while nothing may be written.
    m_lab->setEnabled(!m_readOnly->isChecked());
    if (m_readOnly->isChecked())
        return m_labNote->setText(tr("Not while the connection is read-only: the lab writes."));
    QString note = labLimitsText();
    const auto environment = static_cast<Environment>(m_environment->currentData().toInt());
    if (environment == Environment::Production)
        note = tr("%1 On production the name of the profile has to be typed before each run.").arg(note);
    m_labNote->setText(note);
}

}  // namespace lockscope
