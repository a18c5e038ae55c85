// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/status_strip.h"

#include "bridge/cluster_connection.h"
#include "connect/route_text.h"
#include "document/cluster_document.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/tls_text.h"
#include "words/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <utility>

namespace lockscope {

namespace {

using lockcore::ConnectionState;

Tone toneOf(const lockcore::ConnectionStatus& status) {
    switch (status.state) {
        case ConnectionState::Connected:
        case ConnectionState::Reconnected: return Tone::Info;
        case ConnectionState::Connecting: return status.problem ? Tone::Warning : Tone::Waiter;
        case ConnectionState::Suspended: return Tone::Warning;
        case ConnectionState::Expired:
        case ConnectionState::AuthFailed: return Tone::Fault;
        case ConnectionState::Closed: return Tone::Gone;
    }
    return Tone::Gone;
}

SteadyLabel* fact(QWidget* parent, const QString& accessibleName) {
    auto* fact = new SteadyLabel(parent);
    fact->label().setAccessibleName(accessibleName);
    fact->setSelectable();
    fact->hide();
    return fact;
}

void setFact(SteadyLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

StatusStrip::Protection protectionOf(const ConnectionOptions& options) {
    if (!options.tls) return StatusStrip::Protection::None;
    return options.tls->checksName ? StatusStrip::Protection::Full : StatusStrip::Protection::AnyName;
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
      m_wayIcon(new QLabel(this)),
      m_wayWord(fact(this, tr("Way to the servers"))),
      m_pausedIcon(new QLabel(this)),
      m_pausedWord(fact(this, tr("Updates"))),
      m_readOnlyIcon(new QLabel(this)),
      m_readOnlyWord(fact(this, tr("Permission"))) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(contentMargin(), 0, contentMargin(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_mark);
    layout->addWidget(m_state);
    for (SteadyLabel* label : {m_server, m_session, m_dataAge, m_cost}) {
        label->label().setContentsMargins(2 * contentMargin(), 0, 0, 0);
        layout->addWidget(label);
    }
    layout->addStretch(1);
    QFont bold = font();
    bold.setBold(true);
    m_pausedWord->setFont(bold);
    m_pausedWord->label().setContentsMargins(0, 0, 2 * contentMargin(), 0);
    m_wayWord->label().setContentsMargins(0, 0, 2 * contentMargin(), 0);
    m_wayIcon->setObjectName(QStringLiteral("padlock"));
    layout->addWidget(m_wayIcon);
    layout->addWidget(m_wayWord);
    layout->addWidget(m_pausedIcon);
    layout->addWidget(m_pausedWord);
    layout->addWidget(m_readOnlyIcon);
    layout->addWidget(m_readOnlyWord);
    connect(new VisibleClock(this, kAgeInterval), &VisibleClock::ticked, this, &StatusStrip::showDataAge);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &StatusStrip::showState);
    showConnection();
    showPace();
    showReadOnly();
}

void StatusStrip::setConnection(const std::optional<lockcore::ConnectionStatus>& status) {
    const bool wasSuspended = m_status && m_status->state == ConnectionState::Suspended;
    m_status = status;
    if (status && status->state == ConnectionState::Suspended && !wasSuspended) m_countsFromUnixMs = m_now();
    showConnection();
}

/// Who leads next gives each session its whole timeout again.
void StatusStrip::setServesNobody(bool servesNobody) {
    if (std::exchange(m_servesNobody, servesNobody) && !servesNobody) m_countsFromUnixMs = m_now();
    showState();
}

void StatusStrip::setOffline(const QString& source) {
    m_offline = source;
    showConnection();
    showReadOnly();
}

void StatusStrip::setDataReadAt(std::optional<std::int64_t> unixMs, bool isWatched) {
    m_dataReadAtUnixMs = unixMs;
    m_isDataWatched = isWatched;
    showDataAge();
}

void StatusStrip::setOwnCost(const OwnCost& cost) {
    m_ownCost = cost;
    showCost();
}

void StatusStrip::setPace(UpdatePace pace) {
    m_pace = pace;
    showPace();
    showDataAge();
}

void StatusStrip::setWay(const QString& way, Protection protection) {
    m_way = way;
    m_protection = protection;
    showWay();
}

void StatusStrip::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    showReadOnly();
}

void StatusStrip::follow(const ClusterDocument& document, const ClusterConnection& connection) {
    const auto showStatus = [this, &document] {
        setConnection(document.isLive() ? std::optional(document.status().connection) : std::nullopt);
    };
    const auto showOffline = [this, &document] {
        const std::int64_t now = document.clock()();
        setOffline(document.isRecorded()    ? recordingWord(now)
                   : document.standsStill() ? snapshotWord(now)
                                            : QString());
    };
    connect(&document, &ClusterDocument::momentShown, this, showOffline);
    connect(&document, &ClusterDocument::begun, this, [this, &document, showStatus, showOffline] {
        setClock(document.clock());
        showOffline();
        setDataReadAt({});
        setServesNobody(false);
        showStatus();
    });
    connect(&document, &ClusterDocument::statusChanged, this, showStatus);
    connect(&document, &ClusterDocument::blockedChanged, this,
            [this, &document] { setServesNobody(document.servesNobody()); });
    connect(&document, &ClusterDocument::ownCostChanged, this,
            [this, &document] { setOwnCost(document.ownCost()); });
    connect(&document, &ClusterDocument::selectedQueueChanged, this, [this, &document] {
        const auto& queue = document.selection().queue;
        const bool isLive = queue && document.isLive();
        setDataReadAt(isLive ? std::optional(queue->readAtUnixMs) : std::nullopt,
                      isLive && queue->freshness == lockcore::Freshness::Live);
    });
    connect(&document, &ClusterDocument::paceChanged, this, [this, &document] { setPace(document.pace()); });
    connect(&connection, &ClusterConnection::readOnlyChanged, this, &StatusStrip::setReadOnly);
    connect(&connection, &ClusterConnection::opened, this, [this, &connection] {
        setWay(wayText(connection.options()), protectionOf(connection.options()));
    });
}

void StatusStrip::setClock(WallClock clock) {
    m_now = std::move(clock);
    showDataAge();
    showState();
}

void StatusStrip::showConnection() {
    if (!m_offline.isEmpty()) {
        m_mark->setTone(Tone::Info);
        setFact(*m_state, tr("%1, not live").arg(m_offline));
    } else if (!m_status) {
        m_mark->setTone(Tone::Gone);
        setFact(*m_state, tr("Not connected"));
    } else {
        m_mark->setTone(toneOf(*m_status));
        setFact(*m_state, stateText());
    }
    const bool live = m_offline.isEmpty() && m_status;
    const bool isConnected = live && lockcore::isConnected(m_status->state);
    setFact(*m_server, isConnected ? displayText(m_status->server, 64) : QString());
    setFact(*m_session, live && m_status->state != ConnectionState::Expired ? sessionText() : QString());
    m_state->setToolTip(live && m_status->problem ? plainToolTip(errorText(*m_status->problem)) : QString());
    showCost();
    showPace();
    showWay();
    showDataAge();
}

void StatusStrip::showCost() {
    const bool isConnected = m_offline.isEmpty() && m_status && lockcore::isConnected(m_status->state);
    setFact(*m_cost, isConnected ? ownCostText(m_ownCost) : QString());
    m_cost->setToolTip(plainToolTip(ownCostDetail(m_ownCost)));
}

void StatusStrip::showPace() {
    const bool isShown = m_pace != UpdatePace::Live && m_offline.isEmpty() && m_status;
    const int side = fontMetrics().height();
    m_pausedIcon->setPixmap(icon(IconName::Pause).pixmap(QSize(side, side), devicePixelRatioF()));
    m_pausedIcon->setVisible(isShown);
    setFact(*m_pausedWord, isShown ? updatePaceText(m_pace) : QString());
    m_pausedIcon->setToolTip(updatePaceMeaning(m_pace));
    m_pausedWord->setToolTip(updatePaceMeaning(m_pace));
}

void StatusStrip::showWay() {
    const bool isShown = m_offline.isEmpty() && m_status && !m_way.isEmpty();
    const int side = fontMetrics().height();
    const bool isAnyName = m_protection == Protection::AnyName;
    const IconName name = isAnyName ? IconName::Warning : IconName::LockExclusive;
    m_wayIcon->setPixmap(icon(name).pixmap(QSize(side, side), devicePixelRatioF()));
    m_wayIcon->setVisible(isShown && m_protection != Protection::None);
    setFact(*m_wayWord, isShown ? m_way : QString());
    QStringList told;
    if (isAnyName)
        told << tr(
            "Any certificate of the authority is accepted, whatever its name: "
            "somebody else may stand between. The page Security of the connection changes that.");
    if (isShown && m_status->tls) told << tlsText(*m_status->tls);
    const QString toolTip = told.isEmpty() ? QString() : plainToolTip(told.join(QLatin1Char('\n')));
    m_wayIcon->setToolTip(toolTip);
    m_wayWord->setToolTip(toolTip);
}

/// The servers count from when they last heard of us, which was before the connection was seen to be lost:
/// the session lives no longer than its timeout from then. While they have no quorum nobody counts.
QString StatusStrip::stateText() const {
    const QString word = connectionWord(m_status->state);
    // The message at the bottom of the window says why.
    if (m_status->state == ConnectionState::Connecting && m_status->problem)
        return tr("%1 · no success yet", "state").arg(word);
    if (m_status->state != ConnectionState::Suspended || m_status->timeout.count() == 0) return word;
    if (m_servesNobody) return tr("%1 · when its session ends is not known", "state").arg(word);
    const std::int64_t leftMs = m_countsFromUnixMs + m_status->timeout.count() - m_now();
    if (leftMs <= 0) return tr("%1 · session may have expired", "state").arg(word);
    return tr("%1 · session expires in ≤ %2, if the cluster serves", "state, time")
        .arg(word, durationText(std::chrono::seconds((leftMs + 999) / 1000)));
}

void StatusStrip::showState() {
    if (!m_offline.isEmpty() || !m_status) return;
    setFact(*m_state, stateText());
}

QString StatusStrip::sessionText() const {
    if (m_status->session == lockcore::SessionId::None) return {};
    return tr("Session %1 · %2", "id, timeout")
        .arg(QString::fromStdString(lockcore::toHex(m_status->session)), durationText(m_status->timeout));
}

void StatusStrip::showDataAge() {
    if (!m_dataReadAtUnixMs) {
        setFact(*m_dataAge, {});
        return;
    }
    const QString age = roughAgeText(*m_dataReadAtUnixMs, m_now());
    const bool isConnected = m_status && lockcore::isConnected(m_status->state);
    const bool isCurrent = m_isDataWatched && m_pace == UpdatePace::Live && isConnected;
    setFact(*m_dataAge,
            isCurrent ? tr("Current · unchanged for %1", "time").arg(age) : tr("Data %1 old").arg(age));
    m_dataAge->setToolTip(isCurrent ? tr("The server tells of each change of the selected lock at once, and "
                                         "has told of none since it was read.")
                                    : QString());
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
    showPace();
    showWay();
    showReadOnly();
}

}  // namespace lockscope
