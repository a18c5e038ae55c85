// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"

#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/state_mark.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace lockscope {

namespace {

Tone toneOfMessage(Severity severity) {
    switch (severity) {
        case Severity::Information: return Tone::Info;
        case Severity::Warning: return Tone::Warning;
        case Severity::Fault: return Tone::Fault;
    }
    return Tone::Info;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      m_row(new QHBoxLayout(this)),
      m_mark(new StateMark(this)),
      m_text(new QLabel(this)),
      m_close(new QToolButton(this)) {
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setIcon(icon(IconName::Close));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    m_row->setContentsMargins(contentMargin(), gridStep(), gridStep(), gridStep());
    m_row->setSpacing(contentMargin());
    m_row->addWidget(m_mark);
    m_row->addWidget(m_text, 1);
    m_row->addWidget(m_close);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();

    m_infoTimer.setSingleShot(true);
    m_infoTimer.setInterval(kInfoMs);
    connect(&m_infoTimer, &QTimer::timeout, this, &MessageBar::dismiss);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
}

void MessageBar::showMessage(Severity severity, const QString& text, const QStringList& actions) {
    m_mark->setTone(toneOfMessage(severity));
    m_text->setText(text);
    showActions(actions);
    setAccessibleName(tr("%1: %2", "severity, message").arg(EventLogModel::severityWord(severity), text));
    if (severity == Severity::Information) {
        m_infoTimer.start();
    } else {
        m_infoTimer.stop();
    }
    show();
    update();
}

/// Buttons are kept: the one that was clicked may be what leads here.
void MessageBar::showActions(const QStringList& actions) {
    for (qsizetype action = static_cast<qsizetype>(m_actions.size()); action < actions.size(); ++action) {
        auto* const button = new QPushButton(this);
        m_row->insertWidget(m_row->count() - 1, button);
        connect(button, &QPushButton::clicked, this,
                [this, action] { Q_EMIT actionTriggered(static_cast<int>(action)); });
        m_actions.push_back(button);
    }
    for (std::size_t action = 0; action < m_actions.size(); ++action) {
        m_actions[action]->setText(actions.value(static_cast<qsizetype>(action)));
        m_actions[action]->setVisible(!m_actions[action]->text().isEmpty());
    }
}

void MessageBar::dismiss() {
    if (isHidden()) return;
    m_infoTimer.stop();
    hide();
    Q_EMIT dismissed();
}

QString MessageBar::text() const {
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette colors(palette());
    painter.fillRect(rect(), colors.background(m_mark->tone()));
    painter.fillRect(0, 0, gridStep() / 2, height(), colors.color(m_mark->tone()));
}

}  // namespace lockscope
