// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QDialog;
class QDialogButtonBox;
class QLabel;
class QPushButton;
class QVBoxLayout;
class QWidget;

namespace lockscope {

/// What our dialogs have in common. GUI thread.

/// The column that a dialog with a title consists of.
QVBoxLayout* dialogColumn(QDialog& dialog);

/// Text of several lines that may come from a cluster: never taken for markup.
QLabel* noteLabel(const QString& text = {}, QWidget* parent = nullptr);
/// The same, with a fixed width.
QLabel* titleLabel(const QString& text);
QLabel* proseLabel(const QString& text);
/// As wide as prose in a dialog is, in characters.
inline constexpr int kProseCharacters = 84;
/// Makes room for all of it: a wrapped label by itself claims too little height.
void setProse(QLabel& label, const QString& text, int characters = kProseCharacters);

/// The button that does what the dialog is for: pressed by Enter.
QPushButton* addAcceptButton(QDialogButtonBox& buttons, const QString& verb);
/// The button that does nothing.
QPushButton* addCancelButton(QDialogButtonBox& buttons);

}  // namespace lockscope
