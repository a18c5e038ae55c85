// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "txn_log_reader.h"

#include <lockcore/history/server_files.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// A file of a server, whose name tells a zxid.
struct ServerFile {
    Zxid zxid = Zxid::None;
    std::string path;
    std::uint64_t bytes = 0;
};

/// The files "<prefix>.<zxid>" of a directory, and of "version-2" in it, by their zxids; ".gz" and ".snappy"
/// may follow.
Result<std::vector<ServerFile>> serverFiles(const std::string& directory, std::string_view prefix);

/// Lives on whatever thread owns it. The transactions of several servers' logs, each once, in the order of
/// their zxids. What is wrong with a log goes to the report, and the next one of that server is read.
class TransactionMerge {
public:
    TransactionMerge(std::vector<std::vector<ServerFile>> servers, ServerFilesReport& report);
    ~TransactionMerge();
    TransactionMerge(TransactionMerge&&) = delete;
    TransactionMerge& operator=(TransactionMerge&&) = delete;

    /// Null at the end. It stays until the next call.
    const Transaction* next();

    /// Of all logs; one that was read counts with what is empty in it.
    std::uint64_t readBytes() const;

private:
    class ServerLog;

    ServerFilesReport& m_report;
    std::vector<std::unique_ptr<ServerLog>> m_servers;
    std::uint64_t m_endedBytes = 0;  ///< of servers whose logs have ended
    ServerLog* m_given = nullptr;    ///< whose transaction the caller has
    Zxid m_last = Zxid::None;
};

}  // namespace lockcore
