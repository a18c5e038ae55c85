// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hosts/reverse_lookup.h"
#include "words/wall_clock.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>

namespace lockscope {

/// The names of clients' addresses, as the site's resolver has them: asked for when somebody wants to show
/// one, a few at a time, and kept for a while, also that there is none. Until there is an answer, and while
/// it is off, an address has no name. Lives on the GUI thread.
class HostNames : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostAtOnce = 2;
    static constexpr std::size_t kMostKept = 10'000;
    static constexpr std::chrono::minutes kNameLife{60};
    static constexpr std::chrono::minutes kNoNameLife{10};
    static constexpr std::chrono::minutes kNoAnswerLife{1};
    /// How often what is old makes room, once there is none: to look through all costs too much for each
    /// cell.
    static constexpr std::chrono::minutes kRoomPace{1};

    explicit HostNames(ReverseLookup lookup = systemLookup(), WallClock clock = systemNowUnixMs,
                       QObject* parent = nullptr);
    ~HostNames() override;

    /// Off: nothing is asked, and what is known is not told.
    void setEnabled(bool enabled);
    bool isEnabled() const { return m_isEnabled; }

    /// Of an address without port; empty where none is known, which may change: changed() tells.
    QString nameOf(const std::string& host);
    /// The same, but nobody is asked.
    QString knownNameOf(const std::string& host) const;

    /// Which texts ask; one for the program, as two views of one address must not differ. Null: there is
    /// none.
    static void setShown(HostNames* names);
    static HostNames* shown();

Q_SIGNALS:
    /// Names have become known, or are not told any more: what is shown has to be painted again.
    void changed();

private:
    struct Known {
        QString name;  ///< empty: it has none
        std::int64_t untilUnixMs = 0;
    };

    void ask(const std::string& host);
    void askNext();
    void take(const std::string& host, const LookupAnswer& answer);
    bool hasRoom() const { return m_known.size() + m_wanted.size() < kMostKept; }
    void dropOld();

    const ReverseLookup m_lookup;
    const WallClock m_now;
    QTimer m_telling;  ///< many names that come at once are told at once
    bool m_isEnabled = false;
    std::map<std::string, Known> m_known;
    std::int64_t m_nextDropUnixMs = 0;
    std::deque<std::string> m_queue;
    std::set<std::string> m_wanted;  ///< in the queue, or being asked for
    std::size_t m_asking = 0;
};

}  // namespace lockscope
