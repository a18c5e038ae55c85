// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starts a local cluster, prints the server's pid and directory and waits to be killed: what
// tst_local_cluster needs to see that nothing survives that.
#include <lockcore/lab/local_cluster.h>

#include <unistd.h>

#include <iostream>

int main() {
    const auto cluster = lockcore::LocalCluster::start();
    if (!cluster) {
        std::cerr << describe(cluster.error()) << std::endl;
        return 1;
    }
    std::cout << (*cluster)->processId() << "\n" << (*cluster)->directory() << std::endl;
    for (;;)
        ::pause();
}
