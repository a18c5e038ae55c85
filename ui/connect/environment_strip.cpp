// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/environment_strip.h"

#include "bridge/cluster_connection.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/visible_clock.h"

#include <QBoxLayout>
#include <QPainter>

#include <utility>

namespace lockscope {
namespace {

/// "9:41": it counts down.
QString countdownText(std::chrono::seconds left) {
    return QStringLiteral("%1:%2").arg(left.count() / 60).arg(left.count() % 60, 2, 10, QLatin1Char('0'));
}

QColor inkOn(const QColor& ground) {
    return contrastRatio(Qt::white, ground) >= contrastRatio(Qt::black, ground) ? Qt::white : Qt::black;
}

}  // namespace

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
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &EnvironmentStrip::showActing);
}

void EnvironmentStrip::follow(const ClusterConnection& connection) {
    setActing([&connection] { return connection.actingEndsIn(); });
    connect(&connection, &ClusterConnection::opened, this,
            [this, &connection] { setEnvironment(connection.options().environment); });
    connect(&connection, &ClusterConnection::closed, this, [this] { setEnvironment(Environment::None); });
    connect(&connection, &ClusterConnection::readOnlyChanged, this, &EnvironmentStrip::showActing);
}

void EnvironmentStrip::setEnvironment(Environment environment) {
    m_environment = environment;
    setVisible(environment != Environment::None);
    update();
    showActing();
}

void EnvironmentStrip::setActing(ActingEndsIn endsIn) {
    m_endsIn = std::move(endsIn);
    showActing();
}

void EnvironmentStrip::showActing() {
    const auto endsIn = m_endsIn ? m_endsIn() : std::nullopt;
    std::optional<std::chrono::seconds> left;
    if (endsIn) left = std::chrono::ceil<std::chrono::seconds>(*endsIn);
    if (std::exchange(m_left, left) != left) update();
    // Without the time: who hears it would hear it each second.
    const QString name = m_left ? tr("Acting on production") : environmentWord(m_environment);
    if (accessibleName() != name) setAccessibleName(name);
    setToolTip(m_left ? tr("Changes are allowed. When nothing was changed for so long, the connection is "
                           "read-only again.")
                      : QString());
}

QString EnvironmentStrip::text() const {
    if (!m_left) return environmentWord(m_environment);
    return tr("Acting on production · ends in %1", "minutes and seconds").arg(countdownText(*m_left));
}

QSize EnvironmentStrip::sizeHint() const {
    return {fontMetrics().averageCharWidth(), fontMetrics().height() + gridStep()};
}

void EnvironmentStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette colors(palette());
    const Tone tone = environmentTone(m_environment);
    const QColor ground = m_left ? colors.color(tone) : colors.background(tone);
    painter.fillRect(rect(), ground);
    painter.fillRect(0, 0, width(), gridStep(), colors.color(tone));
    painter.setPen(m_left ? inkOn(ground) : palette().color(QPalette::WindowText));
    if (m_left) {
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
    }
    painter.drawText(rect().adjusted(contentMargin(), gridStep(), -contentMargin(), 0),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text());
}

void addEnvironment(QBoxLayout& column, Environment environment) {
    if (environment != Environment::Production) return;
    auto* strip = new EnvironmentStrip;
    column.addWidget(strip);
    strip->setEnvironment(environment);
}

}  // namespace lockscope
