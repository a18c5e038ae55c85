#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the READMEs show the lines of the example that is compiled and run: readme_example.py PROJECT_DIR"""
import sys
import textwrap
from pathlib import Path

EXAMPLE = "tests/install/example/main.cpp"
MARK = "// [take a lock]\n"


def shown_lines(example: str) -> str:
    """What stands between the two marks, with the names that the program takes from its arguments written out."""
    _, snippet, _ = example.replace("{servers}", '{"zk1:2181,zk2:2181/app"}').split(MARK)
    return textwrap.dedent(snippet).strip()


def main() -> int:
    project = Path(sys.argv[1])
    snippet = shown_lines((project / EXAMPLE).read_text(encoding="utf-8"))
    stale = [name for name in ("README.md", "lockcore/README.md")
             if snippet not in (project / name).read_text(encoding="utf-8")]
    for name in stale:
        print(f"{name} does not have these lines of {EXAMPLE}:\n\n{snippet}\n")
    return 1 if stale else 0


sys.exit(main())
