// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/empty_state.h"

namespace lockscope {

class LabConnection;

/// Stands in for locks when a run of the lab is over: the servers go with it. Says what has become of it, and
/// how to play again. Lives on the GUI thread.
class LabEndPage : public EmptyState {
    Q_OBJECT

public:
    explicit LabEndPage(QWidget* parent = nullptr);

    /// As long as both live.
    void follow(const LabConnection& lab);
};

}  // namespace lockscope
