// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <string>
#include <utility>

namespace lockcore {

/// That this is the only writer of a recording, of all processes on this machine: SQLite would let several
/// take turns. A file of its own beside the recording, `FILE-writer`, gone when it ends; since to close a
/// second descriptor of the recording would let go SQLite's own locks.
class WriterLock {
public:
    /// Busy where somebody else writes it.
    static Result<WriterLock> take(const std::string& recording);
    WriterLock(WriterLock&& other) noexcept
        : m_name(std::move(other.m_name)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    WriterLock& operator=(WriterLock&&) = delete;
    ~WriterLock();

private:
    WriterLock(std::string name, int descriptor) : m_name(std::move(name)), m_descriptor(descriptor) {}

    std::string m_name;
    int m_descriptor;
};

}  // namespace lockcore
