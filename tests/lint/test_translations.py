#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""translations.py finds each kind of bad translation, and nothing in a good one."""
import unittest

from translations import Text, chinese_offence, english_offence

GOOD_CHINESE = [
    ("Save…", "保存…"),
    ("&Open a snapshot…", "打开快照(&O)…"),
    ("Pass&word:", "密码(&W)："),
    ("Checked %1 ago. Locks: %2.", "%1前检查。锁：%2。"),
    (" s", " 秒"),
    ("Pictures (*.png *.svg);;Graphviz (*.dot)", "图片 (*.png *.svg);;Graphviz (*.dot)"),
    ("No locks were found.\n", "未找到锁。\n"),
]

BAD_CHINESE = [
    ("Save", "", "translation"),
    ("Lock %1", "锁", "placeholders"),
    ("Lock %1", "锁 %L1", "placeholders"),
    ("&Open", "打开", "accelerator"),
    ("&Open", "打开(&P)", "accelerator"),
    ("Open", "打开(&O)", "accelerator"),
    ("It is over.", "已结束", "mark"),
    ("It is over", "已结束。", "mark"),
    ("Lock:", "锁。", "mark"),
    ("Remove it?", "移除。", "mark"),
    (" s", "秒", "blanks"),
]


class Translations(unittest.TestCase):
    def test_good_chinese(self):
        for source, translation in GOOD_CHINESE:
            with self.subTest(source):
                self.assertEqual(chinese_offence(Text("lockscope::X", source, [translation], True)), "")

    def test_bad_chinese(self):
        for source, translation, word in BAD_CHINESE:
            with self.subTest(translation):
                self.assertIn(word, chinese_offence(Text("lockscope::X", source, [translation], bool(translation))))

    def test_unfinished(self):
        self.assertIn("translation", chinese_offence(Text("lockscope::X", "Save", ["保存"], False)))

    def test_english_plurals(self):
        self.assertEqual(english_offence(Text("X", "%n waiter(s)", ["%n waiter", "%n waiters"], True)), "")
        for forms in (["", ""], ["%n waiter(s)", "%n waiters"], ["%n waiters"], ["%1 waiter", "%n waiters"]):
            with self.subTest(forms):
                self.assertNotEqual(english_offence(Text("X", "%n waiter(s)", forms, all(forms))), "")


if __name__ == "__main__":
    unittest.main()
