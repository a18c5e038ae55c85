// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.zookeeper.CreateMode;

/** Registrations, as of services and members of groups: see CuratorPeer. */
final class NodeCommands {
    private final CuratorFramework client;
    private final List<PersistentNode> nodes = new ArrayList<>();

    NodeCommands(CuratorFramework client) {
        this.client = client;
    }

    void addTo(Commands commands) {
        commands.inOrder("register", words -> register(words[0], words[1].equals("protected")));
    }

    private String register(String path, boolean isProtected) throws Exception {
        PersistentNode node =
            new PersistentNode(client, CreateMode.EPHEMERAL_SEQUENTIAL, isProtected, path, new byte[0]);
        nodes.add(node);
        node.start();
        return node.waitForInitialCreate(20, TimeUnit.SECONDS) ? "REGISTERED " + node.getActualPath() : "TIMEOUT";
    }
}
