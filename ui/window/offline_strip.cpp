// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/offline_strip.h"

#include "theme/state_palette.h"
#include "theme/theme.h"

#include "document/cluster_document.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace lockscope {

OfflineStrip::OfflineStrip(QAction* close, QWidget* parent)
    : QWidget(parent), m_text(new QLabel), m_close(new QPushButton) {
    m_text->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setBold(true);
    m_text->setFont(bold);
    connect(m_close, &QPushButton::clicked, close, &QAction::trigger);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(contentMargin(), gridStep(), contentMargin(), gridStep());
    layout->addWidget(m_text, 1);
    layout->addWidget(m_close);
    hide();
}

void OfflineStrip::follow(const ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] { showSource(document); });
}

/// Which moment of a recording is shown stands below, where it is chosen.
void OfflineStrip::showSource(const ClusterDocument& document) {
    if (!document.standsStill()) return setText({});
    const QString cluster = displayText(document.cluster().toStdString());
    m_close->setText(document.isRecorded() ? tr("Close the recording") : tr("Close the snapshot"));
    setText(document.isRecorded() ? tr("Recording of %1 — not live", "cluster or file").arg(cluster)
                                  : tr("%1 of %2 — not live", "“Snapshot from …”, cluster or file")
                                        .arg(snapshotWord(document.clock()()), cluster));
}

void OfflineStrip::setText(const QString& text) {
    m_text->setText(text);
    setVisible(!text.isEmpty());
}

void OfflineStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const StatePalette colors(palette());
    painter.fillRect(rect(), colors.background(Tone::Info));
    painter.fillRect(0, 0, gridStep() / 2, height(), colors.color(Tone::Info));
}

}  // namespace lockscope
