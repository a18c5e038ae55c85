// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockcore {

/// Where a snapshot's text is not as the schema says that comes with the program: "locks[3].path: not
/// described". A member that the schema does not have is such a place. Empty where there is none.
QString offenceAgainstSchema(const QByteArray& json);

/// The keys under which that schema has texts, or lists of them.
QStringList textMembersOfSnapshots();

}  // namespace lockcore
