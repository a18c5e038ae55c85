// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include "connect/client_settings.h"
#include "connect/connection_check.h"

#include <set>

using namespace lockscope;

namespace {

using Properties = tl::expected<JavaProperties, QString>;

JavaProperties withOtherPasswords(JavaProperties properties) {
    for (JavaProperty& each : properties)
        if (each.key.endsWith(QStringLiteral(".password")) && !each.value.isEmpty())
            each.value += QLatin1Char('x');
    return properties;
}

std::string checkProperties(const Properties& properties) {
    if (!properties) return properties.error().isEmpty() ? "an error without words" : "";
    std::set<QString> keys;
    for (const JavaProperty& each : *properties)
        if (each.key.isEmpty() || !keys.insert(each.key).second) return "a key twice, or none";
    ConnectionOptions typed;
    typed.connectString = QStringLiteral("zk1");
    const ClientImport import = importClientSettings(typed, *properties);
    if (import.settings.size() != properties->size()) return "a setting of which nothing is told";
    for (const ClientSetting& each : import.settings)
        if (each.text.isEmpty()) return "a setting of which nothing is told";
    if (!optionsProblem(import.options).isEmpty()) return "a connection that nobody could have typed";
    if (import.options.tls && !import.options.tls->checksName) return "names are not checked any more";
    if (importClientSettings(typed, withOtherPasswords(*properties)).settings != import.settings)
        return "a password can be seen in what is told";
    return {};
}

}  // namespace

std::string checkClientSettings(std::string_view input) {
    const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
    const std::string problem = checkProperties(javaPropertiesFrom(bytes));
    return problem.empty() ? checkProperties(javaPropertiesOfFlags(QString::fromUtf8(bytes))) : problem;
}
