// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QRegularExpression>
#include <QString>

#include <utility>

/// What a reader of a PDF made by Qt sees, letter after letter, without the spaces between: its streams are
/// compressed, and its letters numbers of glyphs. With the document's own title.
class PdfWords {
public:
    explicit PdfWords(const QByteArray& pdf) {
        static const QRegularExpression object(QStringLiteral("\\b(\\d+) 0 obj(.*?)\\bendobj"), kAny);
        const QString text = QString::fromLatin1(pdf);
        for (auto found = object.globalMatch(text); found.hasNext();) {
            const auto match = found.next();
            m_objects.insert(match.captured(1).toInt(), match.captured(2));
        }
        for (auto it = m_objects.cbegin(); it != m_objects.cend(); ++it)
            if (it->contains(QStringLiteral("/ToUnicode"))) addFont(it.key(), *it);
        for (const QString& each : std::as_const(m_objects))
            if (each.contains(QStringLiteral("stream"))) addPage(streamOf(each));
        addTitle(text);
    }

    QString text() const { return m_text; }

private:
    static constexpr auto kAny = QRegularExpression::DotMatchesEverythingOption;

    static QString streamOf(const QString& object) {
        static const QRegularExpression stream(QStringLiteral("stream\\r?\\n(.*?)\\r?\\nendstream"), kAny);
        const auto match = stream.match(object);
        const QByteArray bytes = match.captured(1).toLatin1();
        if (!object.contains(QStringLiteral("/FlateDecode"))) return QString::fromLatin1(bytes);
        // As qCompress() would have it: with a guess of its length before.
        return QString::fromLatin1(qUncompress(QByteArray("\0\x10\0\0", 4) + bytes));
    }
    void addFont(int number, const QString& object) {
        static const QRegularExpression reference(QStringLiteral("/ToUnicode (\\d+) 0 R"));
        static const QRegularExpression range(
            QStringLiteral("<([0-9a-fA-F]+)> *<([0-9a-fA-F]+)> *(?:<([0-9a-fA-F]+)>|\\[([^\\]]*)\\])"));
        static const QRegularExpression letter(QStringLiteral("<([0-9a-fA-F]+)>"));
        const QString map = streamOf(m_objects.value(reference.match(object).captured(1).toInt()));
        auto& letters = m_fonts[number];
        for (auto found = range.globalMatch(map); found.hasNext();) {
            const auto match = found.next();
            const uint first = match.captured(1).toUInt(nullptr, 16);
            const uint last = match.captured(2).toUInt(nullptr, 16);
            const uint begin = match.captured(3).toUInt(nullptr, 16);
            auto listed = letter.globalMatch(match.captured(4));
            for (uint glyph = first; glyph <= last; ++glyph)
                letters[glyph] = !match.captured(3).isEmpty() ? begin + glyph - first
                                 : listed.hasNext()           ? listed.next().captured(1).toUInt(nullptr, 16)
                                                              : 0;
        }
    }
    void addPage(const QString& content) {
        static const QRegularExpression piece(QStringLiteral("/F(\\d+) [\\d.]+ Tf|<([0-9a-fA-F]+)>"));
        if (!content.contains(QStringLiteral(" Tf"))) return;
        int font = 0;
        for (auto found = piece.globalMatch(content); found.hasNext();) {
            const auto match = found.next();
            if (!match.captured(1).isEmpty()) font = match.captured(1).toInt();
            const QString glyphs = match.captured(2);
            for (qsizetype at = 0; at + 4 <= glyphs.size(); at += 4)
                m_text += QChar(m_fonts[font].value(glyphs.mid(at, 4).toUInt(nullptr, 16)));
        }
    }
    void addTitle(const QString& text) {
        static const QRegularExpression title(QStringLiteral("/Title \\((.*?)\\)\\s*\\n"), kAny);
        const QByteArray bytes = title.match(text).captured(1).toLatin1();
        for (const char byte : bytes)
            if (byte != 0) m_text += QLatin1Char(byte);
    }

    QHash<int, QString> m_objects;
    QHash<int, QHash<uint, uint>> m_fonts;
    QString m_text;
};
