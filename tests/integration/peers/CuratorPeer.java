// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.Revoker;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * One Curator client that a test drives by lines: {@code CuratorPeer HOST:PORT}, then on standard input
 *
 * <pre>
 * mutex PATH | read PATH | write PATH   LOCK PATH          the lock that the commands below act on
 * revocable                             REVOCABLE          before acquire; gives the lock back when asked: REVOKED, RELEASED
 * acquire [MILLISECONDS]                ACQUIRED | TIMEOUT
 * release                               RELEASED
 * nodes                                 NODES PATH…        the queue as Curator orders it
 * revoke NODE                           ASKED              asks the holder with that znode, Curator's Revoker
 * count PATH TIMES                      COUNTED            as often: acquire, read the znode, write it plus one, release
 * cycles TIMES                          CYCLES A R A R…    nanoseconds that each acquire and release took
 * session                               SESSION 0x…
 * </pre>
 *
 * and an answer on standard output for each, in that form or ERROR TEXT. The end of the input ends the program.
 */
public class CuratorPeer {
    // Curator's locks belong to a thread: all acquires and releases run on this one, commands on the main thread.
    private final ExecutorService owner = Executors.newSingleThreadExecutor(CuratorPeer::daemon);
    private final CuratorFramework client;
    private InterProcessMutex lock;

    private CuratorPeer(String connect) throws InterruptedException {
        client = CuratorFrameworkFactory.newClient(connect, 20_000, 15_000, new ExponentialBackoffRetry(200, 5));
        client.start();
        client.blockUntilConnected();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "owner");
        thread.setDaemon(true);
        return thread;
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private interface Command {
        String run() throws Exception;
    }

    private static void answer(Command command) {
        try {
            say(command.run());
        } catch (Exception error) {
            say("ERROR " + error);
        }
    }

    private void command(String line) throws Exception {
        String[] words = line.trim().split(" +");
        switch (words[0]) {
            case "mutex" -> answer(() -> select(new InterProcessMutex(client, words[1]), words[1]));
            case "read" -> answer(() -> select(new InterProcessReadWriteLock(client, words[1]).readLock(), words[1]));
            case "write" -> answer(() -> select(new InterProcessReadWriteLock(client, words[1]).writeLock(), words[1]));
            case "revocable" -> answer(this::makeRevocable);
            case "acquire" -> owner.execute(() -> answer(() -> acquire(words)));
            case "release" -> owner.execute(() -> answer(this::release));
            case "nodes" -> answer(() -> "NODES " + String.join(" ", nodes()));
            case "revoke" -> answer(() -> revoke(words[1]));
            case "count" -> owner.execute(() -> answer(() -> count(words[1], Integer.parseInt(words[2]))));
            case "cycles" -> owner.execute(() -> answer(() -> cycles(Integer.parseInt(words[1]))));
            case "session" -> answer(() -> "SESSION 0x" + Long.toHexString(client.getZookeeperClient().getZooKeeper().getSessionId()));
            default -> say("ERROR unknown command " + words[0]);
        }
    }

    private String select(InterProcessMutex selected, String path) {
        lock = selected;
        return "LOCK " + path;
    }

    private String makeRevocable() {
        lock.makeRevocable(asked -> owner.execute(() -> {
            say("REVOKED");
            answer(this::release);
        }));
        return "REVOCABLE";
    }

    private String acquire(String[] words) throws Exception {
        long limitMs = words.length > 1 ? Long.parseLong(words[1]) : Long.MAX_VALUE;
        return lock.acquire(limitMs, TimeUnit.MILLISECONDS) ? "ACQUIRED" : "TIMEOUT";
    }

    private String release() throws Exception {
        lock.release();
        return "RELEASED";
    }

    private Collection<String> nodes() throws Exception {
        return lock.getParticipantNodes();
    }

    private String revoke(String node) throws Exception {
        Revoker.attemptRevoke(client, node);
        return "ASKED";
    }

    /** Loses updates of others, and they its, unless the lock keeps them apart. */
    private String count(String path, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            lock.acquire();
            int value = Integer.parseInt(new String(client.getData().forPath(path), StandardCharsets.US_ASCII));
            client.setData().forPath(path, Integer.toString(value + 1).getBytes(StandardCharsets.US_ASCII));
            lock.release();
        }
        return "COUNTED";
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

    public static void main(String[] arguments) throws Exception {
        CuratorPeer peer = new CuratorPeer(arguments[0]);
        say("READY");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) peer.command(line);
        peer.client.close();
    }
}
