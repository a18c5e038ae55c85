// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/removal_dialog.h"

#include "connect/environment_strip.h"
#include "document/cluster_document.h"
#include "hosts/host_names.h"
#include "operations/fact_grid.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/state_mark.h"
#include "words/display_text.h"
#include "words/wall_clock.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope {
namespace {

/// Longer texts are no reasons.
constexpr int kMostReasonCharacters = 500;

QLabel* labelFor(QLineEdit* field, const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    field->setAccessibleName(text);
    return label;
}

/// By its sentences alone it is not: they tell of times that pass.
bool isAnotherQuestion(const RemovalConsequences& before, const RemovalConsequences& now) {
    const bool movesButtons = before.softer != now.softer;
    return before.title != now.title || before.verb != now.verb || before.possible != now.possible ||
           movesButtons;
}

}  // namespace

RemovalDialog::RemovalDialog(QWidget* parent, RemovalRequest request,
                             std::shared_ptr<const lockcore::LockQueue> queue,
                             std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                             Environment environment)
    : QDialog(parent),
      m_request(std::move(request)),
      m_queue(std::move(queue)),
      m_assessment(std::move(assessment)),
      m_title(titleLabel({})),
      m_facts(new FactGrid),
      m_consequence(proseLabel({})),
      m_consequenceLine(buildConsequence()),
      m_text(proseLabel({})),
      m_consent(new QWidget),
      m_reason(new QLineEdit) {
    m_arming.setSingleShot(true);
    m_arming.setTimerType(Qt::PreciseTimer);  // the others may be early
    m_arming.setInterval(kArmedAfter);
    connect(&m_arming, &QTimer::timeout, this, &RemovalDialog::updateVerb);
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->setSizeConstraint(QLayout::SetFixedSize);  // the text changes while it is open
    addEnvironment(*layout, environment);
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    layout->addWidget(m_consequenceLine);
    layout->addWidget(m_text);
    buildConsent(environment);
    buildButtons();
    showConsequences();
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, &RemovalDialog::showConsequences);
}

QWidget* RemovalDialog::buildConsequence() {
    auto* line = new QWidget;
    auto* mark = new StateMark(line);
    mark->setTone(Tone::Fault);
    m_consequence->setObjectName(QStringLiteral("consequence"));
    QFont bold = m_consequence->font();
    bold.setBold(true);
    m_consequence->setFont(bold);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(contentMargin());
    row->addWidget(mark, 0, Qt::AlignTop);
    row->addWidget(m_consequence, 1);
    return line;
}

void RemovalDialog::buildConsent(Environment environment) {
    m_reason->setObjectName(QStringLiteral("reason"));
    m_reason->setMaxLength(kMostReasonCharacters);
    layout()->addWidget(m_consent);
    auto* const column = new QVBoxLayout(m_consent);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(labelFor(m_reason, tr("Reason, for the audit file (may stay empty):")));
    column->addWidget(m_reason);
    if (environment != Environment::Production) return;
    m_typedName = new QLineEdit;
    m_typedName->setObjectName(QStringLiteral("typed-name"));
    column->addWidget(
        labelFor(m_typedName, tr("To go on, type “%1”:").arg(displayText(nameToType(m_request.lockPath)))));
    column->addWidget(m_typedName);
    connect(m_typedName, &QLineEdit::textChanged, this, &RemovalDialog::updateVerb);
}

void RemovalDialog::buildButtons() {
    auto* buttons = new QDialogButtonBox;
    m_keep = buttons->addButton(tr("Keep"), QDialogButtonBox::RejectRole);
    m_softer = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_remove = buttons->addButton(QString(), QDialogButtonBox::DestructiveRole);
    m_keep->setObjectName(QStringLiteral("keep"));
    m_softer->setObjectName(QStringLiteral("softer"));
    m_remove->setObjectName(QStringLiteral("remove"));
    m_keep->setDefault(true);
    for (QPushButton* button : {m_softer, m_remove})
        button->setAutoDefault(false);
    connect(m_keep, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_softer, &QPushButton::clicked, this, &RemovalDialog::takeSofterWay);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_answer = RemovalAnswer::Remove;
        accept();
    });
    layout()->addWidget(buttons);
    m_keep->setFocus();
}

void RemovalDialog::follow(const ClusterDocument& document) {
    connect(&document, &ClusterDocument::assessmentChanged, this,
            [this, &document] { setAssessment(document.assessment()); });
    connect(&document, &ClusterDocument::queueChanged, this, &RemovalDialog::setQueue);
    connect(&document, &ClusterDocument::begun, this, &QDialog::reject);
}

void RemovalDialog::setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (queue->path != m_request.lockPath) return;
    m_queue = queue;
    showConsequences();
}

void RemovalDialog::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    showConsequences();
}

/// To wait is to do nothing.
void RemovalDialog::takeSofterWay() {
    if (m_consequences.softer != SofterWay::AskToRelease) {
        reject();
        return;
    }
    m_answer = RemovalAnswer::AskToRelease;
    accept();
}

RemovalDecision RemovalDialog::decision() const {
    return {m_answer, m_consequences.role, m_reason->text().trimmed().toStdString()};
}

void RemovalDialog::showConsequences() {
    const RemovalConsequences before = std::exchange(
        m_consequences, removalConsequences(m_request, m_queue.get(), m_assessment.get(), systemNowUnixMs()));
    setWindowTitle(m_consequences.title);
    setProse(*m_title, m_consequences.title);
    m_facts->setFacts(m_consequences.facts);
    showConsequence();
    setProse(*m_text, m_consequences.sentences.join(QLatin1Char('\n')));
    m_text->setVisible(!m_consequences.sentences.isEmpty());
    // Nobody has to give a reason for what can't be done.
    m_consent->setVisible(m_consequences.possible);
    m_remove->setText(m_consequences.verb);
    m_remove->setIcon(
        icon(lockcore::isFirstInLine(m_consequences.role) ? IconName::ForceRelease : IconName::Evict));
    m_softer->setVisible(m_consequences.softer != SofterWay::None);
    m_softer->setText(m_consequences.softerVerb);
    m_softer->setIcon(m_consequences.softer == SofterWay::AskToRelease ? icon(IconName::AskToRelease)
                                                                       : QIcon());
    if (isAnotherQuestion(before, m_consequences)) m_arming.start();
    updateVerb();
}

void RemovalDialog::showConsequence() {
    QPalette red = palette();
    red.setColor(QPalette::WindowText, StatePalette(red).textColor(Tone::Fault));
    m_consequence->setPalette(red);
    // The mark before it has some of the room.
    setProse(*m_consequence, m_consequences.consequence, kProseCharacters - 4);
    m_consequenceLine->setVisible(!m_consequences.consequence.isEmpty());
}

/// What nobody has seen yet nobody has read.
void RemovalDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    m_arming.start();
    updateVerb();
}

void RemovalDialog::updateVerb() {
    // A name with unusual characters can only be typed as it is shown.
    const std::string name = nameToType(m_request.lockPath);
    const bool isNamed =
        !m_typedName || m_typedName->text().toStdString() == name || m_typedName->text() == displayText(name);
    m_remove->setEnabled(m_consequences.possible && isNamed && !m_arming.isActive());
    m_softer->setEnabled(!m_arming.isActive());
}

}  // namespace lockscope
