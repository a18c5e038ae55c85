// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What ssh, a bastion or whoever stands between writes to ssh's standard error.
#include "ssh_words.h"
#include "fuzz_targets.h"

#include <lockcore/foreign_text.h>

using lockcore::SshWords;

namespace {

bool isFitToBeShown(std::string_view text) {
    while (!text.empty()) {
        const auto point = lockcore::takeCodePoint(text);
        if (!point || (*point != U'\n' && lockcore::isHidden(*point))) return false;
    }
    return true;
}

}  // namespace

std::string checkSshWords(std::string_view input) {
    SshWords whole;
    whole.add(input);
    SshWords cut;
    for (const char byte : input)
        cut.add({&byte, 1});
    const auto words = whole.forPeople();
    if (cut.forPeople() != words || cut.isOpen() != whole.isOpen()) return "other words where they are cut";
    if (words.size() > 4 * 4096) return "keeps too much";
    if (!isFitToBeShown(words)) return "words that are not fit to be shown";
    for (const bool canAsk : {false, true}) {
        const auto problem = lockcore::sshProblem(words, canAsk);
        if (problem.find('\n') != std::string::npos || !isFitToBeShown(problem))
            return "a problem of two lines";
    }
    return "";
}
