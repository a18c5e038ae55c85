// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/language.h"

#include "actions/actions.h"
#include "events/window_messages.h"
#include "settings/window_settings.h"

#include <QCoreApplication>

#include <utility>

namespace lockscope {
namespace {

struct LanguageText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LanguageText)
};

}  // namespace

QString languageName(Language language) {
    switch (language) {
        case Language::English: return QStringLiteral("en");
        case Language::Chinese: return QStringLiteral("zh_CN");
        case Language::System: break;
    }
    return QStringLiteral("system");
}

std::optional<Language> languageFromName(const QString& name) {
    for (const Language language : {Language::System, Language::English, Language::Chinese})
        if (name == languageName(language)) return language;
    return std::nullopt;
}

void offerLanguages(const Actions& actions, WindowSettings& settings, WindowMessages& messages,
                    QObject* parent) {
    const std::pair<ActionId, Language> languages[] = {{ActionId::LanguageSystem, Language::System},
                                                       {ActionId::LanguageEnglish, Language::English},
                                                       {ActionId::LanguageChinese, Language::Chinese}};
    for (const auto& [id, language] : languages) {
        QAction* const action = actions.get(id);
        // Other tabs have menus of their own.
        const auto check = [action, &settings, language = language] {
            action->setChecked(settings.language() == language);
        };
        check();
        QObject::connect(&settings, &WindowSettings::languageChanged, action, check);
        QObject::connect(action, &QAction::triggered, parent, [&settings, &messages, language = language] {
            if (settings.language() == language) return;
            settings.setLanguage(language);
            messages.tell(Severity::Information,
                          LanguageText::tr("The language changes at the next start of Lockscope."));
        });
    }
}

}  // namespace lockscope
