// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <string>

class QObject;

namespace lockscope {

/// What a resolver says of an address: its name, an empty text where it has none, nothing where nobody
/// answered.
using LookupAnswer = std::optional<QString>;

/// Asks for the name of an IP address, and hands over what came of it on the window's thread, later; never
/// once the receiver is gone. Window's thread.
using ReverseLookup = std::function<void(const std::string& host, QObject* receiver,
                                         std::function<void(const LookupAnswer& answer)> then)>;

/// By this machine's resolver, on threads of its own.
ReverseLookup systemLookup();

/// True for an IP address that somebody else may have a name for: no host name, no address of this machine
/// alone. Pure.
bool isWorthLookingUp(const std::string& host);

}  // namespace lockscope
