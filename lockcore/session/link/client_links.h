// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "link.h"

#include <vector>

namespace lockcore {

/// Lives on the loop thread. The links of one session: one for each server of its connect string, which the
/// C client takes for the servers. Only its own words have to be put right: they name the links' ports.
class ClientLinks {
public:
    /// As Link::open(), of which the first failure counts.
    static Result<std::unique_ptr<ClientLinks>> open(asio::io_context& context, const ConnectString& cluster,
                                                     LinkWiring wiring);

    /// What the C client is to connect to.
    const std::string& connectString() const { return m_connectString; }
    /// `text` with the servers in place of the links.
    std::string withServers(std::string_view text) const;

    void setOpenWithin(Duration limit) { m_wiring.openWithin = limit; }
    /// @{ As those of Link.
    void clientHasSent();
    void abandonOld();
    void hangUp();
    void finish(std::function<void()> done);
    /// @}

private:
    explicit ClientLinks(LinkWiring wiring) : m_wiring(std::move(wiring)) {}

    LinkWiring m_wiring;
    std::vector<std::unique_ptr<Link>> m_links;
    std::string m_connectString;
    std::size_t m_unfinished = 0;
};

}  // namespace lockcore
