// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "told_hosts.h"

#include <algorithm>

namespace lockcore {

namespace {

bool isDecimal(char c) {
    return c >= '0' && c <= '9';
}

bool isHexadecimal(char c) {
    return isDecimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isFour(std::string_view text) {
    std::size_t groups = 0;
    while (true) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const std::string_view group = text.substr(0, end);
        if (group.empty() || group.size() > 3 || !std::ranges::all_of(group, isDecimal)) return false;
        ++groups;
        if (end == text.size()) return groups == 4;
        text.remove_prefix(end + 1);
    }
}

/// Eight groups, or fewer around "::"; with a zone or without.
bool isOfGroups(std::string_view text) {
    text = text.substr(0, text.find('%'));
    const auto colons = std::ranges::count(text, ':');
    const bool isShort = text.find("::") != std::string_view::npos;
    const bool isWhole =
        std::ranges::all_of(text, [](char c) { return isHexadecimal(c) || c == ':' || c == '.'; });
    return isWhole && text.size() > 2 && (isShort ? colons >= 2 && colons <= 7 : colons == 7);
}

/// A host without its port.
std::string_view withoutPort(std::string_view text) {
    if (text.starts_with('[')) return text.substr(1, std::min(text.find(']'), text.size()) - 1);
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return text;
    const std::string_view port = text.substr(colon + 1);
    const bool isPort = !port.empty() && std::ranges::all_of(port, isDecimal);
    const std::string_view host = text.substr(0, colon);
    // Java writes eight groups and the port alike.
    if (isOfGroups(text) && !isOfGroups(host)) return text;
    return isPort ? host : text;
}

void addHost(std::string_view text, std::vector<std::string_view>& hosts) {
    const std::string_view host = withoutPort(text);
    if (!host.empty() && !std::ranges::all_of(host, isDecimal)) hosts.push_back(host);
}

}  // namespace

bool isIpAddress(std::string_view text) {
    return isFour(text) || isOfGroups(text);
}

std::vector<std::string_view> hostsIn(std::string_view text) {
    std::vector<std::string_view> hosts;
    constexpr std::string_view kScheme = "://";
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(", "), text.size());
        std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (const std::size_t scheme = one.find(kScheme); scheme != std::string_view::npos) {
            one.remove_prefix(scheme + kScheme.size());
            addHost(one.substr(0, one.find('/')), hosts);
            continue;
        }
        for (std::size_t slash = 0; slash != std::string_view::npos;) {
            slash = one.find('/');
            addHost(one.substr(0, slash), hosts);
            one.remove_prefix(slash == std::string_view::npos ? one.size() : slash + 1);
        }
    }
    return hosts;
}

std::vector<std::string_view> addressesIn(std::string_view text) {
    std::vector<std::string_view> addresses;
    const auto isOfAddress = [](char c) { return isHexadecimal(c) || c == '.' || c == ':'; };
    for (std::size_t at = 0; at < text.size();) {
        if (!isOfAddress(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && isOfAddress(text[end]))
            ++end;
        // "10.0.0.7:4711", "10.0.0.7: refused", and at the end of a sentence.
        std::string_view run = text.substr(at, end - at);
        at = end;
        while (run.ends_with('.') || (run.ends_with(':') && !run.ends_with("::")))
            run.remove_suffix(1);
        const std::string_view host = withoutPort(run);
        if (isIpAddress(host))
            addresses.push_back(host);
        else
            // Letters may stand before it, which hexadecimal digits have among them.
            for (std::size_t begin = 0; begin < run.size(); ++begin)
                if (isDecimal(run[begin]) && (begin == 0 || !isDecimal(run[begin - 1])) &&
                    isFour(withoutPort(run.substr(begin)))) {
                    addresses.push_back(withoutPort(run.substr(begin)));
                    break;
                }
    }
    return addresses;
}

}  // namespace lockcore
