// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "client_links.h"

#include <algorithm>
#include <charconv>

namespace lockcore {

namespace {

constexpr std::string_view kLoopback = "127.0.0.1";

}  // namespace

Result<std::unique_ptr<ClientLinks>> ClientLinks::open(asio::io_context& context,
                                                       const ConnectString& cluster, LinkWiring wiring) {
    std::unique_ptr<ClientLinks> links(new ClientLinks(std::move(wiring)));
    ConnectString asSeen{{}, cluster.chroot};
    for (const HostPort& server : cluster.servers) {
        auto link = Link::open(context, server, links->m_wiring);
        if (!link) return tl::unexpected(std::move(link.error()));
        asSeen.servers.push_back({std::string(kLoopback), (*link)->port()});
        links->m_links.push_back(std::move(*link));
    }
    links->m_connectString = toString(asSeen);
    return links;
}

std::string ClientLinks::withServers(std::string_view text) const {
    const std::string before = std::string(kLoopback) + ':';
    std::string named;
    for (auto at = text.find(before); at != std::string_view::npos; at = text.find(before)) {
        const auto number = text.substr(at + before.size());
        std::uint16_t port = 0;
        const auto parsed = std::from_chars(number.data(), number.data() + number.size(), port);
        const auto link = std::ranges::find_if(m_links, [&](const auto& candidate) {
            return parsed.ec == std::errc{} && candidate->port() == port;
        });
        const auto size = before.size() + static_cast<std::size_t>(parsed.ptr - number.data());
        named += text.substr(0, at);
        named += link != m_links.end() ? toString((*link)->server()) : text.substr(at, size);
        text.remove_prefix(at + size);
    }
    return named.append(text);
}

void ClientLinks::clientHasSent() {
    for (const auto& link : m_links)
        link->clientHasSent();
}

void ClientLinks::abandonOld() {
    for (const auto& link : m_links)
        link->abandonOld();
}

void ClientLinks::hangUp() {
    for (const auto& link : m_links)
        link->hangUp();
}

void ClientLinks::finish(std::function<void()> done) {
    m_unfinished = m_links.size();
    for (const auto& link : m_links)
        link->finish([this, done] {
            if (--m_unfinished == 0) done();
        });
}

}  // namespace lockcore
