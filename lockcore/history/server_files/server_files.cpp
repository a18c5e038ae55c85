// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_reader.h"
#include "transaction_merge.h"
#include "transaction_replay.h"

#include <lockcore/history/server_files.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr std::size_t kMostGaps = 1000;
constexpr std::uint64_t kProgressEvery = 10'000;

/// Of a cluster's very first transaction: of a single server, and of the first leader of several.
bool isFirstOfAll(Zxid zxid) {
    return raw(zxid) == 1 || raw(zxid) == (std::int64_t{1} << 32 | 1);
}

/// Of a zxid, beside the epoch.
constexpr std::int64_t kCounter = 0xffff'ffff;

/// True where numbers tell of nothing that lacks between both. A leader begins its epoch with number 1; what
/// the one before has done last only a snapshot tells.
bool isNext(Zxid last, Zxid next) {
    const bool isSameEpoch = epochOf(last) == epochOf(next);
    return isSameEpoch ? raw(next) == raw(last) + 1 : (raw(next) & kCounter) == 1;
}

/// True where it was made after transactions that are not among those up to `last`. That of a leader who has
/// just begun has number 0, and nothing more in it.
bool isOfMore(const ServerFile& snapshot, Zxid last) {
    return snapshot.zxid > last && (raw(snapshot.zxid) & kCounter) != 0;
}

/// From files to turns.
class Import {
public:
    Import(const LockMarks& marks, PastSink& sink) : m_replay(marks, sink), m_sink(sink) {}

    Result<void> find(std::span<const std::string> directories) {
        for (const std::string& directory : directories) {
            auto logs = serverFiles(directory, "log");
            auto snapshots = serverFiles(directory, "snapshot");
            if (!logs) return tl::unexpected(std::move(logs.error()));
            if (!snapshots) return tl::unexpected(std::move(snapshots.error()));
            if (logs->empty() && snapshots->empty())
                return fail(ErrorCode::BadFormat,
                            "no transaction log and no snapshot of a server is in there", directory);
            for (const ServerFile& log : *logs)
                m_total += log.bytes;
            m_logs.push_back(std::move(*logs));
            m_snapshots.insert(m_snapshots.end(), snapshots->begin(), snapshots->end());
        }
        std::ranges::stable_sort(m_snapshots, {}, &ServerFile::zxid);
        return {};
    }

    Result<ServerFilesReport> run(std::stop_token stop) {
        TransactionMerge merge(std::move(m_logs), m_report);
        while (const Transaction* transaction = merge.next()) {
            if (stop.stop_requested()) return fail(ErrorCode::Cancelled, "reading servers' files");
            takeSnapshotBefore(transaction->zxid, *transaction);
            passTo({transaction->zxid, transaction->unixMs});
            m_replay.apply(*transaction);
            if (++m_report.transactions % kProgressEvery == 0) m_sink.progress(merge.readBytes(), m_total);
        }
        takeSnapshotAtEnd();
        m_replay.finish();
        m_sink.progress(m_total, m_total);
        return std::move(m_report);
    }

private:
    void begin(const PastMoment& first) {
        if (m_report.first) return;
        m_report.first = first;
        m_sink.begin(first);
    }

    /// Notes what lacks before the next moment.
    void passTo(const PastMoment& next) {
        begin(next);
        const PastMoment last = m_replay.now();
        const bool hasBegun = m_report.last.has_value();
        if (!hasBegun && isFirstOfAll(next.zxid)) {
            m_replay.beginAtNothing(next);
            know(next);
        }
        if (hasBegun && !follows(last.zxid, next.zxid)) {
            m_replay.skipGap();
            noteGap({last, next});
        }
        m_report.last = next;
        m_beginsBySnapshot = false;
    }

    /// What a leader has done after a snapshot, a log that begins with the next epoch does not tell: it may
    /// be the first one that was not purged. In the midst of logs, a server has those that follow its
    /// snapshot.
    bool follows(Zxid last, Zxid next) const {
        return m_beginsBySnapshot ? raw(next) == raw(last) + 1 : isNext(last, next);
    }

    void know(const PastMoment& when) {
        if (!m_report.knownSince) m_report.knownSince = when;
        m_sink.known(when);
    }

    void noteGap(const PastGap& gap) {
        m_sink.gap(gap);
        if (m_report.gaps.size() < kMostGaps) {
            m_report.gaps.push_back(gap);
        } else {
            ++m_report.moreGaps;
        }
    }

    /// The newest one that tells more than is known, of those before the next transaction.
    void takeSnapshotBefore(Zxid zxid, const Transaction& next) {
        const auto begin = m_snapshots.begin() + static_cast<std::ptrdiff_t>(m_nextSnapshot);
        const auto end =
            std::find_if(begin, m_snapshots.end(), [&](const ServerFile& file) { return file.zxid >= zxid; });
        if (begin == end) return;
        m_nextSnapshot = static_cast<std::size_t>(end - m_snapshots.begin());
        const Zxid last = m_replay.now().zxid;
        const bool isMore =
            std::any_of(begin, end, [&](const ServerFile& file) { return isOfMore(file, last); });
        const bool lacksNothing = !m_report.last || (isNext(last, zxid) && !isMore);
        if (m_report.last && m_replay.knowsAll() && lacksNothing) return;
        if (!m_report.last && isFirstOfAll(next.zxid)) return;
        takeNewest(begin, end, next.unixMs);
    }

    void takeSnapshotAtEnd() {
        const auto begin = m_snapshots.begin() + static_cast<std::ptrdiff_t>(m_nextSnapshot);
        const Zxid last = m_replay.now().zxid;
        const bool isLater = std::any_of(begin, m_snapshots.end(),
                                         [&](const ServerFile& file) { return isOfMore(file, last); });
        if (!m_replay.knowsAll() || isLater) takeNewest(begin, m_snapshots.end(), std::nullopt);
    }

    /// Another one where that can't be read.
    void takeNewest(std::vector<ServerFile>::const_iterator begin,
                    std::vector<ServerFile>::const_iterator end, std::optional<std::int64_t> noLaterThanMs) {
        while (end != begin && !take(*--end, noLaterThanMs)) {
        }
    }

    /// `noLaterThanMs`: when the next transaction was. A snapshot does not tell its own time.
    bool take(const ServerFile& file, std::optional<std::int64_t> noLaterThanMs) {
        // Before anything of it is told, all of it has to be right.
        if (auto sound = read(file, {[](SessionId, std::int32_t) {}, [](auto, auto, const Stat&) {}});
            !sound) {
            m_report.problems.push_back(std::move(sound.error()));
            return false;
        }
        const PastMoment before = m_replay.now();
        const bool lacks = m_report.last && raw(file.zxid) > raw(before.zxid);
        if (lacks) m_replay.skipGap();
        m_replay.beginSnapshot(file.zxid, noLaterThanMs);
        const ServerSnapshotSinks sinks{
            [this](SessionId id, std::int32_t timeout) { m_replay.snapshotSession(id, timeout); },
            [this](std::string_view path, std::string_view data, const Stat& stat) {
                m_replay.snapshotNode(path, data, stat);
            }};
        const auto again = read(file, sinks);
        m_replay.endSnapshot();
        if (!again) m_report.problems.push_back(again.error());
        begin(m_replay.now());
        if (lacks) noteGap({before, m_replay.now()});
        know(m_replay.now());
        m_beginsBySnapshot = !m_report.last;
        m_report.last = m_replay.now();
        m_report.snapshots.push_back(file.path);
        return true;
    }

    static Result<ServerSnapshotTally> read(const ServerFile& file, const ServerSnapshotSinks& sinks) {
        auto bytes = FileBytes::open(file.path);
        if (!bytes) return tl::unexpected(std::move(bytes.error()));
        return readServerSnapshot(std::move(*bytes), sinks);
    }

    TransactionReplay m_replay;
    PastSink& m_sink;
    ServerFilesReport m_report;
    std::vector<std::vector<ServerFile>> m_logs;  ///< by server
    std::vector<ServerFile> m_snapshots;          ///< of all, by zxid
    std::size_t m_nextSnapshot = 0;
    bool m_beginsBySnapshot = false;  ///< and nothing was read of a log yet
    std::uint64_t m_total = 0;
};

}  // namespace

Result<ServerFilesReport> readServerFiles(std::span<const std::string> directories, const LockMarks& marks,
                                          PastSink& sink, std::stop_token stop) {
    Import import(marks, sink);
    if (auto found = import.find(directories); !found) return tl::unexpected(std::move(found.error()));
    return import.run(std::move(stop));
}

}  // namespace lockcore
