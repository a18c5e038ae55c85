// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
package org.apache.zookeeper.inspector.gui;

import java.awt.Component;
import java.awt.Container;
import java.awt.image.BufferedImage;
import java.util.Enumeration;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.swing.JRootPane;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.tree.TreeNode;
import javax.swing.tree.TreePath;
import org.apache.zookeeper.inspector.manager.ZooInspectorManagerImpl;

/**
 * Expands the tree of ZooInspector, as it is, at a path, and tells how long the last expansion takes until its rows are painted into a
 * picture. In its package, since the tree's parts are visible there only; without a display, which the tree does not need.
 */
public final class InspectorBench {
    private static final int WIDTH = 700;
    private static final int HEIGHT = 900;
    private static final long LIMIT_NS = 240_000_000_000L;

    private static JTree treeIn(Container container) {
        for (Component child : container.getComponents()) {
            if (child instanceof JTree) return (JTree) child;
            if (child instanceof Container) {
                JTree tree = treeIn((Container) child);
                if (tree != null) return tree;
            }
        }
        return null;
    }

    private static <T> T onSwing(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        SwingUtilities.invokeLater(future);
        return future.get();
    }

    private static TreePath childOf(TreePath parent, String name) {
        Enumeration<? extends TreeNode> children = ((TreeNode) parent.getLastPathComponent()).children();
        while (children.hasMoreElements()) {
            TreeNode child = children.nextElement();
            // It shows the name, and behind it in parentheses the number of its children.
            if (child.toString().split(" ", 2)[0].equals(name)) return parent.pathByAddingChild(child);
        }
        return null;
    }

    /** Its children have come: the placeholder that makes a node expandable has gone. */
    private static boolean isFilled(TreePath path) {
        TreeNode node = (TreeNode) path.getLastPathComponent();
        return node.getChildCount() > 0 && node.getChildAt(0).toString() != null && !node.getChildAt(0).toString().isEmpty();
    }

    private static void paint(JTree tree) {
        tree.setSize(WIDTH, HEIGHT);
        tree.paint(new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB).createGraphics());
    }

    private static double expand(JTree tree, TreePath path) throws Exception {
        long start = System.nanoTime();
        onSwing(() -> {
            tree.expandPath(path);
            return null;
        });
        while (!onSwing(() -> isFilled(path))) {
            if (System.nanoTime() - start > LIMIT_NS) throw new IllegalStateException("no rows came");
        }
        onSwing(() -> {
            paint(tree);
            return null;
        });
        return (System.nanoTime() - start) / 1e9;
    }

    public static void main(String[] arguments) {
        try {
            measure(arguments[0], arguments[1]);
            System.exit(0);
        } catch (Exception failure) {
            failure.printStackTrace();
            System.exit(1);  // Swing's thread would keep the program alive
        }
    }

    private static void measure(String connectString, String directory) throws Exception {
        Properties properties = new Properties();
        properties.setProperty(ZooInspectorManagerImpl.CONNECT_STRING, connectString);
        properties.setProperty(ZooInspectorManagerImpl.SESSION_TIMEOUT, "30000");
        properties.setProperty(ZooInspectorManagerImpl.DATA_ENCRYPTION_MANAGER,
            "org.apache.zookeeper.inspector.encryption.BasicDataEncryptionManager");
        properties.setProperty(ZooInspectorManagerImpl.AUTH_SCHEME_KEY, "");
        properties.setProperty(ZooInspectorManagerImpl.AUTH_DATA_KEY, "");
        ZooInspectorManagerImpl manager = new ZooInspectorManagerImpl();
        if (!manager.connect(properties)) throw new IllegalStateException("not connected");
        ZooInspectorTreeView view = onSwing(() -> new ZooInspectorTreeView(manager, new IconResource()));
        onSwing(() -> {
            // It shows a cursor while it waits, for which it needs a root pane.
            new JRootPane().getContentPane().add(view);
            view.initialize();
            return null;
        });
        JTree tree = treeIn(view);
        TreePath path = onSwing(() -> new TreePath(tree.getModel().getRoot()));
        for (String name : directory.substring(1).split("/")) {
            expand(tree, path);
            TreePath parent = path;
            path = onSwing(() -> childOf(parent, name));
            if (path == null) throw new IllegalStateException("no node " + name);
        }
        System.out.println(Math.round(expand(tree, path) * 100) / 100.0);
        manager.disconnect();
    }
}
