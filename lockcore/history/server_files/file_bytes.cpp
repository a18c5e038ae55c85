// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "file_bytes.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} * 1024;

}  // namespace

void FileBytes::Close::operator()(gzFile_s* stream) const {
    ::gzclose(stream);
}

Result<FileBytes> FileBytes::open(const std::string& file) {
    std::error_code problem;
    const auto status = std::filesystem::status(file, problem);
    if (problem) return fail(ErrorCode::Io, "opening a file: " + problem.message(), file);
    if (!std::filesystem::is_regular_file(status))
        return fail(ErrorCode::BadFormat, "opening a file: not a regular one", file);
    FileBytes bytes(file);
    errno = 0;
    bytes.m_stream.reset(::gzopen(file.c_str(), "rbe"));
    if (!bytes.m_stream)
        return fail(ErrorCode::Io, std::string("opening a file: ") + std::strerror(errno), file);
    ::gzbuffer(bytes.m_stream.get(), kBlockBytes);
    return bytes;
}

FileBytes FileBytes::of(std::string_view bytes, std::string file) {
    FileBytes all(std::move(file));
    all.m_buffer.assign(bytes.begin(), bytes.end());
    all.m_end = bytes.size();
    all.m_isAtEnd = true;
    return all;
}

Result<std::string_view> FileBytes::peek(std::size_t count) {
    if (m_end - m_begin < count && !m_isAtEnd)
        if (auto filled = fill(count); !filled) return tl::unexpected(std::move(filled.error()));
    return std::string_view(m_buffer.data() + m_begin, std::min(count, m_end - m_begin));
}

void FileBytes::skip(std::size_t count) {
    m_begin += count;
    m_position += count;
}

Error FileBytes::problem(ErrorCode code, std::string what) const {
    return {code, std::move(what), m_file + ", byte " + std::to_string(m_position)};
}

Result<void> FileBytes::fill(std::size_t count) {
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
              m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
    m_end -= m_begin;
    m_begin = 0;
    while (m_end < count && !m_isAtEnd) {
        if (m_end == m_buffer.size()) m_buffer.resize(std::max(kBlockBytes, 2 * m_buffer.size()));
        if (auto more = readMore(); !more) return more;
    }
    return {};
}

Result<void> FileBytes::readMore() {
    errno = 0;
    const auto room = static_cast<unsigned>(std::min<std::size_t>(m_buffer.size() - m_end, 1U << 30U));
    const int read = ::gzread(m_stream.get(), m_buffer.data() + m_end, room);
    if (read > 0) {
        m_end += static_cast<std::size_t>(read);
        return {};
    }
    m_isAtEnd = true;
    int number = Z_OK;
    const char* const words = ::gzerror(m_stream.get(), &number);
    if (number == Z_ERRNO)
        return tl::unexpected(problem(ErrorCode::Io, std::string("reading: ") + std::strerror(errno)));
    // Of one that ends too soon all is shown that is there, and then this.
    if (number != Z_OK && number != Z_STREAM_END)
        return tl::unexpected(
            problem(ErrorCode::BadFormat, std::string("reading what is compressed: ") + words));
    return {};
}

}  // namespace lockcore
