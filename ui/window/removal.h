// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <QString>
#include <QStringList>

#include <memory>
#include <string>

namespace lockscope {

/// A contender that the operator wants to remove. Who it is was captured when the question came up: what is
/// selected later does not matter.
struct RemovalRequest {
    std::string lockPath;
    std::shared_ptr<const lockcore::Contender> contender;
};

/// What removing would do at one moment, in words.
struct RemovalConsequences {
    bool possible = false;  ///< the contender is still there, in the role below
    lockcore::Role role = lockcore::Role::Foreign;
    QString title;  ///< verb and object, as a question
    QString verb;   ///< for the button
    QStringList sentences;
    bool canAsk = false;  ///< the softer way is there: ask the holder to release
};

/// Of the lock as it is in `queue` (null: not known). GUI thread (translated).
RemovalConsequences removalConsequences(const RemovalRequest& request, const lockcore::LockQueue* queue);

}  // namespace lockscope
