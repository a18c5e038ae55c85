// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tour/tour_panel.h"

#include "lab/scenarios.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "tour/tour.h"
#include "tour/tour_words.h"
#include "widgets/dialog_parts.h"
#include "widgets/state_mark.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace lockscope {
namespace {

constexpr int kTourCharacters = 44;

void setLine(QLabel& label, const QString& text) {
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

QLabel* nameless(const char* name, QWidget* parent) {
    QLabel* const label = noteLabel({}, parent);
    label->setObjectName(QLatin1String(name));
    return label;
}

}  // namespace

/// How far the tour is: a dot for each scenario, a filled one for each that was played. GUI thread.
class TourDots : public QWidget {
public:
    explicit TourDots(QWidget* parent) : QWidget(parent) { setFixedHeight(4 * gridStep()); }

    void showTour(const Tour& tour) {
        m_filled.clear();
        for (std::size_t each = 0; each < tour.count(); ++each)
            m_filled.push_back(tour.visit(each).stage == TourStage::Done);
        m_current = tour.index();
        setFixedWidth(static_cast<int>(m_filled.size()) * pitch());
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QColor colour = StatePalette(palette()).color(Tone::Info);
        for (std::size_t each = 0; each < m_filled.size(); ++each) {
            const qreal radius = each == m_current ? 1.5 * gridStep() : gridStep();
            painter.setPen(QPen(colour, 1.5));
            painter.setBrush(m_filled[each] ? QBrush(colour) : QBrush(Qt::NoBrush));
            const QPointF middle((static_cast<double>(each) + 0.5) * pitch(), height() / 2.0);
            painter.drawEllipse(middle, radius - 1, radius - 1);
        }
    }

private:
    static int pitch() { return 5 * gridStep(); }

    std::vector<bool> m_filled;
    std::size_t m_current = 0;
};

TourPanel::TourPanel(Tour& tour, QWidget* parent)
    : QWidget(parent),
      m_tour(tour),
      m_scroll(new QScrollArea(this)),
      m_dots(new TourDots(this)),
      m_where(nameless("tour-where", this)),
      m_title(nameless("tour-title", this)),
      m_look(nameless("tour-look", this)),
      m_start(new QPushButton(this)),
      m_stop(new QPushButton(tr("Stop"), this)),
      m_startsNow(new QTimer(this)),
      m_activity(nameless("tour-activity", this)),
      m_progress(nameless("tour-progress", this)),
      m_said(nameless("tour-said", this)),
      m_results(new QVBoxLayout),
      m_previous(new QPushButton(tr("Previous"), this)),
      m_next(new QPushButton(tr("Next"), this)) {
    setObjectName(QStringLiteral("tour-panel"));
    setAccessibleName(tr("Guided tour"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Guided tour"));
    m_scroll->setWidget(buildContent());
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scroll, 1);
    column->addWidget(buildButtons());
    m_startsNow->setSingleShot(true);
    connect(m_startsNow, &QTimer::timeout, this, [this] { showTour(m_tour); });
    connect(m_start, &QPushButton::clicked, this, [this] {
        m_startsNow->start(QApplication::doubleClickInterval());
        m_tour.start();
    });
    connect(m_stop, &QPushButton::clicked, &m_tour, &Tour::end);
    connect(m_previous, &QPushButton::clicked, &m_tour, &Tour::goToPrevious);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_tour.hasNext())
            m_tour.goToNext();
        else
            Q_EMIT closeWanted();
    });
    connect(&m_tour, &Tour::changed, this, [this] { showTour(m_tour); });
    showTour(m_tour);
}

QSize TourPanel::sizeHint() const {
    return {kTourCharacters * fontMetrics().averageCharWidth(), 30 * rowHeight(font())};
}

QWidget* TourPanel::buildContent() {
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(2 * contentMargin(), 2 * contentMargin(), 2 * contentMargin(),
                               contentMargin());
    column->setSpacing(contentMargin());
    auto* const way = new QHBoxLayout;
    way->addWidget(m_dots);
    way->addStretch(1);
    way->addWidget(m_where);
    m_where->setWordWrap(false);
    column->addLayout(way);
    m_title->setFont(titleFont(font()));
    column->addWidget(m_title);
    column->addWidget(m_look);
    auto* const buttons = new QHBoxLayout;
    m_start->setObjectName(QStringLiteral("tour-start"));
    m_start->setIcon(icon(IconName::Play));
    m_stop->setObjectName(QStringLiteral("tour-stop"));
    m_stop->setIcon(icon(IconName::Stop));
    buttons->addWidget(m_start);
    buttons->addWidget(m_stop);
    buttons->addStretch(1);
    column->addLayout(buttons);
    m_activity->setFont(headingFont(font()));
    for (QLabel* const line : {m_activity, m_progress, m_said})
        column->addWidget(line);
    m_results->setSpacing(contentMargin());
    column->addLayout(m_results);
    column->addStretch(1);
    return content;
}

QWidget* TourPanel::buildButtons() {
    auto* const strip = new QWidget;
    auto* const row = new QHBoxLayout(strip);
    row->setContentsMargins(2 * contentMargin(), contentMargin(), 2 * contentMargin(), contentMargin());
    m_previous->setObjectName(QStringLiteral("tour-previous"));
    m_next->setObjectName(QStringLiteral("tour-next"));
    row->addWidget(m_previous);
    row->addStretch(1);
    row->addWidget(m_next);
    return strip;
}

bool TourPanel::setProgress(const QString& text) {
    setLine(*m_progress, text);
    if (m_progress->visibleRegion().isEmpty()) return false;
    m_progress->repaint();
    return true;
}

void TourPanel::showTour(const Tour& tour) {
    const TourVisit& visit = tour.visit();
    const bool isUnderWay = tour.isUnderWay();
    m_dots->showTour(tour);
    m_where->setText(tr("Scenario %1 of %2").arg(tour.index() + 1).arg(tour.count()));
    m_title->setText(scenarioText(tour.stop().scenario.title));
    m_look->setText(scenarioText(tour.stop().scenario.look));
    const bool hasFailed = visit.stage == TourStage::Failed;
    const bool wasPlayed = visit.stage == TourStage::Done;
    m_start->setText(hasFailed ? tr("Try again") : wasPlayed ? tr("Once more") : tr("Start"));
    m_start->setVisible(!isUnderWay);
    m_stop->setVisible(isUnderWay);
    m_stop->setEnabled(visit.stage != TourStage::Ending && !m_startsNow->isActive());
    setLine(*m_activity, tourActivity(tour.stop(), visit));
    if (visit.stage != TourStage::Playing) setProgress({});
    QStringList said = visit.said;
    for (QString& sentence : said)
        sentence.prepend(QStringLiteral("• "));
    setLine(*m_said, said.join(QLatin1Char('\n')));
    m_previous->setEnabled(tour.hasPrevious());
    m_next->setText(tour.hasNext() ? tr("Next") : tr("End the tour"));
    const bool isNext = wasPlayed && !isUnderWay;
    m_next->setDefault(isNext);
    m_start->setDefault(!isNext);
    showResults(tour);
}

/// Anew only where they are others: who reads them is not to lose the place.
void TourPanel::showResults(const Tour& tour) {
    const TourVisit& visit = tour.visit();
    std::vector<TourResult> results;
    QStringList numbers;
    if (visit.stage == TourStage::Done && visit.report) {
        results.push_back(tourVerdict(*visit.report));
        for (const TourResult& result : tourResults(tour.stop(), *visit.report))
            results.push_back(result);
        if (!visit.report->wasCancelled) numbers = tourNumbers(*visit.report);
    } else if (visit.stage == TourStage::Failed && visit.problem) {
        results.push_back({Tone::Fault, {}, tourFailure(*visit.problem)});
    }
    QStringList shown = numbers;
    for (const TourResult& result : results)
        shown << result.outcome + result.text;
    if (std::exchange(m_shown, shown) == shown) return;
    while (QLayoutItem* const item = m_results->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (std::size_t each = 0; each < results.size(); ++each)
        addResult(results[each], each == 0);
    if (numbers.isEmpty()) return;
    addLine(tr("In numbers"))->setFont(headingFont(font()));
    addLine(numbers.join(QLatin1Char('\n')));
    m_scroll->verticalScrollBar()->setValue(0);
}

QLabel* TourPanel::addLine(const QString& text) {
    QLabel* const line = noteLabel(text);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_results->addWidget(line);
    return line;
}

void TourPanel::addResult(const TourResult& result, bool isVerdict) {
    auto* const line = new QWidget;
    auto* const row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(contentMargin());
    auto* const mark = new StateMark;
    mark->setTone(result.tone);
    QLabel* const text = noteLabel(result.text);
    text->setObjectName(isVerdict ? QStringLiteral("tour-verdict") : QStringLiteral("tour-result"));
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (isVerdict) text->setFont(headingFont(font()));
    if (!result.outcome.isEmpty()) {
        text->setAccessibleName(tr("%1: %2", "outcome, promise").arg(result.outcome, result.text));
        mark->setToolTip(result.outcome);
    }
    row->addWidget(mark, 0, Qt::AlignTop);
    row->addWidget(text, 1);
    m_results->addWidget(line);
}

}  // namespace lockscope
