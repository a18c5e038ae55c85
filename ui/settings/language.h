// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

class QObject;

namespace lockscope {

class Actions;
class WindowMessages;
class WindowSettings;

/// What the program's texts are in; System follows the desktop's language, and is English where Lockscope
/// does not speak that.
enum class Language { System, English, Chinese };

/// "system", "en", "zh_CN": on the command line and in the settings; the latter two are locales.
QString languageName(Language language);
std::optional<Language> languageFromName(const QString& name);

/// Ties the actions of the menu Language to the setting. What is shown stays in its language until the next
/// start, which a message says. GUI thread; `parent` bounds the ties.
void offerLanguages(const Actions& actions, WindowSettings& settings, WindowMessages& messages,
                    QObject* parent);

}  // namespace lockscope
