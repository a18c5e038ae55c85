// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/favourites.h"

#include "actions/actions.h"
#include "bridge/cluster_connection.h"
#include "locks/lock_list_model.h"
#include "settings/window_settings.h"

namespace lockscope {

Favourites::Favourites(ClusterConnection& connection, WindowSettings& settings, LockListModel& locks,
                       const Actions& actions, QObject* parent)
    : QObject(parent), m_connection(connection), m_settings(settings), m_locks(locks) {
    connect(actions.get(ActionId::ToggleFavourite), &QAction::triggered, this,
            [this] { set(m_path, !isFavourite(m_path)); });
    connect(&locks, &LockListModel::favouriteAsked, this, &Favourites::set);
    connect(&connection, &ClusterConnection::opened, this, &Favourites::apply);
    connect(&connection, &ClusterConnection::closed, this, &Favourites::apply);
    connect(&settings, &WindowSettings::favouritesChanged, this, &Favourites::apply);
}

void Favourites::apply() {
    const bool isOpen = m_connection.isOpen();
    m_paths = isOpen ? m_settings.favourites(m_connection.options().connectString) : std::set<std::string>();
    m_locks.setFavourites(m_paths, isOpen);
    m_connection.setFavourites(m_paths);
    Q_EMIT changed();
}

void Favourites::set(const std::string& path, bool favourite) {
    if (path.empty() || !m_connection.isOpen()) return;
    m_settings.setFavourite(m_connection.options().connectString, path, favourite);
}

}  // namespace lockscope
