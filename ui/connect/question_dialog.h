// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QDialog>
#include <QString>

namespace lockscope {

/// A yes-or-no question whose buttons are verbs.
struct Question {
    QString title;
    QString text;
    QString verb;                                 ///< for the button that does it
    QString keep;                                 ///< for the one that does not: the default
    Environment environment = Environment::None;  ///< of the cluster that it is about
    QString toType = {};                          ///< before the verb can be chosen; empty: nothing
};

/// Asks it; accepted where the verb was chosen. Enter and Escape keep. Lives on the GUI thread.
class QuestionDialog : public QDialog {
    Q_OBJECT

public:
    QuestionDialog(QWidget* parent, const Question& question);
};

}  // namespace lockscope
