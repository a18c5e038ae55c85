// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockscope {

/// How well texts match what somebody has typed. Each word has to be found: as a part of the text, or with
/// its letters in the same order with others between them. Letter case does not count. A value; any thread.
class FuzzyPattern {
public:
    explicit FuzzyPattern(const QString& typed);

    /// True where nothing was typed: everything matches.
    bool isEmpty() const { return m_words.isEmpty(); }

    /// 0: no match. The higher the better: whole words before parts, parts before scattered letters, the
    /// beginning before the middle, short texts before long ones. `folded` is the text after
    /// QString::toCaseFolded(), which is done once for each text, not for each key.
    int score(const QString& folded) const;

private:
    QStringList m_words;  ///< folded
};

}  // namespace lockscope
