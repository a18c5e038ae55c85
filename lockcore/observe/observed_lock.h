// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_observer.h>

#include "observed_path.h"
#include "reading_times.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockcore {

/// Directories with more children are not listed: the reply would be tens of megabytes.
inline constexpr std::int32_t kMostChildrenListed = 200'000;

/// Why a directory of so many children is not listed, if so. Asked of the Stat before, and of the list: a
/// server may have counted 3 and send a million.
inline std::optional<Error> tooManyToList(std::int64_t children, const std::string& path) {
    if (children <= kMostChildrenListed) return std::nullopt;
    return Error{ErrorCode::TooLarge, "List " + std::to_string(children) + " children", path, {}};
}

/// The number of leases, as kazoo writes it into the directory of a semaphore.
std::optional<std::size_t> leasesOfKazoo(std::string_view data);

/// One lock directory that is kept current. Lives on the session's loop; close() must be called before it is
/// dropped.
///
/// Two activities that do not wait for each other: listing (at most one under way, at a bounded rate), which
/// gives the queue's order, and reading what is not known yet of single contenders (a bounded number at a
/// time), which fills it in.
class ObservedLock final : public ObservedPath, public std::enable_shared_from_this<ObservedLock> {
public:
    /// `marked` is what a user has said that it is; `known` what was read of it before, if anything.
    ObservedLock(std::shared_ptr<ZooKeeper> session, std::string path, std::optional<Dialect> marked,
                 std::shared_ptr<const LockQueue> known, LockObserver::Sink sink);

    void start() override;
    void close() override;
    /// Lists again now and reads all contenders again.
    void refresh() override;
    void readAgain(const std::string& name) override;
    void readFirst(const std::vector<std::string>& names) override;
    void connectionChanged(const ConnectionStatus& status) override;

private:
    struct Entry {
        std::shared_ptr<const Contender> contender;
        std::size_t row = 0;
        bool unread = true;    ///< has to be read
        bool reading = false;  ///< a read of it is under way
        bool listed = true;    ///< in the list that is being applied
    };

    void listSoon();
    void listAt(TimePoint when);
    void listNow();
    void listWithinLimit(const Result<Stat>& stat);
    void sendList();
    void listed(Result<ChildList> list, TimePoint sentAt);
    void listFailed(const Error& error);
    void gone();
    void watchForCreation();
    void disconnected();

    void apply(const ChildList& list);
    void readDirectory(const Stat& stat);
    bool directoryRead(const Result<NodeData>& directory);
    bool isKindOpen() const;
    void takeKnown(const Stat& directory);
    void merge(const std::vector<std::string>& names);
    void arrange();

    void startReading();
    void readMore();
    void contenderRead(const std::string& name, const Result<NodeData>& result);
    void readStatOnly(const std::string& name, const Error& problem);
    void readEnded(const std::string& name, std::optional<Contender> contender);
    void abandonReads();

    void publish();
    void publishSoon();
    void publishFailure(Freshness freshness, std::optional<Error> problem);

    NodeName parsed(const std::string& name) const;
    bool isConnected() const;
    Watcher watcher();
    void keepWatch(WatchToken token);
    void cancelTimer(Loop::Timer& timer);
    template <class Body>
    auto guarded(Body body);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    const std::optional<Dialect> m_marked;
    std::optional<Dialect> m_told;  ///< what the directory's path or data says that its children are
    Zxid m_readData = Zxid::None;   ///< mzxid of the directory whose data was asked for last
    bool m_readingData = false;     ///< its answer is under way
    std::shared_ptr<const LockQueue> m_known;  ///< until the first list
    const LockObserver::Sink m_sink;

    /// Counts what makes answers that are still under way meaningless: a lost connection, another directory
    /// of the same name, close().
    std::uint64_t m_generation = 0;
    bool m_closed = false;

    WatchToken m_watch =
        WatchToken::None;  ///< on the children, or on the creation of a directory that is not there
    bool m_listing = false;
    bool m_listAgain = false;
    bool m_withinLimit = false;             ///< the directory was small enough to be listed when last seen
    TimePoint m_nextList{};                 ///< no list is sent before
    Duration m_lastTook = Duration::max();  ///< the last list
    ReadingTimes m_times;
    Loop::Timer m_listTimer = Loop::Timer::None;
    TimePoint m_listDue{};  ///< of the timer

    std::unordered_map<std::string, Entry> m_entries;  ///< by name
    std::deque<std::string> m_toRead;                  ///< in queue order, some first that were asked for
    std::size_t m_reads = 0;                           ///< under way
    bool m_rolesMayDiffer = false;                ///< from those by the names alone, since something was read
    Loop::Timer m_readTimer = Loop::Timer::None;  ///< until it fires nothing is read

    LockQueue m_queue;  ///< as last read
    bool m_published = false;
    TimePoint m_publishedAt{};
    Loop::Timer m_publishTimer = Loop::Timer::None;
};

}  // namespace lockcore
