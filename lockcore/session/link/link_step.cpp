// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/link_step.h>

namespace lockcore {

std::string_view linkStepName(LinkStep step) {
    switch (step) {
        case LinkStep::Name: return "Name";
        case LinkStep::Connect: return "Connect";
        case LinkStep::Proxy: return "Proxy";
        case LinkStep::Tls: return "Tls";
        case LinkStep::Sasl: return "Sasl";
        case LinkStep::Session: return "Session";
    }
    return "";
}

}  // namespace lockcore
