// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sasl_talk.h"

#include "answer_bodies.h"
#include "reply_check.h"

#include <lockcore/session/record_reader.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// The client's own requests have other numbers, and none of them is under way meanwhile.
constexpr std::int32_t kXid = 1;

}  // namespace

void SaslTalk::start() {
    m_exchange->start([this](Result<SaslStep> step) { take(std::move(step)); });
}

void SaslTalk::take(Result<SaslStep> step) {
    if (!step) {
        m_handlers.done(tl::unexpected(std::move(step.error())));
        return;
    }
    m_isLast = step->isDone;
    if (step->token) {
        send(*step->token);
    } else if (step->isDone) {
        m_handlers.done({});
    } else {
        fail(ErrorCode::AuthFailed, "the mechanism has nothing to say and is not done");
    }
}

void SaslTalk::send(const std::string& token) {
    m_isAwaiting = true;
    m_hasShown = m_hasShown || !token.empty();
    std::string frame;
    for (const auto number : {static_cast<std::int32_t>(3 * Frame::kLengthBytes + token.size()), kXid,
                              op_type::kSasl, static_cast<std::int32_t>(token.size())})
        frame += bigEndian(number);
    m_handlers.send(frame + token);
}

void SaslTalk::answered(std::string_view body) {
    RecordReader header(body);
    std::int32_t xid = 0;
    std::int32_t error = 0;
    constexpr std::size_t kZxidBytes = 8;
    const char* what = "its header";
    const bool isWhole =
        header.int32(xid, what) && header.skip(kZxidBytes, what) && header.int32(error, what);
    if (!std::exchange(m_isAwaiting, false) || !isWhole || xid != kXid) {
        fail(ErrorCode::NotZooKeeper, "what it sends is no answer to that");
        return;
    }
    if (error != 0) {
        const auto number = "with error " + std::to_string(error);
        if (m_hasShown)
            fail(ErrorCode::AuthFailed, "the server refuses it " + number);
        else
            fail(ErrorCode::SaslFailed,
                 "the server does not begin with it, " + number + ": it has another one");
        return;
    }
    const auto rest = body.substr(header.position());
    RecordReader token(rest);
    if (!token.data()) {
        fail(ErrorCode::NotZooKeeper, "its answer " + token.problem());
    } else if (m_isLast) {
        m_handlers.done({});
    } else {
        // There may be none at all, for which the length says -1.
        const auto begin = std::min(rest.size(), Frame::kLengthBytes);
        m_exchange->step(std::string(rest.substr(begin, token.position() - begin)),
                         [this](Result<SaslStep> step) { take(std::move(step)); });
    }
}

void SaslTalk::fail(ErrorCode code, const std::string& why) {
    const auto what = "Authenticating at " + m_server + " by " + m_exchange->mechanism() + ": " + why;
    m_handlers.done(lockcore::fail(code, what, {}, m_server));
}

}  // namespace lockcore
