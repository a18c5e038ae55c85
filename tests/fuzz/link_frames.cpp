// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a client and a server send on one connection, checked before the client gets the server's part.
#include "fuzz_targets.h"
#include "reply_check.h"
#include "wire.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

using lockcore::Frame;
using lockcore::Framing;
using lockcore::ReplyCheck;

namespace {

/// Small enough that a frame beyond it, and a list beyond the other, need no large input.
constexpr std::size_t kFrameLimit = 4096;
constexpr std::int32_t kEntryLimit = 8;

/// Reads as the C client does, and notices what that does not: where there is less than it reads.
class ClientBody {
public:
    explicit ClientBody(std::string_view bytes) : m_rest(bytes) {}

    bool isShort() const { return m_isShort; }

    std::int32_t int32() {
        const auto value = wire::readInt32(m_rest, 0);
        skip(4);
        return value;
    }
    bool boolean() {
        const bool value = !m_rest.empty() && m_rest.front() != '\0';
        skip(1);
        return value;
    }
    void skip(std::size_t size) {
        m_isShort = m_isShort || size > m_rest.size();
        m_rest.remove_prefix(std::min(size, m_rest.size()));
    }
    void text(std::int32_t lowest = 0) {
        const auto length = int32();
        m_isShort = m_isShort || length < lowest;
        skip(static_cast<std::size_t>(std::max(length, 0)));
    }
    /// Of a znode, whose name has no NUL.
    void name() {
        const auto before = m_rest;
        text();
        const auto read = before.substr(0, before.size() - m_rest.size());
        const auto bytes = read.substr(std::min<std::size_t>(4, read.size()));
        m_isShort = m_isShort || bytes.find('\0') != std::string_view::npos;
    }
    void data() { text(-1); }
    void stat() { skip(68); }
    template <class Entry>
    void list(const Entry& entry) {
        const auto count = int32();
        m_isShort = m_isShort || count < 0 || count > kEntryLimit;
        for (std::int32_t i = 0; i < count && !m_isShort; ++i)
            entry();
    }
    void names() {
        list([this] { name(); });
    }
    void acl() {
        list([this] {
            int32();
            text();
            text();
        });
    }

private:
    std::string_view m_rest;
    bool m_isShort = false;
};

struct Asked {
    std::int32_t xid;
    std::int32_t type;
    std::string body;
};

/// What the C client expects, by what it has sent, and whether it can read what it gets.
class Client {
public:
    void sends(std::string_view body) {
        const bool isConnectRequest = !std::exchange(m_isConnecting, true);
        if (isConnectRequest || body.size() < 8) return;
        const Asked asked{wire::readInt32(body, 0), wire::readInt32(body, 4), std::string(body.substr(8))};
        if (asked.xid == -4) ++m_credentials;
        constexpr std::array kNotInTurn{-1, -2, -4, -8};
        if (std::ranges::find(kNotInTurn, asked.xid) != kNotInTurn.end()) return;
        (asked.type == 102 ? m_sasl : m_asked).push_back(asked);
    }

    /// What it does wrong with it; empty if it reads what it was sent, and nothing else.
    std::string gets(std::string_view body) {
        if (!std::exchange(m_isConnected, true)) return body.size() == 37 ? "" : "not all of a connect reply";
        if (body.size() < 16) return "less than a header";
        ClientBody reader(body);
        const auto xid = reader.int32();
        reader.skip(8);
        const auto error = reader.int32();
        if (xid == -2 || xid == -8) return "";
        if (xid == -4) return m_credentials-- > 0 ? "" : "the answer to no credentials";
        if (xid == -1) {
            const auto type = reader.int32();
            reader.int32();
            reader.name();
            return reader.isShort() || type == -1 ? "less than an event of a znode" : "";
        }
        auto& awaited = !m_sasl.empty() && m_sasl.front().xid == xid ? m_sasl : m_asked;
        if (awaited.empty()) return "an answer where none is awaited";
        const Asked asked = awaited.front();
        awaited.pop_front();
        if (asked.xid != xid) return "an answer out of turn";
        if (error != 0) return "";
        return asked.type == 14 ? transaction(asked.body, reader) : answer(asked.type, reader);
    }

private:
    static std::string answer(std::int32_t type, ClientBody& reader) {
        const auto hasOneOf = [&](std::initializer_list<std::int32_t> types) {
            return std::ranges::find(types, type) != types.end();
        };
        if (hasOneOf({1, 9, 15, 19, 21})) reader.name();
        if (hasOneOf({4, 16, 102})) reader.data();
        if (hasOneOf({8, 12})) reader.names();
        if (type == 6) reader.acl();
        if (hasOneOf({3, 4, 5, 6, 7, 12, 15, 16, 19, 21})) reader.stat();
        return reader.isShort() ? "less than the answer to type " + std::to_string(type) : "";
    }

    /// Nothing where it is not what the C client sends.
    static std::optional<std::vector<std::int32_t>> partsOf(std::string_view request) {
        ClientBody reader(request);
        std::vector<std::int32_t> parts;
        while (!reader.isShort()) {
            const auto type = reader.int32();
            const bool isEnd = reader.boolean();
            reader.int32();
            if (isEnd || reader.isShort()) break;
            reader.name();
            if (type == 1 || type == 19 || type == 5) reader.data();
            if (type == 1 || type == 19) {
                reader.list([&] {
                    reader.int32();
                    reader.text();
                    reader.text();
                });
            } else if (type != 2 && type != 5 && type != 13) {
                return std::nullopt;
            }
            reader.int32();
            parts.push_back(type);
        }
        return reader.isShort() ? std::nullopt : std::optional(parts);
    }

    static std::string transaction(std::string_view request, ClientBody& reader) {
        const auto parts = partsOf(request);
        if (!parts) return "";
        for (std::size_t read = 0;; ++read) {
            const auto type = reader.int32();
            const bool isEnd = reader.boolean();
            reader.int32();
            if (reader.isShort()) return "less than the results of a transaction";
            if (isEnd) return read == parts->size() ? "" : "too few results of a transaction";
            if (read == parts->size()) return "too many results of a transaction";
            const auto part = (*parts)[read];
            if (type == -1) {
                reader.int32();
            } else if (part == 5) {
                reader.stat();
            } else if (part == 1 || part == 19) {
                reader.name();
            }
        }
    }

    bool m_isConnecting = false;
    bool m_isConnected = false;
    int m_credentials = 0;
    std::deque<Asked> m_sasl;
    std::deque<Asked> m_asked;
};

/// What has become of all frames of a server.
struct Verdicts {
    std::string said;     ///< of each of them, and at last of what ended it
    std::string problem;  ///< what does not hold
};

/// Calls `take` with each whole frame of `bytes`, which come in pieces of that size, until it returns false.
template <class Take>
Verdicts takeFrames(std::string_view bytes, std::size_t pieceSize, std::size_t headOfLonger,
                    const Take& take) {
    Framing framing(kFrameLimit, headOfLonger);
    Verdicts verdicts;
    for (std::size_t at = 0; at < bytes.size(); at += pieceSize) {
        const std::string piece(bytes.substr(at, pieceSize));
        std::string_view arrived = piece;
        while (true) {
            const auto next = framing.next(arrived);
            if (framing.held() > 4096 + 2 * (at + piece.size())) verdicts.problem = "memory for a claim";
            if (!next) {
                verdicts.said += next.error().what;
                return verdicts;
            }
            if (!*next) break;
            if (!take(**next, verdicts)) return verdicts;
        }
        if (!arrived.empty()) verdicts.problem = "bytes that nobody took";
    }
    return verdicts;
}

Verdicts checkConnection(std::string_view fromClient, std::string_view fromServer, std::size_t pieceSize) {
    ReplyCheck check(kEntryLimit);
    Client client;
    takeFrames(fromClient, pieceSize, 0, [&](const Frame& frame, Verdicts&) {
        check.asked(frame.body());
        client.sends(frame.body());
        return true;
    });
    constexpr auto kHead = ReplyCheck::kHeaderBytes;
    return takeFrames(fromServer, pieceSize, kHead, [&](const Frame& frame, Verdicts& verdicts) {
        const auto body = frame.body();
        const auto passed = frame.isCut ? check.answeredAtLength(body) : check.answered(body);
        if (frame.isCut && passed && !*passed) verdicts.problem = "passes less than a frame";
        if (!passed) {
            verdicts.said += passed.error().what;
            if (passed.error().what.empty()) verdicts.problem = "a refusal without a word";
            return false;
        }
        const std::string instead = passed->value_or("");
        verdicts.said += "passed " + instead + '\n';
        const auto got = *passed ? Frame{instead}.body() : body;
        if (*passed && wire::frame(got) != instead) verdicts.problem = "a frame of another length";
        if (auto wrong = client.gets(got); !wrong.empty()) verdicts.problem = "passes " + wrong;
        return verdicts.problem.empty();
    });
}

}  // namespace

std::string checkLinkFrames(std::string_view input) {
    const auto size = static_cast<std::size_t>(std::max(wire::readInt32(input, 0), 0));
    const auto rest = input.substr(std::min<std::size_t>(4, input.size()));
    const auto fromClient = rest.substr(0, size);
    const auto fromServer = rest.substr(fromClient.size());
    const auto whole = checkConnection(fromClient, fromServer, input.size() + 1);
    if (!whole.problem.empty()) return whole.problem;
    for (const std::size_t pieceSize : std::array<std::size_t, 4>{1, 3, 5, 64}) {
        const auto cut = checkConnection(fromClient, fromServer, pieceSize);
        if (!cut.problem.empty()) return cut.problem;
        if (cut.said != whole.said) return "another verdict where it is cut: " + cut.said;
    }
    return "";
}
