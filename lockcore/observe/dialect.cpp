// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/dialect.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>

namespace lockcore {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLowerHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isHexDigit(char c) {
    return isLowerHexDigit(c) || (c >= 'A' && c <= 'F');
}

bool isHex32(std::string_view text) {
    return text.size() == 32 && std::ranges::all_of(text, isHexDigit);
}

bool isUuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i])) return false;
    }
    return true;
}

bool isDecimal(std::string_view text) {
    constexpr std::size_t kMostDigits = 19;  // of a signed 64-bit number
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && text.size() <= kMostDigits && std::ranges::all_of(text, isDigit);
}

bool isSessionAndWord(std::string_view text) {
    const std::size_t dash = text.find('-', 1);  // the first character may be a sign
    return dash != std::string_view::npos && dash + 1 < text.size() && isDecimal(text.substr(0, dash));
}

bool isTypeAndHex32(std::string_view text) {
    if (text.size() <= 32) return isHex32(text);
    const std::string_view type = text.substr(0, text.size() - 32);
    return type.size() > 1 && type.ends_with('-') && isHex32(text.substr(type.size()));
}

bool hasForm(std::string_view id, IdForm form) {
    switch (form) {
        case IdForm::None: return id.empty();
        case IdForm::Uuid: return isUuid(id);
        case IdForm::Hex32: return isHex32(id);
        case IdForm::Guid: return isUuid(id) || isHex32(id);
        case IdForm::Hex16: return id.size() == 16 && std::ranges::all_of(id, isLowerHexDigit);
        case IdForm::Decimal: return isDecimal(id);
        case IdForm::SessionAndWord: return isSessionAndWord(id);
        case IdForm::TypeAndHex32: return isTypeAndHex32(id);
        case IdForm::Word: return !id.empty();
    }
    return false;
}

/// The id in `stem` (a name without its sequence number) if it is of this pattern.
std::optional<std::string_view> idOf(std::string_view stem, const NamePattern& pattern) {
    if (stem.size() < pattern.prefix.size() + pattern.marker.size()) return std::nullopt;
    if (!stem.starts_with(pattern.prefix) || !stem.ends_with(pattern.marker)) return std::nullopt;
    stem.remove_prefix(pattern.prefix.size());
    stem.remove_suffix(pattern.marker.size());
    return hasForm(stem, pattern.id) ? std::optional(stem) : std::nullopt;
}

/// `name` by the patterns of `rows`; a pattern without a number comes first, since a GUID may end in ten
/// digits.
std::optional<NodeName> match(std::string_view name, std::optional<SequenceSuffix> suffix,
                              std::span<const DialectInfo> rows) {
    const std::string_view stem = name.substr(0, name.size() - (suffix ? suffix->length : 0));
    for (const bool numbered : {false, true}) {
        if (numbered && !suffix) break;
        for (const DialectInfo& info : rows) {
            for (const NamePattern& pattern : info.names) {
                if (pattern.numbered != numbered) continue;
                const auto id = idOf(numbered ? stem : name, pattern);
                if (!id) continue;
                return NodeName{info.dialect, pattern.mode, std::string(*id),
                                numbered ? std::optional(suffix->number) : std::nullopt};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Dialect> dialectFromKey(std::string_view key) {
    const auto found = std::ranges::find(dialects(), key, &DialectInfo::key);
    if (found == dialects().end()) return std::nullopt;
    return found->dialect;
}

std::span<const KnownBug> knownBugs(Dialect dialect) {
    return dialectInfo(dialect).bugs;
}

const KnownBug* knownBug(Dialect dialect, BugSituation situation) {
    const auto bugs = knownBugs(dialect);
    const auto found = std::ranges::find(bugs, situation, &KnownBug::situation);
    return found == bugs.end() ? nullptr : &*found;
}

std::optional<Dialect> singleNodeDialect(std::string_view nodeName) {
    if (nodeName.empty()) return std::nullopt;
    const auto found = std::ranges::find(dialects(), nodeName, &DialectInfo::nodeName);
    if (found == dialects().end()) return std::nullopt;
    return found->dialect;
}

std::string_view bugSituationKey(BugSituation situation) {
    switch (situation) {
        case BugSituation::DowngradeWithWaitingWriter: return "downgrade-with-waiting-writer";
        case BugSituation::ReaderBeforeWaitingWriter: return "reader-before-waiting-writer";
        case BugSituation::EqualNumbers: return "equal-numbers";
        case BugSituation::NegativeNumbers: return "negative-numbers";
        case BugSituation::ForeignChild: return "foreign-child";
        case BugSituation::ChildSortsFirst: return "child-sorts-first";
        case BugSituation::WaitsByPolling: return "waits-by-polling";
        case BugSituation::WaiterRemovesPredecessor: return "waiter-removes-predecessor";
        case BugSituation::SemiSharedBeforeExclusive: return "semi-shared-before-exclusive";
    }
    return "";
}

NodeName parseNodeName(std::string_view name) {
    const auto suffix = parseSequenceSuffix(name);
    if (auto known = match(name, suffix, dialects())) return *std::move(known);
    if (!suffix) return {};
    return {Dialect::Sequential, LockMode::Exclusive, {}, suffix->number};
}

NodeName parseNodeName(std::string_view name, Dialect dialect) {
    const DialectInfo& info = dialectInfo(dialect);
    if (auto own = match(name, parseSequenceSuffix(name), {&info, 1})) return *std::move(own);
    NodeName parsed = parseNodeName(name);
    if (parsed.dialect == Dialect::Sequential && !info.names.empty()) parsed.dialect = dialect;
    return parsed;
}

}  // namespace lockcore
