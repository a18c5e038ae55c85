// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.Participant;

/** One participant of an election: see CuratorPeer. */
final class LatchCommands {
    private final CuratorFramework client;
    private LeaderLatch latch;

    LatchCommands(CuratorFramework client) {
        this.client = client;
    }

    void addTo(Commands commands) {
        commands.inOrder("latch", words -> start(words[0], words[1]));
        commands.inOrder("leads", words -> "LEADS " + latch.hasLeadership());
        commands.apart("lead", words -> latch.await(Commands.limitMs(words, 0), TimeUnit.MILLISECONDS) ? "LEADING" : "TIMEOUT");
        commands.inOrder("leader", words -> "LEADER " + latch.getLeader().getId());
        commands.inOrder("participants", words -> "PARTICIPANTS "
            + latch.getParticipants().stream().map(Participant::getId).collect(Collectors.joining(" ")));
        commands.inOrder("closelatch", words -> close());
    }

    private String start(String path, String id) throws Exception {
        latch = new LeaderLatch(client, path, id);
        latch.start();
        return "LATCH " + path;
    }

    private String close() throws Exception {
        latch.close();
        return "CLOSED";
    }
}
