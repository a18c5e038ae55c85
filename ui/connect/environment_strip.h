// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "theme/state_palette.h"

#include <QWidget>

class QBoxLayout;

namespace lockscope {

/// GUI thread (translated).
QString environmentWord(Environment environment);
/// Whose colour and shape stand for it.
Tone environmentTone(Environment environment);

/// Says all the time what the cluster is for, by word and colour. Hidden where nothing was said. Lives on the
/// GUI thread.
class EnvironmentStrip : public QWidget {
    Q_OBJECT

public:
    explicit EnvironmentStrip(QWidget* parent = nullptr);

    void setEnvironment(Environment environment);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Environment m_environment = Environment::None;
};

/// On top of a question about such a cluster: that it is production is seen before anything is read.
void addEnvironment(QBoxLayout& column, Environment environment);

}  // namespace lockscope
