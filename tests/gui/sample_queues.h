// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

/// Queues as a ZooKeeper with Curator locks would hold them.
namespace samples {

using Contenders = std::vector<std::shared_ptr<const lockcore::Contender>>;

inline constexpr std::int64_t kNowUnixMs = 1'790'000'000'000;

inline std::string sequence(int number) {
    char text[16];
    std::snprintf(text, sizeof text, "%010d", number);
    return text;
}

inline std::string name(const char* marker, int number) {
    char uuid[40];
    std::snprintf(uuid, sizeof uuid, "%08x-0000-4000-8000-000000000000", static_cast<unsigned>(number));
    return std::string("_c_") + uuid + marker + sequence(number);
}

inline std::shared_ptr<const lockcore::Contender> contender(const std::string& nodeName, int czxid,
                                                            const std::string& data = "10.0.0.1") {
    auto made = std::make_shared<lockcore::Contender>();
    made->name = nodeName;
    made->parsed = lockcore::parseNodeName(nodeName);
    lockcore::Stat stat;
    stat.czxid = static_cast<lockcore::Zxid>(czxid);
    stat.ctimeMs = kNowUnixMs - 61'000;
    stat.ephemeralOwner = static_cast<lockcore::SessionId>(0x1000007e0050000 + czxid);
    stat.dataLength = static_cast<std::int32_t>(data.size());
    made->stat = stat;
    made->data = data.substr(0, lockcore::kKeptDataBytes);
    return made;
}

inline std::shared_ptr<const lockcore::Contender> mutex(int number) {
    return contender(name("-lock-", number), 1000 + number);
}
inline std::shared_ptr<const lockcore::Contender> reader(int number) {
    return contender(name("-__READ__", number), 1000 + number);
}
inline std::shared_ptr<const lockcore::Contender> writer(int number) {
    return contender(name("-__WRIT__", number), 1000 + number);
}

inline std::shared_ptr<const lockcore::Contender> candidate(int number) {
    return contender(name("-latch-", number), 1000 + number);
}

inline Contenders mutexes(int first, int last) {
    Contenders made;
    for (int number = first; number <= last; ++number)
        made.push_back(mutex(number));
    return made;
}

inline std::shared_ptr<lockcore::LockQueue> queue(Contenders contenders,
                                                  const std::string& path = "/app/lock") {
    auto made = std::make_shared<lockcore::LockQueue>();
    made->path = path;
    made->rows = lockcore::arrangeQueue(std::move(contenders));
    made->readAtUnixMs = kNowUnixMs;
    lockcore::classifyQueue(*made);
    return made;
}

}  // namespace samples
