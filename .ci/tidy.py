#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over a build directory that was configured with the preset `tidy`: tidy.py BUILD_DIR

What was clean once is not read again while it, its headers, the checks and clang-tidy stay the same: that takes a minute a
folder otherwise. Remembered in the user's cache directory, for checkouts elsewhere too.
"""
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lockscope-tidy"
FORGOTTEN_AFTER_S = 30 * 24 * 3600


def output_of(command, directory):
    return subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, check=True).stdout


def key_of(entry, tool):
    """Of all that clang-tidy reads. Macros and comments count, as NOLINT is one; where the checkout lies does not."""
    words = shlex.split(entry["command"])
    output = words.index("-o")
    text = output_of(words[:output] + ["-E", "-CC", "-dD"] + words[output + 3:], entry["directory"])
    return hashlib.sha256((tool + entry["command"].encode() + text).replace(str(PROJECT).encode(), b".")).hexdigest()


def check(entry, build, tool):
    """What clang-tidy complains of; empty where nothing."""
    key = key_of(entry, tool)
    clean = CACHE / key
    if clean.exists():
        clean.touch()
        return ""
    done = subprocess.run(["clang-tidy", "--quiet", "-p", build, f"--header-filter=^{PROJECT}/(lockcore|ui|app|packaging)/", entry["file"]],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return done.stdout + done.stderr
    if key_of(entry, tool) == key:  # else somebody has edited it meanwhile
        clean.touch()
    return ""


def forget_old_marks():
    for mark in CACHE.iterdir():
        try:
            if time.time() - mark.stat().st_mtime > FORGOTTEN_AFTER_S:
                mark.unlink()
        except FileNotFoundError:
            pass  # another checkout was quicker


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    CACHE.mkdir(parents=True, exist_ok=True)
    forget_old_marks()
    # moc's output is read as well, and needs no build.
    for info in build.rglob("AutogenInfo.json"):
        output_of(["cmake", "-E", "cmake_autogen", str(info), "Debug"], build)
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
               if "/Unity/unity_" in entry["file"]]
    tool = (output_of(["clang-tidy", "--version"], build) + (PROJECT / ".clang-tidy").read_bytes() +
            Path(__file__).read_bytes())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(lambda entry: check(entry, build, tool), entries) if text]
    print("\n".join(complaints), end="")
    print(f"clang-tidy: {len(entries)} sources, {len(complaints)} with complaints")
    return 1 if complaints or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
