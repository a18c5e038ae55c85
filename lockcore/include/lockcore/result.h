// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace lockcore {

/// Why something failed. Values up to `Closing` map a ZooKeeper return code; the others are lockcore's own.
enum class ErrorCode {
    ConnectionLoss,           ///< the connection broke; the operation may or may not have been applied
    OperationTimeout,         ///< the server did not answer in time; the operation may have been applied
    SessionExpired,           ///< the session is over and its ephemerals are gone
    AuthFailed,               ///< the server refused the credentials
    SignInRequired,           ///< the server takes nobody who has not said who it is (enforce.auth)
    NoAuth,                   ///< an ACL forbids it
    NoNode,                   ///< the znode does not exist
    NodeExists,               ///< the znode exists already
    NotEmpty,                 ///< the znode has children
    NoChildrenForEphemerals,  ///< the parent is ephemeral and can't have children
    BadVersion,               ///< the znode was changed since it was read
    BadArguments,             ///< not a valid path, option or value
    NotReadOnly,              ///< the server is in read-only mode (it has lost its quorum)
    Unimplemented,            ///< the server is too old for the request
    QuotaExceeded,            ///< the server enforces a quota that is used up
    Marshalling,              ///< request or reply could not be encoded
    Closing,                  ///< the session was closed while the operation was under way

    DeadlineExceeded,   ///< the caller's deadline passed
    Cancelled,          ///< the caller cancelled
    NotOwner,           ///< the caller does not hold the lock that it wants to release
    HoldLost,           ///< the hold is gone: its znode was deleted or its session expired
    WouldDeadlock,      ///< the same owner would wait for itself
    WouldBlockLoop,     ///< a blocking call on the loop thread, which it would wait for
    Busy,               ///< somebody else has it, and the caller did not want to wait
    Forked,             ///< this process is a fork of the one that the session belongs to
    SequenceExhausted,  ///< the parent's 31-bit child counter is nearly used up
    ConnectionRefused,  ///< the server's machine answers that nothing listens on that port
    HostNotFound,       ///< no host of the connect string could be resolved
    NotZooKeeper,       ///< something answers there, but not a ZooKeeper server
    NotServing,         ///< a ZooKeeper server is up but has no quorum, or is still starting
    NotAllowed,      ///< the server's configuration forbids the command (four-letter whitelist, AdminServer)
    OtherServer,     ///< what answers there is another server's than the one that was asked, or may be
    NotTrusted,      ///< a server's certificate is not trusted, or it does not trust ours
    TlsFailed,       ///< no TLS with the server: its handshake, or its certificate, or ours
    SaslFailed,      ///< no SASL with the server: it, or this machine, lacks the mechanism
    RouteFailed,     ///< a proxy or bastion on the way to the server does not lead there
    TooLarge,        ///< more data than the stated bound
    BadFormat,       ///< text or file that is not what it should be
    MissingProgram,  ///< a program or file that has to be installed is not there
    Io,              ///< a file, process or socket of the operating system failed
};

/// A failure as a value. `what` says what was attempted in plain words, `path` on which znode or file,
/// `server` who answered (host:port, empty when nobody did).
struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string what;
    std::string path = {};
    std::string server = {};
};

template <class T>
using Result = tl::expected<T, Error>;

/// Makes the failed side of a Result.
inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string path = {},
                                  std::string server = {}) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(path), std::move(server)});
}

/// Stable name of a code for logs, JSON and exit messages, such as "NoNode".
std::string_view errorName(ErrorCode code);

/// The cause in one English clause, such as "the znode does not exist". The window translates codes itself.
std::string_view errorReason(ErrorCode code);

/// "what: reason (path, server)" for logs and the command line.
std::string describe(const Error& error);

/// True where the server may or may not have applied the operation, so that the caller has to look.
constexpr bool isAmbiguous(ErrorCode code) {
    return code == ErrorCode::ConnectionLoss || code == ErrorCode::OperationTimeout;
}

/// True where the session, and with it everything it owned, is over.
constexpr bool isSessionOver(ErrorCode code) {
    return code == ErrorCode::SessionExpired || code == ErrorCode::AuthFailed ||
           code == ErrorCode::SignInRequired || code == ErrorCode::Closing;
}

}  // namespace lockcore
