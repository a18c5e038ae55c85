// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lockcore {

/// Called with how many bytes were read since the last call; false: no more is wanted.
using BytesRead = std::function<bool(std::size_t)>;

/// True for what gzip writes, by its first bytes.
bool isGzip(std::string_view bytes);

/// A text that comes piece by piece, as gzip writes it: the same bytes for the same text. One thread.
class GzipText {
public:
    GzipText();
    ~GzipText();
    GzipText(const GzipText&) = delete;
    GzipText& operator=(const GzipText&) = delete;

    void add(std::string_view text);
    /// All of it; nothing comes after that.
    Result<std::string> end();

private:
    class Packer;
    std::unique_ptr<Packer> m_packer;
};

/// The same of a text that is there.
Result<std::string> gzipped(std::string_view text);

/// What was compressed, all parts of it where several files were joined. Memory grows with what is there:
/// TooLarge where it would be more than `most` bytes, BadFormat where it is damaged or cut off.
Result<std::string> gunzipped(std::string_view bytes, std::size_t most, const BytesRead& read = {});

}  // namespace lockcore
