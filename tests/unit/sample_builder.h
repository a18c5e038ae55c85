// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// Makes samples in few words. All contenders are 10 seconds old, created in the order in which they are
/// given; nobody is connected anywhere until the test says so. The cluster's clock was compared and is right.
class SampleBuilder {
public:
    SampleBuilder() {
        ServerReport leader{"zk0:2181", "leader"};
        leader.clockAhead = std::chrono::milliseconds(0);
        m_sample.clocks.take({leader});
    }
    /// Nobody has compared the cluster's clock.
    SampleBuilder& uncompared() {
        m_sample.clocks = {};
        return *this;
    }

    static constexpr std::int64_t kNowMs = 1'800'000'000'000;
    using Edit = std::function<void(Contender&)>;

    /// A lock with contenders such as "M7@1": kind, sequence number, session (none without "@"). Kinds: M
    /// Curator mutex, R and W Curator read and write, L latch, k kazoo lock, r kazoo read lock, s another
    /// sequential name; anything else is a child of that name.
    SampleBuilder& lock(const std::string& path, const std::string& words) {
        Lock lock{path};
        std::istringstream stream(words);
        for (std::string word; stream >> word;)
            lock.contenders.push_back(contender(word));
        m_locks.push_back(std::move(lock));
        return *this;
    }
    /// Changes a contender of the last lock, by its place in the words.
    SampleBuilder& edit(std::size_t index, const Edit& change) {
        change(m_locks.back().contenders.at(index));
        return *this;
    }
    SampleBuilder& age(std::size_t index, std::chrono::milliseconds age) {
        return edit(index, [&](Contender& it) { it.stat->ctimeMs = kNowMs - age.count(); });
    }
    /// Gives two contenders of the last lock one id, as a retried create does.
    SampleBuilder& sameId(std::size_t from, std::size_t to) {
        const std::string id = m_locks.back().contenders.at(from).parsed.id;
        return edit(to, [&](Contender& it) {
            it.name.replace(it.name.find(it.parsed.id), id.size(), id);
            it.parsed.id = id;
        });
    }
    SampleBuilder& editLock(std::function<void(LockQueue&)> change) {
        m_locks.back().edits.push_back(std::move(change));
        return *this;
    }

    /// A server that has told its connections in the reading before, too, and is alone unless the test says
    /// otherwise; it tells its watches if told so.
    SampleBuilder& server(const std::string& name, bool watches = false) {
        ServerReport report{name};
        report.mode = "standalone";
        report.listedBefore.emplace();
        report.connections.emplace();
        if (watches) report.watched.emplace();
        report.watchedAtUnixMs = kNowMs;
        report.readAtUnixMs = report.zxidAskedUnixMs = kNowMs;
        m_sample.servers.push_back(std::move(report));
        return *this;
    }
    SampleBuilder& editServer(const std::function<void(ServerReport&)>& change) {
        change(m_sample.servers.back());
        return *this;
    }
    /// Connects a session to the last server.
    SampleBuilder& connect(std::int64_t session, int silentMs = 100, int timeoutMs = 10'000) {
        ClientConnection connection{SessionId{session}, "10.0.0.1:" + std::to_string(session)};
        connection.silentFor = std::chrono::milliseconds(silentMs);
        connection.timeout = std::chrono::milliseconds(timeoutMs);
        m_sample.servers.back().connections->push_back(std::move(connection));
        return *this;
    }
    /// The last server tells that a session watches a contender of a lock that was given before.
    SampleBuilder& watch(std::int64_t session, std::size_t lock, std::size_t index) {
        const Lock& target = m_locks.at(lock);
        return watch(session, joinPath(target.path, target.contenders.at(index).name));
    }
    SampleBuilder& watch(std::int64_t session, const std::string& path) {
        (*m_sample.servers.back().watched)[SessionId{session}].insert(path);
        return *this;
    }

    /// The sample as it is. Where `healthy`, all sessions are connected to the last server, and watch whom
    /// they wait for.
    ClusterSample sample(bool healthy = false) const {
        ClusterSample sample = m_sample;
        sample.takenAtUnixMs = kNowMs;
        std::map<SessionId, std::set<std::string>> watched;
        for (const Lock& lock : m_locks) {
            auto queue = std::make_shared<LockQueue>(queueOf(lock));
            for (const QueueRow& row : queue->rows) {
                if (!row.contender->stat) continue;
                auto& watches = watched[row.contender->stat->ephemeralOwner];
                if (row.predecessor)
                    watches.insert(joinPath(queue->path, queue->rows[*row.predecessor].contender->name));
            }
            sample.locks.push_back(std::move(queue));
        }
        if (healthy) {
            for (const auto& [session, paths] : watched)
                sample.servers.back().connections->push_back(
                    {session, "10.0.0.1:1", std::chrono::seconds(10), std::chrono::milliseconds(100)});
            sample.servers.back().watched = std::move(watched);
        }
        return sample;
    }

private:
    struct Lock {
        std::string path;
        std::vector<Contender> contenders = {};
        std::vector<std::function<void(LockQueue&)>> edits = {};
    };

    static LockQueue queueOf(const Lock& lock) {
        std::vector<std::shared_ptr<const Contender>> contenders;
        for (const Contender& each : lock.contenders)
            contenders.push_back(std::make_shared<const Contender>(each));
        LockQueue queue;
        queue.path = lock.path;
        queue.rows = arrangeQueue(std::move(contenders));
        classifyQueue(queue);
        queue.stat = Stat{};
        for (const Contender& each : lock.contenders)
            if (each.stat) queue.stat->pzxid = std::max(queue.stat->pzxid, each.stat->czxid);
        queue.readAtUnixMs = kNowMs;
        for (const auto& change : lock.edits)
            change(queue);
        return queue;
    }

    Contender contender(const std::string& word) {
        const auto at = word.find('@');
        ++m_created;
        const std::string name = nameOf(word.substr(0, at));
        Contender contender{name, parseNodeName(name)};
        if (at == std::string::npos) return contender;
        Stat stat;
        stat.czxid = Zxid{m_created};
        stat.ctimeMs = kNowMs - 10'000;
        stat.ephemeralOwner = SessionId{std::stoll(word.substr(at + 1))};
        contender.stat = stat;
        return contender;
    }

    std::string nameOf(const std::string& word) const {
        std::array<char, 64> text{};
        const auto print = [&](const char* format, auto... values) {
            std::snprintf(text.data(), text.size(), format, values...);
            return std::string(text.data());
        };
        const std::string hex = print("%032llx", static_cast<unsigned long long>(m_created));
        const std::string uuid = hex.substr(0, 8) + '-' + hex.substr(8, 4) + '-' + hex.substr(12, 4) + '-' +
                                 hex.substr(16, 4) + '-' + hex.substr(20);
        const bool isNumber =
            word.size() > 1 && word.find_first_not_of("-0123456789", 1) == std::string::npos;
        if (!isNumber) return word;
        const std::string number = print("%010lld", std::stoll(word.substr(1)));
        switch (word.front()) {
            case 'M': return "_c_" + uuid + "-lock-" + number;
            case 'R': return "_c_" + uuid + "-__READ__" + number;
            case 'W': return "_c_" + uuid + "-__WRIT__" + number;
            case 'L': return "_c_" + uuid + "-latch-" + number;
            case 'k': return hex + "__lock__" + number;
            case 'r': return hex + "__rlock__" + number;
            case 's': return "job-" + std::to_string(m_created) + "x" + number;
            default: return word;
        }
    }

    std::vector<Lock> m_locks;
    ClusterSample m_sample;
    std::int64_t m_created = 0;
};

}  // namespace lockcore
