// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "theme/state_palette.h"

#include <QWidget>

#include <chrono>
#include <functional>
#include <optional>

class QBoxLayout;

namespace lockscope {

class ClusterConnection;

/// GUI thread (translated).
QString environmentWord(Environment environment);
/// Whose colour and shape stand for it.
Tone environmentTone(Environment environment);

/// Says all the time what the cluster is for, by word and colour; and, all in its colour, for how long acts
/// are allowed. Hidden where nothing was said. Lives on the GUI thread.
class EnvironmentStrip : public QWidget {
    Q_OBJECT

public:
    /// How long acts are allowed still; empty: they are not, or without an end.
    using ActingEndsIn = std::function<std::optional<std::chrono::nanoseconds>()>;

    explicit EnvironmentStrip(QWidget* parent = nullptr);

    /// Shows what the connection's cluster is for, and how long acts are allowed, as long as both live.
    void follow(const ClusterConnection& connection);

    void setEnvironment(Environment environment);
    /// Asked each second while the strip can be seen.
    void setActing(ActingEndsIn endsIn);
    /// Something may have changed meanwhile.
    void showActing();
    QString text() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Environment m_environment = Environment::None;
    ActingEndsIn m_endsIn;
    std::optional<std::chrono::seconds> m_left;
};

/// On top of a question about such a cluster: that it is production is seen before anything is read.
void addEnvironment(QBoxLayout& column, Environment environment);

}  // namespace lockscope
