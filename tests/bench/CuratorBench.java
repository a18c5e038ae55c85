// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's locks in the scenarios of bench_program.h, which says what is read and written: one thread for each contender. */
public class CuratorBench {
    private static final int SESSION_TIMEOUT_MS = 60_000;
    private static final int CONNECT_TIMEOUT_MS = 15_000;
    private static final int STACK_BYTES = 256 * 1024; // thousands of them

    private final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final String server;
    private final String directory;
    private final Map<String, Integer> numbers = new HashMap<>();

    private CuratorBench(String[] arguments) {
        server = arguments[1];
        directory = arguments[2];
        for (int i = 3; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=");
            numbers.put(pair[0], Integer.parseInt(pair[1]));
        }
    }

    private int number(String key) {
        return numbers.getOrDefault(key, 0);
    }

    /** In nanoseconds of the machine's monotonic clock, which System.nanoTime() reads on Linux. */
    private record Hold(long asked, long owned, long releasing, long released) {}

    private interface Task {
        void run() throws Exception;
    }

    private void say(String line) throws IOException {
        output.println(line);
        output.flush();
        if (input.readLine() == null) System.exit(1);
    }

    private void begin(String section) throws IOException {
        say("BEGIN " + section);
    }

    private void end(Collection<Hold> holds) throws IOException {
        say("END");
        for (Hold hold : holds)
            output.println("HELD " + hold.asked + " " + hold.owned + " " + hold.releasing + " " + hold.released);
        output.flush();
    }

    private List<CuratorFramework> connect(int count) throws InterruptedException {
        List<CuratorFramework> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(CuratorFrameworkFactory.newClient(server, SESSION_TIMEOUT_MS, CONNECT_TIMEOUT_MS,
                    new ExponentialBackoffRetry(1000, 3)));
            clients.get(i).start();
        }
        for (CuratorFramework client : clients) client.blockUntilConnected();
        return clients;
    }

    private static void close(List<CuratorFramework> clients) {
        for (CuratorFramework client : clients) client.close();
    }

    private static Thread thread(Task task) {
        Thread thread = new Thread(null, () -> {
            try {
                task.run();
            } catch (Exception error) {
                error.printStackTrace();
                System.exit(1);
            }
        }, "contender", STACK_BYTES);
        thread.start();
        return thread;
    }

    private static Hold hold(InterProcessLock lock) throws Exception {
        long asked = System.nanoTime();
        lock.acquire();
        long owned = System.nanoTime();
        lock.release();
        return new Hold(asked, owned, owned, System.nanoTime());
    }

    private static List<Hold> cycle(InterProcessLock lock, int times) throws Exception {
        List<Hold> holds = new ArrayList<>(times);
        for (int i = 0; i < times; i++) holds.add(hold(lock));
        return holds;
    }

    private void uncontended() throws Exception {
        List<CuratorFramework> clients = connect(1);
        InterProcessMutex mutex = new InterProcessMutex(clients.get(0), directory);
        cycle(mutex, number("warm"));
        begin("uncontended");
        end(cycle(mutex, number("cycles")));
        close(clients);
    }

    /** 61 is prime to 100: a hundred turns visit each remainder once, in a mixed order. */
    private static boolean isReadersTurn(int turn, int percent) {
        return turn % 100 * 61 % 100 < percent;
    }

    private Queue<Hold> takeTurns(List<CuratorFramework> clients, int turns) throws Exception {
        Queue<Hold> holds = new ConcurrentLinkedQueue<>();
        CyclicBarrier allReady = new CyclicBarrier(clients.size());
        List<Thread> threads = new ArrayList<>();
        int readers = number("readers");
        for (int i = 0; i < clients.size(); i++) {
            int firstTurn = 7 * i;
            InterProcessReadWriteLock both = new InterProcessReadWriteLock(clients.get(i), directory);
            InterProcessMutex exclusive =
                    readers > 0 ? both.writeLock() : new InterProcessMutex(clients.get(i), directory);
            threads.add(thread(() -> {
                allReady.await();
                for (int turn = firstTurn; turn < firstTurn + turns; turn++)
                    holds.add(hold(isReadersTurn(turn, readers) ? both.readLock() : exclusive));
            }));
        }
        for (Thread thread : threads) thread.join();
        return holds;
    }

    private void contended() throws Exception {
        List<CuratorFramework> clients = connect(number("contenders"));
        takeTurns(clients, number("warm"));
        begin("contended");
        end(takeTurns(clients, number("cycles")));
        close(clients);
    }

    private void drain() throws Exception {
        int sessions = number("sessions");
        List<CuratorFramework> clients = connect(sessions + 1);
        cycle(new InterProcessMutex(clients.get(0), directory + "-warm"), number("warm"));
        InterProcessMutex holder = new InterProcessMutex(clients.get(sessions), directory);
        long asked = System.nanoTime();
        holder.acquire();
        long owned = System.nanoTime();
        Queue<Hold> holds = new ConcurrentLinkedQueue<>();

        begin("enqueue");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < number("waiters"); i++) {
            // One object for each waiter: those that share one are all woken, and list the directory, whenever the
            // predecessor of one of them goes, which takes a hundred times as long.
            InterProcessMutex lock = new InterProcessMutex(clients.get(i % sessions), directory);
            threads.add(thread(() -> holds.add(hold(lock))));
        }
        end(List.of());
        begin("drain");
        long releasing = System.nanoTime();
        holder.release();
        holds.add(new Hold(asked, owned, releasing, System.nanoTime()));
        for (Thread thread : threads) thread.join();
        end(holds);
        close(clients);
    }

    private void sessions() throws Exception {
        begin("sessions");
        long start = System.nanoTime();
        List<CuratorFramework> clients = connect(number("count"));
        long connected = System.nanoTime();
        end(List.of(new Hold(start, connected, connected, connected)));
        close(clients);
    }

    public static void main(String[] arguments) throws Exception {
        CuratorBench bench = new CuratorBench(arguments);
        switch (arguments[0]) {
            case "uncontended" -> bench.uncontended();
            case "contended" -> bench.contended();
            case "drain" -> bench.drain();
            case "sessions" -> bench.sessions();
            default -> {
                System.err.println("unknown scenario " + arguments[0]);
                System.exit(1);
            }
        }
        System.exit(0); // ZooKeeper's threads may outlive their client
    }
}
