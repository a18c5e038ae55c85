// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/appearance.h"

#include <QApplication>

namespace lockscope {
namespace {

ActionId themeAction(ThemeChoice theme) {
    switch (theme) {
        case ThemeChoice::Light: return ActionId::ThemeLight;
        case ThemeChoice::Dark: return ActionId::ThemeDark;
        case ThemeChoice::System: break;
    }
    return ActionId::ThemeSystem;
}

ActionId timesAction(TimeZone zone) {
    return zone == TimeZone::Utc ? ActionId::TimesUtc : ActionId::TimesLocal;
}

}  // namespace

Appearance::Appearance(const Actions& actions, WindowSettings& settings, QObject* parent)
    : QObject(parent), m_actions(actions), m_settings(settings) {
    connectThemes();
    connectTimes();
    connectGrouping();
}

void Appearance::connectThemes() {
    for (const ThemeChoice theme : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        connect(m_actions.get(themeAction(theme)), &QAction::triggered, this, [this, theme] {
            m_settings.setTheme(theme);
            applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), theme);
        });
    connect(&m_settings, &WindowSettings::themeChanged, this, &Appearance::showTheme);
    showTheme();
}

void Appearance::connectTimes() {
    for (const TimeZone zone : {TimeZone::Local, TimeZone::Utc})
        connect(m_actions.get(timesAction(zone)), &QAction::triggered, this,
                [this, zone] { m_settings.setTimeZone(zone); });
    connect(&m_settings, &WindowSettings::timeZoneChanged, this, &Appearance::showTimes);
    showTimes();
}

void Appearance::connectGrouping() {
    QAction* const action = m_actions.get(ActionId::GroupLocks);
    connect(action, &QAction::triggered, &m_settings, &WindowSettings::setGroupsLocks);
    connect(&m_settings, &WindowSettings::groupsLocksChanged, this, [this, action] {
        action->setChecked(m_settings.groupsLocks());
        Q_EMIT groupingChanged(m_settings.groupsLocks());
    });
    action->setChecked(m_settings.groupsLocks());
}

void Appearance::showTheme() {
    m_actions.get(themeAction(m_settings.theme()))->setChecked(true);
}

void Appearance::showTimes() {
    setShownTimeZone(m_settings.timeZone());
    m_actions.get(timesAction(m_settings.timeZone()))->setChecked(true);
    Q_EMIT timesChanged();
}

}  // namespace lockscope
