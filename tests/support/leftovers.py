#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the tests leave no process and no file: leftovers.py before|after DIRECTORY

All tests run with TMPDIR set to DIRECTORY, so whatever is in there afterwards is a leftover, and so is a process that has this
setting. "before" empties it.
"""
import os
import select
import shutil
import sys
from pathlib import Path

PATIENCE_MS = 10_000
MOST_TOLD = 20


def processes_of(directory):
    setting = b"TMPDIR=" + os.fsencode(directory)
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and setting in (entry / "environ").read_bytes().split(b"\0"):
                yield int(entry.name)
        except OSError:
            pass  # somebody else's, or over already


def still_runs(pid):
    """False as soon as the process has ended; a test's children may end a moment after it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return not poll.poll(PATIENCE_MS)


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def main():
    when, directory = sys.argv[1], Path(sys.argv[2])
    if when == "before":
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        return 0
    processes = [pid for pid in processes_of(directory) if still_runs(pid)]
    for pid in processes:
        print(f"process {pid}: {command_of(pid)}")
    files = sorted(directory.iterdir())
    for path in files:
        print(path)
        for part in sorted(path.rglob("*"))[:MOST_TOLD]:
            print(f"    {part.relative_to(path)}")
    if processes or files:
        print("Why: a test left this behind; on a user's machine Lockscope would, too.\n"
              "Fix: let its owner end and remove it, also when the test fails halfway.")
    return 1 if processes or files else 0


sys.exit(main())
