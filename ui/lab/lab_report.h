// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>
#include <lockcore/lab/scenario.h>

#include <QByteArray>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>

class QAction;
class QLabel;
class QPushButton;

namespace lockscope {

class LabMeasuresModel;
class StableTableView;

/// The whole report in sentences, for a file. GUI thread (translated).
QString labReportText(const lockcore::LabReport& report, const std::optional<lockcore::Scenario>& scenario,
                      lockcore::ScenarioSize size);

/// What of a report is made on the GUI thread.
struct LabReportTexts {
    QString words;
    QByteArray page = {};  ///< only for a file that isLabPage()
};
/// .html
bool isLabPage(const QString& file);

/// Writes a report as the name of its file says: .json, .csv, .html or .txt. Whole or not at all. Any thread;
/// waits for the disk.
lockcore::Result<void> writeLabReport(const QString& file, const lockcore::LabReport& report,
                                      const LabReportTexts& texts);

/// A report as it was written to .json. Any thread; waits for the disk.
lockcore::Result<lockcore::LabReport> readLabReport(const QString& name);

/// What a run came to: its verdict, what its phases were like, and all numbers. Lives on the GUI thread.
class LabReportView : public QWidget {
    Q_OBJECT

public:
    explicit LabReportView(QWidget* parent = nullptr);

    /// What can be done with it, for whoever gives them a place.
    QWidget& buttons() { return *m_buttons; }
    /// Null: there is none yet.
    void setReport(std::shared_ptr<const lockcore::LabReport> report, bool hasScenario);
    const std::shared_ptr<const lockcore::LabReport>& report() const { return m_report; }
    /// That of the run before, if there was one.
    const std::shared_ptr<const lockcore::LabReport>& before() const { return m_before; }

Q_SIGNALS:
    void saveRequested();
    void compareWithBeforeRequested();
    void compareWithFileRequested();

private:
    QWidget* buildButtons();

    std::shared_ptr<const lockcore::LabReport> m_report;
    std::shared_ptr<const lockcore::LabReport> m_before;
    LabMeasuresModel* m_measures;
    StableTableView* m_table;
    QLabel* m_said;
    QPushButton* m_save;
    QPushButton* m_compare;
    QAction* m_withBefore = nullptr;
    QWidget* m_buttons;
};

}  // namespace lockscope
