// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording/recording_text.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct RecordingTexts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::RecordingText)
};

bool isOthers(const RecordingProgress& progress) {
    return progress.problem->code == lockcore::ErrorCode::Busy;
}

}  // namespace

Explanation whyNotRecorded(const QString& what, const RecordingProgress& progress) {
    const QString file = displayText(progress.file.toStdString());
    if (progress.isRecordedHere)
        return {what, RecordingTexts::tr("Another tab of this program records into %1.", "file").arg(file)};
    if (isOthers(progress))
        return {what, RecordingTexts::tr("Another program records into %1.", "file").arg(file)};
    if (progress.isFileGone) return {what, fileGoneText(progress.file)};
    return explainError(what, *progress.problem);
}

QString fileGoneText(const QString& file) {
    return RecordingTexts::tr(
               "Somebody has removed, moved or replaced %1: what was recorded by then can be read only where "
               "it was moved to.",
               "file")
        .arg(displayText(file.toStdString()));
}

QString notRecordedReason(const RecordingProgress& progress) {
    if (progress.isRecordedHere) return RecordingTexts::tr("another tab records it");
    if (isOthers(progress)) return RecordingTexts::tr("another program records it");
    return errorText(*progress.problem);
}

}  // namespace lockscope
