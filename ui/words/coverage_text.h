// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/coverage.h>

#include <QString>
#include <QStringList>
#include <span>
#include <string>

namespace lockscope {

/// What was not checked, in the user's language. Plain text. GUI thread.

/// "liveness of clients".
QString aspectWord(lockcore::Aspect aspect);
/// One sentence.
QString gapText(const lockcore::Gap& gap);
/// What to do about them: of each reason once.
QString gapAdvice(lockcore::Aspect aspect, std::span<const lockcore::Gap> gaps);
/// How much of an aspect was not checked: "Locks that could not be read: 3 of 25."
QString uncheckedText(const lockcore::Coverage& coverage, lockcore::Aspect aspect);
/// The same with the first reasons, as one paragraph; empty where all was checked.
QString notCheckedText(const lockcore::Coverage& coverage, lockcore::Aspect aspect);
/// The first sentences of `gaps`, and how many there are beside.
QStringList gapTexts(std::span<const lockcore::Gap> gaps, qsizetype most);

/// What a connection with a chroot leaves out: a session may hold and wait elsewhere, too. Empty for none.
QString chrootText(const std::string& chroot);

}  // namespace lockscope
