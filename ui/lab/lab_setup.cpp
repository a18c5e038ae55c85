// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_setup.h"

#include "bridge/lab_permission.h"
#include "connect/profile_store.h"
#include "lab/lab_words.h"
#include "lab/labelled_field.h"
#include "lab/scenarios.h"
#include "theme/icon.h"
#include "widgets/wheel_guard.h"
#include "widgets/wrapping_layout.h"
#include "words/display_text.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {
namespace {

/// Of the field with the place: servers of its own, or this.
constexpr int kThisCluster = -1;
constexpr int kMostAtOnce = 1'000;
constexpr int kLeastScenarios = 4;  ///< that can be seen at once
constexpr int kLongestSeed = 18;    ///< digits, which any 64 bits hold

QLabel* wrappedText(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

LabSetup::LabSetup(QWidget* parent) : QWidget(parent), m_scenarios(shippedScenarios()) {
    auto* halves = new QHBoxLayout(this);
    halves->setContentsMargins(0, 0, 0, 0);
    halves->setSpacing(2 * contentMargin());
    buildList();
    halves->addWidget(m_list);
    halves->addWidget(buildChoice(), 1);
    new WheelGuard(*this);
    connect(m_list, &QListWidget::currentRowChanged, this, &LabSetup::update);
    connect(m_list, &QListWidget::itemActivated, this, [this] {
        if (m_start->isEnabled()) m_start->click();
    });
    // What one sees first is what everybody expects of a lock.
    const auto first = std::ranges::find(m_scenarios, "fair-queue", &lockcore::Scenario::name);
    m_list->setCurrentRow(first == m_scenarios.end() ? 0 : static_cast<int>(first - m_scenarios.begin()) + 1);
    update();
}

void LabSetup::buildList() {
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("lab-scenarios"));
    m_list->setAccessibleName(tr("Scenarios of the lab"));
    m_list->addItem(tr("Free: contenders that you add"));
    for (const lockcore::Scenario& each : m_scenarios)
        m_list->addItem(scenarioText(each.title));
    // All names whole.
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFixedWidth(m_list->sizeHintForColumn(0) + m_list->verticalScrollBar()->sizeHint().width() +
                          2 * m_list->frameWidth());
    // It scrolls by itself: what it is in could only do so, too, for its sake.
    m_list->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
    m_list->setMinimumHeight(kLeastScenarios * m_list->sizeHintForRow(0));
}

QWidget* LabSetup::buildChoice() {
    auto* choice = new QWidget(this);
    m_title = wrappedText(choice);
    m_title->setFont(headingFont(font()));
    m_look = wrappedText(choice);
    m_note = wrappedText(choice);
    auto* lines = new QVBoxLayout(choice);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(contentMargin());
    lines->addWidget(m_title);
    lines->addWidget(m_look);
    lines->addWidget(buildFields());
    lines->addWidget(m_note);
    lines->addStretch(1);
    return choice;
}

QWidget* LabSetup::buildFields() {
    auto* fields = new QWidget(this);
    auto* lines = new WrappingLayout(fields, contentMargin(), gridStep());
    m_place = new QComboBox(fields);
    m_place->setObjectName(QStringLiteral("lab-place"));
    m_place->setAccessibleName(tr("Where the lab runs"));
    m_place->addItem(tr("servers of its own, as many as it needs"), 0);
    m_place->addItem(tr("3 servers of its own"), 3);
    m_size = new QComboBox(fields);
    m_size->addItem(tr("small"), static_cast<int>(lockcore::ScenarioSize::Small));
    m_size->addItem(tr("full"), static_cast<int>(lockcore::ScenarioSize::Full));
    m_size->setAccessibleName(tr("Size of the scenario"));
    m_contenders = new QSpinBox(fields);
    m_contenders->setRange(0, kMostAtOnce);
    m_contenders->setSpecialValueText(tr("as the scenario says"));
    m_contenders->setAccessibleName(tr("Contenders of the largest group"));
    m_seed = new QLineEdit(fields);
    m_seed->setPlaceholderText(tr("any"));
    m_seed->setValidator(new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("[0-9]{0,%1}").arg(kLongestSeed)), m_seed));
    m_seed->setMaximumWidth(14 * fontMetrics().averageCharWidth());
    m_seed->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // else its part of the line grows with it
    m_seed->setToolTip(tr("Equal seeds draw equal loads."));
    m_seed->setAccessibleName(tr("Seed of the load"));
    m_name = new QLineEdit(fields);
    m_nameField = labelledField(tr("Name of this production profile"), m_name, fields);
    m_start = new QPushButton(icon(IconName::Play), tr("Start"), fields);
    m_start->setObjectName(QStringLiteral("lab-start"));
    lines->addWidget(labelledField(tr("On"), m_place, fields));
    lines->addWidget(labelledField(tr("Si&ze"), m_size, fields));
    lines->addWidget(labelledField(tr("Contenders"), m_contenders, fields));
    lines->addWidget(labelledField(tr("Seed"), m_seed, fields));
    lines->addWidget(m_nameField);
    lines->addWidget(m_start);
    connect(m_place, &QComboBox::currentIndexChanged, this, &LabSetup::update);
    connect(m_name, &QLineEdit::textChanged, this, &LabSetup::update);
    connect(m_start, &QPushButton::clicked, this, [this] {
        Q_EMIT startRequested();
        m_name->clear();  // it is typed before each run
    });
    return fields;
}

bool LabSetup::isHere() const {
    return m_place->currentData().toInt() == kThisCluster;
}

void LabSetup::setCluster(const std::optional<ConnectionOptions>& cluster, const QString& blockedReason) {
    if (m_cluster == cluster && m_blockedReason == blockedReason) return;
    // What was chosen for one is not for another.
    const bool isSame = m_cluster && cluster && m_cluster->connectString == cluster->connectString &&
                        m_cluster->profile.id == cluster->profile.id;
    const bool wasHere = isSame && isHere();
    if (!isSame) m_name->clear();
    m_cluster = cluster;
    m_blockedReason = blockedReason;
    if (const int here = m_place->findData(kThisCluster); here >= 0) m_place->removeItem(here);
    if (m_cluster)
        m_place->addItem(
            tr("this cluster: %1").arg(displayText(connectionTitle(*m_cluster).toStdString(), 40)),
            kThisCluster);
    if (wasHere && m_cluster) m_place->setCurrentIndex(m_place->findData(kThisCluster));
    update();
}

void LabSetup::choose(const std::string& scenario) {
    const auto found = std::ranges::find(m_scenarios, scenario, &lockcore::Scenario::name);
    m_list->setCurrentRow(found == m_scenarios.end() ? 0 : static_cast<int>(found - m_scenarios.begin()) + 1);
}

std::optional<lockcore::Scenario> LabSetup::scenario() const {
    const int row = m_list->currentRow();
    return row > 0 ? std::optional(m_scenarios[static_cast<std::size_t>(row - 1)]) : std::nullopt;
}

LabStart LabSetup::start() const {
    LabStart start;
    if (isHere())
        start.foreign = m_cluster;
    else
        start.servers = static_cast<std::size_t>(m_place->currentData().toInt());
    start.size = static_cast<lockcore::ScenarioSize>(m_size->currentData().toInt());
    if (!m_seed->text().isEmpty()) start.seed = m_seed->text().toULongLong();
    if (scenario() && m_contenders->value() > 0)
        start.contenders = static_cast<std::size_t>(m_contenders->value());
    return start;
}

QString LabSetup::problem() const {
    if (!isHere()) return {};
    const auto chosen = scenario();
    if (chosen && chosen->small.cluster.isOwnOnly)
        return tr("This scenario is for servers of its own alone.");
    if (!m_blockedReason.isEmpty()) return m_blockedReason;
    const auto refusal = labRefusal(*m_cluster, m_name->text());
    return refusal ? labRefusalSentence(*refusal) : QString();
}

void LabSetup::update() {
    const auto chosen = scenario();
    m_title->setText(chosen ? scenarioText(chosen->title) : tr("Free"));
    m_look->setText(chosen ? scenarioText(chosen->look)
                           : tr("Contenders come as you add them, and do what you tell them: nothing is "
                                "promised, and all is measured."));
    m_size->parentWidget()->setVisible(chosen.has_value());
    m_contenders->parentWidget()->setVisible(chosen.has_value());
    const auto refusal = isHere() ? labRefusal(*m_cluster, QString()) : std::nullopt;
    m_nameField->setVisible(refusal == LabRefusal::NameNeeded);
    const QString wrong = problem();
    QStringList note;
    if (isHere())
        note = labLimitLines(lockcore::LabLimits::ofForeign(),
                             displayText(connectionTitle(*m_cluster).toStdString()),
                             QStringLiteral("/lockscope-lab"));
    if (!wrong.isEmpty()) note << wrong;
    m_note->setText(note.join(QLatin1Char('\n')));
    m_note->setVisible(!note.isEmpty());
    m_start->setEnabled(wrong.isEmpty());
    m_start->setToolTip(wrong);
}

}  // namespace lockscope
