// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/audit_reader.h"

#include <QWidget>

#include <cstddef>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace lockscope {

class AuditFeed;
class AuditFilter;
class AuditLog;
class AuditModel;
class ElidedLabel;
class EmptyState;
class StableTableView;

/// The audit file: what operators did with this program, newest first, also by other running ones. Needs no
/// cluster. Lives on the GUI thread; follows the file only while it can be seen.
class AuditPanel : public QWidget {
    Q_OBJECT

public:
    explicit AuditPanel(QWidget* parent = nullptr);

    void setLog(const AuditLog& log);
    const AuditModel* model() const { return m_model; }
    StableTableView* view() const { return m_table; }

Q_SIGNALS:
    /// Before `menu`, which is about that line of the file, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::AuditRecord& record);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildHeader();
    QWidget* buildFileLine();
    void showMenu(const QPoint& position);
    void take(const AuditReader::Portion& portion);
    void forget();
    void choosePage();
    void showNote();

    AuditFeed* m_feed = nullptr;
    bool m_isKnown = false;  ///< the file was looked at
    bool m_isReadable = true;
    std::size_t m_damaged = 0;
    AuditModel* m_model;
    AuditFilter* m_filterModel;
    QComboBox* m_outcomes;
    QLineEdit* m_filter;
    QLabel* m_note;
    ElidedLabel* m_path;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    StableTableView* m_table;
};

}  // namespace lockscope
