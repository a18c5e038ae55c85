// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/status_strip.h"

#include "models/display_text.h"
#include "models/wording.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "views/state_mark.h"
#include "views/visible_clock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace lockscope {

namespace {

using lockcore::ConnectionState;

Tone toneOf(ConnectionState state) {
    switch (state) {
        case ConnectionState::Connected:
        case ConnectionState::Reconnected: return Tone::Info;
        case ConnectionState::Connecting: return Tone::Waiter;
        case ConnectionState::Suspended: return Tone::Warning;
        case ConnectionState::Expired:
        case ConnectionState::AuthFailed: return Tone::Fault;
        case ConnectionState::Closed: return Tone::Gone;
    }
    return Tone::Gone;
}

QLabel* fact(QWidget* parent, const QString& accessibleName) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAccessibleName(accessibleName);
    label->hide();
    return label;
}

void setFact(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

}  // namespace

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent),
      m_now(systemNowUnixMs),
      m_mark(new StateMark(this)),
      m_state(fact(this, tr("State of the connection"))),
      m_server(fact(this, tr("Server"))),
      m_session(fact(this, tr("Own session"))),
      m_dataAge(fact(this, tr("Age of the data"))),
      m_cost(fact(this, tr("Own load"))),
      m_pausedIcon(new QLabel(this)),
      m_pausedWord(fact(this, tr("Updates"))),
      m_readOnlyIcon(new QLabel(this)),
      m_readOnlyWord(fact(this, tr("Permission"))) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(contentMargin(), 0, contentMargin(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_mark);
    layout->addWidget(m_state);
    for (QLabel* label : {m_server, m_session, m_dataAge, m_cost}) {
        label->setContentsMargins(2 * contentMargin(), 0, 0, 0);
        layout->addWidget(label);
    }
    layout->addStretch(1);
    QFont bold = font();
    bold.setBold(true);
    m_pausedWord->setFont(bold);
    m_pausedWord->setContentsMargins(0, 0, 2 * contentMargin(), 0);
    layout->addWidget(m_pausedIcon);
    layout->addWidget(m_pausedWord);
    layout->addWidget(m_readOnlyIcon);
    layout->addWidget(m_readOnlyWord);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &StatusStrip::showDataAge);
    showConnection();
    showPaused();
    showReadOnly();
}

void StatusStrip::setConnection(const std::optional<lockcore::ConnectionStatus>& status) {
    m_status = status;
    showConnection();
}

void StatusStrip::setOffline(const QString& source) {
    m_offline = source;
    showConnection();
    showReadOnly();
}

void StatusStrip::setDataReadAt(std::optional<std::int64_t> unixMs) {
    m_dataReadAtUnixMs = unixMs;
    showDataAge();
}

void StatusStrip::setOwnCost(const OwnCost& cost) {
    m_ownCost = cost;
    showCost();
}

void StatusStrip::setPaused(bool paused) {
    m_paused = paused;
    showPaused();
}

void StatusStrip::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    showReadOnly();
}

void StatusStrip::setClock(WallClock clock) {
    m_now = std::move(clock);
    showDataAge();
}

void StatusStrip::showConnection() {
    if (!m_offline.isEmpty()) {
        m_mark->setTone(Tone::Info);
        setFact(*m_state, tr("%1, not live").arg(m_offline));
    } else if (!m_status) {
        m_mark->setTone(Tone::Gone);
        setFact(*m_state, tr("Not connected"));
    } else {
        m_mark->setTone(toneOf(m_status->state));
        setFact(*m_state, connectionWord(m_status->state));
    }
    const bool live = m_offline.isEmpty() && m_status;
    setFact(*m_server, live ? displayText(m_status->server, 64) : QString());
    setFact(*m_session, live ? sessionText() : QString());
    m_state->setToolTip(live && m_status->problem ? plainToolTip(errorText(*m_status->problem)) : QString());
    showCost();
    showPaused();
}

void StatusStrip::showCost() {
    const bool live = m_offline.isEmpty() && m_status;
    setFact(*m_cost, live ? ownCostText(m_ownCost) : QString());
    m_cost->setToolTip(plainToolTip(ownCostDetail(m_ownCost)));
}

void StatusStrip::showPaused() {
    const bool isShown = m_paused && m_offline.isEmpty() && m_status;
    const int side = fontMetrics().height();
    m_pausedIcon->setPixmap(icon(IconName::Pause).pixmap(QSize(side, side), devicePixelRatioF()));
    m_pausedIcon->setVisible(isShown);
    setFact(*m_pausedWord, isShown ? tr("Paused") : QString());
    const QString meaning = tr("Nothing is asked of the cluster: what is shown is as of the last check.");
    m_pausedIcon->setToolTip(meaning);
    m_pausedWord->setToolTip(meaning);
}

QString StatusStrip::sessionText() const {
    if (m_status->session == lockcore::SessionId::None) return {};
    return tr("Session %1 · %2", "id, timeout")
        .arg(QString::fromStdString(lockcore::toHex(m_status->session)), durationText(m_status->timeout));
}

void StatusStrip::showDataAge() {
    const QString text =
        m_dataReadAtUnixMs ? tr("Data %1 old").arg(ageText(*m_dataReadAtUnixMs, m_now())) : QString();
    if (m_dataAge->text() != text) setFact(*m_dataAge, text);
}

void StatusStrip::showReadOnly() {
    const bool relevant = m_offline.isEmpty();
    const int side = fontMetrics().height();
    const IconName name = m_readOnly ? IconName::ReadOnly : IconName::WriteEnabled;
    m_readOnlyIcon->setPixmap(icon(name).pixmap(QSize(side, side), devicePixelRatioF()));
    m_readOnlyIcon->setVisible(relevant);
    setFact(*m_readOnlyWord, relevant ? (m_readOnly ? tr("Read-only") : tr("Actions allowed")) : QString());
}

void StatusStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    showPaused();
    showReadOnly();
}

}  // namespace lockscope
