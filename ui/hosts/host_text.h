// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace lockscope {

/// Where a client is, by its host's name where that is known. Plain text; what comes from a cluster or a
/// resolver is escaped. Any thread, as all of these: names are known on the window's alone.

/// The name of the host of "10.0.3.7:4412"; empty where none is known.
QString hostNameOf(const std::string& address);
/// The same, but the resolver is not asked: for searching, which looks at many more than are shown.
QString knownHostNameOf(const std::string& address);
/// "app7.example:4412", or the address. For where there is little room.
QString placeText(const std::string& address);
/// "10.0.3.7:4412 (app7.example)", or the address. For what is copied, searched, or read in full.
QString placeInFull(const std::string& address);
/// The same, but the resolver is not asked.
QString knownPlaceInFull(const std::string& address);
/// "10.0.3.7 (app7.example)", or the address, which has no port.
QString hostInFull(const std::string& host);
/// "app7.example", or the address, which has no port. For where there is little room.
QString hostInShort(const std::string& host);

}  // namespace lockscope
