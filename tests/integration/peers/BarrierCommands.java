// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.barriers.DistributedBarrier;
import org.apache.curator.framework.recipes.barriers.DistributedDoubleBarrier;

/** Barriers and double barriers: see CuratorPeer. */
final class BarrierCommands {
    private final CuratorFramework client;
    private DistributedDoubleBarrier member;

    BarrierCommands(CuratorFramework client) {
        this.client = client;
    }

    void addTo(Commands commands) {
        commands.apart("barrier", this::barrier);
        commands.inOrder("double", words -> select(words[0], Integer.parseInt(words[1])));
        commands.apart("enter", words -> member.enter(Commands.limitMs(words, 0), TimeUnit.MILLISECONDS) ? "ENTERED" : "TIMEOUT");
        commands.apart("leave", words -> member.leave(Commands.limitMs(words, 0), TimeUnit.MILLISECONDS) ? "LEFT" : "TIMEOUT");
    }

    private String barrier(String[] words) throws Exception {
        DistributedBarrier barrier = new DistributedBarrier(client, words[1]);
        switch (words[0]) {
            case "set" -> barrier.setBarrier();
            case "remove" -> barrier.removeBarrier();
            case "wait" -> {
                return barrier.waitOnBarrier(Commands.limitMs(words, 2), TimeUnit.MILLISECONDS) ? "PASSED" : "TIMEOUT";
            }
            default -> throw new IllegalArgumentException("barrier " + words[0]);
        }
        return "BARRIER " + words[1];
    }

    private String select(String path, int members) {
        member = new DistributedDoubleBarrier(client, path, members);
        return "DOUBLE " + path;
    }
}
