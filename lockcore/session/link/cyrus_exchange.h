// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../side_workers.h"
#include "cyrus_sasl.h"
#include "lifetime.h"

#include <asio/io_context.hpp>

namespace lockcore {

/// Lives on the loop thread. An exchange whose steps libsasl2 takes on a thread beside the loop.
class CyrusExchange final : public SaslExchange {
public:
    /// `context` is the loop's. It and the workers outlive this.
    CyrusExchange(asio::io_context& context, SideWorkers& workers, SaslOptions who, HostPort server)
        : m_context(context),
          m_workers(workers),
          m_sasl(std::make_shared<CyrusSasl>(std::move(who), std::move(server))) {}

    std::string mechanism() const override { return m_sasl->mechanism(); }
    std::string who() const override { return m_sasl->who(); }
    void start(Done done) override;
    void step(std::string challenge, Done done) override;

private:
    void run(std::function<Result<SaslStep>(CyrusSasl&)> step, Done done);

    asio::io_context& m_context;
    SideWorkers& m_workers;
    std::shared_ptr<CyrusSasl> m_sasl;  ///< a step that is under way keeps it
    Lifetime m_lifetime;
};

}  // namespace lockcore
