#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the example alerts ask for metrics and findings that there are: alert_rules.py PROJECT_DIR

Where promtool is installed, it reads them too.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

OF_HISTOGRAMS = re.compile(r"_(bucket|count|sum)$")


def expressions(rules: str) -> list[str]:
    """What stands behind "expr:", in one line or in those below that are indented further."""
    found = []
    lines = rules.splitlines()
    for number, line in enumerate(lines):
        match = re.match(r"( +)expr: *(>-|\|)? *(.*)$", line)
        if not match:
            continue
        text = [match.group(3)]
        for more in lines[number + 1:]:
            if len(more) - len(more.lstrip()) <= len(match.group(1)):
                break
            text.append(more.strip())
        found.append(" ".join(text).strip())
    return found


def offences(rules: str, metrics: set[str], kinds: set[str]) -> list[str]:
    asked = expressions(rules)
    found = [] if asked else ["no alert asks for anything"]
    for expression in asked:
        named = {OF_HISTOGRAMS.sub("", name) for name in re.findall(r"\blockscope_\w+", expression)}
        found += [f"{name} is no metric of lockscope record" for name in sorted(named - metrics)]
        found += [f"{kind} is no kind of finding" for kind in re.findall(r'kind="([^"]*)"', expression) if kind not in kinds]
        if not named:
            found.append(f"“{expression}” asks for no metric of lockscope record")
    return found


def main() -> int:
    root = Path(sys.argv[1])
    page = root / "packaging/prometheus/lockscope-alerts.yml"
    metrics = set(re.findall(r'"(lockscope_\w+)"', (root / "app/metrics/cluster_metrics.cpp").read_text(encoding="utf-8")))
    kinds = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', (root / "lockcore/observe/finding_table.cpp").read_text(encoding="utf-8")))
    found = offences(page.read_text(encoding="utf-8"), metrics, kinds)
    promtool = shutil.which("promtool")
    if promtool:
        read = subprocess.run([promtool, "check", "rules", page], capture_output=True, text=True)
        found += [] if read.returncode == 0 else [read.stdout + read.stderr]
    print("\n".join(f"{page}: {offence}" for offence in found))
    if found:
        print("Why: an alert for a metric that is not there never fires.\nFix: name one of app/metrics/cluster_metrics.cpp.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
