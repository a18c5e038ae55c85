#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that tests/CONFORMANCE.md names tests that exist: conformance.py PROJECT_DIR.

`tst_x::function` needs a function of that name in a source of that executable, `mutants::name` a bug of that name in
tests/sim/mutant_list.py. Each name without one is printed as file:line.
"""
import re
import sys
from pathlib import Path
from typing import Iterator

NAME = re.compile(r"`(tst_\w+|mutants)::([\w-]+)`")
LOOP = re.compile(r"foreach\((\w+)\s+([^)]*)\)(.*?)endforeach\(\)", re.DOTALL)
TEST = re.compile(r"lockscope_test\(\s*(\w+)\s+SOURCES\s+([^)]*?)\s*(?:LINK\b[^)]*)?\)", re.DOTALL)
FUNCTION = re.compile(r"\bvoid\s+(?:\w+::)?(\w+)\s*\(\)")
MUTANT = re.compile(r'Mutant\("([\w-]+)"')


def unrolled(loop: re.Match) -> str:
    variable, items, body = loop.groups()
    return "".join(body.replace("${" + variable + "}", item) for item in items.split())


def functions(tests: Path) -> dict[str, set[str]]:
    """The functions of each test executable."""
    found: dict[str, set[str]] = {}
    for registered in sorted(tests.glob("*/CMakeLists.txt")):
        text = LOOP.sub(unrolled, registered.read_text(encoding="utf-8"))
        for name, sources in TEST.findall(text):
            paths = [registered.parent / source for source in sources.split()]
            found[name] = {function for path in paths if path.is_file()
                           for function in FUNCTION.findall(path.read_text(encoding="utf-8"))}
    return found


def stale_names(root: Path) -> Iterator[str]:
    known = functions(root / "tests")
    known["mutants"] = set(MUTANT.findall((root / "tests/sim/mutant_list.py").read_text(encoding="utf-8")))
    table = root / "tests/CONFORMANCE.md"
    names = [(number, *name) for number, line in enumerate(table.read_text(encoding="utf-8").splitlines(), start=1)
             for name in NAME.findall(line)]
    if not names:
        yield f"{table}:1: no test is named"
    for number, test, function in names:
        if function not in known.get(test, set()):
            yield f"{table}:{number}: {test}::{function}"


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    stale = list(stale_names(Path(sys.argv[1]).resolve()))
    if stale:
        print("\n".join(stale))
        print(f"\n{len(stale)} name(s) without a test\n"
              "Why: a table of tests that are gone or renamed promises what nothing checks any more.\n"
              "Fix: name the test that asserts it now (executable as in CMake, function), or say that it is missing.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
