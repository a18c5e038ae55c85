// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/cluster_document.h"

class QToolButton;

namespace lockscope {

class LockListView;

/// Makes `button` offer in its menu what this program itself holds or waits for; choosing one selects it in
/// `locks`. It is hidden while there is nothing. GUI thread.
void offerOwnLocks(QToolButton& button, ClusterDocument& document, LockListView& locks);

}  // namespace lockscope
