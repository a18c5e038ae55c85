#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the manual page has the options that the program's help has, and no others: manual.py PAGE PROGRAM"""
import os
import re
import subprocess
import sys
from pathlib import Path


def options_of_help(text: str) -> set[str]:
    """All words that look like an option: --name, or -n."""
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))


def options_of_page(text: str) -> set[str]:
    """What .Fl marks up, in macro lines of mdoc; comments and examples are none."""
    found = set()
    for line in text.splitlines():
        if line.startswith(".") and not line.startswith('.\\"'):
            found.update("-" + name for name in re.findall(r"\bFl (-?[a-z][a-z-]*)", line))
    return found


def listed_options(text: str) -> set[str]:
    """Those that the page explains: the tags of its lists."""
    return options_of_page("\n".join(line for line in text.splitlines() if line.startswith(".It ")))


# The help has one spelling of each; the page names the others too.
OTHER_SPELLINGS = {"-h": "--help", "--output": "-o"}


def offences(page: str, shown: str) -> list[str]:
    known = options_of_help(shown)
    missing = [f"{option} is in the help and not explained in the page" for option in known - listed_options(page)]
    strange = [f"{option} is in the page and not in the help" for option in options_of_page(page) - known
               if OTHER_SPELLINGS.get(option) not in known]
    return sorted(missing + strange)


def main() -> int:
    page, program = sys.argv[1:]
    shown = subprocess.run([program, "--help", "--language", "en"], capture_output=True, text=True, check=True,
                           env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout
    found = offences(Path(page).read_text(encoding="utf-8"), shown)
    print("\n".join(f"{page}: {offence}" for offence in found))
    if found:
        print("Why: who reads the manual on a server has neither the window nor the sources.\n"
              "Fix: explain the option in the page, in a list of its own section, or take it out.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
