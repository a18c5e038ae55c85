// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.recipes.shared.SharedCount;

/** Leases, and the count that says how many there are: see CuratorPeer. */
final class SemaphoreCommands {
    private final CuratorFramework client;
    private final Queue<Lease> held = new ArrayDeque<>();  // guarded by itself: a lease that is waited for comes on its own thread
    private InterProcessSemaphoreV2 semaphore;

    SemaphoreCommands(CuratorFramework client) {
        this.client = client;
    }

    void addTo(Commands commands) {
        commands.inOrder("semaphore", words -> select(words[0], words[1]));
        commands.apart("lease", words -> lease(Integer.parseInt(words[0]), Commands.limitMs(words, 1)));
        commands.inOrder("return", words -> giveBack(Integer.parseInt(words[0])));
        commands.inOrder("leases", words -> "LEASES " + String.join(" ", semaphore.getParticipantNodes()));
        commands.inOrder("setcount", words -> setCount(words[0], Integer.parseInt(words[1])));
        commands.inOrder("getcount", words -> getCount(words[0]));
    }

    private String select(String path, String max) throws Exception {
        if (max.startsWith("/")) {
            SharedCount count = new SharedCount(client, max, 0);  // ends with the client
            count.start();
            semaphore = new InterProcessSemaphoreV2(client, path, count);
        } else {
            semaphore = new InterProcessSemaphoreV2(client, path, Integer.parseInt(max));
        }
        return "SEMAPHORE " + path;
    }

    private String lease(int number, long limitMs) throws Exception {
        Collection<Lease> leases = semaphore.acquire(number, limitMs, TimeUnit.MILLISECONDS);
        if (leases == null) return "TIMEOUT";
        synchronized (held) {
            held.addAll(leases);
            return "LEASED " + held.size();
        }
    }

    private String giveBack(int number) {
        List<Lease> leases = new ArrayList<>();
        int left;
        synchronized (held) {
            for (int i = 0; i < number; i++) leases.add(held.remove());
            left = held.size();
        }
        semaphore.returnAll(leases);
        return "RETURNED " + left;
    }

    private String setCount(String path, int value) throws Exception {
        try (SharedCount count = new SharedCount(client, path, value)) {
            count.start();
            count.setCount(value);
            return "COUNT " + value;
        }
    }

    /** Of a new object: an old one may not have heard of the newest value yet. */
    private String getCount(String path) throws Exception {
        try (SharedCount count = new SharedCount(client, path, 0)) {
            count.start();
            return "COUNT " + count.getCount();
        }
    }
}
