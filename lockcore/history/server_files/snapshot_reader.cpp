// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_reader.h"

#include <lockcore/session/record_reader.h>

#include <zlib.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kSnapshotMagic = "ZKSN";
constexpr std::string_view kSnappyMagic{"\x82SNAPPY\0", 8};
constexpr std::int32_t kSnapshotVersion = 2;
/// Four long, three int and two more long, and the long before them.
constexpr std::size_t kAclAndStatBytes = 8 + 4 * 8 + 3 * 4 + 2 * 8;

/// Containers and what ends by itself are nobody's.
SessionId sessionOfOwner(std::int64_t owner) {
    constexpr std::uint64_t kContainer = 0x8000'0000'0000'0000U;
    constexpr unsigned kKindBits = 56;
    constexpr std::uint64_t kTtl = 0xff;
    const auto bits = static_cast<std::uint64_t>(owner);
    return bits == kContainer || bits >> kKindBits == kTtl ? SessionId::None : SessionId{owner};
}

/// Each read returns false at the first thing that is wrong, which error() tells.
class SnapshotWalk {
public:
    SnapshotWalk(FileBytes bytes, const ServerSnapshotSinks& sinks)
        : m_bytes(std::move(bytes)), m_sinks(sinks) {}

    bool all() { return header() && sessions() && acls() && znodes() && seal(); }
    const Error& error() const { return m_error; }
    const ServerSnapshotTally& tally() const { return m_tally; }

private:
    bool fail(Error error) {
        m_error = std::move(error);
        return false;
    }
    bool damaged(std::string what) {
        return fail(m_bytes.problem(ErrorCode::BadFormat, "is damaged: " + std::move(what)));
    }

    /// The next `size` bytes, until the next call.
    bool take(std::size_t size, const char* what, std::string_view& value) {
        const auto bytes = m_bytes.peek(size);
        if (!bytes) return fail(bytes.error());
        if (bytes->size() < size) return damaged(std::string("it ends within ") + what);
        value = *bytes;
        m_sum = ::adler32_z(m_sum, reinterpret_cast<const Bytef*>(value.data()), value.size());
        m_bytes.skip(size);
        return true;
    }
    bool int32(std::int32_t& value, const char* what) {
        std::string_view bytes;
        if (!take(sizeof value, what, bytes)) return false;
        value = bigEndianInt32(bytes);
        return true;
    }
    bool int64(std::int64_t& value, const char* what) {
        std::string_view bytes;
        if (!take(sizeof value, what, bytes)) return false;
        value = bigEndianInt64(bytes);
        return true;
    }
    bool count(std::int32_t& value, const char* what) {
        return int32(value, what) &&
               (value >= 0 || damaged("it counts " + std::to_string(value) + ' ' + what));
    }
    /// Bytes of no interest, in pieces.
    bool pass(std::size_t size, const char* what) {
        std::string_view piece;
        while (size > 0) {
            if (!take(std::min<std::size_t>(size, 64 * 1024), what, piece)) return false;
            size -= piece.size();
        }
        return true;
    }
    bool passText(const char* what) {
        std::int32_t length = 0;
        if (!int32(length, what)) return false;
        if (length < -1) return damaged(std::to_string(length) + " bytes for " + what);
        return pass(static_cast<std::size_t>(std::max(length, 0)), what);
    }

    bool header() {
        const auto magic = m_bytes.peek(kSnappyMagic.size());
        if (!magic) return fail(magic.error());
        if (*magic == kSnappyMagic)
            return fail(
                m_bytes.problem(ErrorCode::Unimplemented, "is compressed by Snappy, which is not read"));
        if (!magic->starts_with(kSnapshotMagic))
            return fail(m_bytes.problem(ErrorCode::BadFormat, "is no snapshot of ZooKeeper"));
        std::int32_t version = 0;
        std::int64_t database = 0;
        if (!int32(version, "its header") || !int32(version, "its header") || !int64(database, "its header"))
            return false;
        return version == kSnapshotVersion ||
               fail(m_bytes.problem(ErrorCode::BadFormat,
                                    "is a snapshot of version " + std::to_string(version) + ", not 2"));
    }

    bool sessions() {
        std::int32_t left = 0;
        for (bool isWhole = count(left, "sessions"); left > 0 || !isWhole; --left) {
            std::int64_t id = 0;
            std::int32_t timeout = 0;
            if (!isWhole || !int64(id, "a session") || !int32(timeout, "a session")) return false;
            ++m_tally.sessions;
            m_sinks.session(SessionId{id}, timeout);
        }
        return true;
    }

    bool acls() {
        std::int32_t left = 0;
        for (bool isWhole = count(left, "ACLs"); left > 0 || !isWhole; --left) {
            std::int64_t number = 0;
            std::int32_t entries = 0;
            if (!isWhole || !int64(number, "an ACL") || !int32(entries, "an ACL")) return false;
            for (; entries > 0; --entries) {
                std::int32_t permissions = 0;
                if (!int32(permissions, "an ACL") || !passText("an ACL") || !passText("an ACL")) return false;
            }
        }
        return true;
    }

    bool znodes() {
        for (;;) {
            std::string_view text;
            std::int32_t length = 0;
            if (!int32(length, "a path")) return false;
            if (length < 0 || length > kMostPathBytes)
                return damaged("a path of " + std::to_string(length) + " bytes");
            if (!take(static_cast<std::size_t>(length), "a path", text)) return false;
            if (text == "/") return true;
            m_path = text;
            if (!znode()) return false;
        }
    }

    bool znode() {
        std::int32_t length = 0;
        if (!int32(length, "data")) return false;
        if (length < -1) return damaged(std::to_string(length) + " bytes of data");
        const auto size = static_cast<std::size_t>(std::max(length, 0));
        std::string_view bytes;
        if (!take(std::min(size, kMostSnapshotData), "data", bytes)) return false;
        m_data = bytes;
        if (!pass(size - m_data.size(), "data")) return false;
        if (!take(kAclAndStatBytes, "a Stat", bytes)) return false;
        Stat stat = statOf(bytes);
        stat.dataLength = std::max(length, 0);
        ++m_tally.znodes;
        m_sinks.node(m_path, m_data, stat);
        return true;
    }

    static Stat statOf(std::string_view bytes) {
        const auto long64 = [&](std::size_t at) { return bigEndianInt64(bytes.substr(at)); };
        const auto int32 = [&](std::size_t at) { return bigEndianInt32(bytes.substr(at)); };
        Stat stat;
        stat.czxid = Zxid{long64(8)};
        stat.mzxid = Zxid{long64(16)};
        stat.ctimeMs = long64(24);
        stat.mtimeMs = long64(32);
        stat.version = int32(40);
        stat.cversion = int32(44);
        stat.aversion = int32(48);
        stat.ephemeralOwner = sessionOfOwner(long64(52));
        stat.pzxid = Zxid{long64(60)};
        return stat;
    }

    bool seal() {
        const uLong sum = m_sum;
        std::int64_t told = 0;
        if (!int64(told, "its sum")) return false;
        return static_cast<std::uint64_t>(told) == sum || damaged("its sum is not that of its bytes");
    }

    FileBytes m_bytes;
    const ServerSnapshotSinks& m_sinks;
    ServerSnapshotTally m_tally;
    Error m_error;
    uLong m_sum = ::adler32_z(0, nullptr, 0);
    std::string m_path;
    std::string m_data;
};

}  // namespace

Result<ServerSnapshotTally> readServerSnapshot(FileBytes bytes, const ServerSnapshotSinks& sinks) {
    SnapshotWalk walk(std::move(bytes), sinks);
    if (!walk.all()) return tl::unexpected(walk.error());
    return walk.tally();
}

}  // namespace lockcore
