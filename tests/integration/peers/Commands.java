// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What a peer understands, and the thread that each command runs on. Lives on the thread that reads the input. */
final class Commands {
    /** Takes the words behind the command's name and returns the answer. */
    interface Command {
        String run(String[] words) throws Exception;
    }

    private record Entry(Executor executor, Command command) {}

    private final Map<String, Entry> known = new HashMap<>();
    // Curator's locks belong to a thread: all that acquires or releases one runs on this one.
    private final ExecutorService owner = Executors.newSingleThreadExecutor(Commands::daemon);
    private final ExecutorService others = Executors.newCachedThreadPool(Commands::daemon);

    /** Runs before the next line is read. */
    void inOrder(String name, Command command) {
        known.put(name, new Entry(Runnable::run, command));
    }

    /** Runs on the thread that the locks belong to, one at a time. */
    void onOwner(String name, Command command) {
        known.put(name, new Entry(owner, command));
    }

    /** Runs on a thread of its own: it may wait for what a later command brings about. */
    void apart(String name, Command command) {
        known.put(name, new Entry(others, command));
    }

    void run(String line) {
        String[] words = line.trim().split(" +");
        Entry entry = known.get(words[0]);
        if (entry == null) {
            say("ERROR unknown command " + words[0]);
            return;
        }
        String[] rest = Arrays.copyOfRange(words, 1, words.length);
        entry.executor().execute(() -> answer(entry.command(), rest));
    }

    /** Lets a listener do what the owner's thread alone may do. */
    void runOnOwner(Runnable task) {
        owner.execute(task);
    }

    static void answer(Command command, String... words) {
        try {
            say(command.run(words));
        } catch (Exception error) {
            say("ERROR " + error.toString().replace('\n', ' '));
        }
    }

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** The limit that a command's last word may be; without it, longer than any test. */
    static long limitMs(String[] words, int index) {
        return words.length > index ? Long.parseLong(words[index]) : 3_600_000;
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
