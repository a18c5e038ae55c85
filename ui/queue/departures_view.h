// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <cstdint>

class QMenu;
class QToolButton;

namespace lockscope {

class DeparturesModel;
struct Departure;
class StableTableView;
class SteadyLabel;

/// Who has left a queue: a line of fixed height, which opens a list of fixed height below it. Lives on the
/// GUI thread.
class DeparturesView : public QWidget {
    Q_OBJECT

public:
    /// The model must outlive the view.
    explicit DeparturesView(DeparturesModel* model, QWidget* parent = nullptr);

    /// Brings the line up to that moment.
    void showSummary(std::int64_t nowUnixMs);
    QString summary() const;
    bool isOpen() const;
    void setOpen(bool opens);
    StableTableView* list() const { return m_list; }

Q_SIGNALS:
    /// Before `menu`, which is about one that has left, is shown.
    void menuWanted(QMenu* menu, const lockscope::Departure& departure);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();
    void showMenu(const QPoint& position);

    DeparturesModel* m_model;
    QToolButton* m_toggle;
    SteadyLabel* m_summary;
    StableTableView* m_list;
};

}  // namespace lockscope
