#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""One kazoo client that a test drives by lines: kazoo_peer.py HOST:PORT, then on standard input

lock PATH | read PATH | write PATH   LOCK PATH     the lock that the commands below act on
acquire [MILLISECONDS]               ACQUIRED | TIMEOUT
release                              RELEASED
contenders                           CONTENDERS 0x…    sessions in the order that kazoo sees
create PATH [HEX]                    DONE          with its parents
put PATH HEX                         DONE
delete PATH                          DONE          with its children
hide PATH                            DONE          nobody may read it any more (ACL: create and delete only)
session                              SESSION 0x…

and an answer on standard output for each, in that form or ERROR TEXT. The end of the input ends the program.
"""
import sys
import threading

from kazoo.client import KazooClient
from kazoo.exceptions import LockTimeout
from kazoo.security import ACL, Id, Permissions

output = threading.Lock()


def say(line):
    with output:
        print(line, flush=True)


class Peer:
    def __init__(self, connect):
        self.client = KazooClient(connect, timeout=20.0)
        self.client.start()
        self.identifier = "0x%x" % self.client.client_id[0]  # kept as data of its contenders
        self.selected = None

    def lock(self, path):
        self.selected = self.client.Lock(path, self.identifier)
        return "LOCK " + path

    def read(self, path):
        self.selected = self.client.ReadLock(path, self.identifier)
        return "LOCK " + path

    def write(self, path):
        self.selected = self.client.WriteLock(path, self.identifier)
        return "LOCK " + path

    def acquire(self, limit_ms=None):
        try:
            self.selected.acquire(timeout=int(limit_ms) / 1000 if limit_ms else None)
        except LockTimeout:
            return "TIMEOUT"
        return "ACQUIRED"

    def release(self):
        self.selected.release()
        return "RELEASED"

    def contenders(self):
        return " ".join(["CONTENDERS", *self.selected.contenders()])

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
        if name == "acquire":  # may wait for a release that a later command brings about
            threading.Thread(target=answer, args=(command, arguments), daemon=True).start()
        else:
            answer(command, arguments)
    peer.client.stop()
    peer.client.close()


main()
