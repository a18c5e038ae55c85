#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Plants known bugs of lock recipes into a copy of lockcore, one at a time, and shows which seed catches each.

    tests/sim/mutants.py [--count N] [--only ID,ID…] [--jobs N] [--markdown FILE] [--folder FOLDER]
    tests/sim/mutants.py --check

A mutant is one bug of another library, as an edit of one or two places whose text must be found exactly once. It
is caught when a schedule fails with it that passes without it, or the test that it names. Exit status: 0 all
caught, 1 some survived, 2 an edit does not fit the sources any more, or they don't build. --check only looks
whether the edits fit.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from mutant_list import MUTANTS, Mutant

PROJECT = Path(__file__).resolve().parents[2]
FAILURE = re.compile(r"^(\S+): seed (\d+): (.*)$", re.MULTILINE)


class Caught(NamedTuple):
    recipe: str  # or the class of recipe_tests
    seed: int | None
    problem: str


class Unfit(Exception):
    """An edit whose text is not in the sources exactly once, or a mutant that does not compile."""


def edited(text: str, name: str, before: str, after: str) -> str:
    if text.count(before) != 1:
        raise Unfit(f"{name} has this {text.count(before)} times instead of once:\n{before}")
    return text.replace(before, after)


def check_edits(mutant: Mutant, recipes: Path) -> None:
    texts: dict[str, str] = {}
    for name, before, after in mutant.edits:
        text = texts.get(name) or (recipes / name).read_text(encoding="utf-8")
        texts[name] = edited(text, name, before, after)


def copy_if_changed(source: str, target: str) -> str:
    """With a time of its own: what an earlier run has built there of another text must be built again."""
    if not Path(target).exists() or Path(source).read_bytes() != Path(target).read_bytes():
        shutil.copyfile(source, target)
    return target


class Workshop:
    """A copy of the sources and a build of it."""

    def __init__(self, folder: Path, build_type: str, jobs: int):
        # Named as the original, so that a compiler cache knows what it has compiled there.
        self.sources = folder / PROJECT.name
        self.build_dir = folder / "build"
        self.jobs = jobs
        ignored = shutil.ignore_patterns("build*", ".git", "__pycache__")
        shutil.copytree(PROJECT, self.sources, ignore=ignored, symlinks=True,
                        dirs_exist_ok=True, copy_function=copy_if_changed)
        self.recipes = self.sources / "lockcore/recipes"
        self.pristine = folder / "pristine"
        shutil.copytree(self.recipes, self.pristine, dirs_exist_ok=True)
        options = [f"-DCMAKE_BUILD_TYPE={build_type}", "-DLOCKSCOPE_BUILD_GUI=OFF"]
        self.run(["cmake", "-S", self.sources, "-B", self.build_dir, "-G", "Ninja", *options])
        self.original = folder / "original"
        shutil.copy2(self.compile("sim_schedules"), self.original)

    def run(self, command: list) -> None:
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode != 0:
            raise Unfit("\n".join((done.stdout + done.stderr).splitlines()[-20:]))

    def compile(self, target: str) -> Path:
        self.run(["cmake", "--build", self.build_dir, "--target", target, "-j", self.jobs])
        return self.build_dir / ("tests/sim" if target == "sim_schedules" else "tests/recipes") / target

    def plant(self, mutant: Mutant) -> None:
        for name, before, after in mutant.edits:
            path = self.recipes / name
            path.write_text(edited(path.read_text(encoding="utf-8"), name, before, after), encoding="utf-8")

    def restore(self, mutant: Mutant) -> None:
        for name, _, _ in mutant.edits:
            shutil.copyfile(self.pristine / name, self.recipes / name)

    def play(self, program: Path, recipe: str, first: int, last: int) -> Caught | None:
        done = subprocess.run([program, "--recipe", recipe, "--seeds", f"{first}..{last}", "--jobs", str(self.jobs)],
                              capture_output=True, text=True)
        found = [Caught(name, int(seed), problem) for name, seed, problem in FAILURE.findall(done.stdout)]
        return min(found, key=lambda one: one.seed, default=None)

    def ask(self, test: str) -> Caught | None:
        done = subprocess.run([self.compile("recipe_tests"), test], capture_output=True, text=True)
        failed = re.findall(r"^FAIL!\s*: \w+::(\w+)", done.stdout, re.MULTILINE)
        if done.returncode == 0:
            return None
        return Caught(test, None, failed[0] if failed else "the process ended by itself")

    def hunt(self, program: Path, mutant: Mutant, count: int) -> Caught | None:
        """The first failure that the unchanged sources don't have."""
        for recipe in mutant.recipes.split():
            first = 1
            while first <= count:
                caught = self.play(program, recipe, first, count)
                if caught is None:
                    break
                if self.play(self.original, recipe, caught.seed, caught.seed) is None:
                    return caught
                first = caught.seed + 1
        return None


def try_out(mutant: Mutant, workshop: Workshop, count: int) -> Caught | None:
    try:
        workshop.plant(mutant)
        caught = workshop.hunt(workshop.compile("sim_schedules"), mutant, count) if mutant.recipes else None
        if caught is None and mutant.test:
            caught = workshop.ask(mutant.test)
    finally:
        workshop.restore(mutant)
    if caught is not None and caught.seed is None and workshop.ask(mutant.test) is not None:
        raise Unfit(f"{mutant.test} fails without it, too")
    return caught


def row(mutant: Mutant, caught: Caught | None) -> str:
    cells = [mutant.name, mutant.source, mutant.recipes or mutant.test, "", "NOT CAUGHT"]
    if caught is not None:
        problem = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "…", caught.problem)
        cells = [mutant.name, mutant.source, caught.recipe, str(caught.seed or ""), problem]
    return "| " + " | ".join(cells) + " |"


def check_all(mutants: list[Mutant]) -> int:
    unfit = 0
    for mutant in mutants:
        try:
            check_edits(mutant, PROJECT / "lockcore/recipes")
        except Unfit as problem:
            unfit += 1
            print(f"{mutant.name} does not fit the sources:\n{problem}", file=sys.stderr)
    print(f"{len(mutants) - unfit} of {len(mutants)} mutants fit the sources")
    return 2 if unfit else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20000, help="seeds for each recipe of a mutant")
    parser.add_argument("--only", help="names of mutants, separated by commas")
    parser.add_argument("--build-type", default="Debug", help="Debug builds faster, RelWithDebInfo plays faster")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--markdown", type=Path, help="write the table into this file, too")
    parser.add_argument("--folder", type=Path, help="build there and leave it, so that the next run builds less")
    parser.add_argument("--check", action="store_true", help="only see whether the edits fit the sources")
    arguments = parser.parse_args()
    wanted = set(arguments.only.split(",")) if arguments.only else None
    mutants = [mutant for mutant in MUTANTS if wanted is None or mutant.name in wanted]
    if not mutants:
        parser.error("no such mutant")
    if arguments.check:
        return check_all(mutants)
    table = ["| mutant | bug of | recipe | seed | what is noticed |", "|---|---|---|---|---|"]
    survivors = unfit = 0
    print("\n".join(table), flush=True)
    with tempfile.TemporaryDirectory(prefix="lockscope-mutants-") as temporary:
        workshop = Workshop(arguments.folder or Path(temporary), arguments.build_type, arguments.jobs)
        for mutant in mutants:
            try:
                caught = try_out(mutant, workshop, arguments.count)
            except Unfit as problem:
                unfit += 1
                print(f"{mutant.name} does not fit the sources:\n{problem}", file=sys.stderr, flush=True)
                continue
            survivors += caught is None
            table.append(row(mutant, caught))
            print(table[-1], flush=True)
    print(f"{len(mutants) - survivors - unfit} of {len(mutants)} caught, {survivors} not, {unfit} do not fit")
    if arguments.markdown:
        arguments.markdown.write_text("\n".join(table) + "\n", encoding="utf-8")
    return 2 if unfit else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
