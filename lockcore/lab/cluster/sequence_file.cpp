// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sequence_file.h"

#include <lockcore/session/connect_string.h>

#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace lockcore {

namespace {

/// The transaction that the snapshot is up to date with, by which all its znodes were made. Not 0, which
/// means none.
constexpr std::int64_t kSnapshotZxid = 1;
constexpr const char* kSnapshotName = "snapshot.1";

/// A snapshot in the making, as jute writes it: numbers big-endian, texts with their length before them.
class SnapshotText {
public:
    void add(std::int32_t value) { addBytes(static_cast<std::uint32_t>(value), 4); }
    void add(std::int64_t value) { addBytes(static_cast<std::uint64_t>(value), 8); }
    void add(std::string_view text) {
        add(static_cast<std::int32_t>(text.size()));
        m_bytes += text;
    }
    void addRaw(std::string_view bytes) { m_bytes += bytes; }

    /// A persistent znode without data that anybody may change.
    void addNode(std::string_view path, std::int32_t nextNumber) {
        constexpr std::int64_t kOpenAcl = 1;
        add(path);
        add(std::string_view());
        add(kOpenAcl);
        add(kSnapshotZxid);    // czxid
        add(kSnapshotZxid);    // mzxid
        add(std::int64_t{0});  // ctime
        add(std::int64_t{0});  // mtime
        add(std::int32_t{0});  // version
        add(nextNumber);       // cversion, which is what the numbers of children are taken from
        add(std::int32_t{0});  // aversion
        add(std::int64_t{0});  // owner
        add(kSnapshotZxid);    // pzxid
    }

    const std::string& sealed() {
        const uLong sum = ::adler32_z(1, reinterpret_cast<const Bytef*>(m_bytes.data()), m_bytes.size());
        add(static_cast<std::int64_t>(sum));
        add("/");
        return m_bytes;
    }

private:
    void addBytes(std::uint64_t value, unsigned count) {
        constexpr unsigned kBits = 8;
        constexpr std::uint64_t kByte = 0xff;
        while (count > 0)
            m_bytes += static_cast<char>(value >> kBits * --count & kByte);
    }

    std::string m_bytes;
};

/// With what is above them, parents first.
std::map<std::string, std::int32_t> withParents(const std::map<std::string, std::int32_t>& nextNumbers) {
    std::map<std::string, std::int32_t> nodes{{"/zookeeper", 0}, {"/zookeeper/quota", 0}};
    for (const auto& [path, number] : nextNumbers)
        for (std::string_view above = parentPath(path); above != "/"; above = parentPath(above))
            nodes.try_emplace(std::string(above), 0);
    for (const auto& [path, number] : nextNumbers)
        nodes[path] = number;
    return nodes;
}

std::string snapshotOf(const std::map<std::string, std::int32_t>& nextNumbers) {
    constexpr std::int32_t kFormat = 2;
    constexpr std::int32_t kAllRights = 31;
    SnapshotText text;
    text.addRaw("ZKSN");
    text.add(kFormat);
    text.add(std::int64_t{-1});
    text.add(std::int32_t{0});  // sessions
    text.add(std::int32_t{1});  // access control lists
    text.add(std::int64_t{1});
    text.add(std::int32_t{1});
    text.add(kAllRights);
    text.add("world");
    text.add("anyone");
    text.addNode("", 0);
    for (const auto& [path, number] : withParents(nextNumbers))
        text.addNode(path, number);
    text.add("/");
    return text.sealed();
}

}  // namespace

Result<void> writeSequenceFile(const std::string& dataDirectory,
                               const std::map<std::string, std::int32_t>& nextNumbers) {
    for (const auto& [path, number] : nextNumbers)
        if (const std::string problem = pathProblem(path); !problem.empty() || path == "/" || number < 0)
            return fail(ErrorCode::BadArguments, "A directory can't have that next number", path);
    const std::string folder = dataDirectory + "/version-2";
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    const std::string file = folder + "/" + kSnapshotName;
    std::ofstream out(file, std::ios::binary);
    out << snapshotOf(nextNumbers);
    out.close();
    if (problem || !out) return fail(ErrorCode::Io, "Writing what a local server starts from", file);
    return {};
}

}  // namespace lockcore
