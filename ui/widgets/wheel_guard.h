// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace lockscope {

/// Of a form that scrolls: the wheel changes a number or a choice in it only where that has the focus, so
/// that nothing changes below the pointer while one scrolls. Lives as long as the form. GUI thread.
class WheelGuard : public QObject {
public:
    /// Of the fields that `form` has by now.
    explicit WheelGuard(QWidget& form) : QObject(&form) {
        for (QAbstractSpinBox* const field : form.findChildren<QAbstractSpinBox*>())
            guard(*field);
        for (QComboBox* const field : form.findChildren<QComboBox*>())
            guard(*field);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
        event->ignore();  // whatever scrolls takes it
        return true;
    }

private:
    void guard(QWidget& field) {
        field.setFocusPolicy(Qt::StrongFocus);  // else the wheel itself gives it the focus
        field.installEventFilter(this);
    }
};

}  // namespace lockscope
