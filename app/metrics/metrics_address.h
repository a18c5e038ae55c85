// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace lockscope {

/// Where metrics are served. A value.
struct MetricsAddress {
    QString host;  ///< an IP address, or "localhost"
    std::uint16_t port = 0;

    /// "127.0.0.1:9404", "[::1]:9404". Empty for anything else: what a host's name means, others say.
    static std::optional<MetricsAddress> from(const QString& text);
    QString text() const;

    bool operator==(const MetricsAddress&) const = default;
};

}  // namespace lockscope
