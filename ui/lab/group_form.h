// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/load.h>

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace lockscope {

/// Contenders that somebody adds to a run: recipe, library, number, times. Lives on the GUI thread.
class GroupForm : public QWidget {
    Q_OBJECT

public:
    explicit GroupForm(QWidget* parent = nullptr);

    /// As it is filled in now; its name is not one that an earlier one had.
    lockcore::ContenderGroup group() const;
    /// What is wrong with it; empty where nothing is.
    QString problem() const;
    /// False: there is no run that they could come to.
    void setAdding(bool isAdding);
    /// Of the next group; the field says another one.
    void setLocks(const QString& locks);

Q_SIGNALS:
    void addRequested(const lockcore::ContenderGroup& group);

private:
    /// How long something takes, as a form and a mean.
    struct SpreadFields {
        QComboBox* form;
        QSpinBox* ms;
    };

    void buildWho();
    void buildTimes();
    void buildWrites();
    SpreadFields spreadFields(const QString& label, int ms, const QString& name);
    void update();
    static lockcore::TimeSpread spreadOf(const SpreadFields& fields);

    QComboBox* m_recipe = nullptr;
    QComboBox* m_library = nullptr;
    QSpinBox* m_count = nullptr;
    QComboBox* m_where = nullptr;  ///< sessions of their own, shared ones, or processes
    QSpinBox* m_places = nullptr;  ///< how many of them
    QLineEdit* m_locks = nullptr;
    QSpinBox* m_leases = nullptr;
    SpreadFields m_hold{};
    SpreadFields m_think{};
    QComboBox* m_arrival = nullptr;
    QSpinBox* m_arrivalNumber = nullptr;
    QSpinBox* m_cycles = nullptr;
    QComboBox* m_writes = nullptr;
    QPushButton* m_add = nullptr;
    bool m_isAdding = false;
    int m_added = 0;
};

}  // namespace lockscope
