// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/background.h"

namespace lockscope {

QObject& windowThread() {
    static auto* const object = new QObject;  // never destroyed: other threads may send to it until the end
    return *object;
}

}  // namespace lockscope
