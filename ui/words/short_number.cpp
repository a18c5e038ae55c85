// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/short_number.h"

#include <QLocale>

namespace lockscope {
namespace {

constexpr std::uint64_t kWholeBelow = 10'000;
constexpr std::uint64_t kTenthsBelow = 100;  ///< thousands, or millions

QString inUnits(std::uint64_t number, std::uint64_t unit) {
    const std::uint64_t tenths = number / (unit / 10);
    return tenths < kTenthsBelow * 10 ? QLocale().toString(static_cast<double>(tenths) / 10, 'f', 1)
                                      : QLocale().toString(static_cast<qulonglong>(tenths / 10));
}

}  // namespace

QString shortNumber(std::uint64_t number) {
    constexpr std::uint64_t kThousand = 1000;
    constexpr std::uint64_t kMillion = 1'000'000;
    constexpr std::uint64_t kBillion = 1'000'000'000;
    if (number < kWholeBelow) return QLocale().toString(static_cast<qulonglong>(number));
    if (number < kMillion) return inUnits(number, kThousand) + QLatin1Char('k');
    if (number < kBillion) return inUnits(number, kMillion) + QLatin1Char('M');
    return inUnits(number, kBillion) + QLatin1Char('G');
}

}  // namespace lockscope
