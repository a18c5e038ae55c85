// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;

/**
 * One Curator client that a test drives by lines: {@code CuratorPeer HOST:PORT… [SESSION_TIMEOUT_MS]}, by TLS
 * where java's options say so, then on standard input
 *
 * <pre>
 * mutex PATH | semaphoremutex PATH      LOCK PATH          the lock that the commands below act on; naming it again
 * read PATH | write PATH | multi PATH…  LOCK PATH…         brings back the same object, with what it holds
 * revocable                             REVOCABLE          before acquire; gives the lock back when asked: REVOKED, RELEASED
 * acquire [MILLISECONDS]                ACQUIRED | TIMEOUT
 * release                               RELEASED
 * another PATH                          ACQUIRED           a mutex of another thread, which keeps it
 * nodes                                 NODES PATH…        the queue as Curator orders it
 * revoke NODE                           ASKED              asks the holder with that znode, Curator's Revoker
 * count PATH TIMES                      COUNTED            as often: acquire, read the znode, write it plus one, release
 * increment PATH                        WROTE VALUE        read the znode and write it plus one, whoever holds the lock
 * cycles TIMES                          CYCLES A R A R…    nanoseconds that each acquire and release took
 * orders LOCK PATH CLIENTS TIMES        ORDERS NUMBER…     as many clients of their own count under the mutex LOCK: what each wrote
 *
 * semaphore PATH MAX | semaphore PATH COUNT_PATH   SEMAPHORE PATH   with a fixed number of leases, or with a SharedCount's
 * lease N [MILLISECONDS]                LEASED HELD | TIMEOUT   all N or none; HELD: leases that this peer has now
 * return N                              RETURNED HELD      the oldest
 * leases                                LEASES NAME…       of everybody, in no order
 * setcount PATH VALUE | getcount PATH   COUNT VALUE        a SharedCount; one that is missing is created (getcount: as 0)
 *
 * barrier set PATH | barrier remove PATH   BARRIER PATH
 * barrier wait PATH [MILLISECONDS]      PASSED | TIMEOUT
 * double PATH MEMBERS                   DOUBLE PATH        the double barrier that the next two act on
 * enter [MILLISECONDS]                  ENTERED | TIMEOUT
 * leave [MILLISECONDS]                  LEFT | TIMEOUT
 *
 * latch PATH ID                         LATCH PATH         starts it; the commands below act on it
 * leads                                 LEADS true | LEADS false
 * lead [MILLISECONDS]                   LEADING | TIMEOUT  waits for the leadership
 * leader                                LEADER ID          as the server has it; "LEADER " where there is none
 * participants                          PARTICIPANTS ID…   the leader first
 * closelatch                            CLOSED
 *
 * register PATH protected|plain         REGISTERED NODE    a PersistentNode, with a sequence number
 * queue PATH                            QUEUED NODE        creates an ephemeral with a number behind PATH, and watches nothing
 * recursive PATH                        WATCHES PATH       sets a persistent recursive watch
 *
 * session                               SESSION 0x…
 * version                               VERSION 5.4.0      of Curator
 * </pre>
 *
 * and an answer on standard output for each, in that form or ERROR TEXT. Answers of commands that wait may come after those of
 * later commands. The end of the input ends the program.
 */
public class CuratorPeer {
    private CuratorPeer() {}

    /** A connected client. */
    static CuratorFramework connect(String hosts, int sessionTimeoutMs) throws InterruptedException {
        CuratorFramework client =
            CuratorFrameworkFactory.newClient(hosts, sessionTimeoutMs, 15_000, new ExponentialBackoffRetry(200, 5));
        client.start();
        client.blockUntilConnected();
        return client;
    }

    private static String version() throws IOException {
        Properties properties = new Properties();
        String file = "/META-INF/maven/org.apache.curator/curator-recipes/pom.properties";
        try (InputStream stream = CuratorPeer.class.getResourceAsStream(file)) {
            properties.load(stream);
        }
        return properties.getProperty("version");
    }

    public static void main(String[] arguments) throws Exception {
        String hosts = arguments[0];
        CuratorFramework client = connect(hosts, arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20_000);
        Commands commands = new Commands();
        commands.inOrder("session",
            words -> "SESSION 0x" + Long.toHexString(client.getZookeeperClient().getZooKeeper().getSessionId()));
        commands.inOrder("queue",
            words -> "QUEUED " + client.create().withMode(CreateMode.EPHEMERAL_SEQUENTIAL).forPath(words[0]));
        commands.inOrder("recursive", words -> {
            Watcher nobody = event -> {};
            client.watchers().add().withMode(AddWatchMode.PERSISTENT_RECURSIVE).usingWatcher(nobody).forPath(words[0]);
            return "WATCHES " + words[0];
        });
        commands.inOrder("version", words -> "VERSION " + version());
        new LockCommands(client).addTo(commands);
        new CountingCommands(hosts).addTo(commands);
        new SemaphoreCommands(client).addTo(commands);
        new BarrierCommands(client).addTo(commands);
        new LatchCommands(client).addTo(commands);
        new NodeCommands(client).addTo(commands);
        Commands.say("READY");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) commands.run(line);
        client.close();
    }
}
