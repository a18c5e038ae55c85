// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// Text that a stranger has written, such as a znode's name. Pure, as all of these.

/// Takes one code point off the front of `bytes`, which are not empty. Nothing is taken where they do not
/// begin with one in UTF-8: overlong forms and surrogates are none.
std::optional<char32_t> takeCodePoint(std::string_view& bytes);

/// True for characters that nobody sees and for those that change the order of others: two names that differ
/// in them alone look alike, or one looks like another. Controls (line ends and tabs too), formats, fillers,
/// variation selectors and blanks of Braille; not spaces, nor what a font may just not have.
bool isHidden(char32_t character);

/// `json` with each hidden character that is not ASCII written as "\uXXXX": whoever prints the file to a
/// terminal, or reads it in an editor, sees what is in there. A reader of JSON gets the same values.
std::string withoutHidden(std::string_view json);

}  // namespace lockcore
