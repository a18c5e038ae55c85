// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/register.h>
#include <lockcore/session/connect_string.h>

#include "register/register_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kEntriesAtOnce = 256;

/// One reading of a journal. Lives on the session's loop, and keeps itself alive until it is told.
class JournalRead : public std::enable_shared_from_this<JournalRead> {
public:
    JournalRead(ZooKeeper& session, std::string path, Completion<RegisterReading> done)
        : m_session(session), m_path(std::move(path)), m_done(std::move(done)) {}

    void begin() {
        m_session.sync(m_path, [self = shared_from_this()](const Result<void>& synced) {
            if (synced)
                self->list();
            else
                self->finish(synced.error());
        });
    }

private:
    struct Written {
        Zxid czxid;
        RegisterEntry entry;
    };

    void list() {
        m_session.children(m_path, {}, [self = shared_from_this()](const Result<ChildList>& children) {
            if (children)
                self->listed(*children);
            else
                self->finish(children.error());
        });
    }

    /// Names and version are of one moment.
    void listed(const ChildList& children) {
        m_names = children.names;
        m_isWhole =
            children.stat.version >= 0 && static_cast<std::size_t>(children.stat.version) == m_names.size();
        readMore();
    }

    void readMore() {
        while (!m_isFinished && m_next < m_names.size() && m_underWay < kEntriesAtOnce) {
            ++m_underWay;
            m_session.get(joinPath(m_path, m_names[m_next++]), {},
                          [self = shared_from_this()](const Result<NodeData>& node) { self->taken(node); });
        }
        if (m_underWay == 0 && m_next == m_names.size()) finish(std::nullopt);
    }

    void taken(const Result<NodeData>& node) {
        --m_underWay;
        if (m_isFinished) return;
        if (!node && node.error().code != ErrorCode::NoNode) {
            finish(node.error());
            return;
        }
        const auto entry = node ? parseEntryLine(node->data) : std::nullopt;
        if (entry)
            m_written.push_back({node->stat.czxid, *entry});
        else
            m_isWhole = false;
        readMore();
    }

    void finish(std::optional<Error> problem) {
        if (std::exchange(m_isFinished, true)) return;
        if (problem) {
            m_done(tl::unexpected(*std::move(problem)));
            return;
        }
        std::ranges::sort(m_written, {}, [](const Written& written) { return raw(written.czxid); });
        RegisterReading reading;
        reading.name = nodeName(m_path);
        reading.changedByOthers = !m_isWhole;
        for (const Written& written : m_written)
            reading.entries.push_back(written.entry);
        m_done(judge(std::move(reading), {}));
    }

    ZooKeeper& m_session;
    const std::string m_path;
    const Completion<RegisterReading> m_done;
    std::vector<std::string> m_names;
    std::vector<Written> m_written;
    std::size_t m_next = 0;
    std::size_t m_underWay = 0;
    bool m_isWhole = false;
    bool m_isFinished = false;
};

/// What is wrong with the entries by themselves.
void judgeOrder(RegisterReading& reading) {
    using HoldKey = std::pair<std::uint64_t, std::uint64_t>;
    std::set<HoldKey> seen;
    std::set<std::int64_t> numbers;
    std::optional<HoldKey> before;
    std::int64_t highest = raw(Zxid::None);
    for (const RegisterEntry& entry : reading.entries) {
        const HoldKey key{entry.contender, entry.round};
        if (raw(entry.token) < highest) ++reading.stale;
        highest = std::max(highest, raw(entry.token));
        const bool isNew = seen.insert(key).second;
        if (!isNew && before != key) ++reading.mingled;
        before = key;
        if (entry.number != kNoNumber && !numbers.insert(entry.number).second) ++reading.duplicates;
    }
}

/// What those who wrote were told, beside what is there.
void judgeAnswers(RegisterReading& reading, const std::vector<Told>& told) {
    using WriteKey = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;
    std::map<WriteKey, std::uint64_t> untold;
    for (const RegisterEntry& entry : reading.entries)
        ++untold[{entry.contender, entry.round, entry.number}];
    for (const Told& answer : told) {
        if (answer.answer == Told::Answer::Refused) {
            ++reading.refused;
            continue;
        }
        const auto found = untold.find({answer.contender, answer.round, answer.number});
        if (found == untold.end() || found->second == 0)
            ++reading.missing;
        else
            --found->second;
    }
    for (const auto& [key, count] : untold)
        reading.undecided += count;
}

}  // namespace

RegisterReading judge(std::vector<RegisterEntry> entries, const std::vector<Told>& told) {
    RegisterReading reading;
    reading.entries = std::move(entries);
    judgeOrder(reading);
    judgeAnswers(reading, told);
    return reading;
}

RegisterReading judge(RegisterReading read, const std::vector<Told>& told) {
    RegisterReading reading = judge(std::move(read.entries), told);
    reading.name = std::move(read.name);
    reading.changedByOthers = read.changedByOthers;
    return reading;
}

void readBack(ZooKeeper& session, std::string path, Completion<RegisterReading> done) {
    std::make_shared<JournalRead>(session, std::move(path), std::move(done))->begin();
}

}  // namespace lockcore
