// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_report.h"

#include "lab/lab_measures_model.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "threads/file_bytes.h"
#include "widgets/stable_table_view.h"
#include "words/display_text.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>

namespace lockscope {
namespace {

QStringList phaseTexts(const lockcore::LabReport& report) {
    QStringList lines;
    for (const lockcore::PhaseReport& phase : report.phases)
        lines << LabReportView::tr("Phase %1, %2 s:", "name, how long")
                     .arg(displayText(phase.name))
                     .arg(std::chrono::duration<double>(phase.took).count(), 0, 'f', 1)
              << labPhaseLines(phase) << labDisturbanceLines(phase);
    return lines;
}

/// Until what it made is removed one promise is open, and no verdict is the last.
QStringList verdictSoFar(const lockcore::LabReport& report) {
    const bool isOpen = !report.leftBehind && !report.wasCancelled &&
                        lockcore::verdictOf(report) == lockcore::LabVerdict::NotChecked;
    return isOpen ? QStringList(LabReportView::tr("What it promises is being checked…"))
                  : labVerdictLines(report);
}

}  // namespace

QString labReportText(const lockcore::LabReport& report, const std::optional<lockcore::Scenario>& scenario,
                      lockcore::ScenarioSize size) {
    QStringList lines;
    if (scenario) lines << scenarioText(scenario->title) << scenarioText(scenario->look);
    lines << LabReportView::tr("ZooKeeper %1, %n server(s), seed %2.", nullptr,
                               static_cast<int>(report.cluster.servers))
                 .arg(displayText(report.cluster.version))
                 .arg(static_cast<qulonglong>(report.seed))
          << QString() << phaseTexts(report);
    if (scenario) {
        lines << QString();
        for (const JudgedCheck& check : judgedChecks(*scenario, size, report))
            lines << LabReportView::tr("%1: %2", "kept or broken, the promise")
                         .arg(labOutcomeWord(check.kind), check.text);
        lines << QString() << labVerdictLines(report);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

bool isLabPage(const QString& file) {
    return file.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive);
}

lockcore::Result<void> writeLabReport(const QString& file, const lockcore::LabReport& report,
                                      const LabReportTexts& texts) {
    QByteArray bytes;
    if (file.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        bytes = QByteArray::fromStdString(lockcore::labReportToJson(report));
    else if (file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive))
        bytes = QByteArray::fromStdString(lockcore::labReportToCsv(report));
    else
        bytes = isLabPage(file) ? texts.page : texts.words.toUtf8();
    return writeBytes(bytes, file);
}

lockcore::Result<lockcore::LabReport> readLabReport(const QString& name) {
    constexpr qint64 kLargest = qint64{32} << 20U;
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return lockcore::fail(lockcore::ErrorCode::Io, file.errorString().toStdString(), name.toStdString());
    const QByteArray text = file.read(kLargest + 1);
    return lockcore::labReportFromJson({text.constData(), static_cast<std::size_t>(text.size())},
                                       name.toStdString());
}

LabReportView::LabReportView(QWidget* parent)
    : QWidget(parent),
      m_measures(new LabMeasuresModel(this)),
      m_table(new StableTableView(this)),
      m_said(new QLabel),
      m_save(new QPushButton(icon(IconName::SaveSnapshot), tr("Save the report…"), this)),
      m_compare(new QPushButton(tr("Compare with"), this)),
      m_buttons(buildButtons()) {
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_said->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_save->setObjectName(QStringLiteral("lab-save"));
    m_table->setModel(m_measures);
    m_table->setObjectName(QStringLiteral("lab-measures"));
    m_table->setColumnCharacters({8, 9, 22, 10});
    m_table->setAccessibleName(tr("Numbers of the run"));
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setAccessibleName(tr("What the run came to"));
    area->setWidget(m_said);
    setFocusProxy(m_table);
    auto* halves = new QHBoxLayout(this);
    halves->setContentsMargins(contentMargin(), contentMargin(), 0, 0);
    halves->addWidget(area, 1);
    halves->addWidget(m_table, 1);
    setReport(nullptr, false);
}

QWidget* LabReportView::buildButtons() {
    m_compare->setObjectName(QStringLiteral("lab-compare"));
    auto* menu = new QMenu(m_compare);
    m_withBefore = menu->addAction(tr("The run before"), this, &LabReportView::compareWithBeforeRequested);
    menu->addAction(tr("A saved report…"), this, &LabReportView::compareWithFileRequested);
    m_compare->setMenu(menu);
    connect(m_save, &QPushButton::clicked, this, &LabReportView::saveRequested);
    auto* buttons = new QWidget(this);
    auto* line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_save);
    line->addWidget(m_compare);
    return buttons;
}

void LabReportView::setReport(std::shared_ptr<const lockcore::LabReport> report, bool hasScenario) {
    // The next run begins: this one is the one before.
    if (m_report && !report) m_before = m_report;
    m_report = std::move(report);
    m_measures->setReport(m_report.get());
    m_table->scrollToTop();
    m_save->setEnabled(m_report != nullptr);
    m_compare->setEnabled(m_report != nullptr);
    m_withBefore->setEnabled(m_before != nullptr);
    if (!m_report) return m_said->setText(tr("The report comes at the end of the run."));
    QStringList lines;
    if (hasScenario) lines << verdictSoFar(*m_report);
    lines << phaseTexts(*m_report);
    if (!m_report->leftBehind) lines << tr("What it made is being removed.");
    m_said->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace lockscope
