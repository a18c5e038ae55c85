// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/secret_variables.h"

#include <QCoreApplication>
#include <QFile>

#include <array>
#include <string_view>

namespace lockscope {
namespace {

struct SecretVariables {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SecretVariables)
};

constexpr qsizetype kMostBytes = 64 * 1024;

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

/// The line may hold a secret: it is shown to nobody, whatever is wrong with it.
bool takeLine(const QByteArray& line) {
    const qsizetype equals = line.indexOf('=');
    for (HiddenVariable& variable : g_hidden) {
        const std::string_view name(variable.name);
        const bool isMeant = equals >= 0 && name.ends_with("PASSWORD") &&
                             name == std::string_view(line.constData(), static_cast<std::size_t>(equals));
        if (!isMeant) continue;
        const QByteArray secret = line.mid(equals + 1);
        variable.secret = QString::fromUtf8(secret.endsWith('\r') ? secret.chopped(1) : secret);
        return true;
    }
    return false;
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

QString takeSecretsFrom(int descriptor) {
    QFile file;
    if (!file.open(descriptor, QIODevice::ReadOnly | QIODevice::Unbuffered, QFileDevice::AutoCloseHandle))
        return SecretVariables::tr("Descriptor %1 of --secrets-fd can't be read.").arg(descriptor);
    QByteArray text;
    while (text.size() <= kMostBytes) {
        const QByteArray more = file.read(kMostBytes + 1 - text.size());
        if (file.error() != QFileDevice::NoError)
            return SecretVariables::tr("Descriptor %1 of --secrets-fd can't be read.").arg(descriptor);
        if (more.isEmpty()) break;
        text += more;
    }
    if (text.size() > kMostBytes)
        return SecretVariables::tr("What --secrets-fd leads to is larger than secrets are.");
    int number = 0;
    for (const QByteArray& line : text.split('\n')) {
        ++number;
        if (!line.trimmed().isEmpty() && !takeLine(line))
            return SecretVariables::
                tr("Line %1 of --secrets-fd is none such as LOCKSCOPE_SASL_PASSWORD=…, with the name of one "
                   "of the variables that hold passwords.")
                    .arg(number);
    }
    return {};
}

QString secretVariable(const char* name) {
    for (const HiddenVariable& variable : g_hidden)
        if (std::string_view(variable.name) == name && !variable.secret.isEmpty()) return variable.secret;
    return qEnvironmentVariable(name);
}

}  // namespace lockscope
