// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;

namespace lockscope {

/// One tab of the connect dialog: some of the options as fields. Lives on the GUI thread.
class ConnectPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual void setOptions(const ConnectionOptions& options) = 0;
    /// Writes what its fields say, and nothing else.
    virtual void fill(ConnectionOptions& options) const = 0;

Q_SIGNALS:
    /// By the user or by setOptions().
    void changed();

protected:
    /// Its rows stay together, however high the page is.
    QFormLayout* formAtTop();
    QLineEdit* addLine(const char* name, const QString& hint);
    /// A path list or the like: a few lines, left by Tab.
    QPlainTextEdit* addLines(const char* name, const QString& hint);
    QWidget* fileField(QLineEdit* edit, const QString& chooserTitle, const QString& filter);
};

/// GUI thread (translated).
QString pemFilter();

/// Not empty, and without blanks round them.
QStringList linesOf(const QPlainTextEdit& edit);

}  // namespace lockscope
