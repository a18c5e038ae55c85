#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""kazoo's locks in the scenarios of bench_program.h, which says what is read and written: one thread for each contender."""
import sys
import threading
from time import monotonic_ns

from kazoo.client import KazooClient

threading.stack_size(256 << 10)  # thousands of them
SCENARIO, SERVER, DIRECTORY = sys.argv[1:4]
NUMBERS = {key: int(value) for key, value in (argument.split("=") for argument in sys.argv[4:])}


def say(line):
    print(line, flush=True)
    if not sys.stdin.readline():
        sys.exit(1)


def begin(section):
    say("BEGIN " + section)


def end(holds=()):
    say("END")
    for hold in holds:
        print("HELD", *hold)


def connect(count):
    clients = [KazooClient(SERVER, timeout=60.0) for _ in range(count)]
    started = [client.start_async() for client in clients]
    for event in started:
        event.wait()
    return clients


def close(clients):
    for client in clients:
        client.stop()
        client.close()


def cycle(lock, times):
    holds = []
    for _ in range(times):
        asked = monotonic_ns()
        lock.acquire()
        owned = monotonic_ns()
        lock.release()
        holds.append((asked, owned, owned, monotonic_ns()))
    return holds


def in_threads(tasks):
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    return threads


def uncontended():
    clients = connect(1)
    lock = clients[0].Lock(DIRECTORY, "bench")
    cycle(lock, NUMBERS["warm"])
    begin("uncontended")
    end(cycle(lock, NUMBERS["cycles"]))
    close(clients)


def take_turns(clients, turns):
    holds = []
    all_ready = threading.Barrier(len(clients))

    def run(client):
        lock = client.Lock(DIRECTORY, "bench")
        all_ready.wait()
        holds.extend(cycle(lock, turns))

    for thread in in_threads([lambda client=client: run(client) for client in clients]):
        thread.join()
    return holds


def contended():
    clients = connect(NUMBERS["contenders"])
    take_turns(clients, NUMBERS["warm"])
    begin("contended")
    end(take_turns(clients, NUMBERS["cycles"]))
    close(clients)


def drain():
    count = NUMBERS["sessions"]
    clients = connect(count + 1)
    cycle(clients[0].Lock(DIRECTORY + "-warm", "bench"), NUMBERS["warm"])
    holder = clients[count].Lock(DIRECTORY, "bench")
    asked = monotonic_ns()
    holder.acquire()
    owned = monotonic_ns()
    holds = []

    def run(client):
        holds.extend(cycle(client.Lock(DIRECTORY, "bench"), 1))

    begin("enqueue")
    threads = in_threads([lambda client=clients[i % count]: run(client) for i in range(NUMBERS["waiters"])])
    end()
    begin("drain")
    releasing = monotonic_ns()
    holder.release()
    holds.append((asked, owned, releasing, monotonic_ns()))
    for thread in threads:
        thread.join()
    end(holds)
    close(clients)


def sessions():
    begin("sessions")
    start = monotonic_ns()
    clients = connect(NUMBERS["count"])
    connected = monotonic_ns()
    end([(start, connected, connected, connected)])
    close(clients)


SCENARIOS = {"uncontended": uncontended, "contended": contended, "drain": drain, "sessions": sessions}
if SCENARIO not in SCENARIOS:
    sys.exit("unknown scenario " + SCENARIO)
SCENARIOS[SCENARIO]()
