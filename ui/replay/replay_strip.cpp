// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay_strip.h"

#include "replay/moment_edit.h"
#include "replay/recorded_cluster.h"
#include "replay/replay_bar.h"
#include "theme/theme.h"
#include "widgets/elided_label.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

constexpr int kSpeeds[] = {1, 2, 5, 10, 20, 50, RecordedCluster::kFastest};

}  // namespace

ReplayStrip::ReplayStrip(QWidget* parent) : QWidget(parent), m_bar(new ReplayBar(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(contentMargin(), gridStep(), contentMargin(), gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(m_bar);
    layout->addWidget(buildControls());
    hide();
}

QToolButton* ReplayStrip::makeButton(IconName name, const QString& text) {
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setIcon(icon(name));
    button->setAccessibleName(text);
    button->setToolTip(text);
    return button;
}

QWidget* ReplayStrip::buildControls() {
    m_findingBack = makeButton(IconName::FindingBack, tr("To the previous begin or end of a finding ([)"));
    m_stepBack = makeButton(IconName::StepBack, tr("To the previous change of the selected lock (←)"));
    m_play = makeButton(IconName::Play, {});
    m_stepForward = makeButton(IconName::StepForward, tr("To the next change of the selected lock (→)"));
    m_findingForward = makeButton(IconName::FindingForward, tr("To the next begin or end of a finding (])"));
    m_speed = new QComboBox(this);
    m_speed->setAccessibleName(tr("How fast it is played"));
    m_speed->setToolTip(tr("How fast it is played"));
    for (const int speed : kSpeeds)
        m_speed->addItem(tr("%1 ×", "times as fast").arg(speed), speed);
    m_moment = new MomentEdit(this);
    m_moment->setAccessibleName(tr("The moment that is shown"));
    m_moment->setToolTip(tr("The moment that is shown; another one can be typed"));
    m_note = new ElidedLabel(this);
    auto* controls = new QWidget(this);
    auto* line = new QHBoxLayout(controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridStep());
    for (QWidget* widget : std::initializer_list<QWidget*>{m_findingBack, m_stepBack, m_play, m_stepForward,
                                                           m_findingForward, m_speed, m_moment})
        line->addWidget(widget);
    line->addSpacing(gridStep());
    line->addWidget(m_note, 1);
    return controls;
}

void ReplayStrip::follow(RecordedCluster& recorded, ClusterDocument& document) {
    m_recorded = &recorded;
    connect(&recorded, &RecordedCluster::shown, this, &ReplayStrip::showWhole);
    connect(&recorded, &RecordedCluster::positionChanged, this, &ReplayStrip::showPosition);
    connect(&recorded, &RecordedCluster::playingChanged, this, &ReplayStrip::showPlaying);
    connect(&document, &ClusterDocument::spanSelected, m_bar, &ReplayBar::setSpan);
    connect(m_bar, &ReplayBar::spanWanted, &document, &ClusterDocument::selectSpan);
    connect(&recorded, &RecordedCluster::reachedEnd, this, &ReplayStrip::tell);
    // By the clock of another time zone.
    connect(&document, &ClusterDocument::wordedAnew, this, &ReplayStrip::showPosition);
    const auto showSteps = [this, &document] {
        const bool isLock = !document.selection().lockPath.empty();
        m_stepBack->setEnabled(isLock);
        m_stepForward->setEnabled(isLock);
    };
    connect(&document, &ClusterDocument::lockSelected, this, showSteps);
    showSteps();
    connectControls(recorded);
    showPlaying();
}

void ReplayStrip::connectControls(RecordedCluster& recorded) {
    const auto press = [this](QToolButton* button, auto act) {
        connect(button, &QToolButton::clicked, this, act);
    };
    press(m_findingBack, [&recorded] { recorded.goToFinding(false); });
    press(m_findingForward, [&recorded] { recorded.goToFinding(true); });
    press(m_stepBack, [&recorded] { recorded.step(false); });
    press(m_stepForward, [&recorded] { recorded.step(true); });
    press(m_play, [&recorded] { recorded.setPlaying(!recorded.isPlaying()); });
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this, &recorded] { recorded.setSpeed(m_speed->currentData().toInt()); });
    connect(m_moment, &MomentEdit::momentTyped, this, [this, &recorded](std::int64_t unixMs) {
        recorded.setPlaying(false);
        recorded.moveTo(unixMs);
        showPosition();  // the recording may not have it
    });
    connect(m_moment, &MomentEdit::refused, this, &ReplayStrip::tell);
    connect(m_bar, &ReplayBar::moveWanted, &recorded, &RecordedCluster::moveTo);
    connect(m_bar, &ReplayBar::stepWanted, &recorded, &RecordedCluster::step);
    connect(m_bar, &ReplayBar::findingWanted, &recorded, &RecordedCluster::goToFinding);
    connect(m_bar, &ReplayBar::playWanted, &recorded,
            [&recorded] { recorded.setPlaying(!recorded.isPlaying()); });
}

void ReplayStrip::showWhole() {
    setVisible(m_recorded->isShown());
    m_bar->setWhole(m_recorded->whole());
    const bool hasFindings = !m_recorded->whole().findings.empty();
    m_findingBack->setEnabled(hasFindings);
    m_findingForward->setEnabled(hasFindings);
    if (m_recorded->isShown()) showPosition();
}

void ReplayStrip::showPosition() {
    if (!m_recorded->isShown()) return;
    const std::int64_t now = m_recorded->position();
    const RecordedWhole& whole = m_recorded->whole();
    m_bar->setPosition(now);
    m_moment->setMoment(now, whole.span);
    const auto unrecorded = whole.unrecordedAt(now);
    tell(unrecorded ? unrecordedSpanText(*unrecorded) : QString());
}

void ReplayStrip::showPlaying() {
    const bool plays = m_recorded->isPlaying();
    const QString text = plays ? tr("Stop playing (Space)") : tr("Play (Space)");
    m_play->setIcon(icon(plays ? IconName::Pause : IconName::Play));
    m_play->setAccessibleName(text);
    m_play->setToolTip(text);
}

void ReplayStrip::tell(const QString& text) {
    m_note->setText(text);
}

}  // namespace lockscope
