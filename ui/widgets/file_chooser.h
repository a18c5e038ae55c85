// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFileDialog;
class QString;
class QWidget;

namespace lockscope {

/// Asks for a file, once it is opened, where the last one was; at first where documents are, and never where
/// the program happens to have been started. Deletes itself when it is closed. GUI thread.
QFileDialog* fileChooser(QWidget* parent, const QString& title, const QString& filter);

/// The next one begins where this file is.
void offerFolderOf(const QString& file);

}  // namespace lockscope
