// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/session/tls_facts.h>

#include <QString>

namespace lockscope {

/// What a handshake has agreed on, and whose certificates were shown: one fact a line.
QString tlsText(const lockcore::TlsFacts& facts);

}  // namespace lockscope
