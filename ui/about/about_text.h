// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope {

/// "Lockscope 0.2.0".
QString programTitle();

/// What else a report of a mistake has to name, a line each: the commit, where it is known, and the libraries
/// that the program runs with.
QStringList versionLines();

}  // namespace lockscope
