#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Each rule of source_rules.py finds its offence in a tree that has one, and nothing in a clean tree."""
import tempfile
import unittest
from pathlib import Path

import source_rules

# REUSE-IgnoreStart
LICENCE = "// SPDX-FileCopyrightText: 2026 Someone\n// SPDX-License-Identifier: %s\n"
# REUSE-IgnoreEnd
APACHE = LICENCE % "Apache-2.0"
GPL = LICENCE % "GPL-3.0-or-later"

CLEAN = {
    "CMakeLists.txt": APACHE.replace("//", "#") + 'option(LOCKSCOPE_BUILD_GUI "" ON)\n',
    ".gitignore": "/build-*/\n",
    "build-mine/x.txt": "",
    "lockcore/include/lockcore/recipes/mutex.h": APACHE + "#include <lockcore/session/loop.h>\n",
    "lockcore/recipes/common/guid.h": APACHE,
    "lockcore/recipes/queue/contention.h": APACHE + '#include "common/guid.h"\n',
    "lockcore/recipes/latch/leader.h": APACHE + '#include "queue/contention.h"\n',
    "lockcore/recipes/latch/leader.cpp": APACHE + '#include "leader.h"\n',
    "lockcore/session/client/c_client.cpp": APACHE + "#include <zookeeper/zookeeper.h>\n",
    "lockcore/session/client/c_client.h": APACHE,
    "lockcore/session/event_loop.cpp": APACHE + '#include "client/c_client.h"\n// no sleep_for(1) here\n',
    "ui/CMakeLists.txt": APACHE.replace("//", "#") + "add_subdirectory(words)\nadd_subdirectory(queue)\n",
    "ui/README.md": "| `words` | the vocabulary |\n| `queue` | one lock |\n",
    "ui/words/wording.h": GPL,
    "ui/queue/queue_model.h": GPL + '#include <lockcore/observe/lock_queue.h>\n#include "words/wording.h"\n',
    "app/main.cpp": GPL + '#include "queue/queue_model.h"\n',
}

# rule: the file that breaks it
OFFENCES = {
    "no_qt_in_lockcore": ("lockcore/lab/a.cpp", "#include <QString>\n"),
    "c_client_in_one_folder": ("lockcore/session/a.cpp", "#include <zookeeper/zookeeper.h>\n"),
    "layers_point_down": ("lockcore/session/a.cpp", "#include <lockcore/recipes/mutex.h>\n"),
    "private_headers_stay_private": ("lockcore/recipes/a.cpp", '#include "../session/client/c_client.h"\n'),
    "recipes_stand_alone": ("lockcore/recipes/queue/a.cpp", '#include "latch/leader.h"\n'),
    "views_take_values": ("ui/queue/a.cpp", "#include <lockcore/session/session.h>\n"),
    "rooms_point_down": ("ui/words/a.cpp", '#include "queue/queue_model.h"\n'),
    "panels_follow": ("ui/window/a.cpp", "m_panels.queue->setQueue(queue);\n"),
    "no_naps": ("tests/unit/a.cpp", "std::this_thread::sleep_for(1s);\n"),
    "window_never_waits": ("app/a.cpp", "QCoreApplication::processEvents();\n"),
    "work_is_a_future": ("ui/queue/a.cpp", "droppingPool().start([queue] {});\n"),
    "options_are_prefixed": ("lockcore/CMakeLists.txt", 'set(WITH_TLS "" CACHE STRING "TLS")\n'),
    "licence_in_each_file": ("ui/a.cpp", APACHE),
    "top_level_is_the_layout": ("notes.txt", ""),
}


def broken(tree: dict[str, str], rule: source_rules.Rule) -> list[str]:
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory).resolve()
        for name, text in tree.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return [str(offence.file.relative_to(root)) for offence in rule.find(root)]


class Rules(unittest.TestCase):
    def test_each_rule_has_an_offence(self):
        self.assertEqual(sorted(OFFENCES), sorted(rule.name for rule in source_rules.RULES))

    def test_clean_tree(self):
        for rule in source_rules.RULES:
            with self.subTest(rule.name):
                self.assertEqual(broken(CLEAN, rule), [])

    def test_offence_is_found(self):
        for rule in source_rules.RULES:
            name, text = OFFENCES[rule.name]
            with self.subTest(rule.name):
                self.assertEqual(broken({**CLEAN, name: text}, rule), [name])


if __name__ == "__main__":
    unittest.main()
