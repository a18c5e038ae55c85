// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/audit_reader.h"

#include <QWidget>

#include <cstddef>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace lockscope {

class AuditFilter;
class AuditModel;
class ElidedLabel;
class EmptyState;
class StableTableView;

/// The audit file: what operators did with this program, newest first, also by other running ones. Needs no
/// cluster. Lives on the GUI thread; reads only while it can be seen, in portions.
class AuditPanel : public QWidget {
    Q_OBJECT

public:
    explicit AuditPanel(QWidget* parent = nullptr);

    void setFile(const QString& file);
    const AuditModel* model() const { return m_model; }
    StableTableView* view() const { return m_table; }

private:
    QWidget* buildHeader();
    QWidget* buildFileLine();
    void readOn();
    void forget();
    void choosePage();
    void showNote();

    std::optional<AuditReader> m_reader;
    bool m_isReadable = true;
    bool m_readsOn = false;  ///< another portion is due
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
