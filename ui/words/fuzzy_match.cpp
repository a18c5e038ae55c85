// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/fuzzy_match.h"

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kPart = 1'000;     ///< the word is a part of the text
constexpr int kScattered = 500;  ///< its letters are there, in order
constexpr int kAtBoundary = 200;
constexpr int kLetterAtBoundary = 20;
constexpr int kMostGapCost = 300;
constexpr int kMostLengthCost = 100;

/// Before the first letter of a word of the text.
bool isBoundary(const QString& text, qsizetype at) {
    return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

int partScore(const QString& text, const QString& word) {
    qsizetype at = text.indexOf(word);
    if (at < 0) return 0;
    const qsizetype first = at;
    while (at >= 0 && !isBoundary(text, at))
        at = text.indexOf(word, at + 1);
    const int place = static_cast<int>(std::min<qsizetype>(at >= 0 ? at : first, 50));
    return kPart + (at >= 0 ? kAtBoundary : 0) - place;
}

/// The letters are taken from the back: that way those of a word at the end stay together.
int scatteredScore(const QString& text, const QString& word) {
    int score = kScattered;
    int gaps = 0;
    qsizetype next = text.size();
    for (qsizetype letter = word.size() - 1; letter >= 0; --letter) {
        const qsizetype at = next == 0 ? -1 : text.lastIndexOf(word.at(letter), next - 1);
        if (at < 0) return 0;
        if (letter + 1 < word.size()) gaps += static_cast<int>(next - at - 1);
        if (isBoundary(text, at)) score += kLetterAtBoundary;
        next = at;
    }
    return score - std::min(3 * gaps, kMostGapCost);
}

}  // namespace

FuzzyPattern::FuzzyPattern(const QString& typed)
    : m_words(typed.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {}

int FuzzyPattern::score(const QString& folded) const {
    int sum = 1;
    for (const QString& word : m_words) {
        const int part = partScore(folded, word);
        const int best = part > 0 ? part : scatteredScore(folded, word);
        if (best == 0) return 0;
        sum += best;
    }
    return std::max(1, sum - static_cast<int>(std::min<qsizetype>(folded.size(), kMostLengthCost)));
}

}  // namespace lockscope
