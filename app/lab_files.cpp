// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_files.h"

#include "process.h"

#include "bridge/explanation.h"

#include <QFile>
#include <QSaveFile>

namespace lockscope {

lockcore::Result<lockcore::LabReport> readLabReport(const QString& name) {
    constexpr qint64 kLargest = qint64{32} << 20U;
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return lockcore::fail(lockcore::ErrorCode::Io, file.errorString().toStdString(), name.toStdString());
    const QByteArray text = file.read(kLargest + 1);
    return lockcore::labReportFromJson({text.constData(), static_cast<std::size_t>(text.size())},
                                       name.toStdString());
}

bool writeLabFile(const QString& name, const LabFileText& text, const QString& failure) {
    const bool isCsv = name.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    const QByteArray bytes = QByteArray::fromStdString(isCsv ? text.csv : text.json);
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return true;
    printProblem(
        explainError(failure, {lockcore::ErrorCode::Io, file.errorString().toStdString(), name.toStdString()})
            .joined());
    return false;
}

}  // namespace lockscope
