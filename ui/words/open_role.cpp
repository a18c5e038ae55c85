// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/open_role.h"

#include "words/coverage_text.h"
#include "words/wording.h"

#include <lockcore/observe/role_doubt.h>

#include <QCoreApplication>
#include <QStringList>

namespace lockscope {
namespace {

struct OpenRoleText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::OpenRoleText)
};

}  // namespace

QString unseenQueueText(const lockcore::LockQueue& lock, const lockcore::ClusterAssessment* checked) {
    if (!lockcore::isUnseen(lock, checked)) return {};
    QStringList sentences;
    if (checked->coverage)
        for (const lockcore::Gap& gap : checked->coverage->gaps) {
            const bool isOfChanges =
                gap.kind == lockcore::GapKind::LockUnread || gap.kind == lockcore::GapKind::ChangesUnseen;
            if (isOfChanges && gap.path == lock.path) sentences << gapText(gap);
        }
    sentences.removeDuplicates();
    return sentences.isEmpty() ? OpenRoleText::tr("Who held it and who waited then is not known for sure.")
                               : sentences.join(QLatin1Char(' '));
}

QString openRoleText(const lockcore::LockQueue& lock, const lockcore::ClusterAssessment* checked) {
    const QString unseen = unseenQueueText(lock, checked);
    return unseen.isEmpty() ? openRoleSentence() : unseen;
}

}  // namespace lockscope
