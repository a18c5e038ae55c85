// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace lockscope {

class ClusterDocument;

/// Says above everything else that a file is shown and not a cluster. Hidden while the view is live. Lives on
/// the GUI thread.
class OfflineStrip : public QWidget {
    Q_OBJECT

public:
    explicit OfflineStrip(QAction* close, QWidget* parent = nullptr);

    /// Shown while the document is a file's, as long as both live.
    void follow(const ClusterDocument& document);

    /// Empty hides it. Plain text.
    void setText(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showSource(const ClusterDocument& document);

    QLabel* m_text;
    QPushButton* m_close;
};

}  // namespace lockscope
