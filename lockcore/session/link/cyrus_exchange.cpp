// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cyrus_exchange.h"

#include <asio/post.hpp>
#include <utility>

namespace lockcore {

void CyrusExchange::start(Done done) {
    run([](CyrusSasl& sasl) { return sasl.start(); }, std::move(done));
}

void CyrusExchange::step(std::string challenge, Done done) {
    run([challenge = std::move(challenge)](CyrusSasl& sasl) { return sasl.step(challenge); },
        std::move(done));
}

void CyrusExchange::run(std::function<Result<SaslStep>(CyrusSasl&)> step, Done done) {
    m_workers.run([&context = m_context, sasl = m_sasl, step = std::move(step),
                   tell = m_lifetime.whileAlive(std::move(done))]() mutable {
        auto result = step(*sasl);
        // Moved: what `done` holds is the loop thread's to let go of.
        asio::post(context, [tell = std::move(tell), result = std::move(result)]() mutable {
            tell(std::move(result));
        });
    });
}

}  // namespace lockcore
