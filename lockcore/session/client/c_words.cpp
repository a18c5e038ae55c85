// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "c_words.h"

#include "../link/reply_check.h"

#include <zookeeper/zookeeper.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace lockcore {

namespace {

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const auto begin = text.find(before);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + before.size());
    return text.substr(0, text.find(after));
}

}  // namespace

ErrorCode errorCode(int rc) {
    switch (rc) {
        case ZCONNECTIONLOSS: return ErrorCode::ConnectionLoss;
        case ZOPERATIONTIMEOUT: return ErrorCode::OperationTimeout;
        case ZSESSIONEXPIRED:
        case ZINVALIDSTATE: return ErrorCode::SessionExpired;
        case ZAUTHFAILED: return ErrorCode::AuthFailed;
        case ZSESSIONCLOSEDREQUIRESASLAUTH: return ErrorCode::SignInRequired;
        case ZNOAUTH: return ErrorCode::NoAuth;
        case ZNONODE: return ErrorCode::NoNode;
        case ZNODEEXISTS: return ErrorCode::NodeExists;
        case ZNOTEMPTY: return ErrorCode::NotEmpty;
        case ZNOCHILDRENFOREPHEMERALS: return ErrorCode::NoChildrenForEphemerals;
        case ZBADVERSION: return ErrorCode::BadVersion;
        case ZBADARGUMENTS:
        case ZINVALIDACL: return ErrorCode::BadArguments;
        case ZNOTREADONLY: return ErrorCode::NotReadOnly;
        case ZUNIMPLEMENTED: return ErrorCode::Unimplemented;
        case ZMARSHALLINGERROR: return ErrorCode::Marshalling;
        case ZCLOSING: return ErrorCode::Closing;
        case ZSESSIONMOVED: return ErrorCode::ConnectionLoss;
        case kTooManyEntries: return ErrorCode::TooLarge;
        case -125: return ErrorCode::QuotaExceeded;  // newer servers; not in this client's header
        default: break;
    }
    // The other system errors end all requests under way as a broken connection does, such as where the
    // client can't open a socket or gets an answer to nothing: what was sent may have been applied.
    const bool isSystemError = rc < ZOK && rc > ZAPIERROR;
    return isSystemError ? ErrorCode::ConnectionLoss : ErrorCode::Io;
}

std::optional<WatchEvent::Kind> eventKind(int type) {
    if (type == ZOO_CREATED_EVENT) return WatchEvent::Kind::Created;
    if (type == ZOO_DELETED_EVENT) return WatchEvent::Kind::Deleted;
    if (type == ZOO_CHANGED_EVENT) return WatchEvent::Kind::DataChanged;
    if (type == ZOO_CHILD_EVENT) return WatchEvent::Kind::ChildrenChanged;
    return std::nullopt;
}

std::optional<SocketFailure> socketFailure(std::string_view line) {
    const auto server = between(line, ": Socket ", " zk retcode=");
    const auto number = between(line, ", errno=", "(");
    int code = 0;
    std::from_chars(number.data(), number.data() + number.size(), code);
    if (server.empty() || code == 0) return std::nullopt;
    // The client's way to say that the peer closed the connection.
    const bool closedByPeer = code == EHOSTDOWN;
    return SocketFailure{std::string(server),
                         closedByPeer ? "the connection was closed by the server" : std::strerror(code),
                         code == ECONNREFUSED};
}

LogLevel levelOf(std::string_view line) {
    const auto head = line.substr(0, 120);
    if (head.find("ZOO_ERROR") != std::string_view::npos) return LogLevel::Error;
    if (head.find("ZOO_WARN") != std::string_view::npos) return LogLevel::Warning;
    return head.find("ZOO_DEBUG") != std::string_view::npos ? LogLevel::Debug : LogLevel::Info;
}

}  // namespace lockcore
