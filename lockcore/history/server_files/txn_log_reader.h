// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "file_bytes.h"

#include <lockcore/ids.h>
#include <lockcore/session/record_reader.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

// A transaction log of ZooKeeper 3.4 to 3.9, a file "log.<zxid of its first transaction in hexadecimal>" in
// the directory "version-2". All numbers are big-endian; records are jute's (zookeeper.jute).
//
//   header   "ZKLG", int version = 2, long dbid (0)
//   record   long  Adler-32 of the payload, in the lower half
//            int   length of the payload
//            payload: TxnHeader{long session, int cxid, long zxid, long time, int type}, a body by the type,
//                     and from 3.6 on, unless digest.enabled=false, TxnDigest{int version, long treeDigest}
//            'B'   0x42, not counted and not in the sum
//   padding  zeros: the server enlarges the file by preAllocSize (64 MiB) at a time, which a length of 0 ends
//
// A server never goes on with a log that it has found: after a crash it begins another one, so a record that
// was not written to its end is the last of its file. zxid and time are the leader's. cxid is what the client
// counts its requests by, and 0 for what a server does by itself: it closes sessions that expired (or that
// an administrator ended by JMX), removes containers and what has outlived its TTL.
//
//   type                      body
//   -11 closeSession          nothing; from 3.6 on (closeSessionTxn.enabled) vector<ustring> of its
//   ephemerals -10 createSession         int timeout
//    -1 error                 int error: the request was refused; it has a zxid all the same
//     1 create, 15 create2    path, data, vector<ACL>, bool ephemeral, int parentCVersion (not before 3.4)
//     2 delete, 20 deleteContainer   path
//     5 setData, 16 reconfig  path, data, int version
//     7 setACL                path, vector<ACL>, int version
//    13 check                 path, int version; only within a multi
//    14 multi                 vector of {int type, buffer body}; if one is an error none was done
//    19 createContainer       path, data, vector<ACL>, int parentCVersion   (3.5)
//    21 createTTL             the same, long ttl                            (3.5)
//
// parentCVersion is how many children were ever created in the directory, this one included.

/// What a transaction does, by number.
namespace txn_type {
inline constexpr std::int32_t kCloseSession = -11;
inline constexpr std::int32_t kCreateSession = -10;
inline constexpr std::int32_t kError = -1;
inline constexpr std::int32_t kCreate = 1;
inline constexpr std::int32_t kDelete = 2;
inline constexpr std::int32_t kSetData = 5;
inline constexpr std::int32_t kSetAcl = 7;
inline constexpr std::int32_t kCheck = 13;
inline constexpr std::int32_t kMulti = 14;
inline constexpr std::int32_t kCreate2 = 15;
inline constexpr std::int32_t kReconfig = 16;
inline constexpr std::int32_t kCreateContainer = 19;
inline constexpr std::int32_t kDeleteContainer = 20;
inline constexpr std::int32_t kCreateTtl = 21;
}  // namespace txn_type

/// One change of one znode. Its views are into the log's block.
struct TxnPart {
    std::int32_t type = 0;
    std::string_view path = {};
    std::string_view data = {};
    bool isEphemeral = false;
    /// Of a create: children that the directory has ever had, with this one; empty where it does not say.
    std::optional<std::int32_t> parentCreations = {};

    bool isCreate() const {
        return type == txn_type::kCreate || type == txn_type::kCreate2 ||
               type == txn_type::kCreateContainer || type == txn_type::kCreateTtl;
    }
    bool isDelete() const { return type == txn_type::kDelete || type == txn_type::kDeleteContainer; }
};

/// One record of a log. Its views stay until the next one is read.
struct Transaction {
    SessionId session = SessionId::None;
    std::int32_t cxid = 0;
    Zxid zxid = Zxid::None;
    std::int64_t unixMs = 0;  ///< by the leader's clock
    std::int32_t type = 0;
    std::vector<TxnPart> parts;  ///< what was changed: nothing by one that failed, or whose type is unknown
    std::vector<std::string_view> ephemerals;  ///< of a session that ends, where it says them
    std::int32_t timeoutMs = 0;                ///< of a session that begins
};

/// What was found beside the transactions.
struct TxnLogTally {
    std::uint64_t records = 0;
    /// Types that no ZooKeeper up to 3.9 writes, and how many of each were left out.
    std::map<std::int32_t, std::uint64_t> unknownTypes = {};
    std::uint64_t moreUnknown = 0;  ///< of still other types
    /// Records whose sum is right and whose body can't be read, and the first of them.
    std::uint64_t unreadable = 0;
    std::optional<Error> firstUnreadable = {};
    /// Where a last record begins that was not written to its end: a crash, or it is being written.
    std::optional<std::uint64_t> tornAt = {};
};

/// Lives on whatever thread owns it. Reads one log, a record at a time.
class TxnLogReader {
public:
    /// No record is longer: what one transaction may hold is limited by jute.maxbuffer (1 MiB unless set).
    static constexpr std::int32_t kMostRecordBytes = 64 * 1024 * 1024;

    /// BadFormat for a file that is no log, or one of another version. One that has ended before its first
    /// record, even within its header, has none.
    static Result<TxnLogReader> open(FileBytes bytes);

    /// False at the end. BadFormat where the log is damaged: nothing after that place can be read.
    Result<bool> next(Transaction& transaction);

    const TxnLogTally& tally() const { return m_tally; }
    std::uint64_t position() const { return m_bytes.position(); }
    const std::string& file() const { return m_bytes.file(); }

private:
    explicit TxnLogReader(FileBytes bytes) : m_bytes(std::move(bytes)) {}

    Result<void> readHeader();
    /// Empty at the end.
    Result<std::string_view> nextPayload();
    Result<std::string_view> endTorn(std::size_t recordBytes);
    bool readPayload(std::string_view payload, Transaction& transaction);
    bool readBody(RecordReader& body, Transaction& transaction);
    bool readMulti(RecordReader& body, Transaction& transaction);
    bool readPart(RecordReader& body, TxnPart& part);
    void noteUnreadable(std::string problem);

    FileBytes m_bytes;
    TxnLogTally m_tally;
    bool m_isOver = false;
    std::string m_problem;  ///< of a body, beside what its reader says
    std::size_t m_toSkip = 0;
};

}  // namespace lockcore
