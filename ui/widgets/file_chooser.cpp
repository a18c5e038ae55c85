// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/file_chooser.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QVariant>

namespace lockscope {
namespace {

/// Of the application, until it ends: one for all of its windows and dialogs.
constexpr const char* kLastFolder = "lockscope-last-folder";

QString lastFolder() {
    const QString last = qApp->property(kLastFolder).toString();
    if (!last.isEmpty() && QDir(last).exists()) return last;
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

}  // namespace

QFileDialog* fileChooser(QWidget* parent, const QString& title, const QString& filter) {
    auto* const chooser = new QFileDialog(parent, title, lastFolder(), filter);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(chooser, &QDialog::accepted, chooser,
                     [chooser] { qApp->setProperty(kLastFolder, chooser->directory().absolutePath()); });
    return chooser;
}

void offerFolderOf(const QString& file) {
    qApp->setProperty(kLastFolder, QFileInfo(file).absolutePath());
}

}  // namespace lockscope
