#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""One kazoo client that a test drives by lines: kazoo_peer.py HOST:PORT…
[tls [CA CERTIFICATE KEY]], then on standard input

lock PATH [PATTERN…] | read PATH | write PATH   LOCK PATH   the lock that the commands below act on; PATTERN: what comes before the
                                     number in names of other libraries that count, too (extra_lock_patterns)
curatorlock PATH                     LOCK PATH     a Lock that names its nodes as Curator's mutex does
acquire [MILLISECONDS]               ACQUIRED | TIMEOUT
release                              RELEASED
cancel                               CANCELLED     the acquire under way ends with ERROR CancelledError
contenders                           CONTENDERS 0x…    sessions in the order that kazoo sees
increment PATH                       WROTE VALUE   read the znode and write it plus one, whoever holds the lock
orders LOCK PATH CLIENTS TIMES       ORDERS NUMBER…    as many clients of their own, each under a curatorlock: read the znode,
                                     write it plus one; the numbers that they wrote

barrier set PATH | barrier remove PATH   BARRIER PATH
barrier wait PATH [MILLISECONDS]     PASSED | TIMEOUT
double PATH MEMBERS                  DOUBLE PATH   the double barrier that the next two act on
enter                                ENTERED
leave                                LEFT

party PATH | shallowparty PATH       JOINED PATH
semaphore PATH LEASES                LOCK PATH     for the commands that act on a lock

elect PATH                           ELECTED       once it leads, and OVER once it does not any more
resign                               RESIGNED

create PATH [HEX]                    DONE          with its parents
put PATH HEX                         DONE
delete PATH                          DONE          with its children
hide PATH                            DONE          nobody may read it any more (ACL: create and delete only)
session                              SESSION 0x…
version                              VERSION 2.8.0 of kazoo

and an answer on standard output for each, in that form or ERROR TEXT. Answers of commands that wait may come after those of later
commands. The end of the input ends the program.
"""
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import kazoo.version
from kazoo.client import KazooClient
from kazoo.exceptions import LockTimeout
from kazoo.recipe.lock import Lock
from kazoo.security import ACL, Id, Permissions

# These may wait for what a later command brings about.
WAITING = {"acquire", "barrier", "enter", "leave", "elect", "orders"}
output = threading.Lock()


def tls_options(words):
    """Without an authority's file the server's certificate is one that nobody has signed."""
    if not words:
        return {}
    if len(words) == 1:
        return {"use_ssl": True, "verify_certs": False}
    return {"use_ssl": True, "ca": words[1], "certfile": words[2], "keyfile": words[3]}


TLS = tls_options(sys.argv[2:])


def say(line):
    with output:
        print(line, flush=True)


def connected(connect):
    client = KazooClient(connect, timeout=20.0, **TLS)
    client.start()
    return client


def seconds(limit_ms):
    return int(limit_ms) / 1000 if limit_ms else None


def increment(client, path):
    """Loses updates of others, and they its, unless a lock keeps them apart. Returns the new value."""
    number = int(client.get(path)[0]) + 1
    client.set(path, b"%d" % number)
    return number


class CuratorNamedLock(Lock):
    """Curator ignores what kazoo calls its nodes; by this name each of the two sees the other."""

    _NODE_NAME = "-lock-"
    _EXCLUDE_NAMES = ["-lock-"]

    def __init__(self, client, path, identifier=None):
        super().__init__(client, path, identifier)
        self.prefix = "_c_%s%s" % (uuid.uuid4(), self._NODE_NAME)
        self.create_path = path + "/" + self.prefix


class Peer:
    def __init__(self, connect):
        self.connect = connect
        self.client = connected(connect)
        self.identifier = "0x%x" % self.client.client_id[0]  # kept as data of its contenders
        self.selected = None
        self.member = None
        self.resigned = threading.Event()

    def lock(self, path, *patterns):
        self.selected = self.client.Lock(path, self.identifier, extra_lock_patterns=patterns)
        return "LOCK " + path

    def read(self, path):
        self.selected = self.client.ReadLock(path, self.identifier)
        return "LOCK " + path

    def write(self, path):
        self.selected = self.client.WriteLock(path, self.identifier)
        return "LOCK " + path

    def curatorlock(self, path):
        self.selected = CuratorNamedLock(self.client, path, self.identifier)
        return "LOCK " + path

    def acquire(self, limit_ms=None):
        try:
            self.selected.acquire(timeout=seconds(limit_ms))
        except LockTimeout:
            return "TIMEOUT"
        return "ACQUIRED"

    def release(self):
        self.selected.release()
        return "RELEASED"

    def cancel(self):
        self.selected.cancel()
        return "CANCELLED"

    def contenders(self):
        return " ".join(["CONTENDERS", *self.selected.contenders()])

    def increment(self, path):
        return "WROTE %d" % increment(self.client, path)

    def orders(self, lock_path, path, clients, times):
        def numbers_of(_):
            client = connected(self.connect)
            lock = CuratorNamedLock(client, lock_path)
            numbers = []
            for _ in range(int(times)):
                with lock:
                    numbers.append(increment(client, path))
            client.stop()
            client.close()
            return numbers

        with ThreadPoolExecutor(int(clients)) as threads:
            taken = [number for numbers in threads.map(numbers_of, range(int(clients))) for number in numbers]
        return " ".join(["ORDERS", *map(str, taken)])

    def barrier(self, action, path, limit_ms=None):
        barrier = self.client.Barrier(path)
        if action == "wait":
            return "PASSED" if barrier.wait(seconds(limit_ms)) else "TIMEOUT"
        {"set": barrier.create, "remove": barrier.remove}[action]()
        return "BARRIER " + path

    def double(self, path, members):
        self.member = self.client.DoubleBarrier(path, int(members), self.identifier)
        return "DOUBLE " + path

    def enter(self):
        self.member.enter()
        return "ENTERED" if self.member.participating else "ERROR not entered"

    def leave(self):
        self.member.leave()
        return "LEFT"

    def party(self, path):
        self.client.Party(path, self.identifier).join()
        return "JOINED " + path

    def shallowparty(self, path):
        self.client.ShallowParty(path, self.identifier).join()
        return "JOINED " + path

    def semaphore(self, path, leases):
        self.selected = self.client.Semaphore(path, self.identifier, int(leases))
        return "LOCK " + path

    def elect(self, path):
        self.resigned.clear()

        def lead():
            say("ELECTED")
            self.resigned.wait()

        self.client.Election(path, self.identifier).run(lead)
        return "OVER"

    def resign(self):
        self.resigned.set()
        return "RESIGNED"

    def create(self, path, data=""):
        self.client.create(path, bytes.fromhex(data), makepath=True)
        return "DONE"

    def put(self, path, data):
        self.client.set(path, bytes.fromhex(data))
        return "DONE"

    def delete(self, path):
        self.client.delete(path, recursive=True)
        return "DONE"

    def hide(self, path):
        self.client.set_acls(path, [ACL(Permissions.CREATE | Permissions.DELETE, Id("world", "anyone"))])
        return "DONE"

    def session(self):
        return "SESSION " + self.identifier

    def version(self):
        return "VERSION " + kazoo.version.__version__


def answer(command, arguments):
    try:
        say(command(*arguments))
    except Exception as error:  # whatever it is, the test shall read it
        say("ERROR %s: %s" % (type(error).__name__, error))


def main():
    peer = Peer(sys.argv[1])
    say("READY")
    for line in sys.stdin:
        name, *arguments = line.split()
        command = getattr(peer, name)
        if name in WAITING:
            threading.Thread(target=answer, args=(command, arguments), daemon=True).start()
        else:
            answer(command, arguments)
    peer.client.stop()
    peer.client.close()


main()
