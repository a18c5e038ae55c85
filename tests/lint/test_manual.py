#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""manual.py finds an option that is missing in the manual page or in the help, and nothing where both agree."""
import unittest

import manual

HELP = "  lockscope [--connect STRING | FILE] -o FILE\n  --connect STRING   a-b, “-o -” and x-y\n  --help, --version\n"
PAGE = """.\\" Fl -not-an-option
.Op Fl -connect Ar string
.It Fl -connect Ar string
Text with --prose, which is no markup.
.It Fl o Ar file , Fl -output Ar file
.It Fl h , Fl -help
.It Fl -version
"""


class Manual(unittest.TestCase):
    def test_agreement(self):
        self.assertEqual(manual.offences(PAGE, HELP), [])

    def test_option_that_the_page_lacks(self):
        self.assertEqual(manual.offences(PAGE, HELP + "  --max-wait S\n"),
                         ["--max-wait is in the help and not explained in the page"])

    def test_mention_is_no_explanation(self):
        page = PAGE.replace(".It Fl -version\n", ".Fl -version\n")
        self.assertEqual(manual.offences(page, HELP), ["--version is in the help and not explained in the page"])

    def test_option_that_the_help_lacks(self):
        self.assertEqual(manual.offences(PAGE + ".It Fl -max-wait Ar seconds\n", HELP),
                         ["--max-wait is in the page and not in the help"])


if __name__ == "__main__":
    unittest.main()
