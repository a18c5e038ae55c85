// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "redacted_json.h"

#include "byte_text.h"
#include "snapshot_format.h"
#include "snapshot_values.h"

#include <lockcore/observe/dialect.h>

#include <map>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

using Json = nlohmann::json;

constexpr const char* kListed = "base64";

/// Of dialects of a site the keys are the site's.
bool isVocabulary(const std::string& key, const std::string& text) {
    const bool isOfDialect = key == "dialect" || key == "waiting" || key == "awaited";
    return isOfDialect && dialectFromKey(text);
}

std::string editedText(const std::string& key, const std::string& text, const TextEdit& edit) {
    const TextKind kind = textKindOf(key);
    return kind == TextKind::Word || isVocabulary(key, text) ? text : edit(kind, text);
}

/// The key of what may be under it as base64.
std::string plainKey(const std::string& key) {
    return key.ends_with(kBase64Suffix) ? key.substr(0, key.size() - std::string(kBase64Suffix).size()) : key;
}

std::string bytesUnder(const std::string& key, const Json& value) {
    const std::string text = value.get<std::string>();
    return key == plainKey(key) ? text : fromBase64(text).value_or(std::string());
}

/// Of a list of texts, those that are none are objects.
bool isListed(const Json& value) {
    return value.is_string() ||
           (value.is_object() && value.size() == 1 && value.contains(kListed) && value[kListed].is_string());
}

void editElement(Json& element, const std::string& key, const TextEdit& edit) {
    if (!isListed(element)) return editTexts(element, key, edit);
    const std::string bytes = element.is_string()
                                  ? element.get<std::string>()
                                  : fromBase64(element[kListed].get<std::string>()).value_or(std::string());
    const std::string text = editedText(key, bytes, edit);
    if (isPlainText(text))
        element = text;
    else
        element = Json{{kListed, toBase64(text)}};
}

void editMembers(Json& object, const TextEdit& edit) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (auto& [key, value] : object.items()) {
        if (value.is_string())
            texts.emplace_back(key, editedText(plainKey(key), bytesUnder(key, value), edit));
        else
            editTexts(value, key, edit);
    }
    for (const auto& [key, text] : texts) {
        object.erase(key);
        putBytes(object, plainKey(key), text);
    }
}

}  // namespace

TextKind textKindOf(std::string_view key) {
    using enum TextKind;
    static const std::map<std::string_view, TextKind> kinds{
        {"format", Word},     {"utc", Word},         {"kind", Word},          {"freshness", Word},
        {"role", Word},       {"mode", Key},         {"watch", Word},         {"watchDoubt", Word},
        {"state", Word},      {"doubt", Word},       {"severity", Word},      {"stage", Word},
        {"code", Word},       {"standing", Word},    {"evidence", Word},      {"source", Word},
        {"basis", Word},      {"session", Word},     {"sessions", Word},      {"czxid", Word},
        {"mzxid", Word},      {"pzxid", Word},       {"toldSession", Word},   {"lastZxid", Word},
        {"cluster", Cluster}, {"server", Host},      {"servers", Host},       {"lastServer", Host},
        {"aliasOf", Host},    {"listedBy", Host},    {"adminServer", Host},   {"address", Host},
        {"addresses", Host},  {"hosts", Host},       {"unreadServers", Host}, {"settling", Host},
        {"path", Path},       {"lock", Path},        {"locks", Path},         {"name", Path},
        {"id", Path},         {"predecessor", Path}, {"watches", Path},       {"contenders", Path},
        {"dialect", Key},     {"waiting", Key},      {"awaited", Key},        {"detail", Key},
        {"program", Key},     {"version", Key},      {"remedy", Key},         {"waiter", Path},
        {"blocker", Path},    {"data", Data},
    };
    const auto found = kinds.find(key);
    return found == kinds.end() ? Text : found->second;
}

void editTexts(nlohmann::json& part, const std::string& key, const TextEdit& edit) {
    if (part.is_object()) {
        editMembers(part, edit);
    } else if (part.is_array()) {
        for (Json& element : part)
            editElement(element, key, edit);
    } else if (part.is_string()) {
        part = editedText(key, part.get<std::string>(), edit);
    }
}

}  // namespace lockcore
