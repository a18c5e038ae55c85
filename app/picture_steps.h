// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace lockscope {

class ClusterTab;

/// One thing to show, of which a picture is taken when it has been laid out.
struct PictureStep {
    QString name;                    ///< of the file, after the theme's
    std::function<QWidget*()> show;  ///< what the picture is of; null if it can't be shown
    std::function<void()> hide = {};
};

/// Every view and every dialog of a window that shows the demo. `window` outlives the steps. GUI thread.
std::vector<PictureStep> pictureSteps(ClusterTab& window);

}  // namespace lockscope
