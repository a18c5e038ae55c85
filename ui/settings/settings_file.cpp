// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settings_file.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace lockscope {
namespace {

constexpr mode_t kOwnerAlone = 0700;

/// Of an older program, or copied.
void closeToOthers(const QByteArray& file) {
    struct stat facts {};
    if (stat(file.constData(), &facts) != 0 || (facts.st_mode & 07777 & ~kOwnerAlone) == 0) return;
    [[maybe_unused]] const int changed = chmod(file.constData(), facts.st_mode & kOwnerAlone);
}

/// QSettings tells it to the first only that reads the file in a process.
bool isDamaged(const QString& name) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) return false;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        const bool isSection = line.startsWith('[') && line.endsWith(']');
        if (!line.isEmpty() && !line.startsWith(';') && !isSection && !line.contains('=')) return true;
    }
    return false;
}

}  // namespace

SettingsFile::SettingsFile(const QString& file) : QSettings(file, IniFormat) {
    closeToOthers(QFile::encodeName(fileName()));
    if (isDamaged(fileName())) keepDamaged();
}

SettingsFile::~SettingsFile() {
    createPrivately();
    sync();
}

/// What is written next has only what could be read.
void SettingsFile::keepDamaged() {
    const QString copy = fileName() + QStringLiteral(".damaged");
    QFile::remove(copy);
    if (QFile::copy(fileName(), copy)) m_damagedCopy = copy;
}

/// Writing keeps the mode of a file that is there.
void SettingsFile::createPrivately() {
    const QByteArray file = QFile::encodeName(fileName());
    if (allKeys().isEmpty() || access(file.constData(), F_OK) == 0) return;
    QDir().mkpath(QFileInfo(fileName()).absolutePath());
    const int descriptor = open(file.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) ::close(descriptor);
}

/// QSettings writes in an event of its own, some time after it was told.
bool SettingsFile::event(QEvent* event) {
    if (event->type() == QEvent::UpdateRequest) createPrivately();
    const bool isHandled = QSettings::event(event);
    if (status() == AccessError && m_notWritten) std::exchange(m_notWritten, {})();
    return isHandled;
}

}  // namespace lockscope
