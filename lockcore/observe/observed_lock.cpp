// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "observed_lock.h"

#include "contender_facts.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostReads = 64;
constexpr Duration kPublishInterval = 30ms;
constexpr Duration kRetryAfterTimeout = 1s;
constexpr Duration kRetryAfterRefusal = 30s;
/// From that many contenders on their names are shown first: reading would keep server, loop and window busy.
constexpr std::size_t kManyUnread = 1'000;
constexpr Duration kNamesFirst = 200ms;
/// A list that took t is followed by the next one 4 t later at the earliest: at most a fifth of the time goes
/// into lists.
constexpr int kRestFactor = 4;

bool isSame(const Contender& a, const Contender& b) {
    return a.stat == b.stat && a.data == b.data && !a.problem && !b.problem;
}

/// Its name alone does not tell what it is to the lock: a member may be persistent, a reader may have the
/// write lock.
bool needsOwner(const Contender& contender) {
    const bool isPersistent = contender.stat && contender.stat->ephemeralOwner == SessionId::None;
    return isPersistent || contender.parsed.mode == LockMode::Read;
}

}  // namespace

std::optional<std::size_t> leasesOfKazoo(std::string_view data) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(data.data(), data.data() + data.size(), number);
    const bool isWhole = error == std::errc() && end == data.data() + data.size() && number > 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

template <class Body>
auto ObservedLock::guarded(Body body) {
    return [weak = weak_from_this(), generation = m_generation, body = std::move(body)](auto&&... arguments) {
        const auto self = weak.lock();
        if (self && self->m_generation == generation)
            body(*self, std::forward<decltype(arguments)>(arguments)...);
    };
}

ObservedLock::ObservedLock(std::shared_ptr<ZooKeeper> session, std::string path,
                           std::optional<Dialect> marked, std::shared_ptr<const LockQueue> known,
                           LockObserver::Sink sink)
    : m_session(std::move(session)),
      m_path(std::move(path)),
      m_marked(marked),
      m_told(dialectOfPlace(m_path)),
      m_known(std::move(known)),
      m_sink(std::move(sink)),
      m_times(*m_session) {
    m_queue.path = m_path;
}

void ObservedLock::start() {
    listSoon();
}

void ObservedLock::close() {
    m_closed = true;
    disconnected();
    keepWatch(WatchToken::None);
}

void ObservedLock::refresh() {
    for (auto& [name, entry] : m_entries)
        entry.unread = true;
    m_nextList = {};
    cancelTimer(m_listTimer);
    listSoon();
}

void ObservedLock::readAgain(const std::string& name) {
    const auto found = m_entries.find(name);
    if (found == m_entries.end()) return;
    found->second.unread = true;
    readFirst({name});
}

void ObservedLock::readFirst(const std::vector<std::string>& names) {
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        const auto found = m_entries.find(*name);
        if (found != m_entries.end() && found->second.unread) m_toRead.push_front(*name);
    }
    startReading();
}

void ObservedLock::connectionChanged(const ConnectionStatus& status) {
    disconnected();
    if (lockcore::isConnected(status.state)) {
        m_nextList = {};
        listSoon();
    } else if (!m_closed && m_published && m_queue.freshness == Freshness::Live) {
        publishFailure(Freshness::Stale, status.problem);
    }
}

// The list

void ObservedLock::listSoon() {
    m_listAgain = m_listing;
    listAt(m_nextList);
}

void ObservedLock::listAt(TimePoint when) {
    if (m_closed || m_listing || !isConnected()) return;
    if (m_listTimer != Loop::Timer::None && m_listDue <= when) return;
    cancelTimer(m_listTimer);
    Loop& loop = m_session->loop();
    if (when <= loop.now()) {
        listNow();
        return;
    }
    m_listDue = when;
    m_listTimer = loop.callAt(when, guarded([](ObservedLock& self) {
                                  self.m_listTimer = Loop::Timer::None;
                                  self.listNow();
                              }));
}

void ObservedLock::listNow() {
    m_listing = true;
    m_listAgain = false;
    m_times.asked();
    if (m_withinLimit) {
        sendList();
    } else {
        m_session->exists(m_path, {}, guarded([](ObservedLock& self, const Result<Stat>& stat) {
                              self.listWithinLimit(stat);
                          }));
    }
}

void ObservedLock::listWithinLimit(const Result<Stat>& stat) {
    if (!stat) {
        listFailed(stat.error());
    } else if (const auto tooMany = tooManyToList(stat->numChildren, m_path)) {
        listFailed(*tooMany);
    } else {
        sendList();
    }
}

void ObservedLock::sendList() {
    const TimePoint sentAt = m_session->loop().now();
    keepWatch(
        m_session->children(m_path, watcher(), guarded([sentAt](ObservedLock& self, Result<ChildList> list) {
                                self.listed(std::move(list), sentAt);
                            })));
}

void ObservedLock::listed(Result<ChildList> list, TimePoint sentAt) {
    if (!list) {
        m_watch = WatchToken::None;
        listFailed(list.error());
        return;
    }
    if (const auto tooMany = tooManyToList(std::ssize(list->names), m_path)) {
        m_session->cancelWatch(std::exchange(m_watch, WatchToken::None));
        listFailed(*tooMany);
        return;
    }
    m_listing = false;
    apply(*list);
    const TimePoint now = m_session->loop().now();
    // One that took long by chance, as when a server or this process stood still, does not count.
    const Duration took = now - sentAt;
    m_nextList = now + kRestFactor * std::min(took, std::exchange(m_lastTook, took));
    if (m_listAgain) listSoon();
    if (!m_published && m_toRead.size() >= kManyUnread)
        m_readTimer = m_session->loop().callAt(now + kNamesFirst,
                                               guarded([](ObservedLock& self) { self.startReading(); }));
    readDirectory(m_queue.stat.value());
    readMore();
    publish();
}

/// Names of 32 digits are many a library's. The directory of kazoo's semaphore has the number of its leases
/// as data, which nobody else's has. Of sequential children that are nobody's a program may say that they
/// queue.
void ObservedLock::readDirectory(const Stat& stat) {
    const bool mayBeSemaphore =
        m_queue.dialect == Dialect::HexMember || m_queue.dialect == Dialect::KazooSemaphore;
    const bool maySay = maySayThatItQueues(stat);
    // While nobody is in it, it still says so.
    if (m_queue.saysThatItQueues && !maySay) {
        m_queue.saysThatItQueues = false;
        arrange();
    }
    const bool isAsked = mayBeSemaphore || (maySay && m_queue.dialect == Dialect::Sequential);
    if (!isAsked || m_readData == stat.mzxid) return;
    m_readData = stat.mzxid;
    m_readingData = true;
    m_session->get(m_path, {}, guarded([](ObservedLock& self, const Result<NodeData>& directory) {
                       const bool wasOpen = self.isKindOpen();
                       self.m_readingData = false;
                       if (self.directoryRead(directory) || wasOpen) self.publishSoon();
                   }));
}

/// Whoever holds one of a semaphore's leases would be told as a member first, and seem to be granted it then.
bool ObservedLock::isKindOpen() const {
    return m_readingData && m_queue.freshness == Freshness::Live && m_queue.dialect == Dialect::HexMember;
}

/// True where that makes them something else.
bool ObservedLock::directoryRead(const Result<NodeData>& directory) {
    if (!directory) {
        m_readData = Zxid::None;
        return false;
    }
    if (m_queue.dialect == Dialect::Sequential) {
        const bool saysSo = saysThatItQueues(directory->data);
        if (std::exchange(m_queue.saysThatItQueues, saysSo) == saysSo) return false;
        arrange();
        return true;
    }
    const std::optional<std::size_t> leases = leasesOfKazoo(directory->data);
    if (m_queue.capacity == leases) return false;
    m_queue.capacity = leases;
    if (!m_marked) {
        m_told = leases ? std::optional(Dialect::KazooSemaphore) : dialectOfPlace(m_path);
        for (auto& [name, entry] : m_entries) {
            Contender contender = *entry.contender;
            contender.parsed = parsed(name);
            entry.contender = std::make_shared<const Contender>(std::move(contender));
        }
    }
    arrange();
    return true;
}

void ObservedLock::listFailed(const Error& error) {
    m_listing = false;
    if (error.code != ErrorCode::NoNode) m_times.watchLost(m_queue);
    m_withinLimit = false;
    if (error.code == ErrorCode::NoNode) {
        gone();
    } else if (isAmbiguous(error.code) || isSessionOver(error.code)) {
        // A broken connection is told by its status as well, which decides what to do. This is for the other
        // cases.
        if (!isConnected()) return;
        listAt(m_session->loop().now() + kRetryAfterTimeout);
        if (m_published) publishFailure(Freshness::Stale, error);
    } else {
        listAt(m_session->loop().now() + kRetryAfterRefusal);
        publishFailure(Freshness::Failed, error);
    }
}

void ObservedLock::gone() {
    abandonReads();
    m_entries.clear();
    m_queue.rows.clear();
    m_queue.stat.reset();
    classifyQueue(m_queue, m_marked);
    m_times.gone(m_queue);
    watchForCreation();
    publishFailure(Freshness::Gone, {});
}

void ObservedLock::watchForCreation() {
    keepWatch(m_session->exists(m_path, watcher(), guarded([](ObservedLock& self, const Result<Stat>& stat) {
                                    if (stat) {
                                        self.listSoon();
                                    } else if (stat.error().code != ErrorCode::NoNode) {
                                        self.m_watch = WatchToken::None;
                                        self.listAt(self.m_session->loop().now() + kRetryAfterTimeout);
                                    }
                                })));
}

void ObservedLock::disconnected() {
    ++m_generation;
    m_listing = false;
    m_listAgain = false;
    if (std::exchange(m_readingData, false)) m_readData = Zxid::None;
    m_times.watchLost(m_queue);
    for (Loop::Timer* timer : {&m_listTimer, &m_readTimer, &m_publishTimer})
        cancelTimer(*timer);
    abandonReads();
}

void ObservedLock::apply(const ChildList& list) {
    if (m_queue.stat && m_queue.stat->czxid != list.stat.czxid) {
        // Another directory of the same name: its contenders may have the names of earlier ones.
        ++m_generation;
        cancelTimer(m_readTimer);
        cancelTimer(m_publishTimer);
        abandonReads();
        m_entries.clear();
        m_told = dialectOfPlace(m_path);
        m_readData = Zxid::None;
        m_readingData = false;
        m_queue.saysThatItQueues = false;
    }
    m_withinLimit = list.stat.numChildren <= kMostChildrenListed;
    m_queue.stat = list.stat;
    takeKnown(list.stat);
    merge(list.names);
    arrange();
    m_queue.freshness = Freshness::Live;
    m_queue.problem.reset();
    m_times.answered(m_queue);
}

/// In one directory no number is given twice, so that a name with one is still the same contender's; unless
/// the directory was put back to an older state.
void ObservedLock::takeKnown(const Stat& directory) {
    const auto known = std::exchange(m_known, nullptr);
    if (!known || !known->stat || known->stat->czxid != directory.czxid) return;
    if (directory.pzxid < known->stat->pzxid) return;
    for (const QueueRow& row : known->rows) {
        const Contender& contender = *row.contender;
        if (!contender.parsed.sequence || !contender.stat || contender.problem) continue;
        Entry& entry = m_entries[contender.name];
        entry.contender = row.contender;
        entry.unread = false;
    }
}

void ObservedLock::merge(const std::vector<std::string>& names) {
    for (auto& [name, entry] : m_entries)
        entry.listed = false;
    for (const std::string& name : names) {
        Entry& entry = m_entries[name];
        entry.listed = true;
        if (!entry.contender)
            entry.contender = std::make_shared<const Contender>(Contender{name, parsed(name)});
    }
    std::erase_if(m_entries, [](const auto& item) { return !item.second.listed; });
}

void ObservedLock::arrange() {
    std::vector<std::shared_ptr<const Contender>> contenders;
    contenders.reserve(m_entries.size());
    for (const auto& [name, entry] : m_entries)
        contenders.push_back(entry.contender);
    m_queue.rows = arrangeQueue(std::move(contenders));
    classifyQueue(m_queue, m_marked);
    if (m_queue.dialect != Dialect::KazooSemaphore) {
        m_queue.capacity.reset();
        m_readData = Zxid::None;  // read again once there are leases again
    }
    m_toRead.clear();
    for (std::size_t i = 0; i < m_queue.rows.size(); ++i) {
        const std::string& name = m_queue.rows[i].contender->name;
        Entry& entry = m_entries.at(name);
        entry.row = i;
        if (entry.unread && !entry.reading) m_toRead.push_back(name);
    }
}

// Single contenders

void ObservedLock::startReading() {
    cancelTimer(m_readTimer);
    readMore();
}

void ObservedLock::readMore() {
    if (m_readTimer != Loop::Timer::None) return;
    while (isConnected() && m_reads < kMostReads && !m_toRead.empty()) {
        const std::string name = std::move(m_toRead.front());
        m_toRead.pop_front();
        Entry& entry = m_entries.at(name);
        // Those that were to be read first are in the list twice.
        if (!entry.unread || entry.reading) continue;
        entry.unread = false;
        entry.reading = true;
        ++m_reads;
        m_session->get(joinPath(m_path, name), {},
                       guarded([name](ObservedLock& self, const Result<NodeData>& result) {
                           self.contenderRead(name, result);
                       }));
    }
}

void ObservedLock::contenderRead(const std::string& name, const Result<NodeData>& result) {
    Contender contender{name, parsed(name)};
    if (result) {
        contender.stat = result->stat;
        contender.data = result->data.substr(0, kKeptDataBytes);
    } else if (result.error().code == ErrorCode::NoAuth) {
        readStatOnly(name, result.error());
        return;
    } else if (result.error().code == ErrorCode::NoNode || isAmbiguous(result.error().code)) {
        // Left the queue meanwhile, which the next list shows, or has to be read again then.
        readEnded(name, std::nullopt);
        return;
    } else {
        contender.problem = result.error();
    }
    readEnded(name, std::move(contender));
}

/// Owner and age, where the data is forbidden. Servers from 3.8.4 and 3.9.2 on forbid the Stat along with it
/// (ZOOKEEPER-2590); before, everybody might read it.
void ObservedLock::readStatOnly(const std::string& name, const Error& problem) {
    m_session->exists(joinPath(m_path, name), {},
                      guarded([name, problem](ObservedLock& self, const Result<Stat>& stat) {
                          Contender contender{name, self.parsed(name), {}, {}, problem};
                          if (stat) contender.stat = *stat;
                          self.readEnded(name, std::move(contender));
                      }));
}

void ObservedLock::readEnded(const std::string& name, std::optional<Contender> contender) {
    --m_reads;
    if (const auto found = m_entries.find(name); found != m_entries.end()) {
        Entry& entry = found->second;
        entry.reading = false;
        if (!contender) {
            entry.unread = true;
            // No sooner than after any other list: contenders come and go all the time in a busy queue.
            listAt(std::max(m_nextList, m_session->loop().now() + kRetryAfterTimeout));
        } else if (!isSame(*entry.contender, *contender)) {
            m_rolesMayDiffer = m_rolesMayDiffer || needsOwner(*contender);
            entry.contender = std::make_shared<const Contender>(std::move(*contender));
            m_queue.rows[entry.row].contender = entry.contender;
        }
        // It was to be read again while that was under way.
        if (contender && entry.unread) m_toRead.push_front(name);
    }
    readMore();
    publishSoon();
}

void ObservedLock::abandonReads() {
    m_toRead.clear();
    m_reads = 0;
    for (auto& [name, entry] : m_entries) {
        entry.unread = entry.unread || entry.reading;
        entry.reading = false;
    }
}

// What others see

void ObservedLock::publishSoon() {
    if (m_reads == 0 && m_toRead.empty()) {
        const bool mayDiffer = std::exchange(m_rolesMayDiffer, false);
        // Whether they are ephemeral tells more of what they are.
        if (mayDiffer || !isForQueues(m_queue.kind)) arrange();
        publish();
    } else if (m_publishTimer == Loop::Timer::None) {
        m_publishTimer = m_session->loop().callAt(m_publishedAt + kPublishInterval,
                                                  guarded([](ObservedLock& self) { self.publish(); }));
    }
}

void ObservedLock::publishFailure(Freshness freshness, std::optional<Error> problem) {
    m_queue.freshness = freshness;
    m_queue.problem = std::move(problem);
    publish();
}

/// Always the last step of what led to it: the sink may close this lock.
void ObservedLock::publish() {
    cancelTimer(m_publishTimer);
    if (isKindOpen()) return;
    m_published = true;
    m_publishedAt = m_session->loop().now();
    m_sink(std::make_shared<const LockQueue>(m_queue));
}

NodeName ObservedLock::parsed(const std::string& name) const {
    const auto known = m_marked ? m_marked : m_told;
    return known ? parseNodeName(name, *known) : parseNodeName(name);
}

bool ObservedLock::isConnected() const {
    return lockcore::isConnected(m_session->status().state);
}

Watcher ObservedLock::watcher() {
    return [weak = weak_from_this()](const WatchEvent&) {
        const auto self = weak.lock();
        if (!self || self->m_closed) return;
        self->m_watch = WatchToken::None;
        self->m_times.changed();
        self->listSoon();
    };
}

/// Drops the watch before only after the new one was asked for, so that the server need not drop and set it
/// again.
void ObservedLock::keepWatch(WatchToken token) {
    const WatchToken before = std::exchange(m_watch, token);
    if (before != WatchToken::None) m_session->cancelWatch(before);
}

void ObservedLock::cancelTimer(Loop::Timer& timer) {
    if (timer != Loop::Timer::None) m_session->loop().cancel(timer);
    timer = Loop::Timer::None;
}

}  // namespace lockcore
