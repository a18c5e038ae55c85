// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s;

namespace lockcore {

/// Lives on whatever thread owns it. The bytes of a file from its beginning to its end, a block at a time; of
/// one that gzip has compressed, those that it was made from. Memory grows with what is really there, never
/// with what the file claims.
class FileBytes {
public:
    /// Of a regular file; nothing else is read, as a pipe could make it wait for ever.
    static Result<FileBytes> open(const std::string& file);
    /// Of these bytes, under that name.
    static FileBytes of(std::string_view bytes, std::string file = {});

    /// The next `count` bytes, fewer only at the end. They stay until the next call.
    Result<std::string_view> peek(std::size_t count);
    /// Leaves bytes behind that were shown.
    void skip(std::size_t count);

    /// Of the next byte.
    std::uint64_t position() const { return m_position; }
    const std::string& file() const { return m_file; }
    /// An Error of this place: "/data/log.1, byte 4711".
    Error problem(ErrorCode code, std::string what) const;

private:
    struct Close {
        void operator()(gzFile_s* stream) const;
    };

    explicit FileBytes(std::string file) : m_file(std::move(file)) {}
    Result<void> fill(std::size_t count);
    Result<void> readMore();

    std::string m_file;
    std::unique_ptr<gzFile_s, Close> m_stream;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;  ///< what is there and was not left behind
    std::size_t m_end = 0;
    bool m_isAtEnd = false;
    std::uint64_t m_position = 0;
};

}  // namespace lockcore
