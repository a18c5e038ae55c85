// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/cluster_graph.h"

#include <QByteArray>

namespace lockscope {

/// The graph in Graphviz's language, UTF-8, to be laid out and drawn by other programs. Names from a cluster
/// are escaped and never end a string or become markup. GUI thread (translated).
QByteArray dotText(const ClusterGraph& graph);

}  // namespace lockscope
