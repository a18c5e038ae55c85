// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framing.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What one answer may have of names, or of ACL entries. The C client takes 40 bytes for a name of one
/// letter, which has 5 in the frame, and 88 for an ACL entry, which has 12: without this the largest frame
/// would become half a gigabyte. A million of names are 40 MB, less than that frame itself.
inline constexpr std::int32_t kMostEntries = 1'000'000;

/// The error by which an answer with more entries, or a longer one than is taken, is replaced; no server's
/// and no client's.
inline constexpr std::int32_t kTooManyEntries = -1000;

/// Lives on whatever thread owns it; it has no socket. Checks what a server sends on one connection before
/// libzookeeper_st gets it, which trusts a server. One for each connection: it has to see every frame of both
/// sides, those of the client first.
///
/// What ZooKeeper 3.4 to 3.9 send passes. The client is that of 3.8.0; what that does with answers is the
/// same in 3.9. Of an answer that passes, what the client hands over may still be nonsense: c_replies.h
/// judges that.
///
/// What the client does with an answer, and what is therefore checked:
/// - It reads the answer to its connect request as 41 bytes, length included, whatever that length says.
///   A server older than 3.4 sends 40, and the 41st would be the first one of the next frame, after which
///   it takes anything for a length: such an answer gets the byte that is missing.
/// - It reads a header of 16 bytes without noticing that there are fewer; then it goes on with whatever was
///   on its stack. An empty frame counts as the end of the connection.
/// - Answers with the xids -2 (ping) and -8 (watches set) it drops unread, asked for or not: they pass.
/// - An answer to credentials (xid -4) that says no ends the process if there were none. Each is answered
///   once.
/// - A watch event (xid -1) it reads without noticing that it is short, and follows the path even so. Types
///   of events that it does not know reach nobody: they pass. That of a session's own state is the client's
///   own word: from a server it would tell all watchers that something has become of the session.
/// - Any other xid answers the request that was sent first. If it is another one's, the client breaks the
///   connection; if none is awaited, it ends the process.
/// - Of an answer with an error it reads the header alone, also of a transaction: anything may follow.
/// - Else it reads what the request's type says, and mostly does not notice where that ends too soon: then a
///   path, a Stat or a count is whatever was on its stack, and it follows or frees that. Short data it frees
///   twice. For a list it takes memory for as many entries as are counted. What follows behind all that it
///   never reads: anything may.
/// - Of a transaction it reads results until the mark of their end; each as the part that was asked for,
///   whatever the result says of its type. If they are too many, or the frame ends without a mark, it ends
///   the process; if they are too few, it never frees what it keeps for the others.
/// - For a container that a transaction created a server sends path and Stat, of which the client reads the
///   path and takes the Stat for the next result: that ends the process. Such an answer passes without the
///   Stat.
///
/// The answer to a request of a type that this client can't send (watches to add, whoAmI, multiRead …) is
/// only checked for its header and its turn: how a client would read it is not known here. The same holds of
/// a transaction with parts of such a type.
class ReplyCheck {
public:
    explicit ReplyCheck(std::int32_t mostEntries = kMostEntries) : m_mostEntries(mostEntries) {}

    /// The body of the client's next frame. Of one that is no request the answer will not pass.
    void asked(std::string_view body);

    /// What the client is to get in place of a frame: that, whole with its length, or nothing, where it gets
    /// the frame as it is. An answer with too many entries is replaced by the error kTooManyEntries, so that
    /// only the one who has asked does without.
    using Passed = std::optional<std::string>;

    /// The body of the server's next frame. If it fails, nothing of the frame may reach the client, and
    /// nothing behind it may be asked about here:
    /// - ConnectionLoss: it is an answer out of turn. The client would break the connection, and so should
    ///   whoever asks.
    /// - NotZooKeeper: no ZooKeeper sends that.
    tl::expected<Passed, BadFrame> answered(std::string_view body);

    /// Whether the body of a frame that has passed tells of a watch that fired.
    static bool isEvent(std::string_view body);

    /// Of an answer: xid, zxid, error.
    static constexpr std::size_t kHeaderBytes = 16;

    /// The header of the server's next frame, which is longer than is taken. What is asked for gets the error
    /// kTooManyEntries: to end the connection would help nobody, since it would be asked for again. Fails as
    /// answered() does, and for all that is no answer to a request.
    tl::expected<Passed, BadFrame> answeredAtLength(std::string_view header);

private:
    struct Request {
        std::int32_t xid;
        std::int32_t type;
        /// The types of a transaction's parts; nothing if they are not all known, or it is none.
        std::optional<std::vector<std::int32_t>> parts;
    };
    using Verdict = tl::expected<Passed, BadFrame>;

    static Verdict connected(std::string_view body);
    Verdict authenticated();
    Verdict answeredInTurn(std::int32_t xid, std::int32_t error, std::string_view body);
    Verdict answered(const Request& request, std::string_view body) const;

    std::int32_t m_mostEntries;
    bool m_hasAskedToConnect = false;
    bool m_isConnected = false;
    int m_credentials = 0;  ///< sent and not answered
    // Lists: a deque takes half a kilobyte before it has anything.
    std::list<std::int32_t> m_sasl;  ///< xids: these are answered at once, before what was asked earlier
    std::list<Request> m_requests;
};

}  // namespace lockcore
