// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a server sends to a session, from what the C client makes of it on. The client's own reading is not
// exported by its library; Body does what that does, so far as the client survives it (lockcore/README.md).
#include "c_replies.h"
#include "fuzz_targets.h"
#include "multi_call.h"
#include "wire.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

using lockcore::BadReply;
using lockcore::ErrorCode;

namespace {

/// Beyond it the client's memory is what would be tried out. It gets none for a count below 0.
constexpr std::int32_t kMostEntries = 1000;

bool isSane(std::int32_t count) {
    return count >= 0 && count <= kMostEntries;
}

/// Reads as the C client: behind what is not there nothing is read any more, and it stays 0 or null.
class Body {
public:
    explicit Body(std::string_view bytes) : m_rest(bytes) {}

    bool isWhole() const { return m_isWhole; }

    std::int32_t int32() {
        if (!has(sizeof(std::int32_t))) return 0;
        const auto value = wire::readInt32(m_rest, 0);
        m_rest.remove_prefix(sizeof value);
        return value;
    }
    std::int64_t int64() {
        if (!has(sizeof(std::int64_t))) return 0;
        const auto high = static_cast<std::uint64_t>(static_cast<std::uint32_t>(int32()));
        return static_cast<std::int64_t>(high << 32U | static_cast<std::uint32_t>(int32()));
    }
    /// To be freed.
    char* text() {
        const auto length = int32();
        m_isWhole = m_isWhole && length >= 0;
        if (!m_isWhole || !has(static_cast<std::size_t>(length))) return nullptr;
        const auto size = static_cast<std::size_t>(length);
        auto* copy = static_cast<char*>(std::calloc(size + 1, 1));
        std::memcpy(copy, m_rest.data(), size);
        m_rest.remove_prefix(size);
        return copy;
    }
    ::Stat stat() {
        ::Stat stat{};
        stat.czxid = int64();
        stat.mzxid = int64();
        stat.ctime = int64();
        stat.mtime = int64();
        stat.version = int32();
        stat.cversion = int32();
        stat.aversion = int32();
        stat.ephemeralOwner = int64();
        stat.dataLength = int32();
        stat.numChildren = int32();
        stat.pzxid = int64();
        return stat;
    }

private:
    bool has(std::size_t bytes) {
        m_isWhole = m_isWhole && m_rest.size() >= bytes;
        return m_isWhole;
    }

    std::string_view m_rest;
    bool m_isWhole = true;
};

/// A list as the C client hands it over, and frees it afterwards.
template <class Vector, auto kFree>
class List {
public:
    template <class Read>
    List(Body& body, const Read& read) {
        vector.count = body.int32();
        if (!isSane(vector.count)) return;
        const auto count = static_cast<std::size_t>(vector.count);
        vector.data = static_cast<decltype(vector.data)>(std::calloc(count + 1, sizeof *vector.data));
        for (std::size_t i = 0; i < count && body.isWhole(); ++i)
            read(body, vector.data[i]);
    }
    ~List() { kFree(&vector); }
    List(const List&) = delete;
    List& operator=(const List&) = delete;

    Vector vector{};
};
using Names = List<String_vector, &deallocate_String_vector>;
using Entries = List<ACL_vector, &deallocate_ACL_vector>;

std::string checkRefusal(const BadReply& bad) {
    if (bad.why.empty()) return "a refusal without words";
    const bool isKnown = bad.code == ErrorCode::NotZooKeeper || bad.code == ErrorCode::TooLarge;
    return isKnown ? "" : "a refusal of another kind";
}

/// What the client takes for an entry to be freed: those that were read, and one that may have been read in
/// part.
template <class Vector, class IsRead>
bool countsOnlyWhatIsThere(const Vector& vector, std::int32_t counted, const IsRead& isRead) {
    if (vector.data == nullptr) return vector.count == 0;
    const auto read = std::find_if_not(vector.data, vector.data + counted, isRead) - vector.data;
    return vector.count >= 0 && vector.count <= std::min<std::ptrdiff_t>(counted, read + 1);
}

std::string checkStat(const ::Stat& from) {
    const auto stat = lockcore::readStat(&from);
    const bool isPlausible = from.dataLength >= 0 && from.numChildren >= 0;
    if (stat.has_value() != isPlausible) return "a Stat that is judged by something else";
    if (!stat) return checkRefusal(stat.error());
    const bool isSame = raw(stat->czxid) == from.czxid && raw(stat->mzxid) == from.mzxid &&
                        raw(stat->pzxid) == from.pzxid && stat->ctimeMs == from.ctime &&
                        stat->mtimeMs == from.mtime && stat->version == from.version &&
                        stat->cversion == from.cversion && stat->aversion == from.aversion &&
                        raw(stat->ephemeralOwner) == from.ephemeralOwner &&
                        stat->dataLength == from.dataLength && stat->numChildren == from.numChildren;
    return isSame ? "" : "another Stat than was sent";
}

bool isName(const char* name) {
    return name != nullptr && *name != '\0' && std::strchr(name, '/') == nullptr;
}

std::string checkNames(std::string_view input) {
    Body body(input);
    Names list(body, [](Body& from, char*& name) { name = from.text(); });
    auto& names = list.vector;
    const auto counted = names.count;
    const bool isGood = isSane(counted) && std::all_of(names.data, names.data + counted, &isName);
    const auto read = lockcore::readNames(&names);
    if (!countsOnlyWhatIsThere(names, counted, [](const char* name) { return name != nullptr; }))
        return "entries to be freed that are not there";
    if (read.has_value() != isGood) return "a list that is judged by something else";
    if (!read) return checkRefusal(read.error());
    if (std::ssize(*read) != counted) return "another number of names than was counted";
    std::size_t bytes = 0;
    for (const std::string& name : *read)
        bytes += sizeof counted + name.size();
    return bytes > input.size() ? "more names than input" : checkStat(body.stat());
}

std::string checkAcl(std::string_view input) {
    Body body(input);
    Entries list(body, [](Body& from, ::ACL& entry) {
        entry.perms = from.int32();
        entry.id.scheme = from.text();
        entry.id.id = from.text();
    });
    auto& acl = list.vector;
    const auto counted = acl.count;
    const auto isRead = [](const ::ACL& entry) {
        return entry.id.scheme != nullptr && entry.id.id != nullptr;
    };
    const bool isGood = isSane(counted) && std::all_of(acl.data, acl.data + counted, isRead);
    const auto read = lockcore::readAcl(&acl);
    if (!countsOnlyWhatIsThere(acl, counted, isRead)) return "entries to be freed that are not there";
    if (read.has_value() != isGood) return "a list that is judged by something else";
    if (!read) return checkRefusal(read.error());
    return std::ssize(*read) == counted ? "" : "another number of entries than was counted";
}

/// The client hands over either all the bytes that are counted or none, so the reading of those is not its
/// own.
std::string checkData(std::string_view body) {
    const auto length = wire::readInt32(body, 0);
    const auto rest = body.substr(std::min<std::size_t>(sizeof length, body.size()));
    const bool isThere = length > 0 && static_cast<std::size_t>(length) <= rest.size();
    const auto data = lockcore::readData(isThere ? rest.data() : nullptr, length);
    const bool isGood = isThere || length == 0 || length == -1;
    if (data.has_value() != isGood) return "data that is judged by something else";
    if (!data) return checkRefusal(data.error());
    return *data == (isThere ? rest.substr(0, static_cast<std::size_t>(length)) : "")
               ? ""
               : "other data than was sent";
}

/// A path of a created znode says where the server has put it: never elsewhere than it was told.
std::string checkCreatedPath(const std::string& created, std::string_view asked) {
    if (!created.starts_with(asked)) return "created elsewhere";
    const auto suffix = std::string_view(created).substr(asked.size());
    return suffix.find_first_not_of("-0123456789") == std::string_view::npos ? ""
                                                                             : "created under another name";
}

constexpr const char* kAsked = "/a/lock-";

struct Free {
    void operator()(char* text) const { std::free(text); }
};

std::string checkCreated(std::string_view input) {
    Body body(input);
    const std::unique_ptr<char, Free> path(body.text());
    const auto read = lockcore::readCreatedPath(path.get(), kAsked);
    return read ? checkCreatedPath(*read, kAsked) : checkRefusal(read.error());
}

/// For each part a result and what the client writes into the buffer that it was given, of which it cuts off
/// what is too long.
std::string checkTransaction(std::string_view body) {
    const std::vector<lockcore::WriteOp> ops{
        lockcore::NewNode{kAsked, {}, lockcore::NodeKind::EphemeralSequential}, lockcore::CheckNode{"/b", -1},
        lockcore::NewNode{"/c", {}, lockcore::NodeKind::Persistent}, lockcore::RemoveNode{"/d", 3}};
    lockcore::MultiCall call(ops);
    wire::Reader reader(body);
    for (int i = 0; i < call.count(); ++i) {
        if (reader.boolean()) continue;  // no result of this one
        call.results()[i].err = reader.int32();
        if (call.ops()[i].type != ZOO_CREATE_OP) continue;
        const auto& create = call.ops()[i].create_op;
        std::strncpy(create.buf, reader.string().c_str(), static_cast<std::size_t>(create.buflen) - 1);
    }
    if (const auto failure = call.failure(); failure && (failure->rc == ZOK || failure->path.empty()))
        return "a failure of nothing";
    const auto paths = call.paths();
    if (!paths) return checkRefusal(paths.error());
    if (paths->size() != ops.size()) return "another number of paths than of parts";
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const std::string& asked = lockcore::pathOf(ops[i]);
        if (const auto problem = checkCreatedPath((*paths)[i], asked); !problem.empty()) return problem;
        if (call.results()[i].err != ZOK) return "a success of what has failed";
    }
    return "";
}

}  // namespace

std::string checkSessionReplies(std::string_view input) {
    if (input.empty()) return "";
    const auto body = input.substr(1);
    switch (input.front()) {
        case 's': return checkStat(Body(body).stat());
        case 'l': return checkNames(body);
        case 'a': return checkAcl(body);
        case 'd': return checkData(body);
        case 'c': return checkCreated(body);
        case 't': return checkTransaction(body);
        default: return "";
    }
}
