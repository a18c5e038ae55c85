// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "txn_log_reader.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kLogMagic = "ZKLG";
constexpr std::int32_t kLogVersion = 2;
constexpr std::size_t kLogHeaderBytes = 16;
constexpr std::size_t kRecordHeadBytes = 12;
constexpr std::size_t kDigestBytes = 12;
constexpr std::size_t kMostUnknownTypes = 64;
constexpr char kRecordEnd = 'B';

bool isZeros(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](char byte) { return byte == '\0'; });
}

std::uint64_t sumOf(std::string_view bytes) {
    return ::adler32_z(::adler32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()),
                       bytes.size());
}

bool readCreate(RecordReader& body, TxnPart& part) {
    if (!body.name(part.path, "its path") || !body.data(part.data) || !body.acl()) return false;
    if (part.type == txn_type::kCreate || part.type == txn_type::kCreate2) {
        if (!body.boolean(part.isEphemeral, "whether it is ephemeral")) return false;
        if (body.left() == 0) return true;  // of a server before 3.4
    }
    std::int32_t creations = 0;
    if (!body.int32(creations, "its parentCVersion")) return false;
    if (creations > 0) part.parentCreations = creations;
    return part.type != txn_type::kCreateTtl || body.skip(sizeof(std::int64_t), "its TTL");
}

/// What nobody can see by its length alone: a digest in place of the paths, where a server writes none.
bool readEphemerals(RecordReader& body, std::vector<std::string_view>& paths) {
    if (body.left() == 0) return true;
    RecordReader list = body;
    std::int32_t count = 0;
    bool isWhole = list.count(count, sizeof(std::int32_t), "paths");
    for (std::int32_t read = 0; isWhole && read < count; ++read) {
        std::string_view path;
        isWhole = list.name(path, "a path of its session") && path.starts_with('/');
        if (isWhole) paths.push_back(path);
    }
    if (isWhole) return true;
    paths.clear();
    if (body.left() == kDigestBytes) return true;
    body = list;
    return false;
}

}  // namespace

Result<TxnLogReader> TxnLogReader::open(FileBytes bytes) {
    TxnLogReader reader(std::move(bytes));
    if (auto header = reader.readHeader(); !header) return tl::unexpected(std::move(header.error()));
    return reader;
}

Result<void> TxnLogReader::readHeader() {
    const auto header = m_bytes.peek(kLogHeaderBytes);
    if (!header) return tl::unexpected(header.error());
    const std::string_view magic = header->substr(0, kLogMagic.size());
    if (magic != kLogMagic.substr(0, magic.size()))
        return tl::unexpected(m_bytes.problem(ErrorCode::BadFormat, "is no transaction log of ZooKeeper"));
    if (header->size() < kLogHeaderBytes) {
        m_tally.tornAt = 0;
        m_isOver = true;
        return {};
    }
    const std::int32_t version = bigEndianInt32(header->substr(kLogMagic.size()));
    if (version != kLogVersion)
        return tl::unexpected(m_bytes.problem(
            ErrorCode::BadFormat, "is a transaction log of version " + std::to_string(version) + ", not 2"));
    m_bytes.skip(kLogHeaderBytes);
    return {};
}

Result<bool> TxnLogReader::next(Transaction& transaction) {
    while (!m_isOver) {
        m_bytes.skip(std::exchange(m_toSkip, 0));
        const auto payload = nextPayload();
        if (!payload) {
            m_isOver = true;
            return tl::unexpected(payload.error());
        }
        if (payload->empty()) break;
        m_toSkip = kRecordHeadBytes + payload->size() + 1;
        ++m_tally.records;
        if (readPayload(*payload, transaction)) return true;
    }
    m_isOver = true;
    return false;
}

Result<std::string_view> TxnLogReader::nextPayload() {
    const auto head = m_bytes.peek(kRecordHeadBytes);
    if (!head) return head;
    if (head->size() < kRecordHeadBytes) return isZeros(*head) ? std::string_view() : endTorn(head->size());
    const auto sum = static_cast<std::uint64_t>(bigEndianInt64(*head));
    const std::int32_t length = bigEndianInt32(head->substr(sizeof sum));
    if (length == 0) return sum == 0 ? std::string_view() : endTorn(kRecordHeadBytes);
    if (length < 0 || length > kMostRecordBytes)
        return tl::unexpected(m_bytes.problem(
            ErrorCode::BadFormat, "is damaged: a record of " + std::to_string(length) + " bytes"));
    const std::size_t size = kRecordHeadBytes + static_cast<std::size_t>(length) + 1;
    const auto record = m_bytes.peek(size);
    if (!record) return record;
    if (record->size() < size || record->back() != kRecordEnd) return endTorn(record->size());
    const std::string_view payload = record->substr(kRecordHeadBytes, static_cast<std::size_t>(length));
    if (sumOf(payload) != sum)
        return tl::unexpected(m_bytes.problem(ErrorCode::BadFormat,
                                              "is damaged: the sum of a record is not that of its bytes"));
    return payload;
}

/// The record that begins here is the last one if nothing but zeros follows it.
Result<std::string_view> TxnLogReader::endTorn(std::size_t recordBytes) {
    constexpr std::size_t kBlock = 64 * 1024;
    const Error damage =
        m_bytes.problem(ErrorCode::BadFormat, "is damaged: a record does not end where it should");
    const std::uint64_t begin = m_bytes.position();
    m_bytes.skip(recordBytes);
    for (;;) {
        const auto rest = m_bytes.peek(kBlock);
        if (!rest) return rest;
        if (rest->empty()) break;
        if (!isZeros(*rest)) return tl::unexpected(damage);
        m_bytes.skip(rest->size());
    }
    m_tally.tornAt = begin;
    return std::string_view();
}

/// False where the record is left out, which the tally tells.
bool TxnLogReader::readPayload(std::string_view payload, Transaction& transaction) {
    RecordReader reader(payload);
    transaction.parts.clear();
    transaction.ephemerals.clear();
    transaction.timeoutMs = 0;
    m_problem.clear();
    std::int64_t session = 0;
    std::int64_t zxid = 0;
    constexpr const char* kHeader = "its header";
    if (!reader.int64(session, kHeader) || !reader.int32(transaction.cxid, kHeader) ||
        !reader.int64(zxid, kHeader) || !reader.int64(transaction.unixMs, kHeader) ||
        !reader.int32(transaction.type, kHeader)) {
        noteUnreadable(reader.problem());
        return false;
    }
    transaction.session = SessionId{session};
    transaction.zxid = Zxid{zxid};
    if (readBody(reader, transaction)) return true;
    // Its header counts all the same: no transaction lacks there.
    noteUnreadable(m_problem.empty() ? reader.problem() : m_problem);
    transaction.parts.clear();
    transaction.ephemerals.clear();
    return true;
}

bool TxnLogReader::readBody(RecordReader& body, Transaction& transaction) {
    std::int32_t error = 0;
    switch (transaction.type) {
        case txn_type::kError: return body.int32(error, "its error");
        case txn_type::kCreateSession: return body.int32(transaction.timeoutMs, "its timeout");
        case txn_type::kCloseSession: return readEphemerals(body, transaction.ephemerals);
        case txn_type::kMulti: return readMulti(body, transaction);
        default: break;
    }
    TxnPart part{.type = transaction.type};
    if (!readPart(body, part)) return false;
    if (!part.path.empty()) transaction.parts.push_back(part);
    return true;
}

bool TxnLogReader::readMulti(RecordReader& body, Transaction& transaction) {
    std::int32_t count = 0;
    if (!body.count(count, 2 * sizeof(std::int32_t), "parts")) return false;
    bool isDone = true;
    for (std::int32_t read = 0; read < count; ++read) {
        TxnPart part;
        std::string_view bytes;
        if (!body.int32(part.type, "a part") || !body.data(bytes)) return false;
        isDone = isDone && part.type != txn_type::kError;
        // A server leaves the bodies of what it has refused as they are.
        if (!isDone) continue;
        RecordReader reader(bytes);
        if (!readPart(reader, part)) {
            m_problem = reader.problem();
            return false;
        }
        if (!part.path.empty()) transaction.parts.push_back(part);
    }
    if (!isDone) transaction.parts.clear();
    return true;
}

/// Without a path for what is unknown.
bool TxnLogReader::readPart(RecordReader& body, TxnPart& part) {
    std::int32_t version = 0;
    constexpr const char* kPath = "its path";
    constexpr const char* kVersion = "its version";
    switch (part.type) {
        case txn_type::kCreate:
        case txn_type::kCreate2:
        case txn_type::kCreateContainer:
        case txn_type::kCreateTtl: return readCreate(body, part);
        case txn_type::kDelete:
        case txn_type::kDeleteContainer: return body.name(part.path, kPath);
        case txn_type::kSetData:
        case txn_type::kReconfig:
            return body.name(part.path, kPath) && body.data(part.data) && body.int32(version, kVersion);
        case txn_type::kSetAcl:
            return body.name(part.path, kPath) && body.acl() && body.int32(version, kVersion);
        case txn_type::kCheck: return body.name(part.path, kPath) && body.int32(version, kVersion);
        default: break;
    }
    // A file may claim as many types as it has records.
    if (m_tally.unknownTypes.size() < kMostUnknownTypes || m_tally.unknownTypes.contains(part.type)) {
        ++m_tally.unknownTypes[part.type];
    } else {
        ++m_tally.moreUnknown;
    }
    return true;
}

void TxnLogReader::noteUnreadable(std::string problem) {
    ++m_tally.unreadable;
    if (!m_tally.firstUnreadable)
        m_tally.firstUnreadable = m_bytes.problem(ErrorCode::BadFormat, "a record " + std::move(problem));
}

}  // namespace lockcore
