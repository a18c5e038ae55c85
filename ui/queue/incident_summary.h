// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope {

class ClusterDocument;
class QueueModel;

/// What is known of the selected lock, as Markdown for a ticket or chat: who holds it and who waits, what was
/// found wrong with it and why, and what all that rests on, with its times. `model` shows the queue of that
/// lock. Names from the cluster do nothing there. Translated; GUI thread.
QString incidentSummary(const ClusterDocument& document, const QueueModel& model);

}  // namespace lockscope
