// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/profile_list.h"

#include "connect/connection_check.h"
#include "connect/environment_strip.h"
#include "connect/profile_store.h"
#include "theme/icon.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "words/display_text.h"

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockscope {
namespace {

enum class RowKind { Folder, Unsaved, Recent, Profile };

constexpr int kKindRole = Qt::UserRole;
constexpr int kKeyRole = Qt::UserRole + 1;  ///< the profile's id, or the place in the list of the newest

RowKind rowKindOf(const QTreeWidgetItem& item) {
    return static_cast<RowKind>(item.data(0, kKindRole).toInt());
}

/// By shape and colour; the word beside it says the same.
QIcon environmentIcon(Environment environment, const QWidget& widget) {
    if (environment == Environment::None) return icon(IconName::Connect);
    const int side = widget.fontMetrics().height();
    QPixmap pixmap(QSize(side, side) * widget.devicePixelRatioF());
    pixmap.setDevicePixelRatio(widget.devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const StatePalette colors(widget.palette());
    const Tone tone = environmentTone(environment);
    paintMark(painter, QRectF(1, 1, side - 2, side - 2), tone, colors.color(tone), colors.textColor(tone));
    return QIcon(pixmap);
}

/// "Production · read-only".
QString kindText(const ConnectionOptions& profile) {
    if (!optionsProblem(profile).isEmpty()) return ProfileList::tr("incomplete");
    const bool hasEnvironment = profile.environment != Environment::None;
    if (profile.readOnly && hasEnvironment)
        return ProfileList::tr("%1 · read-only").arg(environmentWord(profile.environment));
    if (profile.readOnly) return ProfileList::tr("read-only");
    return hasEnvironment ? environmentWord(profile.environment) : QString();
}

void fillItem(QTreeWidgetItem& item, const ConnectionOptions& options, const QWidget& widget) {
    const QString title = displayText(connectionTitle(options).toStdString());
    item.setText(0, title);
    item.setText(1, kindText(options));
    item.setIcon(0, environmentIcon(options.environment, widget));
    item.setToolTip(0, plainToolTip(displayText(options.connectString.toStdString())));
}

}  // namespace

ProfileList::ProfileList(QWidget* parent)
    : QWidget(parent), m_tree(new QTreeWidget(this)), m_remove(new QPushButton(tr("Delete"))) {
    m_tree->setObjectName(QStringLiteral("profiles"));
    m_tree->setAccessibleName(tr("Connections"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("Connection"), tr("Marked as")});
    m_tree->setRootIsDecorated(false);
    m_tree->setItemsExpandable(false);
    m_tree->setIconSize(QSize(fontMetrics().height(), fontMetrics().height()));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setMinimumWidth(46 * fontMetrics().averageCharWidth());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree, 1);
    column->addWidget(buildButtons());
    connect(m_tree, &QTreeWidget::currentItemChanged, this,
            [this](const QTreeWidgetItem* item) { chosen(item); });
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        if (rowKindOf(*item) != RowKind::Folder) Q_EMIT activated();
    });
}

QWidget* ProfileList::buildButtons() {
    auto* buttons = new QWidget;
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QPushButton* button, const char* name) {
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        row->addWidget(button);
    };
    auto* create = new QPushButton(tr("&New"));
    auto* duplicate = new QPushButton(tr("Duplicate"));
    auto* more = new QPushButton(tr("More"));
    add(create, "new-profile");
    add(duplicate, "duplicate-profile");
    add(m_remove, "delete-profile");
    add(more, "more-profiles");
    create->setToolTip(tr("A new profile"));
    duplicate->setToolTip(tr("A new profile with what is selected here"));
    m_remove->setToolTip(tr("Deletes the profile and its password when the dialog is accepted"));
    connect(create, &QPushButton::clicked, this, &ProfileList::addWanted);
    connect(duplicate, &QPushButton::clicked, this, &ProfileList::duplicateWanted);
    connect(m_remove, &QPushButton::clicked, this, &ProfileList::removeWanted);
    auto* menu = new QMenu(more);
    connect(menu->addAction(tr("&Import profiles…")), &QAction::triggered, this, &ProfileList::importWanted);
    connect(menu->addAction(tr("&Export profiles…")), &QAction::triggered, this, &ProfileList::exportWanted);
    more->setMenu(menu);
    return buttons;
}

QTreeWidgetItem* ProfileList::addGroup(const QString& text) {
    auto* group = new QTreeWidgetItem(m_tree, {text});
    group->setData(0, kKindRole, static_cast<int>(RowKind::Folder));
    group->setFlags(Qt::ItemIsEnabled);
    group->setFirstColumnSpanned(true);
    QFont bold = font();
    bold.setBold(true);
    group->setFont(0, bold);
    return group;
}

void ProfileList::setConnections(const std::vector<ConnectionOptions>& recent,
                                 const std::vector<ConnectionOptions>& profiles, const QString& currentId) {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    auto* unsaved = new QTreeWidgetItem(m_tree, {tr("Without a profile")});
    unsaved->setData(0, kKindRole, static_cast<int>(RowKind::Unsaved));
    unsaved->setIcon(0, icon(IconName::Connect));
    unsaved->setFirstColumnSpanned(true);
    QTreeWidgetItem* current = unsaved;
    if (!recent.empty()) {
        QTreeWidgetItem* const group = addGroup(tr("Recent"));
        for (std::size_t i = 0; i < recent.size(); ++i) {
            auto* item = new QTreeWidgetItem(group);
            fillItem(*item, recent[i], *this);
            item->setData(0, kKindRole, static_cast<int>(RowKind::Recent));
            item->setData(0, kKeyRole, static_cast<qulonglong>(i));
        }
    }
    QTreeWidgetItem* group = nullptr;
    QString folder;
    for (const ConnectionOptions& profile : profiles) {
        if (!group || profile.profile.folder != folder) {
            folder = profile.profile.folder;
            group = addGroup(folder.isEmpty() ? tr("Profiles") : displayText(folder.toStdString()));
        }
        auto* item = new QTreeWidgetItem(group);
        fillItem(*item, profile, *this);
        item->setData(0, kKindRole, static_cast<int>(RowKind::Profile));
        item->setData(0, kKeyRole, profile.profile.id);
        if (profile.profile.id == currentId) current = item;
    }
    m_tree->expandAll();
    m_tree->setCurrentItem(current);
    m_remove->setEnabled(rowKindOf(*current) == RowKind::Profile);
}

void ProfileList::refresh(const ConnectionOptions& profile) {
    for (int top = 0; top < m_tree->topLevelItemCount(); ++top) {
        QTreeWidgetItem* const group = m_tree->topLevelItem(top);
        for (int row = 0; row < group->childCount(); ++row)
            if (QTreeWidgetItem* item = group->child(row);
                rowKindOf(*item) == RowKind::Profile && item->data(0, kKeyRole) == profile.profile.id)
                fillItem(*item, profile, *this);
    }
}

void ProfileList::chosen(const QTreeWidgetItem* item) {
    m_remove->setEnabled(item && rowKindOf(*item) == RowKind::Profile);
    if (!item) return;
    switch (rowKindOf(*item)) {
        case RowKind::Folder: break;
        case RowKind::Unsaved: Q_EMIT unsavedChosen(); break;
        case RowKind::Recent: Q_EMIT recentChosen(item->data(0, kKeyRole).toULongLong()); break;
        case RowKind::Profile: Q_EMIT profileChosen(item->data(0, kKeyRole).toString()); break;
    }
}

}  // namespace lockscope
