// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace lockscope {

class FolderField;

/// The folder with files of the site's own dialects, and which of those are in use. Lives on the GUI thread.
class DialectsForm : public QWidget {
    Q_OBJECT

public:
    explicit DialectsForm(const QString& folder, QWidget* parent = nullptr);

    /// Empty: none.
    QString folder() const;

private:
    FolderField* m_folder;
};

}  // namespace lockscope
