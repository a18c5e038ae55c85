#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Lockscope contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks the translations against the sources: translations.py PROJECT_DIR LUPDATE.

lupdate brings copies of the .ts files up to date; each text that then lacks a good translation is printed.
"""
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

# What Q_OBJECT and Q_DECLARE_TR_FUNCTIONS give: the class with its namespace, or a class of Qt.
CONTEXT = re.compile(r"lockscope::\w|Q[A-Z]")
PLACEHOLDER = re.compile(r"%L?\d+|%n")
ACCELERATOR = re.compile(r"&([^&\s])")
# "打开(&O)…": Chinese has no letter to underline, so the English one follows in brackets.
CHINESE_ACCELERATOR = re.compile(r"\(&([A-Z0-9])\)[：…]?$")
# How a sentence may end, each kind with its marks in English and in Chinese.
ENDINGS = {".": "。", ":": "：", "?": "？", "!": "！", ",": "，", "…": "…"}
CHINESE_ENDINGS = {mark: kind for kind, marks in ENDINGS.items() for mark in (kind, marks)}


@dataclass
class Text:
    context: str
    source: str
    forms: list[str]
    finished: bool


def updated(project: Path, lupdate: str, name: str, *options: str) -> tuple[list[Text], str]:
    """The texts of a copy of the .ts file, brought up to date, and what lupdate warned of."""
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / name
        copy.write_bytes((project / "resources/translations" / name).read_bytes())
        done = subprocess.run([lupdate, project / "ui", project / "app", "-silent", "-no-obsolete", "-locations", "none",
                               *options, "-ts", copy], capture_output=True, text=True, check=True)
        return list(texts(copy)), done.stderr


def texts(path: Path) -> Iterator[Text]:
    for context in ElementTree.parse(path).getroot().iterfind("context"):
        for message in context.iterfind("message"):
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.iterfind("numerusform")] or [translation.text or ""]
            yield Text(context.findtext("name"), message.findtext("source"), forms,
                       translation.get("type") is None and all(forms))


def ending(text: str) -> str:
    # A quotation or a path may stand at the end of a sentence, and a line break behind it.
    last = text.rstrip("\n")[-1:]
    return CHINESE_ENDINGS.get(last, "")


def chinese_offence(text: Text) -> str:
    """What is wrong with the translation; empty where nothing is."""
    if not text.finished:
        return "has no translation"
    translation = text.forms[0]
    if sorted(set(PLACEHOLDER.findall(text.source))) != sorted(set(PLACEHOLDER.findall(translation))):
        return f"has other placeholders in “{translation}”"
    keys = [key.upper() for key in ACCELERATOR.findall(text.source)]
    if keys != CHINESE_ACCELERATOR.findall(translation):
        return f"needs its accelerator as (&{keys[0]}) at the end of “{translation}”" if keys else "has no accelerator"
    if ending(text.source) != ending(translation):
        return f"ends with another kind of mark than “{translation}”"
    if (text.source[:1] == " ", text.source[-1:] == " ") != (translation[:1] == " ", translation[-1:] == " "):
        return f"has other blanks at its ends than “{translation}”"
    return ""


def english_offence(text: Text) -> str:
    if not text.finished or len(text.forms) != 2:
        return "has no plural forms"
    for form in text.forms:
        if set(PLACEHOLDER.findall(text.source)) - {"%n"} != set(PLACEHOLDER.findall(form)) - {"%n"}:
            return f"has other placeholders in “{form}”"
        if "(s)" in form or "(ren)" in form:
            return f"has no plural form in “{form}”"
    return ""


def quoted(text: str) -> str:
    line = text.replace("\n", "\\n")
    return f"“{line[:99]}…”" if len(line) > 100 else f"“{line}”"


def offences(project: Path, lupdate: str) -> Iterator[str]:
    chinese, warnings = updated(project, lupdate, "lockscope_zh_CN.ts", "-target-language", "zh_CN")
    english, _ = updated(project, lupdate, "lockscope_en.ts", "-target-language", "en", "-pluralonly")
    yield from warnings.strip().splitlines()
    for name, found, offence_of in (("lockscope_zh_CN.ts", chinese, chinese_offence),
                                    ("lockscope_en.ts", english, english_offence)):
        for text in found:
            if offence := offence_of(text) if CONTEXT.match(text.context) else "has a context that is never looked up":
                yield f"{name}: {text.context}: {quoted(text.source)} {offence}"


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = list(offences(Path(sys.argv[1]).resolve(), sys.argv[2]))
    if found:
        print("\n".join(found))
        print(f"\n{len(found)} offence(s)\n"
              "Why: a text without a good translation is shown in another language, or without its numbers and keys.\n"
              "Fix: cmake --build build/dev --target update_translations, then finish resources/translations/*.ts (by "
              "hand or with linguist; GLOSSARY.md beside them has the terms). A context that is never looked up: lupdate "
              "knows no aliases (call tr() by the class's own name), and takes the std:: of a function that returns "
              "std::string, or of a static std::array, for the context of the texts in it.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
