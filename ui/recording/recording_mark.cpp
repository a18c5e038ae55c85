// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recording/recording_mark.h"

#include "recording/recording_control.h"
#include "recording/recording_text.h"
#include "theme/icon.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/elided_label.h"
#include "words/display_text.h"
#include "words/wall_clock.h"
#include "words/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope {
namespace {

/// So long a problem may be beside everything else in the status bar; all of it is in the tool tip.
constexpr int kMostCharacters = 50;
/// A disk may take some seconds.
constexpr std::chrono::milliseconds kLate{15'000};

}  // namespace

/// Round as on a recorder's button; a warning's shape where it has failed.
class RecordingDot : public QWidget {
public:
    explicit RecordingDot(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    void setState(RecordingControl::State state) {
        if (std::exchange(m_state, state) != state) update();
    }
    QSize sizeHint() const override {
        const int side = 2 * (fontMetrics().ascent() / 2);
        return {side, side};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const StatePalette colors(palette());
        const QColor color = colors.color(Tone::Fault);
        const QRectF area = QRectF(rect()).adjusted(1, 1, -1, -1);
        if (m_state == RecordingControl::State::Failed)
            return paintMark(painter, rect(), Tone::Fault, color, colors.textColor(Tone::Fault));
        painter.setPen(QPen(color, 1.5));
        if (m_state == RecordingControl::State::On) painter.setBrush(color);
        painter.drawEllipse(area);
    }

private:
    RecordingControl::State m_state = RecordingControl::State::Off;
};

RecordingMark::RecordingMark(QAction* stop, QWidget* parent)
    : QWidget(parent),
      m_dot(new RecordingDot(this)),
      m_text(new ElidedLabel(this)),
      m_stop(new QToolButton(this)) {
    setObjectName(QStringLiteral("recording-mark"));
    setAccessibleName(tr("Recording"));
    m_stop->setDefaultAction(stop);
    m_stop->setAutoRaise(true);
    m_stop->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_stop->setAccessibleName(tr("Stop recording"));
    m_text->setMaximumWidth(kMostCharacters * fontMetrics().averageCharWidth());
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(contentMargin(), 0, 0, 0);
    line->setSpacing(gridStep());
    line->addWidget(m_dot);
    line->addWidget(m_text);
    line->addWidget(m_stop);
    hide();
}

QString RecordingMark::text() const {
    return m_text->text();
}

void RecordingMark::follow(const RecordingControl& recording) {
    connect(&recording, &RecordingControl::stateChanged, this, [this, &recording] { showState(recording); });
    connect(&recording, &RecordingControl::progressChanged, this,
            [this, &recording] { showProgress(recording); });
    showState(recording);
}

void RecordingMark::showState(const RecordingControl& recording) {
    setVisible(recording.state() != RecordingControl::State::Off);
    m_stop->setVisible(recording.isOn());
    showProgress(recording);
}

/// What it lacks for being all that happens comes first of what it says beside its size.
QString RecordingMark::goingOnText(const RecordingControl& recording) {
    const RecordingProgress& progress = recording.progress();
    const QString size = sizeText(static_cast<std::int64_t>(progress.bytes));
    if (!recording.isConnected()) return tr("Recording · %1 · not connected", "size").arg(size);
    if (recording.isPaused()) return tr("Paused: nothing is recorded · %1", "size").arg(size);
    if (progress.writtenUntilUnixMs != 0 && systemNowUnixMs() - progress.writtenUntilUnixMs > kLate.count())
        return tr("Recording · %1 · written until %2", "size, moment")
            .arg(size, momentText(progress.writtenUntilUnixMs));
    return tr("Recording · %1", "size").arg(size);
}

void RecordingMark::showProgress(const RecordingControl& recording) {
    const RecordingProgress& progress = recording.progress();
    const QString file = displayText(progress.file.toStdString());
    QString text = tr("Recording…", "is about to begin");
    QString detail = file;
    if (recording.state() == RecordingControl::State::On) text = goingOnText(recording);
    const bool isFailed = recording.state() == RecordingControl::State::Failed || !progress.isRecording;
    m_dot->setState(isFailed ? RecordingControl::State::Failed : recording.state());
    if (isFailed && progress.problem) text = tr("Not recorded: %1", "why").arg(notRecordedReason(progress));
    if (progress.problem)
        detail = tr("%1\nFile: %2", "what went wrong, file").arg(notRecordedReason(progress), file);
    m_text->setText(text);
    // Beside labels that take all the room there is.
    m_text->setMinimumWidth(std::min(m_text->maximumWidth(), fontMetrics().horizontalAdvance(text)));
    setAccessibleDescription(text);
    setToolTip(plainToolTip(detail));
}

}  // namespace lockscope
