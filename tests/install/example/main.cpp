// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Takes a lock and says so: take_lock SERVERS, such as zk1:2181,zk2:2181/app
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/session.h>

#include <iostream>
#include <memory>
#include <string>

/// Not called: there is no such cluster. Whoever copies it finds that it compiles.
std::shared_ptr<lockcore::Session> openClosedCluster(lockcore::EventLoop& loop,
                                                     std::string (*readPassword)()) {
    // [a closed cluster]
    lockcore::SessionOptions options{"zk1.example:2281,zk2.example:2281/app"};
    options.tls = lockcore::TlsOptions{
        .caFile = "/etc/ssl/zk-ca.pem", .certificateFile = "/etc/ssl/app.pem", .keyFile = "/etc/ssl/app.key"};
    options.sasl = lockcore::SaslDigest{.user = "app", .password = readPassword()};
    options.route = lockcore::Bastion{.destination = "ops@bastion.example"};
    const auto session = lockcore::Session::open(loop, options);
    // [a closed cluster]
    return session;
}

int main(int argc, char** argv) {
    const std::string servers = argc == 2 ? argv[1] : "127.0.0.1:2181";

    // [take a lock]
    lockcore::EventLoop loop;
    const auto session = lockcore::Session::open(loop, {servers});
    lockcore::Mutex mutex(session, "/jobs/nightly");
    if (auto hold = mutex.acquireFor(std::chrono::seconds(10))) {
        std::cout << "mine, with fencing token " << toHex(hold->fencingToken()) << '\n';
    } else {
        std::cerr << describe(hold.error()) << '\n';
        return 1;
    }
    // [take a lock]
}
