// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/secret_variables.h"

#include <array>
#include <string_view>

namespace lockscope {
namespace {

struct HiddenVariable {
    const char* name;
    QString secret = {};
};

/// Written by main() before there are threads.
std::array g_hidden{HiddenVariable{"LOCKSCOPE_PASSWORD"},
                    HiddenVariable{"LOCKSCOPE_TLS_PASSWORD"},
                    HiddenVariable{"LOCKSCOPE_SOCKS_PASSWORD"},
                    HiddenVariable{"LOCKSCOPE_SASL_PASSWORD"},
                    HiddenVariable{"LOCKSCOPE_ADMIN_PASSWORD"},
                    HiddenVariable{"CLIENT_JVMFLAGS"},
                    HiddenVariable{"JVMFLAGS"}};

/// Java's flags mostly hold none, and are of use to Java programs that are started.
bool holdsSecret(const HiddenVariable& variable, const QString& value) {
    return !std::string_view(variable.name).ends_with("FLAGS") ||
           value.contains(QStringLiteral("password="), Qt::CaseInsensitive);
}

}  // namespace

void hideSecretVariables() {
    for (HiddenVariable& variable : g_hidden) {
        const QString value = qEnvironmentVariable(variable.name);
        if (!holdsSecret(variable, value)) continue;
        variable.secret = value;
        qunsetenv(variable.name);
    }
}

QString secretVariable(const char* name) {
    for (const HiddenVariable& variable : g_hidden)
        if (std::string_view(variable.name) == name && !variable.secret.isEmpty()) return variable.secret;
    return qEnvironmentVariable(name);
}

}  // namespace lockscope
