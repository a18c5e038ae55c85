// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "guid.h"

#include "random.h"

namespace lockcore {

namespace {

void appendHex(std::string& text, std::uint64_t value, int digits) {
    constexpr char kDigits[] = "0123456789abcdef";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        text += kDigits[(value >> shift) & 0xF];
}

}  // namespace

std::string newGuid() {
    const std::uint64_t high = (randomNumber() & ~std::uint64_t{0xF000}) | 0x4000;  // version 4
    const std::uint64_t low =
        (randomNumber() & ~(std::uint64_t{3} << 62)) | (std::uint64_t{2} << 62);  // RFC 4122
    std::string text;
    text.reserve(36);
    appendHex(text, high >> 32, 8);
    text += '-';
    appendHex(text, high >> 16, 4);
    text += '-';
    appendHex(text, high, 4);
    text += '-';
    appendHex(text, low >> 48, 4);
    text += '-';
    appendHex(text, low, 12);
    return text;
}

}  // namespace lockcore
