// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_history.h>

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

using ContendersThere = std::vector<std::shared_ptr<const Contender>>;

inline std::shared_ptr<Contender> named(const std::string& name) {
    auto made = std::make_shared<Contender>();
    made->name = name;
    made->parsed = parseNodeName(name);
    return made;
}

inline std::shared_ptr<Contender> unread(std::int64_t number) {
    char name[24];
    std::snprintf(name, sizeof name, "lock-%010lld", static_cast<long long>(number));
    return named(name);
}

/// "lock-0000000005", which was created by transaction `zxid`, at second `zxid`.
inline std::shared_ptr<const Contender> contender(std::int64_t number, std::int64_t zxid) {
    auto made = unread(number);
    made->stat = Stat{};
    made->stat->czxid = Zxid{zxid};
    made->stat->ctimeMs = zxid * 1000;
    made->stat->ephemeralOwner = SessionId{zxid};
    return made;
}

/// One lock with whoever is there now, and the history that is told of it. Times are seconds.
class Scene {
public:
    explicit Scene(std::size_t mostTurns = LockHistory::kMostTurns, std::string path = "/a")
        : history(mostTurns), m_path(std::move(path)) {}

    Scene& comes(std::shared_ptr<const Contender> who) {
        m_zxid = who->stat ? std::max(m_zxid, static_cast<std::int64_t>(who->stat->czxid)) : m_zxid + 1;
        m_there.push_back(std::move(who));
        ++m_cversion;
        return *this;
    }
    Scene& comes(std::int64_t number, std::int64_t zxid) { return comes(contender(number, zxid)); }
    Scene& goes(std::int64_t number) {
        std::erase_if(m_there, [&](const auto& who) { return who->parsed.sequence == number; });
        ++m_zxid;
        ++m_cversion;
        return *this;
    }
    Scene& reads(std::int64_t number, std::int64_t zxid) {
        for (auto& who : m_there)
            if (who->parsed.sequence == number) who = contender(number, zxid);
        return *this;
    }
    Scene& changesUnseen(int count) {
        m_cversion += count;
        return *this;
    }
    Scene& in(std::string path) {
        m_path = std::move(path);
        m_there.clear();
        return *this;
    }

    std::shared_ptr<const LockQueue> queue(std::int64_t seconds, Freshness freshness = Freshness::Live) {
        auto made = std::make_shared<LockQueue>();
        made->path = m_path;
        made->rows = arrangeQueue(m_there);
        made->freshness = freshness;
        made->readAtUnixMs = seconds * 1000;
        made->askedAtUnixMs = seconds * 1000;
        made->reading = freshness == Freshness::Stale ? m_reading : ++m_reading;
        made->unchangedUntilUnixMs = m_unchangedUntil.value_or(seconds) * 1000;
        m_unchangedUntil.reset();
        if (freshness != Freshness::Gone) {
            made->stat = Stat{};
            made->stat->pzxid = Zxid{m_zxid};
            made->stat->cversion = m_cversion;
        }
        return made;
    }
    /// The next reading is late: the watch told of its change then.
    Scene& changesAfter(std::int64_t seconds) {
        m_unchangedUntil = seconds;
        return *this;
    }
    Scene& isRead(std::int64_t seconds) {
        history.update(queue(seconds), seconds * 1000);
        return *this;
    }
    /// Its connection is seen to be lost; the last answer by it was asked for at `heard`.
    Scene& breaks(std::int64_t seconds, std::optional<std::int64_t> heard = {}) {
        m_unchangedUntil = heard.value_or(seconds);
        history.update(queue(0, Freshness::Stale), seconds * 1000);
        return *this;
    }
    /// A backup is put back: what happens from here on is older than what was seen.
    Scene& isRestoredTo(std::int64_t zxid) {
        m_zxid = zxid;
        m_cversion = 0;
        return *this;
    }

    const LockPast& past() const { return *history.of(m_path); }

    LockHistory history;

private:
    std::string m_path;
    ContendersThere m_there;
    std::int64_t m_zxid = 0;
    std::int32_t m_cversion = 0;
    std::uint64_t m_reading = 0;
    std::optional<std::int64_t> m_unchangedUntil;
};

inline QString storySeconds(std::int64_t unixMs) {
    return QString::number(unixMs / 1000);
}

/// "5: queued 3, seen 10, granted 12, left 20", with "a..b" for what happened between.
inline QString text(const Turn& turn) {
    QStringList words;
    if (turn.queuedAtUnixMs) words += "queued " + storySeconds(*turn.queuedAtUnixMs);
    words += (turn.beganBefore ? "there " : "seen ") + storySeconds(turn.firstSeenUnixMs);
    if (turn.granted) {
        const auto& from = turn.granted->notBeforeUnixMs;
        const QString to = storySeconds(turn.granted->notAfterUnixMs);
        words += "granted " + (!from                       ? ".." + to
                               : storySeconds(*from) == to ? to
                                                           : storySeconds(*from) + ".." + to);
    }
    if (turn.leftAtUnixMs) {
        const QString from = storySeconds(turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs));
        const QString to = storySeconds(*turn.leftAtUnixMs);
        words += "left " + (from == to ? to : from + ".." + to);
    }
    if (turn.mayHaveHeld) words += "may have held";
    if (turn.end) words += QString::fromUtf8(endKindName(turn.end->kind));
    if (turn.overtook) words += "overtook";
    return QString::number(*turn.contender->parsed.sequence) + ": " + words.join(", ");
}

inline QStringList turns(const LockPast& past) {
    QStringList lines;
    for (const Turn& turn : past.turns)
        lines += text(turn);
    return lines;
}

inline QStringList lengths(const LockPast& past) {
    QStringList lines;
    for (const QueueLength& length : past.lengths)
        lines +=
            QString("%1: %2+%3").arg(storySeconds(length.atUnixMs)).arg(length.holders).arg(length.waiters);
    return lines;
}

inline QStringList unseen(const LockPast& past) {
    QStringList lines;
    for (const UnseenSpan& span : past.unseen)
        lines += storySeconds(span.fromUnixMs) + ".." + (span.toUnixMs ? storySeconds(*span.toUnixMs) : "");
    return lines;
}

}  // namespace lockcore
