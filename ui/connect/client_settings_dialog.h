// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/client_settings.h"

#include <QDialog>

#include <tl/expected.hpp>

namespace lockscope {

/// Shows what of a Java client's settings can be taken over and what can't, or why there are none, before
/// anything changes. Accepted where the user wants them. Lives on the GUI thread.
class ClientSettingsDialog : public QDialog {
    Q_OBJECT

public:
    /// `source`: whose settings they are.
    ClientSettingsDialog(QWidget* parent, const QString& source,
                         const tl::expected<ClientImport, QString>& import);
};

}  // namespace lockscope
