// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/result.h>

#include <array>

namespace lockcore {

namespace {

struct Row {
    ErrorCode code;
    std::string_view name;
    std::string_view reason;
};

constexpr std::array kRows{
    Row{ErrorCode::ConnectionLoss, "ConnectionLoss", "the connection to the server broke"},
    Row{ErrorCode::OperationTimeout, "OperationTimeout", "the server did not answer in time"},
    Row{ErrorCode::SessionExpired, "SessionExpired", "the session has expired"},
    Row{ErrorCode::AuthFailed, "AuthFailed", "the server refused the credentials"},
    Row{ErrorCode::SignInRequired, "SignInRequired", "the server takes nobody who has not signed in"},
    Row{ErrorCode::NoAuth, "NoAuth", "the access control list forbids it"},
    Row{ErrorCode::NoNode, "NoNode", "the znode does not exist"},
    Row{ErrorCode::NodeExists, "NodeExists", "the znode exists already"},
    Row{ErrorCode::NotEmpty, "NotEmpty", "the znode has children"},
    Row{ErrorCode::NoChildrenForEphemerals, "NoChildrenForEphemerals",
        "an ephemeral znode can't have children"},
    Row{ErrorCode::BadVersion, "BadVersion", "it has changed since it was read"},
    Row{ErrorCode::BadArguments, "BadArguments", "not valid"},
    Row{ErrorCode::NotReadOnly, "NotReadOnly", "the server is in read-only mode"},
    Row{ErrorCode::Unimplemented, "Unimplemented", "not supported there"},
    Row{ErrorCode::QuotaExceeded, "QuotaExceeded", "the quota is used up"},
    Row{ErrorCode::Marshalling, "Marshalling", "request or answer could not be encoded"},
    Row{ErrorCode::Closing, "Closing", "the session was closed"},
    Row{ErrorCode::DeadlineExceeded, "DeadlineExceeded", "the deadline passed"},
    Row{ErrorCode::Cancelled, "Cancelled", "it was cancelled"},
    Row{ErrorCode::NotOwner, "NotOwner", "it is not held by this owner"},
    Row{ErrorCode::HoldLost, "HoldLost", "the hold had been lost"},
    Row{ErrorCode::WouldDeadlock, "WouldDeadlock", "it would wait for itself for ever"},
    Row{ErrorCode::WouldBlockLoop, "WouldBlockLoop",
        "a blocking call can't be made on the loop's own thread"},
    Row{ErrorCode::Busy, "Busy", "somebody else has it"},
    Row{ErrorCode::Forked, "Forked", "a forked process can't use its parent's session; open one of its own"},
    Row{ErrorCode::SequenceExhausted, "SequenceExhausted", "the directory's child counter is nearly used up"},
    Row{ErrorCode::ConnectionRefused, "ConnectionRefused", "the connection was refused"},
    Row{ErrorCode::HostNotFound, "HostNotFound", "no such host"},
    Row{ErrorCode::NotZooKeeper, "NotZooKeeper", "what answers there is not a ZooKeeper server"},
    Row{ErrorCode::NotServing, "NotServing", "the server is up but does not serve requests"},
    Row{ErrorCode::OtherServer, "OtherServer", "what answers there is, or may be, another server's"},
    Row{ErrorCode::NotTrusted, "NotTrusted", "one side does not trust the other's certificate"},
    Row{ErrorCode::NotAllowed, "NotAllowed", "the server's configuration does not allow it"},
    Row{ErrorCode::TlsFailed, "TlsFailed", "there is no TLS with the server"},
    Row{ErrorCode::SaslFailed, "SaslFailed", "there is no SASL with the server"},
    Row{ErrorCode::RouteFailed, "RouteFailed", "the way to the server does not lead there"},
    Row{ErrorCode::TooLarge, "TooLarge", "it is larger than the limit"},
    Row{ErrorCode::BadFormat, "BadFormat", "it is not in the expected format"},
    Row{ErrorCode::MissingProgram, "MissingProgram", "a program that is needed is not installed"},
    Row{ErrorCode::Io, "Io", "the operating system reported an error"},
};

const Row& row(ErrorCode code) {
    for (const auto& candidate : kRows) {
        if (candidate.code == code) return candidate;
    }
    return kRows.back();
}

}  // namespace

std::string_view errorName(ErrorCode code) {
    return row(code).name;
}

std::string_view errorReason(ErrorCode code) {
    return row(code).reason;
}

std::string describe(const Error& error) {
    std::string text = error.what;
    text += ": ";
    text += errorReason(error.code);
    if (error.path.empty() && error.server.empty()) return text;
    text += " (";
    text += error.path;
    if (!error.path.empty() && !error.server.empty()) text += ", ";
    text += error.server;
    text += ')';
    return text;
}

}  // namespace lockcore
