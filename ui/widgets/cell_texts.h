// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>
#include <QString>

namespace lockscope {

/// One line of text, laid out.
struct CellText {
    QStaticText text;
    double ascent;  ///< from its top to its base line
};

/// The texts that cells show, cut to the width of each and laid out: most of what painting a table costs, and
/// the same again for nearly all cells after each change. Lives on the GUI thread.
class CellTexts {
public:
    /// Valid until the next call.
    const CellText& laidOut(const QString& text, const QFont& font, int width, Qt::TextElideMode mode);

private:
    struct Key {
        QString text;
        QFont font;
        int width;
        Qt::TextElideMode mode;

        bool operator==(const Key&) const = default;
    };
    friend size_t qHash(const Key& key, size_t seed) {
        return qHashMulti(seed, key.text, key.font, key.width, static_cast<int>(key.mode));
    }

    /// A few screens full of them.
    QCache<Key, CellText> m_texts{4000};
};

}  // namespace lockscope
