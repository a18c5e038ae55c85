// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_fairness.h"

#include "fairness/fairness_view.h"
#include "lab/grant_order_model.h"
#include "lab/lab_words.h"
#include "theme/theme.h"
#include "widgets/stable_table_view.h"
#include "widgets/wrapping_layout.h"
#include "words/display_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kPictureLines = 9;  ///< it is what the tab is for
constexpr int kLeastPictureLines = 4;

QLabel* fairnessFact(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString fairnessBasis(const lockcore::FairnessReport& report) {
    if (report.grants == report.recent.size())
        return LabFairness::tr(
            "All grants to contenders of the lab, by the order in which the server created their znodes. "
            "Other clients of the lock are not compared.");
    const QLocale locale;
    return LabFairness::tr(
               "The last %1 of %2 grants to contenders of the lab, by the order in which the server created "
               "their znodes. Other clients of the lock are not compared.")
        .arg(locale.toString(static_cast<qulonglong>(report.recent.size())),
             locale.toString(static_cast<qulonglong>(report.grants)));
}

QString waitsOf(lockcore::Duration median, lockcore::Duration p95, lockcore::Duration most) {
    return LabFairness::tr("Wait median %1 · p95 %2 · max %3")
        .arg(labTimeText(median), labTimeText(p95), labTimeText(most));
}

}  // namespace

LabFairness::LabFairness(QWidget* parent)
    : QWidget(parent),
      m_grants(new GrantOrderModel(this)),
      m_table(new StableTableView(this)),
      m_picture(new FairnessView(this)),
      m_facts(new QWidget(this)),
      m_of(fairnessFact(this)),
      m_waits(fairnessFact(this)) {
    m_picture->setPictureLines(kPictureLines);
    m_of->setFont(headingFont(font()));
    m_table->setModel(m_grants);
    m_table->setColumnCharacters({5, 6, 9, 8, 8, 6});
    m_table->setOptionalColumns({GrantOrderModel::Order, GrantOrderModel::Mode});
    m_table->setFollowsEnd(true);
    m_table->setAccessibleName(tr("Order of grants"));
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(gridStep());
    auto* const line = new WrappingLayout(m_facts, contentMargin(), 0);  // the picture needs the height
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_of);
    line->addWidget(m_waits);
    lines->addWidget(m_facts);
    auto* halves = new QHBoxLayout;
    halves->addWidget(m_picture, 1);
    halves->addWidget(m_table, 1);
    lines->addLayout(halves, 1);
    setFairness(nullptr);
}

/// In a low panel the picture is lower, since nothing scrolls here but the table.
void LabFairness::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int room = height() - m_facts->height() - layout()->spacing();
    const int lines = std::clamp(room / fontMetrics().lineSpacing(), kLeastPictureLines, kPictureLines);
    m_picture->setPictureLines(lines);
    m_picture->setCompact(lines < kPictureLines);
}

void LabFairness::setNames(std::map<std::uint64_t, QString> names) {
    m_grants->setNames(std::move(names));
}

void LabFairness::setFairness(const lockcore::LockFairness* fairness, const lockcore::LockReport* ended) {
    m_waits->setVisible(fairness != nullptr);
    m_picture->setVisible(fairness != nullptr);
    if (!fairness) {
        m_of->setText(tr("No grants yet"));
        m_grants->clear();
        return;
    }
    const lockcore::FairnessReport& report = fairness->report;
    m_of->setText(displayText(fairness->lockPath, 64));
    m_waits->setText(
        ended ? waitsOf(ended->waits.quantile(0.5), ended->waits.quantile(0.95), ended->waits.most())
              : waitsOf(report.waitMedian, report.waitP95, report.waitMax));
    m_waits->setToolTip(ended
                            ? tr("From asked to granted, over all grants of the phase, as its report has it")
                            : tr("From asked to granted, over the last grants"));
    m_grants->setReport(fairness->lockPath, report);
    m_picture->setOrder(lockcore::grantOrder(report), fairnessBasis(report));
}

}  // namespace lockscope
