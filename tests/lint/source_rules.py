#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks one rule that the compiler can't: source_rules.py RULE PROJECT_DIR, or --list.

Each offence is printed as file:line, followed by why the rule exists and how to put it right.
"""
import argparse
import re
import sys
from pathlib import Path
from typing import Callable, Iterator, NamedTuple


class Offence(NamedTuple):
    file: Path
    line: int
    text: str


class Rule(NamedTuple):
    name: str
    why: str
    fix: str
    find: Callable[[Path], Iterator[Offence]]


CODE = {".cpp", ".h"}
SCRIPTS = {".py", ".java", ".sh", ".cmake", ""}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]')


def files(root: Path, folders: str, suffixes: set[str]) -> list[Path]:
    """Files with one of the suffixes under the folders, which are separated by blanks."""
    found = (path for folder in folders.split() for path in (root / folder).rglob("*"))
    return sorted(path for path in found
                  if path.is_file() and path.suffix in suffixes and "__pycache__" not in path.parts)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    yield from enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def without_comment(line: str) -> str:
    """Cuts a // comment, so that prose may name what code may not use."""
    return re.sub(r"(^|\s)(//|///).*", "", line)


def search(root: Path, folders: str, suffixes: set[str], pattern: str) -> Iterator[Offence]:
    wanted = re.compile(pattern)
    for path in files(root, folders, suffixes):
        for number, line in lines(path):
            if wanted.search(without_comment(line)):
                yield Offence(path, number, line.strip())


def includes(paths: list[Path]) -> Iterator[tuple[Path, int, str, str]]:
    for path in paths:
        for number, line in lines(path):
            match = INCLUDE.match(line)
            if match:
                yield path, number, line.strip(), match.group(1)


def qt_in_lockcore(root: Path) -> Iterator[Offence]:
    for path, number, text, header in includes(files(root, "lockcore", CODE)):
        if re.match(r"(Q[A-Z]\w*|Qt[A-Z]\w*/\w+|q[a-z]+\.h)$", header):
            yield Offence(path, number, text)
    for path in (root / "lockcore").rglob("CMakeLists.txt"):
        for number, line in lines(path):
            if re.search(r"\bQt6?(::|\b)|AUTOMOC", line):
                yield Offence(path, number, line.strip())


def c_client_outside_its_folder(root: Path) -> Iterator[Offence]:
    home = root / "lockcore/session/client"
    floor = root / "tests/bench/floor_sessions.h"  # the bare client that the benchmark compares lockcore with
    for path, number, text, header in includes(files(root, "lockcore ui app tests", CODE)):
        is_home = home in path.parents or path == floor
        if re.match(r"zookeeper/|zookeeper(_log|_version|\.jute)?\.h$", header) and not is_home:
            yield Offence(path, number, text)


LAYERS = ["session", "recipes", "observe", "feed", "history", "lab"]


def layer_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root / "lockcore").parts
    if parts[:2] == ("include", "lockcore"):
        parts = parts[2:]
    return parts[0] if parts[0] in LAYERS else "base"


def upward_includes(root: Path) -> Iterator[Offence]:
    rank = {layer: number for number, layer in enumerate(["base", *LAYERS])}
    for path, number, text, header in includes(files(root, "lockcore", CODE)):
        match = re.match(r"lockcore/(\w+)/", header)
        target = match.group(1) if match else "base"
        if header.startswith("lockcore/") and rank.get(target, 0) > rank[layer_of(path, root)]:
            yield Offence(path, number, text)
        elif re.match(r"(ui|app)/", header):
            yield Offence(path, number, text)


def private_includes(root: Path) -> Iterator[Offence]:
    """Headers in quotes are private: they must be found in the includer's own folder."""
    for path in files(root, "lockcore ui app", CODE):
        top = path.relative_to(root).parts[0]
        if top == "lockcore":
            layer = layer_of(path, root)
            home = root / "lockcore" / ("" if layer == "base" else layer)
            homes = [] if "include" in path.relative_to(root).parts else [home]
        else:
            homes = [root / "ui"] if top == "ui" else [root / "ui", root / "app"]
        for number, line in lines(path):
            match = re.match(r'^\s*#\s*include\s+"([^"]+)"', line)
            if not match:
                continue
            header = match.group(1)
            candidates = [(home / header).resolve() for home in homes] + [(path.parent / header).resolve()]
            inside = any(found.is_file() and any(home.resolve() in found.parents for home in homes)
                         for found in candidates)
            generated = header.endswith(".moc") or header.startswith("ui_")
            if not inside and not generated:
                yield Offence(path, number, line.strip())


# All recipes may use these, each only those before it; no other recipe knows another one.
SHARED_BY_RECIPES = ["common", "queue"]


def recipes_in_recipes(root: Path) -> Iterator[Offence]:
    home = root / "lockcore/recipes"
    rank = {folder: number for number, folder in enumerate(SHARED_BY_RECIPES)}
    for path, number, text, header in includes(files(root, "lockcore/recipes", CODE)):
        found = (path.parent / header).resolve() if (path.parent / header).is_file() else home / header
        if not found.is_file() or home not in found.parents:
            continue  # not a private header of the recipes
        used, user = found.relative_to(home).parts[0], path.relative_to(home).parts[0]
        if used != user and rank.get(used, len(rank)) >= rank.get(user, len(rank)):
            yield Offence(path, number, text)


SERVICES = (r"<lockcore/(session/(session|event_loop|loop)|recipes/(mutex|queue_lock|read_write_lock|hold)"
            r"|observe/(lock_observer|operator_actions)|lab/local_cluster)\.h>")


# about names the version of the C client.
ROOMS_WITH_SERVICES = {"bridge", "lab", "about"}


def services_in_views(root: Path) -> Iterator[Offence]:
    for offence in search(root, "ui", CODE, r"#\s*include\s+" + SERVICES):
        if room_of(offence.file, root) not in ROOMS_WITH_SERVICES:
            yield offence


def room_of(path: Path, root: Path) -> str:
    return path.relative_to(root / "ui").parts[0]


def rooms(root: Path) -> list[str]:
    """Those of the window, from the bottom to the top: in the order in which they are built."""
    return [match.group(1) for _, text in lines(root / "ui/CMakeLists.txt")
            if (match := re.match(r"add_subdirectory\((\w+)\)", text))]


def upward_rooms(root: Path) -> Iterator[Offence]:
    rank = {room: number for number, room in enumerate(rooms(root))}
    table = (root / "ui/README.md").read_text(encoding="utf-8")
    for room in rank:
        if f"| `{room}` |" not in table:
            yield Offence(root / "ui/README.md", 1, f"no line for {room}")
    for path, number, text, header in includes(files(root, "ui", CODE)):
        target = header.split("/")[0]
        if "/" in header and rank.get(target, -1) > rank.get(room_of(path, root), len(rank)):
            yield Offence(path, number, text)


# What the window tells its panels: which models they have, what to look at, and what the settings say.
TOLD_BY_WINDOW = r"(?!setLockModel|setLogModel|setLog\b|setExport|setScope|setFilter|setGrouped|setChosenColumns|setRecent|setActivity|setCurrentWidget)"


def pushed_panels(root: Path) -> Iterator[Offence]:
    pushed = rf"\bm?_?panels\.\w+->{TOLD_BY_WINDOW}set[A-Z]|\bm?_?panels\.\w+,\s*&\w+::{TOLD_BY_WINDOW}(set|show)[A-Z]"
    for offence in search(root, "ui app", CODE, pushed):
        if offence.file.name != "window_panels.cpp":  # which makes them
            yield offence


NAPS = (r"\b(sleep_for|sleep_until)\b|\b(u|nano)sleep\s*\(|QTest::(qSleep|qWait)\s*\(|QThread::(m|u)?sleep\s*\("
        r"|\bThread\.sleep\s*\(|\btime\.sleep\s*\(|TimeUnit\.\w+\.sleep\s*\(")


def naps(root: Path) -> Iterator[Offence]:
    for offence in search(root, "lockcore ui app tests packaging", CODE | SCRIPTS, NAPS + r"|^\s*sleep\s+[0-9$]"):
        if root / "tests/lint" not in offence.file.parents:  # which names what it forbids
            yield offence


def blocking_window(root: Path) -> Iterator[Offence]:
    """But for the room of threads, which brings the waiting elsewhere."""
    found = search(root, "ui app", CODE,
                   r"processEvents|BlockingQueuedConnection|waitForFinished\s*\(|\bQEventLoop\b")
    yield from (offence for offence in found if offence.file.parent != root / "ui" / "threads")


def bare_threads(root: Path) -> Iterator[Offence]:
    return search(root, "ui", CODE, r"\bstd::(j?thread|async)\b|\bQThread::create\b|[Pp]ool(\(\))?(\.|->)(tryS|s)tart\s*\(")


def unprefixed_options(root: Path) -> Iterator[Offence]:
    found = [root / "CMakeLists.txt", *files(root, "lockcore ui app resources tests", {".txt", ".cmake"})]
    for path in found:
        for number, line in lines(path):
            match = re.match(r"\s*(?:option\s*\(\s*|set\s*\(\s*(?=\S+.*\bCACHE\b))(\w+)", line)
            if match and not match.group(1).startswith("LOCKSCOPE_"):
                yield Offence(path, number, line.strip())


def licence_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root).parts
    gpl = parts[0] in ("ui", "app", "resources") or parts[:2] == ("tests", "gui")
    is_build = path.name == "CMakeLists.txt" or path.suffix == ".cmake"
    return "GPL-3.0-or-later" if gpl and not is_build else "Apache-2.0"


def missing_licences(root: Path) -> Iterator[Offence]:
    found = [path for path in files(root, "lockcore ui app resources tests packaging .ci", CODE | SCRIPTS | {".txt"})
             if path.suffix != ".txt" or path.name == "CMakeLists.txt"]
    # A file without a suffix is a script if it says so; corpora of the fuzzers have none either.
    found = [path for path in found if path.suffix or path.read_bytes()[:2] == b"#!"]
    for path in [root / "CMakeLists.txt", *found]:
        head = "\n".join(path.read_text(encoding="utf-8").splitlines()[:5])
        if "SPDX-FileCopyrightText:" not in head or \
                "SPDX-License-Identifier: " + licence_of(path, root) + "\n" not in head + "\n":
            yield Offence(path, 1, f"expected SPDX-License-Identifier: {licence_of(path, root)}")


TOP_LEVEL = {".ci", ".clang-format", ".clang-tidy", ".git", ".gitignore", ".reuse", "CHANGELOG.md", "CMakeLists.txt",
             "CMakePresets.json", "CONTRIBUTING.md", "LICENSES", "README.md", "app", "lockcore", "packaging",
             "resources", "tests", "ui"}


def strangers_at_top(root: Path) -> Iterator[Offence]:
    ignored = [text.strip("/") for _, text in lines(root / ".gitignore") if text and not text.startswith("#")]
    for entry in sorted(root.iterdir()):
        if entry.name not in TOP_LEVEL and not any(Path(entry.name).match(pattern) for pattern in ignored):
            yield Offence(entry, 1, "not a part of the layout")


RULES = [
    Rule("no_qt_in_lockcore",
         "A service that takes a lock must not have to link a GUI toolkit.",
         "Use the standard library in lockcore, or move the code to ui/.", qt_in_lockcore),
    Rule("c_client_in_one_folder",
         "One folder knows the C client's threading and lifetime rules; everybody else uses lockcore::ZooKeeper, which "
         "a simulator can stand behind.",
         "Use <lockcore/session/zookeeper.h>; what it lacks is added in lockcore/session/client/.",
         c_client_outside_its_folder),
    Rule("layers_point_down",
         "session < recipes < observe < feed < history < lab < ui < app: an arrow only ever points down, so that each layer "
         "can be read, tested and linked without those above.",
         "Move the shared part to the lower layer, or hand it in as a value or callback.", upward_includes),
    Rule("private_headers_stay_private",
         "A folder's headers in quotes are its own; others see only lockcore/include/lockcore/ (for the program: ui/).",
         "Include the public header as <lockcore/…>, or make the needed part public.", private_includes),
    Rule("recipes_stand_alone",
         "A recipe can be read without the others: lockcore/recipes/common < queue < a folder for each of the others.",
         "Move the shared part to common, or to queue if it is about those who queue up; or use the other recipe's public header.",
         recipes_in_recipes),
    Rule("views_take_values",
         "Models and views show immutable values; what talks to a cluster belongs to the bridge, or the window's "
         "thread ends up waiting for a server.",
         "Include the value's header only (lock_queue.h, snapshot.h …) and let ui/bridge do the call.",
         services_in_views),
    Rule("rooms_point_down",
         "A room of the window is one thing that a person looks at or does, with its model, view and texts; it can be read "
         "without the rooms above it. ui/CMakeLists.txt has the order, ui/README.md a line for each.",
         "Move the shared part to a lower room, or hand it in as a value or callback.", upward_rooms),
    Rule("panels_follow",
         "A panel that is told what it shows is told too late by one place, and not at all by the next: it follows the document, "
         "or whoever knows, and asks.",
         "Add it to the panel's follow(), by a signal of ClusterDocument or of what it is about.", pushed_panels),
    Rule("no_naps",
         "A sleep is a guess: too short on a slow machine, wasted on a fast one.",
         "Wait for the thing itself with a deadline: QTRY_VERIFY, a signal, a watch, a line of output.", naps),
    Rule("window_never_waits",
         "The window's thread must neither wait nor be re-entered: it freezes, or runs a slot in the middle of another.",
         "Post a command to the loop and take the result as a value from a queued signal.", blocking_window),
    Rule("work_is_a_future",
         "Of a bare thread nobody hears how far it is, nor when it is done, and whoever ends does not wait for it.",
         "Give it to QtConcurrent::run(), with whenDone() for what came of it (threads/background.h).", bare_threads),
    Rule("options_are_prefixed",
         "lockcore may be a part of a bigger build, where an option named BUILD_TESTS is everybody's.",
         "Name it LOCKSCOPE_….", unprefixed_options),
    Rule("licence_in_each_file",
         "lockcore, tests and build files are Apache-2.0; ui, app, resources and tests/gui GPL-3.0-or-later (Qt Charts).",
         "Put the two SPDX lines at the head of the file, as in the files beside it.", missing_licences),
    Rule("top_level_is_the_layout",
         "Whoever opens the tree must find the file they want by its name alone.",
         "Put it into the folder it belongs to. A new part of the layout is added to TOP_LEVEL in this script.",
         strangers_at_top),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the names of the rules")
    parser.add_argument("rule", nargs="?")
    parser.add_argument("project", nargs="?", type=Path)
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(rule.name for rule in RULES))
        return 0
    rule = next((rule for rule in RULES if rule.name == arguments.rule), None)
    if rule is None or arguments.project is None:
        parser.error("needs a rule (see --list) and the project's directory")
    offences = list(rule.find(arguments.project.resolve()))
    for offence in offences:
        print(f"{offence.file}:{offence.line}: {offence.text}")
    if offences:
        print(f"\n{rule.name}: {len(offences)} offence(s)\nWhy: {rule.why}\nFix: {rule.fix}")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
