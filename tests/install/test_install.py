#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Installs lockcore from a build, moves the installation, builds the example on it and takes a lock on a real server."""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent / "example"
PROJECT = Path(__file__).resolve().parents[2]

options = argparse.Namespace()


def run(*command, **settings):
    """What the command prints; a failure shows that, and what it says on stderr."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **settings)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def address_of(server):
    """Where the server listens that the program has started; it prints a process id and the server's directory."""
    server.stdout.readline()
    directory = server.stdout.readline().strip()
    if not directory:
        raise AssertionError("the server did not start")
    config = Path(directory, "zoo.cfg").read_text(encoding="utf-8")
    return "127.0.0.1:" + re.search(r"^clientPort=(\d+)$", config, re.MULTILINE).group(1)


class InstalledLibrary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="lockcore-install-")
        cls.addClassCleanup(directory.cleanup)
        cls.directory = Path(directory.name)
        run(options.cmake, "--install", options.build, "--component", "lockcore", "--prefix", cls.directory / "here")
        # A package is built in one place and used in another.
        cls.prefix = (cls.directory / "here").rename(cls.directory / "moved")
        program = subprocess.Popen([options.server], stdout=subprocess.PIPE, text=True)
        # Whatever becomes of it, the program's supervisor ends the server and removes its directory.
        for step in (program.stdout.close, program.wait, program.kill):
            cls.addClassCleanup(step)
        cls.server = address_of(program)

    def pkg_config(self, *arguments):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        found = {"PKG_CONFIG_PATH": ":".join(str(file.parent) for file in self.prefix.rglob("lockcore.pc"))}
        return run("pkg-config", *arguments, "lockcore", env=os.environ | found).split()

    def takes_the_lock(self, program):
        """The fencing token that the program printed."""
        printed = re.fullmatch(r"mine, with fencing token 0x([0-9a-f]+)\n", run(program, self.server))
        self.assertTrue(printed)
        return int(printed.group(1), 16)

    def test_find_package(self):
        build = self.directory / "build"
        run(options.cmake, "-S", EXAMPLE, "-B", build, "-G", options.generator, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={options.compiler}", f"-DCMAKE_CXX_FLAGS={options.flags}")
        run(options.cmake, "--build", build)
        first = self.takes_the_lock(build / "take_lock")
        self.assertGreater(self.takes_the_lock(build / "take_lock"), first)

    def test_pkg_config(self):
        program = self.directory / "take_lock"
        run(options.compiler, "-std=c++20", *shlex.split(options.flags), EXAMPLE / "main.cpp", "-o", program,
            *self.pkg_config("--cflags", "--libs"))
        self.takes_the_lock(program)
        self.assertEqual(self.pkg_config("--libs"), self.pkg_config("--libs", "--static"))

    def test_components(self):
        """A program may link any component by its name, and nothing but their own libraries has to be looked for."""
        def configure(components):
            source = self.directory / "components"
            source.mkdir(exist_ok=True)
            (source / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(components LANGUAGES CXX)\n"
                f"find_package(lockcore 0.2 REQUIRED COMPONENTS {components})\n"
                f"add_executable(program {EXAMPLE / 'main.cpp'})\n"
                f"foreach(component {components})\n"
                "    target_link_libraries(program PRIVATE lockcore::${component})\n"
                "endforeach()\n", encoding="utf-8")
            run(options.cmake, "-S", source, "-B", self.directory / "components-build", "-G", options.generator,
                f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={options.compiler}")

        configure("session recipes observe feed history lab")
        with self.assertRaisesRegex(AssertionError, r"considered\s+to\s+be\s+NOT\s+FOUND"):
            configure("session teapot")

    def test_headers_bring_no_dependency(self):
        """Who includes lockcore sees nothing of the libraries that it is made with, except tl::expected."""
        include = self.prefix / "include"
        every = "".join(f"#include <{header.relative_to(include)}>\n" for header in sorted(include.rglob("*.h")))
        self.assertIn("lockcore/recipes/mutex.h", every)
        needed = run(options.compiler, "-std=c++20", "-M", "-x", "c++", "-", f"-I{include}", input=every)
        for library in ("/asio", "/zookeeper/", "/nlohmann/", "/curl/", "/qt6/"):
            self.assertNotIn(library, needed)

    def test_no_path_of_the_build(self):
        for file in (file for file in self.prefix.rglob("*") if file.suffix in (".cmake", ".pc", ".h")):
            text = file.read_text(encoding="utf-8")
            for place in (str(PROJECT), options.build, str(self.directory), "/libzookeeper"):
                self.assertNotIn(place, text, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("build", "cmake", "generator", "compiler", "flags", "server"):
        parser.add_argument("--" + name, required=True)
    parser.parse_args(namespace=options)
    result = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    if not result.wasSuccessful():
        return 1
    return 77 if result.skipped else 0


sys.exit(main())
