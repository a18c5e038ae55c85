// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reply_check.h"

#include "answer_bodies.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockcore {

namespace {

constexpr std::int32_t kEventXid = -1;
constexpr std::int32_t kPingXid = -2;
constexpr std::int32_t kCredentialsXid = -4;
constexpr std::int32_t kSetWatchesXid = -8;
constexpr auto kHeaderBytes = ReplyCheck::kHeaderBytes;
constexpr std::size_t kErrorAt = 12;
/// Of the answer to a connect request: version, timeout, session, a password of 16 bytes with its length.
constexpr std::size_t kConnectedBytes = 36;

tl::unexpected<BadFrame> badAnswer(std::string what) {
    return tl::unexpected(BadFrame{ErrorCode::NotZooKeeper, std::move(what)});
}

std::string withLength(std::string_view body) {
    return bigEndian(static_cast<std::int32_t>(body.size())).append(body);
}

std::string tooLarge(std::string_view header) {
    return withLength(std::string(header.substr(0, kErrorAt)) + bigEndian(kTooManyEntries));
}

ReplyCheck::Passed asItIs() {
    return std::nullopt;
}

/// A session event has another way, and a meaning that only the client gives it.
tl::expected<ReplyCheck::Passed, BadFrame> checkEvent(std::string_view body) {
    constexpr std::int32_t kOfTheSession = -1;
    RecordReader reader(body.substr(kHeaderBytes));
    std::int32_t type = 0;
    std::int32_t state = 0;
    if (!reader.int32(type, "its type") || !reader.int32(state, "its state") || !reader.name("its path"))
        return badAnswer("a watch event " + reader.problem());
    if (type == kOfTheSession) return badAnswer("a watch event is of the session itself");
    return asItIs();
}

}  // namespace

void ReplyCheck::asked(std::string_view body) {
    if (!std::exchange(m_hasAskedToConnect, true)) return;
    RecordReader reader(body);
    Request request{};
    if (!reader.int32(request.xid, "") || !reader.int32(request.type, "")) return;
    switch (request.xid) {
        case kCredentialsXid: ++m_credentials; return;
        case kEventXid:
        case kPingXid:
        case kSetWatchesXid: return;
        default: break;
    }
    if (request.type == op_type::kSasl) {
        m_sasl.push_back(request.xid);
        return;
    }
    if (request.type == op_type::kMulti) request.parts = partTypes(body.substr(reader.position()));
    m_requests.push_back(std::move(request));
}

ReplyCheck::Verdict ReplyCheck::answered(std::string_view body) {
    if (!m_hasAskedToConnect) return badAnswer("it sends before it is asked");
    if (!std::exchange(m_isConnected, true)) return connected(body);
    if (body.size() < kHeaderBytes)
        return badAnswer("an answer has " + std::to_string(body.size()) + " bytes, fewer than its header");
    const auto xid = bigEndianInt32(body);
    const auto error = bigEndianInt32(body.substr(kErrorAt));
    switch (xid) {
        case kPingXid:
        case kSetWatchesXid: return asItIs();
        case kEventXid: return checkEvent(body);
        case kCredentialsXid: return authenticated();
        default: return answeredInTurn(xid, error, body);
    }
}

bool ReplyCheck::isEvent(std::string_view body) {
    return body.size() >= kHeaderBytes && bigEndianInt32(body) == kEventXid;
}

ReplyCheck::Verdict ReplyCheck::answeredAtLength(std::string_view header) {
    constexpr std::array kOfNoRequest{kEventXid, kPingXid, kCredentialsXid, kSetWatchesXid};
    const auto xid = bigEndianInt32(header);
    const bool isOfRequest = std::ranges::find(kOfNoRequest, xid) == kOfNoRequest.end();
    if (!m_isConnected || header.size() < kHeaderBytes || !isOfRequest)
        return badAnswer("what is no answer to a request is longer than is taken");
    return answeredInTurn(xid, kTooManyEntries, header).map([&](const Passed&) {
        return Passed(tooLarge(header));
    });
}

ReplyCheck::Verdict ReplyCheck::connected(std::string_view body) {
    if (body.size() == kConnectedBytes + 1) return asItIs();
    // By a server that does not know of read-only ones, so it is none.
    if (body.size() == kConnectedBytes) return withLength(std::string(body) + '\0');
    return badAnswer("the answer to the connect request has " + std::to_string(body.size()) + " bytes");
}

ReplyCheck::Verdict ReplyCheck::authenticated() {
    if (m_credentials == 0) return badAnswer("it answers credentials that were not sent");
    --m_credentials;
    return asItIs();
}

ReplyCheck::Verdict ReplyCheck::answeredInTurn(std::int32_t xid, std::int32_t error, std::string_view body) {
    Request request{xid, op_type::kSasl, {}};
    if (!m_sasl.empty() && m_sasl.front() == xid) {
        m_sasl.pop_front();
    } else if (m_requests.empty()) {
        return badAnswer("it answers request " + std::to_string(xid) + ", and none is awaited");
    } else if (const auto awaited = m_requests.front().xid; awaited != xid) {
        return tl::unexpected(BadFrame{
            ErrorCode::ConnectionLoss,
            "it answers request " + std::to_string(xid) + " before request " + std::to_string(awaited)});
    } else {
        request = std::move(m_requests.front());
        m_requests.pop_front();
    }
    if (error != 0) return asItIs();
    return answered(request, body);
}

ReplyCheck::Verdict ReplyCheck::answered(const Request& request, std::string_view body) const {
    const auto rest = body.substr(kHeaderBytes);
    if (request.parts) {
        const auto results = readResults(rest, *request.parts);
        if (!results.problem.empty()) return badAnswer("the answer to multi " + results.problem);
        if (results.stats.empty()) return asItIs();
        return withLength(std::string(body.substr(0, kHeaderBytes)) + withoutStats(rest, results.stats));
    }
    const auto* expected = answerBody(request.type);
    if (expected == nullptr) return asItIs();
    RecordReader reader(rest);
    if (!expected->read(reader))
        return badAnswer(std::string("the answer to ") + expected->name + ' ' + reader.problem());
    if (reader.entries() <= m_mostEntries) return asItIs();
    return tooLarge(body);
}

}  // namespace lockcore
