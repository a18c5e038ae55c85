// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include "theme/theme.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// A large button that follows `action`.
QCommandLinkButton* buttonFor(QAction* action, const QString& description) {
    QString text = action->text();
    text.remove(QLatin1Char('&'));
    auto* button = new QCommandLinkButton(text, description);
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

}  // namespace

StartPage::StartPage(QAction* demo, QAction* connectCluster, QAction* openSnapshot, QWidget* parent)
    : QWidget(parent) {
    auto* title = new QLabel(tr("Lockscope"));
    title->setFont(titleFont(font()));
    auto* subtitle = new QLabel(tr("Every lock on a ZooKeeper cluster as what it is: a queue."));
    m_activity = new QLabel;
    m_activity->setTextFormat(Qt::PlainText);

    auto* column = new QVBoxLayout;
    column->setSpacing(contentMargin());
    column->addWidget(title);
    column->addWidget(subtitle);
    column->addSpacing(2 * contentMargin());
    column->addWidget(
        buttonFor(demo, tr("A real ZooKeeper starts on this machine, with contenders on two locks.")));
    column->addWidget(
        buttonFor(connectCluster, tr("Look at the locks of an existing cluster, read-only at first.")));
    column->addWidget(buttonFor(openSnapshot, tr("Look at what somebody saved, without any cluster.")));
    column->addSpacing(contentMargin());
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

void StartPage::setActivity(const QString& text) {
    m_activity->setText(text);
}

}  // namespace lockscope
