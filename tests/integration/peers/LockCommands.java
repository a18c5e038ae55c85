// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.Revoker;

/** Everything that is acquired and released: see CuratorPeer. */
final class LockCommands {
    private final CuratorFramework client;
    // A lock that is named again is the same object: a downgrade takes the read side of the very lock it holds.
    private final Map<String, InterProcessLock> locks = new HashMap<>();
    private final Map<String, InterProcessReadWriteLock> readWriteLocks = new HashMap<>();
    private volatile InterProcessLock lock;  // nodes are listed while the owner's thread waits

    LockCommands(CuratorFramework client) {
        this.client = client;
    }

    void addTo(Commands commands) {
        // On the owner's thread like acquire and release, so that a line selects the lock for those after it.
        commands.onOwner("mutex", words -> select("mutex ", words, path -> new InterProcessMutex(client, path)));
        commands.onOwner("semaphoremutex",
            words -> select("semaphore ", words, path -> new InterProcessSemaphoreMutex(client, path)));
        commands.onOwner("read", words -> select("read ", words, path -> readWriteLock(path).readLock()));
        commands.onOwner("write", words -> select("write ", words, path -> readWriteLock(path).writeLock()));
        commands.onOwner("multi",
            words -> select("multi ", words, paths -> new InterProcessMultiLock(client, List.of(paths.split(" ")))));
        commands.onOwner("revocable", words -> makeRevocable(commands));
        commands.onOwner("acquire", this::acquire);
        commands.onOwner("release", this::release);
        commands.apart("another", words -> acquireAnother(words[0]));
        commands.onOwner("count", words -> count(words[0], Integer.parseInt(words[1])));
        commands.onOwner("increment", words -> "WROTE " + increment(client, words[0]));
        commands.onOwner("cycles", words -> cycles(Integer.parseInt(words[0])));
        commands.inOrder("revoke", words -> revoke(words[0]));
        commands.inOrder("nodes", words -> "NODES " + String.join(" ", ((InterProcessMutex) lock).getParticipantNodes()));
    }

    private InterProcessReadWriteLock readWriteLock(String path) {
        return readWriteLocks.computeIfAbsent(path, missing -> new InterProcessReadWriteLock(client, missing));
    }

    private String select(String kind, String[] paths, Function<String, InterProcessLock> make) {
        String path = String.join(" ", paths);
        lock = locks.computeIfAbsent(kind + path, missing -> make.apply(path));
        return "LOCK " + path;
    }

    private String makeRevocable(Commands commands) {
        ((InterProcessMutex) lock).makeRevocable(asked -> commands.runOnOwner(() -> {
            Commands.say("REVOKED");
            Commands.answer(this::release);
        }));
        return "REVOCABLE";
    }

    private String acquire(String[] words) throws Exception {
        return lock.acquire(Commands.limitMs(words, 0), TimeUnit.MILLISECONDS) ? "ACQUIRED" : "TIMEOUT";
    }

    /** On a thread of its own, and for good. */
    private String acquireAnother(String path) throws Exception {
        new InterProcessMutex(client, path).acquire();
        return "ACQUIRED";
    }

    private String release(String[] words) throws Exception {
        lock.release();
        return "RELEASED";
    }

    private String revoke(String node) throws Exception {
        Revoker.attemptRevoke(client, node);
        return "ASKED";
    }

    private String count(String path, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            lock.acquire();
            increment(client, path);
            lock.release();
        }
        return "COUNTED";
    }

    /** Loses updates of others, and they its, unless a lock keeps them apart. Returns the new value. */
    static int increment(CuratorFramework client, String path) throws Exception {
        int value = Integer.parseInt(new String(client.getData().forPath(path), StandardCharsets.US_ASCII)) + 1;
        client.setData().forPath(path, Integer.toString(value).getBytes(StandardCharsets.US_ASCII));
        return value;
    }

    private String cycles(int times) throws Exception {
        long[] tookNs = new long[2 * times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            lock.acquire();
            long owned = System.nanoTime();
            lock.release();
            tookNs[2 * i] = owned - start;
            tookNs[2 * i + 1] = System.nanoTime() - owned;
        }
        return "CYCLES " + Arrays.stream(tookNs).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
