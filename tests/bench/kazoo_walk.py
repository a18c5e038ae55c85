#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""kazoo in the scenario "discover" of bench_discovery: get_children of every znode below a root, and the order of each queue."""
import sys
from time import monotonic_ns

from kazoo.client import KazooClient

SERVER, ROOT = sys.argv[2:4]
NUMBERS = {key: int(value) for key, value in (argument.split("=") for argument in sys.argv[4:])}
SEQUENCE_DIGITS = 10


def say(line):
    print(line, flush=True)
    if not sys.stdin.readline():
        sys.exit(1)


def walk(client, path, queues):
    for name in client.get_children(path):
        if "-lock-" in name:
            queues.setdefault(path, []).append(name)
        walk(client, path + "/" + name, queues)


def discover(client):
    """By lock: its contenders, of which the first one holds."""
    queues = {}
    walk(client, ROOT, queues)
    for queue in queues.values():
        queue.sort(key=lambda name: name[-SEQUENCE_DIGITS:])
    return queues


zookeeper = KazooClient(SERVER, timeout=60.0)
zookeeper.start()
for _ in range(NUMBERS["warm"]):
    discover(zookeeper)
say("BEGIN discover")
start = monotonic_ns()
found = discover(zookeeper)
end = monotonic_ns()
if len(found) != NUMBERS["locks"] or any(len(queue) != NUMBERS["contenders"] for queue in found.values()):
    sys.exit("not all locks were found")
say("END")
print("HELD", start, end, end, end)
zookeeper.stop()
zookeeper.close()
