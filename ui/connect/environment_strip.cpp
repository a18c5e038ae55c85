// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/environment_strip.h"

#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QBoxLayout>
#include <QPainter>

namespace lockscope {
Tone environmentTone(Environment environment) {
    switch (environment) {
        case Environment::Production: return Tone::Fault;
        case Environment::Test: return Tone::Warning;
        case Environment::Development: return Tone::Holder;
        case Environment::None: break;
    }
    return Tone::Info;
}

QString environmentWord(Environment environment) {
    switch (environment) {
        case Environment::Production: return EnvironmentStrip::tr("Production");
        case Environment::Test: return EnvironmentStrip::tr("Test");
        case Environment::Development: return EnvironmentStrip::tr("Development");
        case Environment::None: break;
    }
    return EnvironmentStrip::tr("Unspecified");
}

EnvironmentStrip::EnvironmentStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("environment"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void EnvironmentStrip::setEnvironment(Environment environment) {
    m_environment = environment;
    setAccessibleName(environmentWord(environment));
    setVisible(environment != Environment::None);
    update();
}

QSize EnvironmentStrip::sizeHint() const {
    return {fontMetrics().averageCharWidth(), fontMetrics().height() + gridStep()};
}

void EnvironmentStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette colors(palette());
    const Tone tone = environmentTone(m_environment);
    painter.fillRect(rect(), colors.background(tone));
    painter.fillRect(0, 0, width(), gridStep(), colors.color(tone));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(contentMargin(), gridStep(), -contentMargin(), 0),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, environmentWord(m_environment));
}

void addEnvironment(QBoxLayout& column, Environment environment) {
    if (environment != Environment::Production) return;
    auto* strip = new EnvironmentStrip;
    column.addWidget(strip);
    strip->setEnvironment(environment);
}

}  // namespace lockscope
