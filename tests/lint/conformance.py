#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that tests/CONFORMANCE.md names tests that exist: conformance.py PROJECT_DIR.

`tst_x::function` needs a function of that name in tst_x.cpp, `mutants::name` a bug of that name in
tests/sim/mutant_list.py. Each name without one is printed as file:line.
"""
import re
import sys
from pathlib import Path
from typing import Iterator

NAME = re.compile(r"`(tst_\w+|mutants)::([\w-]+)`")
FUNCTION = re.compile(r"\bvoid\s+(?:\w+::)?(\w+)\s*\(\)")
MUTANT = re.compile(r'Mutant\("([\w-]+)"')


def functions(tests: Path) -> dict[str, set[str]]:
    """The functions of each class of tests, which has the name of its file, where that is built."""
    return {path.stem: set(FUNCTION.findall(path.read_text(encoding="utf-8")))
            for path in tests.glob("*/tst_*.cpp") if path not in forgotten(tests)}


def forgotten(tests: Path) -> list[Path]:
    """Files of tests that no program is built of."""
    return [path for path in sorted(tests.glob("*/tst_*.cpp"))
            if not re.search(rf"\b{path.stem}\b", (path.parent / "CMakeLists.txt").read_text(encoding="utf-8"))]


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
    root = Path(sys.argv[1]).resolve()
    stale = list(stale_names(root)) + [f"{path}:1: no program is built of it" for path in forgotten(root / "tests")]
    if stale:
        print("\n".join(stale))
        print(f"\n{len(stale)} name(s) without a test\n"
              "Why: a table of tests that are gone or renamed promises what nothing checks any more.\n"
              "Fix: name the test that asserts it now (file, function), or say that it is missing; name a new file of tests in the\n"
              "     CMakeLists.txt of its folder.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
