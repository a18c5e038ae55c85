// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "c_replies.h"

#include <algorithm>

namespace lockcore {

namespace {

tl::unexpected<BadReply> malformed(std::string why) {
    return tl::unexpected(BadReply{ErrorCode::NotZooKeeper, std::move(why)});
}

tl::unexpected<BadReply> tooLarge(const char* what) {
    return tl::unexpected(BadReply{ErrorCode::TooLarge, std::string(what) + " has more than " +
                                                            std::to_string(kLargestReply >> 20U) + " MiB"});
}

/// How many entries of a vector were read, of those that it counts: the others are null.
template <class Vector, class IsRead>
std::int32_t readEntries(const Vector& vector, const IsRead& isRead) {
    if (vector.data == nullptr) return 0;
    std::int32_t read = 0;
    while (read < vector.count && isRead(vector.data[read]))
        ++read;
    return read;
}

/// The entries, or what is wrong with their number.
template <class Vector, class IsRead>
Reply<std::int32_t> countOf(Vector& vector, const char* what, const IsRead& isRead) {
    const auto counted = vector.count;
    const auto read = readEntries(vector, isRead);
    if (read == counted) return read;
    vector.count = vector.data == nullptr ? 0 : std::min(counted, read + 1);  // the next may be read in part
    const std::string start = "the answer counts " + std::to_string(counted) + ' ' + what;
    return malformed(counted < 0 ? start : start + " and has " + std::to_string(read));
}

/// ZooKeeper's sequence numbers: ten digits, or a sign and digits once they have overflowed.
bool isSequenceSuffix(std::string_view suffix) {
    if (suffix.starts_with('-')) suffix.remove_prefix(1);
    return std::ranges::all_of(suffix, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Reply<Stat> readStat(const ::Stat* from) {
    if (from == nullptr) return malformed("the answer has no Stat");
    if (from->dataLength < 0 || from->numChildren < 0) return malformed("the answer's Stat counts below 0");
    Stat stat;
    stat.czxid = Zxid{from->czxid};
    stat.mzxid = Zxid{from->mzxid};
    stat.pzxid = Zxid{from->pzxid};
    stat.ctimeMs = from->ctime;
    stat.mtimeMs = from->mtime;
    stat.version = from->version;
    stat.cversion = from->cversion;
    stat.aversion = from->aversion;
    stat.ephemeralOwner = SessionId{from->ephemeralOwner};
    stat.dataLength = from->dataLength;
    stat.numChildren = from->numChildren;
    return stat;
}

Reply<std::vector<std::string>> readNames(String_vector* names) {
    if (names == nullptr) return malformed("the answer has no names");
    const auto count = countOf(*names, "names", [](const char* name) { return name != nullptr; });
    if (!count) return tl::unexpected(count.error());
    const std::vector<std::string_view> views(names->data, names->data + *count);
    std::size_t bytes = 0;
    for (const auto view : views) {
        if (view.empty() || view.find('/') != std::string_view::npos)
            return malformed("a name in the answer is no name of a znode");
        bytes += sizeof names->count + view.size();  // as in the frame
    }
    if (bytes > kLargestReply) return tooLarge("the list");
    return std::vector<std::string>(views.begin(), views.end());
}

Reply<Acl> readAcl(ACL_vector* acl) {
    if (acl == nullptr) return malformed("the answer has no access control list");
    const auto count = countOf(*acl, "entries of an access control list", [](const ::ACL& entry) {
        return entry.id.scheme != nullptr && entry.id.id != nullptr;
    });
    if (!count) return tl::unexpected(count.error());
    Acl entries;
    for (std::int32_t i = 0; i < *count; ++i)
        entries.push_back({acl->data[i].perms, acl->data[i].id.scheme, acl->data[i].id.id});
    return entries;
}

Reply<std::string> readData(const char* data, int length) {
    if (length < -1 || (length > 0 && data == nullptr))
        return malformed("the answer counts " + std::to_string(length) + " bytes of data and has none");
    if (length <= 0) return std::string();  // null data has length -1
    const auto size = static_cast<std::size_t>(length);
    if (size > kLargestReply) return tooLarge("the data");
    return std::string(data, size);
}

Reply<std::string> readCreatedPath(const char* path, std::string_view asked) {
    if (path == nullptr) return malformed("the answer does not name the znode");
    std::string created(path);
    if (!created.starts_with(asked) || !isSequenceSuffix(std::string_view(created).substr(asked.size())))
        return malformed("the answer names another znode");
    return created;
}

}  // namespace lockcore
