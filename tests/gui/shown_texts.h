// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QLabel>
#include <QString>
#include <QStringList>
#include <QWidget>

// What a user reads. GUI thread.

inline QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

inline QStringList column(const QAbstractItemModel& model, int column, int role = Qt::DisplayRole) {
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << cell(model, row, column, role);
    return cells;
}

/// Of the labels that are not hidden inside `widget`.
inline QStringList visibleTexts(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget)) texts << label->text();
    return texts;
}
