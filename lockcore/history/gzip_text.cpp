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

class GzipText::Packer {
public:
    Packer()
        : m_isReady(deflateInit2(m_stream.get(), kLevel, Z_DEFLATED, MAX_WBITS + kAsGzip, MAX_MEM_LEVEL,
                                 Z_FILTERED) == Z_OK) {}

    bool isReady() const { return m_isReady; }

    void pack(std::string_view text, bool isLast) {
        bool isFed = false;
        while (!isFed) {
            isFed = m_stream.feed(text);
            const int flush = isFed && isLast ? Z_FINISH : Z_NO_FLUSH;
            do
                m_stream.work(deflate, m_piece.get(), flush, m_packed);
            while (m_stream->avail_out == 0);
        }
    }

    std::string take() { return std::move(m_packed); }

private:
    /// Of names with random parts a text is shorter by this than by higher levels of the default strategy,
    /// which takes repetitions of three or four characters for worth telling; and done in half the time.
    static constexpr int kLevel = 5;

    Stream<deflateEnd> m_stream;
    const bool m_isReady;
    const std::unique_ptr<char[]> m_piece = std::make_unique<char[]>(kPieceBytes);
    std::string m_packed;
};

GzipText::GzipText() : m_packer(std::make_unique<Packer>()) {}

GzipText::~GzipText() = default;

void GzipText::add(std::string_view text) {
    if (m_packer->isReady()) m_packer->pack(text, false);
}

Result<std::string> GzipText::end() {
    if (!m_packer->isReady()) return fail(ErrorCode::Io, "compressing: no memory");
    m_packer->pack({}, true);
    return m_packer->take();
}

Result<std::string> gzipped(std::string_view text) {
    GzipText packed;
    packed.add(text);
    return packed.end();
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
