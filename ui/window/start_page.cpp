// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include "actions/actions.h"
#include "connect/environment_strip.h"
#include "connect/profile_store.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "words/display_text.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// A large button that follows `action`.
QCommandLinkButton* buttonFor(QAction* action, const QString& description) {
    auto* button = new QCommandLinkButton(Actions::plainTextOf(*action), description);
    button->setIcon(action->icon());
    button->setMinimumWidth(72 * button->fontMetrics().averageCharWidth());
    button->setIconSize({24, 24});
    button->setObjectName(QStringLiteral("start-") + action->objectName());
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button, [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->isEnabled() ? QString() : action->statusTip());
    });
    return button;
}

/// A flat button in the width of the cards, with the environment as a word.
QPushButton* recentButton(const ConnectionOptions& options) {
    QString text = displayText(connectionTitle(options).toStdString(), 72);
    if (options.environment != Environment::None)
        text = StartPage::tr("%1 – %2", "connection, environment")
                   .arg(text, environmentWord(options.environment));
    // In a button "&" would start a mnemonic.
    auto* button = new QPushButton(QString(text).replace(QLatin1Char('&'), QStringLiteral("&&")));
    button->setAccessibleName(text);
    button->setFlat(true);
    button->setIcon(icon(IconName::Connect));
    button->setStyleSheet(QStringLiteral("text-align: left"));
    button->setToolTip(plainToolTip(displayText(options.connectString.toStdString())));
    return button;
}

}  // namespace

StartPage::StartPage(QAction* showMe, QAction* demo, QAction* lab, QAction* connectCluster,
                     QAction* openSnapshot, QWidget* parent)
    : QWidget(parent) {
    auto* title = new QLabel(tr("Lockscope"));
    title->setFont(titleFont(font()));
    auto* subtitle = new QLabel(tr("Every lock on a ZooKeeper cluster as what it is: a queue."));
    m_activity = new QLabel;
    m_activity->setTextFormat(Qt::PlainText);
    m_recent = new QWidget;
    m_recent->setObjectName(QStringLiteral("recent"));
    m_recentRows = new QVBoxLayout(m_recent);
    m_recentRows->setContentsMargins(0, 0, 0, 0);
    m_recentRows->setSpacing(0);

    auto* column = new QVBoxLayout;
    column->setSpacing(contentMargin());
    column->addWidget(title);
    column->addWidget(subtitle);
    column->addSpacing(2 * contentMargin());
    column->addWidget(buttonFor(showMe, tr("Five scenarios on servers of their own, one click each: what to "
                                           "look at, and what was seen.")));
    column->addWidget(buttonFor(demo, tr("A real ZooKeeper starts on this machine, with contenders on four "
                                         "locks and a deadlock to find.")));
    column->addWidget(
        buttonFor(lab, tr("Play a scenario on real servers: fairness, a herd, a pause of the garbage "
                          "collector, a leader that is killed.")));
    column->addWidget(
        buttonFor(connectCluster, tr("Look at the locks of an existing cluster, read-only at first.")));
    column->addWidget(buttonFor(openSnapshot, tr("Look at what somebody saved, without any cluster.")));
    column->addSpacing(contentMargin());
    column->addWidget(m_recent);
    column->addWidget(m_activity);

    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addLayout(column);
    row->addStretch(1);
    auto* page = new QVBoxLayout(this);
    page->addStretch(2);
    page->addLayout(row);
    page->addStretch(3);
}

void StartPage::setRecent(const std::vector<ConnectionOptions>& recent) {
    while (QLayoutItem* item = m_recentRows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // its click may be what leads here
        delete item;
    }
    m_recent->setVisible(!recent.empty());
    m_recentRows->addWidget(new QLabel(tr("Recent connections")));
    for (const ConnectionOptions& options : recent) {
        QPushButton* const button = recentButton(options);
        connect(button, &QPushButton::clicked, this, [this, options] { Q_EMIT recentChosen(options); });
        m_recentRows->addWidget(button);
    }
}

void StartPage::setActivity(const QString& text) {
    m_activity->setText(text);
}

}  // namespace lockscope
