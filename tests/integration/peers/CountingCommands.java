// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/** Many clients, each with a session and a thread of its own, that number orders: see CuratorPeer. */
final class CountingCommands {
    private static final int SESSION_TIMEOUT_MS = 20_000;
    private final String hosts;

    CountingCommands(String hosts) {
        this.hosts = hosts;
    }

    void addTo(Commands commands) {
        commands.apart("orders", words -> orders(words[0], words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3])));
    }

    private String orders(String lockPath, String path, int clients, int times) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients, Commands::daemon);
        Callable<List<Integer>> client = () -> numbersOf(lockPath, path, times);
        List<Integer> numbers = new ArrayList<>();
        for (Future<List<Integer>> ended : threads.invokeAll(Collections.nCopies(clients, client))) numbers.addAll(ended.get());
        threads.shutdown();
        return "ORDERS " + numbers.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private List<Integer> numbersOf(String lockPath, String path, int times) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        try (CuratorFramework client = CuratorPeer.connect(hosts, SESSION_TIMEOUT_MS)) {
            InterProcessMutex lock = new InterProcessMutex(client, lockPath);
            for (int i = 0; i < times; i++) {
                lock.acquire();
                numbers.add(LockCommands.increment(client, path));
                lock.release();
            }
        }
        return numbers;
    }
}
