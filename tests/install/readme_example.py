#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the READMEs show lines of the example that is compiled and run: readme_example.py PROJECT_DIR"""
import sys
import textwrap
from pathlib import Path

EXAMPLE = "tests/install/example/main.cpp"
# Which of the READMEs show what stands between two such marks.
SHOWN = {"take a lock": ("README.md", "lockcore/README.md"), "a closed cluster": ("lockcore/README.md",)}


def shown_lines(example: str, title: str) -> str:
    """What stands between the two marks, with the names that the program takes from its arguments written out."""
    _, snippet, _ = example.replace("{servers}", '{"zk1:2181,zk2:2181/app"}').split(f"// [{title}]\n")
    return textwrap.dedent(snippet).strip()


def main() -> int:
    project = Path(sys.argv[1])
    example = (project / EXAMPLE).read_text(encoding="utf-8")
    is_stale = False
    for title, readmes in SHOWN.items():
        snippet = shown_lines(example, title)
        for name in readmes:
            if snippet not in (project / name).read_text(encoding="utf-8"):
                print(f"{name} does not have these lines of {EXAMPLE}:\n\n{snippet}\n")
                is_stale = True
    return 1 if is_stale else 0


sys.exit(main())
