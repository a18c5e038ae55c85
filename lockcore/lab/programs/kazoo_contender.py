# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""kazoo_contender.py CONNECT TIMEOUT_MS: real kazoo clients as contenders of Lockscope's lab. What it understands and says, a
line each, stands in lockcore/lab/clients/client_lines.h; of recipes it knows "mutex" and "semaphore". (kazoo's read/write locks
may wait for each other for ever, so they are not offered.)

Each client has a session and a thread of its own, and asks, writes and gives back there, one after the other, so that what
was said to a process that stood still is done in order when it goes on. The mutex names its znodes as Curator's does: so both
libraries, and lockcore, take turns on one lock."""
import queue
import sys
import threading
import time
import uuid

from kazoo.client import KazooClient, KazooState
from kazoo.exceptions import BadVersionError, CancelledError, ConnectionClosedError, ConnectionLoss, NoNodeError
from kazoo.exceptions import OperationTimeoutError, SessionExpiredError
from kazoo.protocol.serialization import Connect
from kazoo.recipe.lock import Lock, Semaphore
from kazoo.security import OPEN_ACL_UNSAFE

RESOURCE_TIMEOUT_S = 60.0
KEEP_TRYING = 5
output = threading.Lock()
agreed_ms = {}  # timeouts, by session


def say(*words):
    with output:
        print(*words, flush=True)


def now():
    return time.monotonic_ns()


def code_of(error):
    """A word of lockcore's errorName(), where there is one for it."""
    if isinstance(error, (ConnectionLoss, ConnectionClosedError)):
        return "ConnectionLoss"
    if isinstance(error, OperationTimeoutError):
        return "OperationTimeout"
    if isinstance(error, SessionExpiredError):
        return "SessionExpired"
    if isinstance(error, NoNodeError):
        return "NoNode"
    return type(error).__name__


def keep_agreed_timeouts():
    """kazoo reads what the server has agreed to and forgets it."""
    read = Connect.deserialize.__func__

    def deserialize(cls, data, offset):
        answer, end = read(cls, data, offset)
        agreed_ms[answer.session_id] = answer.time_out
        return answer, end

    Connect.deserialize = classmethod(deserialize)


class CuratorNamedLock(Lock):
    """Curator ignores what kazoo calls its nodes; by this name each of the two sees the other."""

    _NODE_NAME = "-lock-"
    _EXCLUDE_NAMES = ["-lock-"]

    def __init__(self, client, path):
        super().__init__(client, path)
        self.prefix = "_c_%s%s" % (uuid.uuid4(), self._NODE_NAME)
        self.create_path = path + "/" + self.prefix


class Refused(Exception):
    """The register has not taken a write."""


class Register:
    """As lockcore/include/lockcore/lab/register.h has it; by a session that outlives those of locks."""

    def __init__(self, connect):
        self.client = KazooClient(connect, timeout=RESOURCE_TIMEOUT_S)
        self.client.start()

    def write(self, path, check, entry, holder):
        for _ in range(KEEP_TRYING):
            number, version = self.look(path, check, entry)
            top = "%d %d %d %d" % (entry["token"], number, entry["client"], entry["round"])
            line = "%d %d %d %d %s" % (entry["client"], entry["round"], entry["token"], number, check)
            transaction = self.client.transaction()
            if check == "hold":
                transaction.check(holder, -1)
            transaction.set_data(path, top.encode(), version)
            transaction.create(path + "/w-", line.encode(), acl=OPEN_ACL_UNSAFE, sequence=True)
            results = transaction.commit()
            if not any(isinstance(result, Exception) for result in results):
                return number
            if check == "hold" and isinstance(results[0], NoNodeError):
                raise Refused("hold-lost")
            if not any(isinstance(result, BadVersionError) for result in results):
                raise next(result for result in results if isinstance(result, Exception))
        raise BadVersionError()

    def look(self, path, check, entry):
        """The number to write, and the version that the register must still have."""
        if check != "token" and entry["number"] != -1:
            return entry["number"], -1
        data, stat = self.client.get(path)
        token, number = (int(word) for word in data.split()[:2])
        if check == "token" and token > entry["token"]:
            raise Refused("stale-token")
        wanted = number + 1 if entry["number"] == -1 else entry["number"]
        return wanted, -1 if check == "none" else stat.version


class Contender:
    """One client. What it is told it does on a thread of its own; what its session tells comes on kazoo's."""

    def __init__(self, program, name):
        self.program = program
        self.name = name
        self.commands = queue.Queue()
        self.guard = threading.Lock()
        self.client = None
        self.lock = None
        self.held = None  # the round in which it holds; guarded
        self.wanted = None  # the round that it asks for and has not given up
        self.node = None
        self.token = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def take(self, command, words):
        """On the thread that reads; it interrupts what waits."""
        if command == "acquire":
            self.wanted = words[0]
        self.commands.put((command, words))
        if command == "release" and self.wanted == words[0]:
            self.wanted = None
            if self.lock and self.held != words[0]:
                self.lock.cancel()

    def serve(self):
        while True:
            command, words = self.commands.get()
            try:
                getattr(self, command)(*words)
            except Exception as error:  # whatever it is, it is an answer
                self.failed(words[0] if command in ("acquire", "write") else 0, error)

    def tell(self, word, *words):
        say(word, self.name, *words, now())

    def failed(self, number, error):
        say("FAILED", self.name, number, code_of(error), now(), str(error).replace("\n", " "))

    def lose(self, number=None):
        """Of the round that it holds, or of that one if it still does."""
        with self.guard:
            held = self.held
            if held is None or number not in (None, held):
                return
            self.held = None
        self.tell("HOLD", held, "Lost")

    def open(self, recipe, leases, *paths):
        self.stop()
        client = KazooClient(self.program.connect, timeout=self.program.timeout_ms / 1000)
        client.start()
        self.lock = self.make_lock(client, recipe, int(leases), paths)
        self.client = client
        client.add_listener(lambda state: self.follow(client, state))
        session = client.client_id[0]
        timeout_ms = agreed_ms.pop(session, self.program.timeout_ms)
        say("OPEN", self.name, "0x%x" % (session & (2**64 - 1)), timeout_ms, now())

    @staticmethod
    def make_lock(client, recipe, leases, paths):
        if recipe == "mutex":
            return CuratorNamedLock(client, paths[0])
        if recipe == "semaphore":
            return Semaphore(client, paths[0], max_leases=leases)
        raise ValueError("kazoo's contenders have no recipe " + recipe)

    def stop(self):
        client, self.client = self.client, None
        if client:
            client.stop()
            client.close()

    def follow(self, client, state):
        """On kazoo's thread, which must not wait."""
        if client is not self.client:
            return
        held = self.held
        if state == KazooState.LOST:
            self.client = None
            self.lose()
            say("FAILED", self.name, 0, "SessionExpired", now(), "The session has ended")
            # It must not open another one by itself.
            threading.Thread(target=client.stop, daemon=True).start()
        elif held is not None:
            self.tell("HOLD", held, "Suspended" if state == KazooState.SUSPENDED else "Held")

    def acquire(self, number):
        if not self.client:
            raise SessionExpiredError("There is no session")
        self.token, self.node = 0, None
        self.lock.cancelled = False
        if self.wanted != number:
            return
        try:
            self.lock.acquire()
        except CancelledError:
            return
        if isinstance(self.lock, Lock):
            self.node = self.lock.node
            self.token = self.client.get(self.node_path())[1].czxid
        with self.guard:
            if self.wanted != number:
                return  # release() is about to come
            self.held = number
        self.tell("GRANTED", number, self.node or "-", self.token)

    def node_path(self):
        return self.lock.path + "/" + self.node if self.node else ""

    def release(self, number):
        begun = now()  # from then on it does not hold, as far as it knows: the next one may be granted before the answer
        with self.guard:
            self.held = None
        if self.client:
            try:
                self.lock.release()
            except Exception as error:
                print(error, file=sys.stderr)
        say("RELEASED", self.name, number, begun)

    def write(self, number, path, check, wanted):
        entry = {"client": int(self.name), "round": int(number), "token": self.token, "number": int(wanted)}
        if check != "none":
            self.look(number)
        try:
            written = self.program.register().write(path, check, entry, self.node_path())
            self.tell("WRITTEN", number, written)
        except Refused as refused:
            self.tell("REFUSED", number, refused)

    def look(self, number):
        """Whether it still holds: after a pause it hears so before the write that comes too late."""
        client = self.client
        if not self.node:
            return
        try:
            if not client or not client.retry(client.exists, self.node_path()):
                self.lose(number)
        except Exception:
            self.lose(number)

    def close(self):
        self.stop()
        self.tell("CLOSED")


class Program:
    def __init__(self, connect, timeout_ms):
        self.connect = connect
        self.timeout_ms = timeout_ms
        self.contenders = {}
        self.making = threading.Lock()
        self.made = None

    def register(self):
        with self.making:
            if not self.made:
                self.made = Register(self.connect)
            return self.made

    def run(self, line):
        command, name, *words = line.split()
        if command not in ("open", "acquire", "write", "release", "close"):
            return
        if name not in self.contenders:
            self.contenders[name] = Contender(self, name)
        self.contenders[name].take(command, words)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: kazoo_contender.py CONNECT TIMEOUT_MS")
    keep_agreed_timeouts()
    program = Program(sys.argv[1], int(sys.argv[2]))
    for line in sys.stdin:
        program.run(line)


main()
