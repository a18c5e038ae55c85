// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "snapshot_values.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

namespace lockcore {

inline void readMsOf(const JsonField& object, const char* key, std::chrono::milliseconds& duration) {
    duration = readMs(object.member(key));
}
inline void readMsOf(const JsonField& object, const char* key,
                     std::optional<std::chrono::milliseconds>& duration) {
    duration = readMsIfTold(object, key);
}

/// What a server's connection and a session alike tell of a client. What a ClientConnection always has is
/// missed in a file; a SessionView may lack it.
template <class Client>
nlohmann::json clientJson(const Client& client) {
    nlohmann::json json{{"session", toHex(client.session)}};
    putBytesIfAny(json, "address", client.address);
    putMs(json, "timeoutMs", client.timeout);
    putMs(json, "silentForMs", client.silentFor);
    putCount(json, "readings", client.readings);
    return json;
}

template <class Client>
Client readClient(const JsonField& field) {
    Client client;
    client.session = field.member("session").sessionId();
    client.address = readBytesIfAny(field, "address");
    readMsOf(field, "timeoutMs", client.timeout);
    readMsOf(field, "silentForMs", client.silentFor);
    client.readings = readCount(field.member("readings"));
    return client;
}

}  // namespace lockcore
