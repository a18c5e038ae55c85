// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "gzip_text.h"

#include <zlib.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
/// zlib's way to say: with gzip's head and sum in place of its own.
constexpr int kAsGzip = 16;

/// What zlib works on; `End` gives its memory back.
template <int (*End)(z_streamp)>
class Stream {
public:
    Stream() = default;
    ~Stream() { End(&m_stream); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    z_streamp get() { return &m_stream; }
    z_stream* operator->() { return &m_stream; }

    /// Shows it the next piece of `left`; true where that is the last one. zlib does not write to what it
    /// reads.
    bool feed(std::string_view& left) {
        const std::size_t size = std::min(left.size(), kPieceBytes);
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
        m_stream.avail_in = static_cast<uInt>(size);
        left.remove_prefix(size);
        return left.empty();
    }
    /// What a step makes, in the room of `piece`, comes behind `text`.
    int work(int (*step)(z_streamp, int), char* piece, int flush, std::string& text) {
        m_stream.next_out = reinterpret_cast<Bytef*>(piece);
        m_stream.avail_out = static_cast<uInt>(kPieceBytes);
        const int result = step(&m_stream, flush);
        text.append(piece, kPieceBytes - std::min<std::size_t>(m_stream.avail_out, kPieceBytes));
        return result;
    }

private:
    z_stream m_stream{};
};

tl::unexpected<Error> damaged(std::string_view what) {
    return fail(ErrorCode::BadFormat, "reading what is compressed: " + std::string(what));
}

}  // namespace

bool isGzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

Result<std::string> gzipped(std::string_view text, const BytesRead& read) {
    Stream<deflateEnd> stream;
    if (deflateInit2(stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kAsGzip, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return fail(ErrorCode::Io, "compressing: no memory");
    std::string packed;
    const auto piece = std::make_unique<char[]>(kPieceBytes);
    int result = Z_OK;
    while (result != Z_STREAM_END) {
        const std::size_t before = text.size();
        const int flush = stream.feed(text) ? Z_FINISH : Z_NO_FLUSH;
        do
            result = stream.work(deflate, piece.get(), flush, packed);
        while (stream->avail_out == 0);
        if (read && !read(before - text.size())) return fail(ErrorCode::Cancelled, "compressing");
    }
    return packed;
}

Result<std::string> gunzipped(std::string_view bytes, std::size_t most, const BytesRead& read) {
    Stream<inflateEnd> stream;
    if (inflateInit2(stream.get(), MAX_WBITS + kAsGzip) != Z_OK)
        return fail(ErrorCode::Io, "reading what is compressed: no memory");
    std::string text;
    const auto piece = std::make_unique<char[]>(kPieceBytes);
    for (;;) {
        if (stream->avail_in == 0) {
            if (bytes.empty()) return damaged("it ends too soon");
            const std::size_t before = bytes.size();
            stream.feed(bytes);
            if (read && !read(before - bytes.size()))
                return fail(ErrorCode::Cancelled, "reading what is compressed");
        }
        const int result = stream.work(inflate, piece.get(), Z_NO_FLUSH, text);
        if (text.size() > most) return fail(ErrorCode::TooLarge, "reading what is compressed");
        if (result == Z_STREAM_END) {
            if (stream->avail_in == 0 && bytes.empty()) return text;
            inflateReset(stream.get());
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            return damaged(stream->msg != nullptr ? stream->msg : "it is damaged");
        }
    }
}

}  // namespace lockcore
