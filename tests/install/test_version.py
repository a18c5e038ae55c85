#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""A released program can be told from one in between: what packaging/version.cmake says in repositories of each kind.
test_version.py CMAKE"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

VERSION = Path(__file__).resolve().parents[2] / "packaging/version.cmake"
CMAKE = sys.argv.pop(1)
PERSON = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER")
          for key, value in (("NAME", "Someone"), ("EMAIL", "someone@example.invalid"))}
NO_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
PRINT = f"""include("{VERSION}")
lockscope_version("${{SOURCES}}" 0.2.0)
foreach(value VERSION PACKAGE_VERSION COMMIT COMMIT_DATE)
    execute_process(COMMAND ${{CMAKE_COMMAND}} -E echo "${{LOCKSCOPE_${{value}}}}")
endforeach()
"""


class Version(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="lockscope-version-")
        self.addCleanup(directory.cleanup)
        self.sources = Path(directory.name, "sources")
        self.sources.mkdir()
        self.script = Path(directory.name, "print.cmake")
        self.script.write_text(PRINT, encoding="utf-8")

    def git(self, *arguments, **environment):
        done = subprocess.run(["git", *arguments], cwd=self.sources, check=True, capture_output=True, text=True,
                              env={**os.environ, **PERSON, **NO_SETTINGS, **environment})
        return done.stdout.strip()

    def commit(self, text, date="2026-11-22T23:30:00-0200"):
        (self.sources / "file").write_text(text, encoding="utf-8")
        if not (self.sources / ".git").exists():
            self.git("init", "--quiet")
        self.git("add", "file")
        self.git("commit", "--quiet", "--message", text, GIT_COMMITTER_DATE=date)
        return self.git("rev-parse", "HEAD")

    def answers(self):
        done = subprocess.run([CMAKE, "-D", f"SOURCES={self.sources}", "-P", str(self.script)], check=True,
                              capture_output=True, text=True)
        return done.stdout.split("\n")[:4]

    def in_order(self, lower, higher):
        subprocess.run(["dpkg", "--compare-versions", lower, "lt", higher], check=True)

    def test_sources_without_git(self):
        self.assertEqual(self.answers(), ["0.2.0", "0.2.0", "", ""])

    def test_before_the_release(self):
        commit = self.commit("one")
        self.git("tag", "v0.1.0")
        self.assertEqual(self.answers(), [f"0.2.0-dev+g{commit[:7]}", f"0.2.0~git20261123.013000.{commit[:7]}",
                                          commit[:12], "2026-11-23"])

    def test_release(self):
        commit = self.commit("one")
        self.git("tag", "v0.2.0")
        self.assertEqual(self.answers(), ["0.2.0", "0.2.0", commit[:12], "2026-11-23"])

    def test_after_the_release(self):
        self.commit("one")
        self.git("tag", "v0.2.0")
        commit = self.commit("two")
        self.assertEqual(self.answers()[:2], [f"0.2.0+1.g{commit[:7]}", f"0.2.0+git1.{commit[:7]}"])

    def test_changed_files(self):
        commit = self.commit("one")
        (self.sources / "file").write_text("other", encoding="utf-8")
        self.assertEqual(self.answers()[0], f"0.2.0-dev+g{commit[:7]}.dirty")
        self.git("tag", "v0.2.0")
        self.assertEqual(self.answers()[:2], [f"0.2.0+0.g{commit[:7]}.dirty", f"0.2.0+git0.{commit[:7]}.dirty"])

    def test_packages_are_upgraded_in_the_order_of_commits(self):
        versions = []
        for text, minute in (("one", 30), ("two", 31)):
            self.commit(text, f"2026-11-22T10:{minute}:00Z")
            versions.append(self.answers()[1])
        self.git("tag", "v0.2.0")
        versions.append(self.answers()[1])
        self.commit("three")
        versions.append(self.answers()[1])
        for lower, higher in zip(versions, versions[1:]):
            self.in_order(lower, higher)


if __name__ == "__main__":
    unittest.main()
