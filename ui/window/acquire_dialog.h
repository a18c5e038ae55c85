// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <QDialog>

#include <memory>
#include <string>
#include <vector>

class QButtonGroup;

namespace lockscope {

/// The modes that exclude the other contenders of a lock of this dialect; all three while it has none.
std::vector<lockcore::LockMode> offeredModes(lockcore::Dialect dialect);

/// Asks how this program shall acquire a lock. Lives on the GUI thread.
class AcquireDialog : public QDialog {
    Q_OBJECT

public:
    /// `queue` is null where the lock was not read.
    AcquireDialog(QWidget* parent, const std::string& lockPath, const lockcore::LockQueue* queue);

    lockcore::LockMode mode() const;

private:
    QButtonGroup* m_modes;
};

}  // namespace lockscope
