// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockcore {

/// Of a Stat: six numbers of eight bytes and five of four.
inline constexpr std::size_t kStatBytes = 68;

/// The first four bytes, which must be there.
std::int32_t bigEndianInt32(std::string_view bytes);
/// The four bytes of a number, as bigEndianInt32() reads them.
std::string bigEndian(std::int32_t value);
/// The first eight bytes, which must be there.
std::int64_t bigEndianInt64(std::string_view bytes);

/// Lives on whatever thread owns it. Walks over records as ZooKeeper writes them (jute), in a frame's body or
/// in a server's file, and keeps nothing of them: it finds out whether all that is counted is there, and says
/// in words what is wrong where it is not.
///
/// Each read returns false at the first thing that is wrong; nothing may be read after that.
class RecordReader {
public:
    /// `bytes` must outlive it, and whatever views it hands out.
    explicit RecordReader(std::string_view bytes) : m_rest(bytes), m_size(bytes.size()) {}

    /// @{ `what` is the record that it belongs to: "its header".
    bool int32(std::int32_t& value, const char* what);
    bool int64(std::int64_t& value, const char* what);
    bool boolean(bool& value, const char* what);
    bool skip(std::size_t size, const char* what);
    /// @}
    /// The path of a znode or the name of a child: there may be no NUL in it, since the C client reads no
    /// further and would tell of another znode. ZooKeeper makes none of such a name.
    bool name(const char* what);
    /// The same, and hands it out.
    bool name(std::string_view& value, const char* what);
    /// Any bytes; of length -1 where a znode has none at all, as Java says null.
    bool data();
    /// The same, and hands them out: empty where there are none.
    bool data(std::string_view& value);
    /// @{ A Stat; a list of names, as name() takes them; a list of who may do what.
    bool stat();
    bool names();
    bool acl();
    /// @}
    /// How many entries a list has, of which each takes `leastBytes` at least: what can't be there is not
    /// counted. `what` they are: "paths".
    bool count(std::int32_t& value, std::size_t leastBytes, const char* what);

    std::size_t position() const { return m_size - m_rest.size(); }
    /// What is still to be read.
    std::size_t left() const { return m_rest.size(); }
    /// Of the lists that were read.
    std::int32_t entries() const { return m_entries; }
    /// What is wrong: "counts 5 names and has 2"; empty as long as nothing is.
    const std::string& problem() const { return m_problem; }

private:
    bool fail(std::string problem);
    bool text(const char* what, std::string_view& value);
    template <class Entry>
    bool list(const char* what, const Entry& entry);

    std::string_view m_rest;
    std::size_t m_size;
    std::int32_t m_entries = 0;
    std::string m_problem;
    bool m_isShort = false;  ///< the problem is that more is counted than is there
};

}  // namespace lockcore
