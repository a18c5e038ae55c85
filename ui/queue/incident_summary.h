// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope {

class ClusterDocument;
class QueueModel;

/// What is known of the selected lock, as Markdown for a ticket or chat. It tells who holds and who waits,
/// what is wrong and why, what that rests on, and as of when. `model` shows the queue of that lock. Names
/// from the cluster do nothing in Markdown. Translated; GUI thread.
QString incidentSummary(const ClusterDocument& document, const QueueModel& model);

}  // namespace lockscope
