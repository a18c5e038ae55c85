// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * {@code CuratorContender CONNECT TIMEOUT_MS}: real Curator clients as contenders of Lockscope's lab. What it understands and
 * says, a line each, stands in lockcore/lab/clients/client_lines.h; of recipes it knows mutex, read, write, semaphore-mutex,
 * semaphore and multi.
 *
 * <p>Each client has a session and a thread of its own, to which its locks belong: there it asks, writes and gives back, one
 * after the other, so that what was said to a process that stood still is done in order when it goes on.
 */
public final class CuratorContender {
    private final String connect;
    private final int timeoutMs;
    private final Map<String, Contender> contenders = new HashMap<>();
    private Register register;

    private CuratorContender(String connect, int timeoutMs) {
        this.connect = connect;
        this.timeoutMs = timeoutMs;
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private synchronized Register register() throws Exception {
        if (register == null) register = new Register(connect);
        return register;
    }

    private void run(String line) {
        String[] words = line.trim().split(" +");
        if (!List.of("open", "acquire", "write", "release", "close").contains(words[0])) return;
        contenders.computeIfAbsent(words[1], Contender::new).take(words[0], Arrays.copyOfRange(words, 2, words.length));
    }

    /** The register refuses a write. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String reason) {
            super(reason);
        }
    }

    /** What a hold writes. */
    private record Entry(String client, String round, long token, long number) {}

    /** As lockcore/include/lockcore/lab/register.h has it; by a session that outlives those of locks. */
    private static final class Register {
        private static final int TIMEOUT_MS = 60_000;
        private static final int MOST_READS = 5;

        private final ZooKeeper session;

        Register(String connect) throws Exception {
            CountDownLatch connected = new CountDownLatch(1);
            session = new ZooKeeper(connect, TIMEOUT_MS, event -> {
                if (event.getState() == Watcher.Event.KeeperState.SyncConnected) connected.countDown();
            });
            connected.await();
        }

        long write(String path, String check, Entry entry, String holder) throws Exception {
            for (int reads = 1;; reads++) {
                long number = entry.number();
                int version = -1;
                if (check.equals("token") || number == -1) {
                    Stat stat = new Stat();
                    String[] top = new String(session.getData(path, false, stat), StandardCharsets.US_ASCII).split(" ");
                    if (check.equals("token") && Long.parseLong(top[0]) > entry.token()) throw new Refused("stale-token");
                    if (number == -1) number = Long.parseLong(top[1]) + 1;
                    if (!check.equals("none")) version = stat.getVersion();
                }
                try {
                    session.multi(operations(path, check, entry, holder, number, version));
                    return number;
                } catch (KeeperException problem) {
                    if (check.equals("hold") && isFirst(problem, KeeperException.Code.NONODE)) throw new Refused("hold-lost");
                    if (problem.code() != KeeperException.Code.BADVERSION || reads == MOST_READS) throw problem;
                }
            }
        }

        private static List<Op> operations(String path, String check, Entry entry, String holder, long number, int version) {
            String top = entry.token() + " " + number + " " + entry.client() + " " + entry.round();
            String line = entry.client() + " " + entry.round() + " " + entry.token() + " " + number + " " + check;
            List<Op> all = new ArrayList<>();
            if (check.equals("hold")) all.add(Op.check(holder, -1));
            all.add(Op.setData(path, top.getBytes(StandardCharsets.US_ASCII), version));
            all.add(Op.create(path + "/w-", line.getBytes(StandardCharsets.US_ASCII), ZooDefs.Ids.OPEN_ACL_UNSAFE,
                CreateMode.PERSISTENT_SEQUENTIAL));
            return all;
        }

        private static boolean isFirst(KeeperException problem, KeeperException.Code code) {
            List<OpResult> results = problem.getResults();
            return results != null && results.get(0) instanceof OpResult.ErrorResult error && error.getErr() == code.intValue();
        }
    }

    /** What is acquired and given back. */
    private interface Turn {
        void acquire() throws Exception;

        void release() throws Exception;

        /** Of the znode that holds; null where the recipe does not tell. */
        default String node() {
            return null;
        }
    }

    private record LockTurn(InterProcessLock lock) implements Turn {
        @Override
        public void acquire() throws Exception {
            lock.acquire();
        }

        @Override
        public void release() throws Exception {
            lock.release();
        }
    }

    private static final class MutexTurn extends InterProcessMutex implements Turn {
        MutexTurn(CuratorFramework client, String path) {
            super(client, path);
        }

        @Override
        public String node() {
            return getLockPath();
        }
    }

    private static final class LeaseTurn implements Turn {
        private final InterProcessSemaphoreV2 semaphore;
        private Lease lease;

        LeaseTurn(CuratorFramework client, String path, int leases) {
            semaphore = new InterProcessSemaphoreV2(client, path, leases);
        }

        @Override
        public void acquire() throws Exception {
            lease = semaphore.acquire();
        }

        @Override
        public void release() {
            if (lease != null) semaphore.returnLease(lease);
            lease = null;
        }
    }

    private static Turn turnOf(CuratorFramework client, String recipe, int leases, List<String> paths) {
        String path = paths.get(0);
        return switch (recipe) {
            case "mutex" -> new MutexTurn(client, path);
            case "read" -> new LockTurn(new InterProcessReadWriteLock(client, path).readLock());
            case "write" -> new LockTurn(new InterProcessReadWriteLock(client, path).writeLock());
            case "semaphore-mutex" -> new LockTurn(new InterProcessSemaphoreMutex(client, path));
            case "semaphore" -> new LeaseTurn(client, path, leases);
            case "multi" -> new LockTurn(new InterProcessMultiLock(client, paths));
            default -> throw new IllegalArgumentException("Curator's contenders have no recipe " + recipe);
        };
    }

    /** One client. What it is told it does on its own thread; what its session tells comes on one of Curator's. */
    private final class Contender {
        private record Command(String name, String[] words) {}

        private final String name;
        private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
        private final Thread thread;
        private volatile CuratorFramework client;
        private Turn turn;
        private boolean has;  // what turn has acquired
        private String node;
        private long token;
        // Guarded by this:
        private String held;  // the round in which it holds; null: none
        private String wanted;  // the round that it asks for and has not given up
        private boolean isAsking;

        Contender(String name) {
            this.name = name;
            thread = new Thread(this::serve, name);
            thread.setDaemon(true);
            thread.start();
        }

        /** On the thread that reads; it interrupts what waits. */
        void take(String command, String[] words) {
            synchronized (this) {
                if (command.equals("acquire")) wanted = words[0];
                if (command.equals("release") && words[0].equals(wanted)) {
                    wanted = null;
                    if (isAsking) thread.interrupt();
                }
            }
            commands.add(new Command(command, words));
        }

        private void serve() {
            while (true) {
                Command command = null;
                try {
                    command = commands.take();
                    run(command.name(), command.words());
                } catch (InterruptedException tooLate) {
                    // What it was for is done already.
                } catch (Exception problem) {
                    failed(command, problem);
                }
            }
        }

        private void run(String command, String[] words) throws Exception {
            switch (command) {
                case "open" -> open(words[0], Integer.parseInt(words[1]), List.of(words).subList(2, words.length));
                case "acquire" -> acquire(words[0]);
                case "write" -> write(words[0], words[1], words[2], Long.parseLong(words[3]));
                case "release" -> release(words[0]);
                default -> close();
            }
        }

        private void tell(String word, String words) {
            say(word + " " + name + " " + words + (words.isEmpty() ? "" : " ") + System.nanoTime());
        }

        private void failed(Command command, Exception problem) {
            boolean isOfRound = command.name().equals("acquire") || command.name().equals("write");
            say("FAILED " + name + " " + (isOfRound ? command.words()[0] : "0") + " " + codeOf(problem) + " "
                + System.nanoTime() + " " + problem.toString().replace('\n', ' '));
        }

        private static String codeOf(Exception problem) {
            if (problem instanceof KeeperException.ConnectionLossException) return "ConnectionLoss";
            if (problem instanceof KeeperException.OperationTimeoutException) return "OperationTimeout";
            if (problem instanceof KeeperException.SessionExpiredException) return "SessionExpired";
            if (problem instanceof KeeperException.NoNodeException) return "NoNode";
            return problem.getClass().getSimpleName();
        }

        /** Of that round, if it still holds; of any one where it is null. */
        private void lose(String round) {
            String lost;
            synchronized (this) {
                if (held == null || (round != null && !round.equals(held))) return;
                lost = held;
                held = null;
            }
            tell("HOLD", lost + " Lost");
        }

        private void open(String recipe, int leases, List<String> paths) throws Exception {
            stop();
            CuratorFramework made =
                CuratorFrameworkFactory.newClient(connect, timeoutMs, 15_000, new ExponentialBackoffRetry(200, 5));
            made.getConnectionStateListenable().addListener(this::follow);
            client = made;
            has = false;
            turn = turnOf(made, recipe, leases, paths);
            made.start();
            made.blockUntilConnected();
            ZooKeeper session = made.getZookeeperClient().getZooKeeper();
            tell("OPEN", "0x" + Long.toHexString(session.getSessionId()) + " " + session.getSessionTimeout());
        }

        /** On a thread of Curator's. */
        private void follow(CuratorFramework which, ConnectionState state) {
            if (which != client) return;
            String round;
            synchronized (this) {
                round = held;
            }
            if (state == ConnectionState.LOST) {
                client = null;
                lose(null);
                say("FAILED " + name + " 0 SessionExpired " + System.nanoTime() + " The session has ended");
                // It must not open another one by itself.
                Thread closing = new Thread(which::close);
                closing.setDaemon(true);
                closing.start();
            } else if (round != null && state == ConnectionState.SUSPENDED) {
                tell("HOLD", round + " Suspended");
            } else if (round != null && state == ConnectionState.RECONNECTED) {
                tell("HOLD", round + " Held");
            }
        }

        private void acquire(String round) throws Exception {
            if (client == null) throw new KeeperException.SessionExpiredException();
            node = null;
            token = 0;
            synchronized (this) {
                if (!round.equals(wanted)) return;  // release() tells
                isAsking = true;
            }
            try {
                turn.acquire();
                has = true;
                findNode();
            } catch (Exception problem) {
                if (isGivenUp(round)) return;
                throw problem;
            } finally {
                synchronized (this) {
                    isAsking = false;
                    Thread.interrupted();
                }
            }
            synchronized (this) {
                if (!round.equals(wanted)) return;
                held = round;
            }
            tell("GRANTED", round + " " + (node == null ? "-" : node.substring(node.lastIndexOf('/') + 1)) + " " + token);
        }

        private synchronized boolean isGivenUp(String round) {
            return !round.equals(wanted);
        }

        private void findNode() throws Exception {
            node = turn.node();
            if (node == null) return;
            Stat stat = client.checkExists().forPath(node);
            token = stat == null ? 0 : stat.getCzxid();
        }

        private void release(String round) {
            // From then on it does not hold, as far as it knows: the next one may be granted before the answer.
            long begun = System.nanoTime();
            synchronized (this) {
                held = null;
            }
            try {
                if (has) turn.release();
            } catch (Exception problem) {
                System.err.println(problem);
            }
            has = false;
            say("RELEASED " + name + " " + round + " " + begun);
        }

        private void write(String round, String path, String check, long number) throws Exception {
            if (!check.equals("none")) look(round);
            try {
                long written = register().write(path, check, new Entry(name, round, token, number), node);
                tell("WRITTEN", round + " " + written);
            } catch (Refused refused) {
                tell("REFUSED", round + " " + refused.getMessage());
            }
        }

        /** Whether it still holds: after a pause it hears so before the write that comes too late. */
        private void look(String round) {
            CuratorFramework asked = client;
            if (node == null) return;
            try {
                if (asked == null || asked.checkExists().forPath(node) == null) lose(round);
            } catch (Exception problem) {
                lose(round);
            }
        }

        private void stop() {
            CuratorFramework which = client;
            client = null;
            if (which != null) which.close();
        }

        private void close() {
            stop();
            tell("CLOSED", "");
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            System.err.println("usage: CuratorContender CONNECT TIMEOUT_MS");
            System.exit(2);
        }
        CuratorContender program = new CuratorContender(arguments[0], Integer.parseInt(arguments[1]));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) program.run(line);
    }
}
