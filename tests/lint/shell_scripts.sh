#!/bin/sh
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
#
# Runs ShellCheck over the project's shell scripts: shell_scripts.sh PROJECT_DIR. Exit 77 (skipped) without ShellCheck.
command -v shellcheck >/dev/null || { echo "shellcheck is not installed"; exit 77; }
cd "$1" || exit 1
# shellcheck disable=SC2046  # our scripts have no blanks in their names
shellcheck -x $(grep -rlE '^#!/(usr/)?bin/(env )?(ba)?sh|^# shellcheck shell=' packaging .ci tests) || {
    echo "Why: quoting and exit-code slips in shell show only on somebody else's machine."
    echo "Fix: follow the link behind each SC number; silence one with a reason where it is wrong."
    exit 1
}
