// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockcore {

/// True for what Java writes into key stores (JKS, JCEKS), and neither OpenSSL nor anybody else reads; the
/// first four bytes tell. Pure.
inline bool isJavaKeyStore(std::string_view content) {
    return content.starts_with("\xfe\xed\xfe\xed") || content.starts_with("\xce\xce\xce\xce");
}

}  // namespace lockcore
