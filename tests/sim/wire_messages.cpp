// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "wire_messages.h"

#include <utility>

namespace lockcore::message {

namespace {

constexpr std::int32_t kErrorPart = -1;
constexpr std::int32_t kRuntimeInconsistency = -2;

Acl readAcl(wire::Reader& reader) {
    Acl acl;
    for (auto left = reader.int32(); left > 0; --left) {
        AclEntry entry;
        entry.permissions = reader.int32();
        entry.scheme = reader.string();
        entry.id = reader.string();
        acl.push_back(std::move(entry));
    }
    return acl == Acl{AclEntry{}} ? Acl() : acl;
}

std::string header(std::int32_t type, bool isLast, std::int32_t error) {
    return wire::int32(type) + (isLast ? '\1' : '\0') + wire::int32(error);
}

}  // namespace

std::int32_t codeOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::NoNode: return -101;
        case ErrorCode::NoAuth: return -102;
        case ErrorCode::BadVersion: return -103;
        case ErrorCode::NoChildrenForEphemerals: return -108;
        case ErrorCode::NodeExists: return -110;
        case ErrorCode::NotEmpty: return -111;
        case ErrorCode::SessionExpired: return -112;
        case ErrorCode::BadArguments: return -8;
        default: return -1;
    }
}

std::optional<WriteOp> readWrite(std::int32_t type, wire::Reader& reader) {
    switch (type) {
        case kCreate:
        case kCreate2:
        case kCreateContainer: {
            constexpr NodeKind kKinds[] = {NodeKind::Persistent, NodeKind::Ephemeral,
                                           NodeKind::PersistentSequential, NodeKind::EphemeralSequential,
                                           NodeKind::Container};
            NewNode node;
            node.path = reader.string();
            node.data = reader.string();
            node.acl = readAcl(reader);
            node.kind = kKinds[static_cast<std::size_t>(reader.int32())];
            return node;
        }
        case kDelete: {
            auto path = reader.string();
            return RemoveNode{std::move(path), reader.int32()};
        }
        case kSetData: {
            auto path = reader.string();
            auto data = reader.string();
            return SetNode{std::move(path), std::move(data), reader.int32()};
        }
        case kCheck: {
            auto path = reader.string();
            return CheckNode{std::move(path), reader.int32()};
        }
        default: return std::nullopt;
    }
}

std::vector<Part> readMulti(wire::Reader& reader) {
    std::vector<Part> parts;
    for (;;) {
        const auto type = reader.int32();
        const bool isLast = reader.boolean();
        reader.int32();
        auto op = isLast ? std::nullopt : readWrite(type, reader);
        if (!op) return parts;
        parts.push_back({type, *std::move(op)});
    }
}

std::vector<std::string> readPaths(wire::Reader& reader) {
    std::vector<std::string> paths;
    for (auto left = reader.int32(); left > 0; --left)
        paths.push_back(reader.string());
    return paths;
}

std::string write(const Stat& stat) {
    return wire::int64(raw(stat.czxid)) + wire::int64(raw(stat.mzxid)) + wire::int64(stat.ctimeMs) +
           wire::int64(stat.mtimeMs) + wire::int32(stat.version) + wire::int32(stat.cversion) +
           wire::int32(stat.aversion) + wire::int64(raw(stat.ephemeralOwner)) + wire::int32(stat.dataLength) +
           wire::int32(stat.numChildren) + wire::int64(raw(stat.pzxid));
}

std::string write(const CreatedNode& created) {
    return wire::string(created.path) + write(created.stat);
}

std::string write(const NodeData& node) {
    return wire::string(node.data) + write(node.stat);
}

std::string write(const ChildList& list) {
    std::string bytes = wire::int32(static_cast<std::int32_t>(list.names.size()));
    for (const auto& name : list.names)
        bytes += wire::string(name);
    return bytes + write(list.stat);
}

std::string write(const Acl& acl) {
    std::string bytes = wire::int32(static_cast<std::int32_t>(acl.size()));
    for (const auto& entry : acl)
        bytes += wire::int32(entry.permissions) + wire::string(entry.scheme) + wire::string(entry.id);
    return bytes + write(Stat());
}

std::string write(const WatchEvent& event) {
    constexpr std::int32_t kSyncConnected = 3;
    constexpr std::int32_t kTypes[] = {1, 2, 3, 4};
    return wire::int32(kTypes[static_cast<std::size_t>(event.kind)]) + wire::int32(kSyncConnected) +
           wire::string(event.path);
}

std::string writeMulti(const std::vector<Part>& parts, const std::vector<std::string>& paths) {
    std::string bytes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        bytes += header(parts[i].type, false, 0);
        if (parts[i].type == kCreate) bytes += wire::string(paths[i]);
        if (parts[i].type == kSetData) bytes += write(Stat());  // which the C client drops
    }
    return bytes + header(kErrorPart, true, kErrorPart);
}

std::string writeMulti(const std::vector<Part>& parts, const Error& error) {
    std::string bytes;
    std::int32_t code = 0;
    for (const auto& part : parts) {
        const bool isIt = code == 0 && pathOf(part.op) == error.path;
        if (isIt) code = codeOf(error.code);
        const auto told = isIt || code == 0 ? code : kRuntimeInconsistency;
        bytes += header(kErrorPart, false, told) + wire::int32(told);
    }
    return bytes + header(kErrorPart, true, kErrorPart);
}

std::string words(const Stat& stat) {
    std::string text;
    for (const auto number :
         {raw(stat.czxid), raw(stat.mzxid), raw(stat.pzxid), stat.ctimeMs, stat.mtimeMs,
          std::int64_t{stat.version}, std::int64_t{stat.cversion}, std::int64_t{stat.aversion},
          raw(stat.ephemeralOwner), std::int64_t{stat.dataLength}, std::int64_t{stat.numChildren}})
        text += ' ' + std::to_string(number);
    return text;
}

std::string words(const CreatedNode& created) {
    return created.path + words(created.stat);
}

std::string words(const NodeData& node) {
    return '"' + node.data + '"' + words(node.stat);
}

std::string words(const ChildList& list) {
    return words(list.names) + words(list.stat);
}

std::string words(const std::vector<std::string>& paths) {
    std::string text;
    for (const auto& path : paths)
        text += '[' + path + ']';
    return text;
}

std::string words(const Acl& acl) {
    std::string text;
    for (const auto& entry : acl)
        text += std::to_string(entry.permissions) + entry.scheme + ':' + entry.id + ' ';
    return text;
}

}  // namespace lockcore::message
