// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starts a local cluster, or an ensemble of as many servers as its argument says, prints each server's pid
// and directory and waits to be killed: what tst_local_cluster and tst_local_ensemble need to see that
// nothing survives that.
#include <lockcore/lab/local_ensemble.h>

#include <unistd.h>

#include <cstdlib>
#include <iostream>

using namespace lockcore;

namespace {

[[noreturn]] void awaitKill() {
    for (;;)
        ::pause();
}

int report(const Error& error) {
    std::cerr << describe(error) << std::endl;
    return 1;
}

int runCluster() {
    const auto cluster = LocalCluster::start();
    if (!cluster) return report(cluster.error());
    std::cout << (*cluster)->processId() << "\n" << (*cluster)->directory() << std::endl;
    awaitKill();
}

int runEnsemble(std::size_t servers) {
    const auto ensemble = LocalEnsemble::start(servers);
    if (!ensemble) return report(ensemble.error());
    for (std::size_t server = 0; server < servers; ++server)
        std::cout << (*ensemble)->processId(server) << "\n" << (*ensemble)->directory(server) << std::endl;
    awaitKill();
}

}  // namespace

int main(int count, char** arguments) {
    return count > 1 ? runEnsemble(std::strtoul(arguments[1], nullptr, 10)) : runCluster();
}
