// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/log.h>
#include <lockcore/session/zookeeper.h>

#include <optional>
#include <string>
#include <string_view>

// What the C client's codes and the lines of its log mean.
namespace lockcore {

/// The code of a ZooKeeper return code other than ZOK.
ErrorCode errorCode(int rc);

/// Nothing for an event that is no znode's.
std::optional<WatchEvent::Kind> eventKind(int type);

LogLevel levelOf(std::string_view line);

/// A connection, or an attempt at one, that failed.
struct SocketFailure {
    std::string server;
    std::string reason;  ///< of the operating system, in its words
    bool isRefused = false;
};

/// Reads the one line that tells why a socket failed: "… Socket HOST:PORT zk retcode=RC, errno=NUMBER(TEXT):
/// …".
std::optional<SocketFailure> socketFailure(std::string_view line);

}  // namespace lockcore
