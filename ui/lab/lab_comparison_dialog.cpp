// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_comparison_dialog.h"

#include "lab/lab_measures_model.h"
#include "lab/lab_page_parts.h"
#include "lab/scenarios.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/stable_table_view.h"
#include "words/display_text.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFontInfo>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace lockscope {
namespace {

constexpr QSize kWantedSize(1040, 720);
constexpr double kMostOfScreen = 0.9;

/// One picture of a page, as large as it is. Lives on the GUI thread.
class PictureLabel : public QWidget {
public:
    explicit PictureLabel(PagePicture picture) : m_picture(std::move(picture)) {
        setFixedSize(m_picture.size.toSize());
        setAccessibleName(m_picture.title);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        m_picture.paint(painter);
    }

private:
    const PagePicture m_picture;
};

QString runSentence(const QString& which, const ComparedRun& run) {
    const QString seed = QString::number(run.report->seed);
    const QString verdict = labVerdictSentence(*run.report);
    if (run.report->scenario.empty())
        return LabComparisonDialog::tr("%1: %2, seed %3. %4", "first or second, name, seed, what it showed")
            .arg(which, run.name, seed, verdict);
    return LabComparisonDialog::tr("%1: %2, scenario “%3”, seed %4. %5",
                                   "first or second, name, scenario, seed, what it showed")
        .arg(which, run.name, titleOfScenario(run.report->scenario), seed, verdict);
}

}  // namespace

LabComparisonDialog::LabComparisonDialog(LabComparison comparison, QWidget* parent)
    : QDialog(parent), m_comparison(std::move(comparison)) {
    setWindowTitle(tr("Two runs of the lab"));
    QVBoxLayout* const column = dialogColumn(*this);
    QStringList heading{runSentence(tr("First"), m_comparison.first),
                        runSentence(tr("Second"), m_comparison.second)};
    heading << labComparisonHeading(m_comparison);
    column->addWidget(noteLabel(heading.join(QLatin1Char('\n'))));
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(buildPictures(), tr("Pictures"));
    tabs->addTab(buildNumbers(), tr("Numbers"));
    column->addWidget(tabs, 1);
    column->addWidget(buildButtons());
    resize(kWantedSize.boundedTo(screen()->availableSize() * kMostOfScreen));
}

QWidget* LabComparisonDialog::buildPictures() {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setAccessibleName(tr("Pictures of both runs"));
    area->setWidgetResizable(true);
    m_pictures = new QWidget;
    m_pictures->setObjectName(QStringLiteral("lab-compared-pictures"));
    auto* lines = new QVBoxLayout(m_pictures);
    lines->setSpacing(2 * contentMargin());
    lines->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    area->setWidget(m_pictures);
    showPictures();
    return area;
}

/// Painted by the window's colours, and anew when those change.
void LabComparisonDialog::showPictures() {
    qDeleteAll(m_pictures->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    ReportLook look{palette(), font()};
    look.font.setPixelSize(QFontInfo(font()).pixelSize());
    auto pictures = labComparisonPictures(m_comparison, look);
    if (pictures.empty()) m_pictures->layout()->addWidget(noteLabel(tr("Neither had a lock.")));
    for (PagePicture& picture : pictures) {
        QLabel* const caption = noteLabel(picture.title);
        m_pictures->layout()->addWidget(new PictureLabel(std::move(picture)));
        m_pictures->layout()->addWidget(caption);
    }
}

QWidget* LabComparisonDialog::buildNumbers() {
    auto* table = new StableTableView(this);
    auto* model = new LabMeasuresModel(table);
    model->setBoth(m_comparison.rows);
    table->setModel(model);
    table->setObjectName(QStringLiteral("lab-compared-numbers"));
    table->setAccessibleName(tr("Numbers of both runs"));
    table->setColumnCharacters({16, 16, 36, 12, 12, 8});
    return table;
}

QWidget* LabComparisonDialog::buildButtons() {
    auto* buttons = new QDialogButtonBox;
    auto* save = buttons->addButton(tr("Save…"), QDialogButtonBox::ActionRole);
    save->setObjectName(QStringLiteral("lab-compared-save"));
    save->setAutoDefault(false);
    connect(save, &QPushButton::clicked, this, &LabComparisonDialog::saveRequested);
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void LabComparisonDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (m_pictures && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange))
        showPictures();
}

}  // namespace lockscope
