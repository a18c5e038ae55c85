// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_amounts.h"

#include <QDateTime>

#include <array>
#include <utility>

namespace lockscope {
namespace {

struct Unit {
    char16_t letter;
    std::uint64_t size;
};

constexpr std::array kTimes{Unit{u's', 1}, Unit{u'm', 60}, Unit{u'h', 3'600}, Unit{u'd', 86'400}};
constexpr std::array kSizes{Unit{u'K', std::uint64_t{1} << 10U}, Unit{u'M', std::uint64_t{1} << 20U},
                            Unit{u'G', std::uint64_t{1} << 30U}, Unit{u'T', std::uint64_t{1} << 40U}};
constexpr std::uint64_t kMostSeconds = std::uint64_t{36'525} * 86'400;
/// More than any file has bytes; so no product overflows, also as a signed number.
constexpr std::uint64_t kMostOfAll = std::uint64_t{1} << 60U;

template <class Units>
std::optional<std::uint64_t> amountFrom(const QString& text, const Units& units) {
    bool isNumber = false;
    const std::uint64_t number = text.chopped(text.isEmpty() ? 0 : 1).toULongLong(&isNumber);
    if (!isNumber || number == 0) return std::nullopt;
    for (const Unit& unit : units)
        if (text.back() == QChar(unit.letter) && number <= kMostOfAll / unit.size) return number * unit.size;
    return std::nullopt;
}

}  // namespace

std::optional<std::chrono::milliseconds> durationFrom(const QString& text) {
    const auto seconds = amountFrom(text, kTimes);
    if (!seconds || *seconds > kMostSeconds) return std::nullopt;
    return std::chrono::seconds(*seconds);
}

std::optional<std::uint64_t> bytesFrom(const QString& text) {
    return amountFrom(text, kSizes);
}

std::optional<std::int64_t> momentFrom(const QString& text) {
    QString iso = text;
    iso.replace(QStringLiteral(" +"), QStringLiteral("+")).replace(QStringLiteral(" -"), QStringLiteral("-"));
    const QDateTime moment = QDateTime::fromString(iso, Qt::ISODateWithMs);
    return moment.isValid() ? std::optional<std::int64_t>(moment.toMSecsSinceEpoch()) : std::nullopt;
}

}  // namespace lockscope
