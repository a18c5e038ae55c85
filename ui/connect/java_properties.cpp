// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/java_properties.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockscope {
namespace {

struct PropertiesText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::JavaProperties)
};

constexpr std::size_t kMostProperties = 1'000;
constexpr qsizetype kHexDigits = 4;  ///< behind \u

/// One setting as it is written, without what joins its lines.
struct LogicalLine {
    int number = 0;  ///< of its first line
    QString text = {};
};

bool isPropertyBlank(QChar each) {
    return each == QLatin1Char(' ') || each == QLatin1Char('\t') || each == QLatin1Char('\f');
}

QString withoutLeadingBlanks(const QString& line) {
    const auto* const begin = std::ranges::find_if_not(line, isPropertyBlank);
    return line.mid(begin - line.begin());
}

/// An even number of backslashes at the end are backslashes.
bool goesOn(const QString& line) {
    qsizetype backslashes = 0;
    while (backslashes < line.size() && line[line.size() - 1 - backslashes] == QLatin1Char('\\'))
        ++backslashes;
    return backslashes % 2 == 1;
}

bool isComment(const QString& line) {
    return line.startsWith(QLatin1Char('#')) || line.startsWith(QLatin1Char('!'));
}

std::vector<LogicalLine> logicalLines(QString text) {
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(QLatin1Char('\r'), QLatin1Char('\n'));
    std::vector<LogicalLine> lines;
    bool isOpen = false;
    int number = 0;
    const QStringList written = text.split(QLatin1Char('\n'));
    for (const QString& each : written) {
        ++number;
        QString content = withoutLeadingBlanks(each);
        if (!isOpen) {
            if (content.isEmpty() || isComment(content)) continue;
            lines.push_back({number});
        }
        isOpen = goesOn(content);
        if (isOpen) content.chop(1);
        lines.back().text += content;
    }
    return lines;
}

/// At the first separator that has no backslash before it.
qsizetype endOfKey(const QString& line) {
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == QLatin1Char('\\'))
            ++i;
        else if (isPropertyBlank(line[i]) || line[i] == QLatin1Char('=') || line[i] == QLatin1Char(':'))
            return i;
    }
    return line.size();
}

QString valueBehind(const QString& line, qsizetype keyEnd) {
    const QString rest = withoutLeadingBlanks(line.mid(keyEnd));
    const bool isSeparated = rest.startsWith(QLatin1Char('=')) || rest.startsWith(QLatin1Char(':'));
    return isSeparated ? withoutLeadingBlanks(rest.mid(1)) : rest;
}

QChar characterOf(QChar escaped) {
    switch (escaped.unicode()) {
        case u't': return QLatin1Char('\t');
        case u'n': return QLatin1Char('\n');
        case u'r': return QLatin1Char('\r');
        case u'f': return QLatin1Char('\f');
        default: return escaped;
    }
}

/// Empty where \u lacks digits.
std::optional<QString> unescaped(const QString& written) {
    static const QRegularExpression hex(QStringLiteral("^[0-9A-Fa-f]{4}$"));
    QString text;
    for (qsizetype i = 0; i < written.size(); ++i) {
        if (written[i] != QLatin1Char('\\')) {
            text += written[i];
        } else if (++i < written.size() && written[i] == QLatin1Char('u')) {
            const QString digits = written.mid(i + 1, kHexDigits);
            if (!hex.match(digits).hasMatch()) return std::nullopt;
            text += QChar(digits.toUShort(nullptr, 16));
            i += kHexDigits;
        } else if (i < written.size()) {
            text += characterOf(written[i]);
        }
    }
    return text;
}

/// No text has other control characters, but key stores and other binary files do.
bool isNoText(char byte) {
    constexpr std::array kOfText = {'\t', '\n', '\f', '\r'};
    return byte >= 0 && byte < ' ' && std::ranges::find(kOfText, byte) == kOfText.end();
}

/// False where there are too many.
bool putProperty(JavaProperties& properties, JavaProperty property) {
    const auto there = std::ranges::find(properties, property.key, &JavaProperty::key);
    if (there != properties.end())
        there->value = std::move(property.value);
    else
        properties.push_back(std::move(property));
    return properties.size() <= kMostProperties;
}

QString tooMany() {
    return PropertiesText::tr("It has more than %1 settings.").arg(kMostProperties);
}

}  // namespace

tl::expected<JavaProperties, QString> javaPropertiesFrom(const QByteArray& text) {
    if (text.size() > kMostPropertyBytes)
        return tl::unexpected(PropertiesText::tr("It is too large for a client's settings."));
    if (std::ranges::any_of(text, isNoText))
        return tl::unexpected(PropertiesText::tr("It is no text, and so no client's settings."));
    JavaProperties properties;
    for (const LogicalLine& line : logicalLines(QString::fromLatin1(text))) {
        const qsizetype keyEnd = endOfKey(line.text);
        const auto key = unescaped(line.text.left(keyEnd));
        const auto value = unescaped(valueBehind(line.text, keyEnd));
        if (!key || !value)
            return tl::unexpected(
                PropertiesText::tr("Line %1: \\u must be followed by four hexadecimal digits, else Java "
                                   "does not read the file.")
                    .arg(line.number));
        if (key->trimmed().isEmpty()) continue;
        if (!putProperty(properties, {key->trimmed(), value->trimmed()})) return tl::unexpected(tooMany());
    }
    return properties;
}

tl::expected<JavaProperties, QString> javaPropertiesOfFlags(const QString& flags) {
    static const QRegularExpression blanks(QStringLiteral("[ \\t\\n]+"));
    const QString option = QStringLiteral("-D");
    JavaProperties properties;
    const QStringList words = flags.split(blanks, Qt::SkipEmptyParts);
    for (const QString& word : words) {
        if (!word.startsWith(option) || word.size() == option.size()) continue;
        const QString setting = word.mid(option.size());
        const qsizetype equals = setting.indexOf(QLatin1Char('='));
        const QString key = setting.left(equals);
        const QString value = equals < 0 ? QString() : setting.mid(equals + 1);
        if (key.isEmpty()) continue;
        if (!putProperty(properties, {key, value})) return tl::unexpected(tooMany());
    }
    return properties;
}

}  // namespace lockscope
