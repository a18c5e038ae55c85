// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/comparison.h"

#include <QDialog>

class QTreeView;

namespace lockscope {

class ComparisonModel;

/// What differs between two moments, beside the window that it is about. Lives on the GUI thread.
class ComparisonDialog : public QDialog {
    Q_OBJECT

public:
    explicit ComparisonDialog(const Comparison& comparison, QWidget* parent = nullptr);

    const ComparisonModel& model() const { return *m_model; }
    QTreeView* tree() const { return m_tree; }

public Q_SLOTS:
    void copy() const;

Q_SIGNALS:
    void lockActivated(const std::string& path);

private:
    void buildTree();
    void openAsLarge();

    const Comparison m_comparison;
    ComparisonModel* m_model;
    QTreeView* m_tree;
};

}  // namespace lockscope
