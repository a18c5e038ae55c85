// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace lockscope {

class FolderField;

/// The folder that clusters are recorded into. Lives on the GUI thread.
class RecordingsForm : public QWidget {
    Q_OBJECT

public:
    explicit RecordingsForm(const QString& folder, QWidget* parent = nullptr);

    /// Empty: the usual one.
    QString folder() const;

private:
    FolderField* m_folder;
};

}  // namespace lockscope
