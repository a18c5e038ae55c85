// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "transaction_merge.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

namespace fs = std::filesystem;

constexpr int kHexadecimal = 16;

/// "log.100000001" and "snapshot.100000001.gz", without the prefix and its point.
std::optional<Zxid> zxidOfName(std::string_view name) {
    for (const std::string_view ending : {".gz", ".snappy"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    std::uint64_t zxid = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), zxid, kHexadecimal);
    if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return std::nullopt;
    return Zxid{static_cast<std::int64_t>(zxid)};
}

/// An error number, 0 if the directory could be listed.
std::error_code addFiles(const fs::path& directory, std::string_view prefix, std::vector<ServerFile>& files) {
    std::error_code problem;
    fs::directory_iterator entry(directory, problem);
    for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || name.size() <= prefix.size() || name[prefix.size()] != '.') continue;
        const auto zxid = zxidOfName(std::string_view(name).substr(prefix.size() + 1));
        if (!zxid) continue;
        std::error_code none;
        const auto bytes = entry->file_size(none);
        files.push_back({*zxid, entry->path().string(), none ? 0 : bytes});
    }
    return problem;
}

bool isSameTransaction(const Transaction& one, const Transaction& other) {
    const auto key = [](const Transaction& each) {
        return std::tuple(each.session, each.cxid, each.unixMs, each.type);
    };
    return key(one) == key(other);
}

}  // namespace

Result<std::vector<ServerFile>> serverFiles(const std::string& directory, std::string_view prefix) {
    std::vector<ServerFile> files;
    const auto problem = addFiles(directory, prefix, files);
    if (problem) return fail(ErrorCode::Io, "reading a server's directory: " + problem.message(), directory);
    std::error_code none;
    const fs::path inner = fs::path(directory) / "version-2";
    if (fs::is_directory(inner, none))
        if (const auto inside = addFiles(inner, prefix, files); inside)
            return fail(ErrorCode::Io, "reading a server's directory: " + inside.message(), inner.string());
    std::ranges::sort(files, [](const ServerFile& one, const ServerFile& other) {
        return std::tie(one.zxid, one.path) < std::tie(other.zxid, other.path);
    });
    return files;
}

/// The logs of one server, one after the other.
class TransactionMerge::ServerLog {
public:
    ServerLog(std::vector<ServerFile> files, ServerFilesReport& report)
        : m_files(std::move(files)), m_report(report) {}

    /// False at the end.
    bool advance() {
        for (;;) {
            if (!m_reader && !openNext()) return false;
            const auto read = m_reader->next(m_transaction);
            if (read && *read) return true;
            if (!read) m_report.problems.push_back(read.error());
            close();
        }
    }

    const Transaction& transaction() const { return m_transaction; }
    std::uint64_t readBytes() const {
        return m_readBytes + (m_reader ? std::min(m_reader->position(), m_files[m_next - 1].bytes) : 0);
    }

private:
    bool openNext() {
        while (m_next < m_files.size()) {
            const std::string& file = m_files[m_next++].path;
            auto bytes = FileBytes::open(file);
            auto reader = bytes ? TxnLogReader::open(std::move(*bytes))
                                : Result<TxnLogReader>(tl::unexpected(std::move(bytes.error())));
            if (reader) {
                m_reader.emplace(std::move(*reader));
                ++m_report.logs;
                return true;
            }
            m_report.problems.push_back(std::move(reader.error()));
            m_readBytes += m_files[m_next - 1].bytes;
        }
        return false;
    }

    void close() {
        const TxnLogTally& tally = m_reader->tally();
        for (const auto& [type, count] : tally.unknownTypes)
            m_report.unknownTypes[type] += count;
        m_report.unreadable += tally.unreadable + tally.moreUnknown;
        if (tally.firstUnreadable) m_report.problems.push_back(*tally.firstUnreadable);
        if (tally.tornAt)
            m_report.torn.push_back(m_reader->file() + ", byte " + std::to_string(*tally.tornAt));
        m_readBytes += m_files[m_next - 1].bytes;
        m_reader.reset();
    }

    std::vector<ServerFile> m_files;
    ServerFilesReport& m_report;
    std::size_t m_next = 0;
    std::optional<TxnLogReader> m_reader;
    Transaction m_transaction;
    std::uint64_t m_readBytes = 0;
};

TransactionMerge::TransactionMerge(std::vector<std::vector<ServerFile>> servers, ServerFilesReport& report)
    : m_report(report) {
    for (auto& files : servers) {
        auto log = std::make_unique<ServerLog>(std::move(files), report);
        if (log->advance())
            m_servers.push_back(std::move(log));
        else
            m_endedBytes += log->readBytes();
    }
}

TransactionMerge::~TransactionMerge() = default;

const Transaction* TransactionMerge::next() {
    if (m_given) {
        m_last = m_given->transaction().zxid;
        const Transaction given = m_given->transaction();  // its views are not looked at
        std::erase_if(m_servers, [&](const auto& log) {
            while (log->transaction().zxid <= m_last) {
                if (log.get() != m_given) {
                    ++m_report.duplicates;
                    if (log->transaction().zxid == m_last && !isSameTransaction(log->transaction(), given))
                        ++m_report.contradictions;
                }
                if (!log->advance()) {
                    m_endedBytes += log->readBytes();
                    return true;
                }
            }
            return false;
        });
    }
    const auto first =
        std::ranges::min_element(m_servers, {}, [](const auto& log) { return log->transaction().zxid; });
    m_given = first == m_servers.end() ? nullptr : first->get();
    return m_given ? &m_given->transaction() : nullptr;
}

std::uint64_t TransactionMerge::readBytes() const {
    std::uint64_t sum = m_endedBytes;
    for (const auto& log : m_servers)
        sum += log->readBytes();
    return sum;
}

}  // namespace lockcore
