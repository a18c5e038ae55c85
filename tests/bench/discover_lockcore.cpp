// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// lockcore in the scenario "discover" of bench_discovery: one pass of LockDiscovery, by AdminServer's dump
// where the parameter admin= is its port, and by walking the directory where it is 0.
#include "bench_program.h"

#include <lockcore/observe/discovery.h>
#include <lockcore/session/session.h>

#include <algorithm>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>

using namespace lockcore;

namespace {

using Catalog = std::shared_ptr<const LockCatalog>;

std::shared_ptr<Session> connect(EventLoop& loop, const std::string& connectString) {
    const auto connected = std::make_shared<std::promise<void>>();
    const auto session = Session::open(loop, {connectString, std::chrono::seconds(60)},
                                       [connected](const ConnectionStatus& status) {
                                           if (status.state == ConnectionState::Connected)
                                               connected->set_value();
                                           else if (status.state != ConnectionState::Closed)
                                               giveUp(connectionStateName(status.state));
                                       });
    connected->get_future().wait();
    return session;
}

DiscoveryOptions optionsFor(const BenchProgram& program) {
    // Where there is no AdminServer to ask: a port on which nobody listens.
    constexpr int kNobodysPort = 1;
    const int admin = program.number("admin");
    DiscoveryOptions options;
    options.connect = *parseConnectString(program.connectString());
    options.adminUrl = "http://127.0.0.1:" + std::to_string(admin == 0 ? kNobodysPort : admin) + "/commands";
    if (admin == 0) options.pinnedRoots = {program.directory()};
    options.walkBudget = 4 * static_cast<std::size_t>(program.number("locks"));
    return options;
}

Catalog discover(const std::shared_ptr<Session>& session, const DiscoveryOptions& options) {
    std::promise<Catalog> found;
    std::once_flag first;
    const LockDiscovery discovery(session, options, [&](Catalog catalog) {
        // A long search tells how far it is.
        const auto& gaps = catalog->gaps;
        if (std::ranges::find(gaps, GapKind::SearchGoesOn, &Gap::kind) != gaps.end()) return;
        std::call_once(first, [&] { found.set_value(std::move(catalog)); });
    });
    return found.get_future().get();
}

/// All locks, each with all its contenders in the order of their numbers and one holder.
void check(const BenchProgram& program, const LockCatalog& catalog) {
    if (catalog.locks.size() != static_cast<std::size_t>(program.number("locks")))
        giveUp("found " + std::to_string(catalog.locks.size()) + " locks");
    for (const DiscoveredLock& lock : catalog.locks) {
        const auto contenders = static_cast<std::size_t>(program.number("contenders"));
        if (lock.queue->size() != contenders || lock.holders != 1) giveUp("not the queue of " + lock.path);
        std::int64_t last = -1;
        for (std::size_t row = 0; row < contenders; ++row) {
            const NamedContender contender = lock.queue->at(row);
            const auto number = parseNodeName(contender.name).sequence;
            const bool isToldSession = contender.session != SessionId::None;
            if (!number || *number <= last || (contender.role == Role::Holder) != (row == 0) ||
                isToldSession != (catalog.source == DiscoverySource::AdminServer))
                giveUp("not the order of " + lock.path);
            last = *number;
        }
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    BenchProgram program(argc, argv);
    EventLoop loop;
    const auto session = connect(loop, program.connectString());
    const DiscoveryOptions options = optionsFor(program);
    for (int i = 0; i < program.number("warm"); ++i) {
        const Catalog catalog = discover(session, options);
        for (const Error& problem : catalog->problems)
            std::cerr << "lockcore did without: " << describe(problem) << '\n';
    }
    program.begin("discover");
    const std::int64_t start = nowNs();
    const Catalog catalog = discover(session, options);
    const std::int64_t end = nowNs();
    check(program, *catalog);
    program.end({{start, end, end, end}});

    std::promise<void> closed;
    session->close([&closed] { closed.set_value(); });
    closed.get_future().wait();
    return 0;
}
