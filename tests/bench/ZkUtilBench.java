// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;

/** ZooKeeper's own walk over a tree in the scenario "discover" of bench_discovery: all locks, with the order of each queue. */
public class ZkUtilBench {
    private static final int SESSION_TIMEOUT_MS = 60_000;
    private static final int SEQUENCE_DIGITS = 10;
    private static final String MARKER = "-lock-";

    private static ZooKeeper connect(String server) throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(server, SESSION_TIMEOUT_MS, event -> {
            if (event.getState() == KeeperState.SyncConnected) connected.countDown();
        });
        connected.await();
        return client;
    }

    private static String number(String name) {
        return name.substring(name.length() - SEQUENCE_DIGITS);
    }

    /** By lock: its contenders, of which the first one holds. */
    private static Map<String, List<String>> discover(ZooKeeper client, String root) throws Exception {
        Map<String, List<String>> queues = new HashMap<>();
        for (String path : ZKUtil.listSubTreeBFS(client, root)) {
            int slash = path.lastIndexOf('/');
            String name = path.substring(slash + 1);
            if (name.contains(MARKER)) queues.computeIfAbsent(path.substring(0, slash), lock -> new ArrayList<>()).add(name);
        }
        for (List<String> queue : queues.values()) queue.sort(Comparator.comparing(ZkUtilBench::number));
        return queues;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 3; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=");
            numbers.put(pair[0], Integer.parseInt(pair[1]));
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        ZooKeeper client = connect(arguments[1]);
        for (int i = 0; i < numbers.get("warm"); i++) discover(client, arguments[2]);

        output.println("BEGIN discover");
        if (input.readLine() == null) System.exit(1);
        long start = System.nanoTime();
        Map<String, List<String>> queues = discover(client, arguments[2]);
        long end = System.nanoTime();
        int contenders = numbers.get("contenders");
        if (queues.size() != numbers.get("locks") || queues.values().stream().anyMatch(queue -> queue.size() != contenders))
            System.exit(1);
        output.println("END");
        if (input.readLine() == null) System.exit(1);
        output.println("HELD " + start + " " + end + " " + end + " " + end);
        client.close();
        System.exit(0);
    }
}
