// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/acquire_dialog.h"

#include "connect/environment_strip.h"
#include "document/cluster_document.h"
#include "queue/acquire_outlook.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace lockscope {
namespace {

constexpr int kMostLeases = 1'000'000;
constexpr double kLongestLimitSeconds = 86'400;

QLabel* headingLabel(const QString& text) {
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QSpinBox* leaseBox(const char* name, const QString& accessibleName) {
    auto* box = new QSpinBox;
    box->setObjectName(QLatin1String(name));
    box->setRange(1, kMostLeases);
    box->setAccessibleName(accessibleName);
    return box;
}

}  // namespace

bool hasOwnContender(const ClusterDocument& document, const std::string& lockPath) {
    return std::ranges::any_of(document.holds(),
                               [&](const lockcore::OwnHold& hold) { return hold.lockPath == lockPath; });
}

AcquireDialog::AcquireDialog(QWidget* parent, std::string lockPath,
                             std::shared_ptr<const lockcore::LockQueue> queue, bool ownContender,
                             Environment environment)
    : QDialog(parent),
      m_lockPath(std::move(lockPath)),
      m_queue(std::move(queue)),
      m_ownContender(ownContender),
      m_recipes(new QButtonGroup(this)),
      m_patience(new QButtonGroup(this)),
      m_leases(leaseBox("leases", tr("Leases to take"))),
      m_maxLeases(leaseBox("max-leases", tr("Leases that the semaphore has"))),
      m_limit(new QDoubleSpinBox),
      m_misfit(proseLabel({})),
      m_outlook(proseLabel({})) {
    setWindowTitle(tr("Acquire a lock"));
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->setSizeConstraint(QLayout::SetFixedSize);  // the text changes while it is open
    addEnvironment(*layout, environment);
    layout->addWidget(titleLabel(tr("Acquire %1 as this program?").arg(displayText(m_lockPath))));
    layout->addWidget(headingLabel(tr("As")));
    layout->addLayout(buildRecipes());
    layout->addWidget(m_misfit);
    layout->addWidget(headingLabel(tr("How long to wait")));
    layout->addLayout(buildPatience());
    layout->addWidget(headingLabel(tr("What will happen")));
    m_outlook->setObjectName(QStringLiteral("outlook"));
    layout->addWidget(m_outlook);
    if (environment == Environment::Production)
        layout->addWidget(proseLabel(tr("While Lockscope holds the lock, the programs that need it wait.")));
    buildButtons(environment);
    for (QButtonGroup* group : {m_recipes, m_patience})
        connect(group, &QButtonGroup::idToggled, this, &AcquireDialog::showOutlook);
    for (QSpinBox* box : {m_leases, m_maxLeases})
        connect(box, &QSpinBox::valueChanged, this, &AcquireDialog::showOutlook);
    connect(m_limit, &QDoubleSpinBox::valueChanged, this, &AcquireDialog::showOutlook);
    offerWhatFits();
    showOutlook();
}

void AcquireDialog::buildButtons(Environment environment) {
    auto* buttons = new QDialogButtonBox;
    m_acquire = addAcceptButton(*buttons, tr("Acquire"));
    m_acquire->setObjectName(QStringLiteral("acquire"));
    m_acquire->setIcon(icon(IconName::Acquire));
    QPushButton* const cancel = addCancelButton(*buttons);
    if (environment == Environment::Production) {
        m_acquire->setDefault(false);
        m_acquire->setAutoDefault(false);
        cancel->setDefault(true);
    }
    layout()->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QRadioButton* AcquireDialog::addChoice(QButtonGroup* group, int id, const QString& text, const char* name) {
    auto* choice = new QRadioButton(text);
    choice->setObjectName(QLatin1String(name));
    choice->setChecked(group->buttons().isEmpty());
    group->addButton(choice, id);
    return choice;
}

QLayout* AcquireDialog::buildRecipes() {
    const auto choice = [this](lockcore::AcquireRecipe recipe, const QString& text, const char* name) {
        return addChoice(m_recipes, static_cast<int>(recipe), text, name);
    };
    auto* column = new QVBoxLayout;
    column->addWidget(choice(lockcore::AcquireRecipe::Mutex, tr("E&xclusive"), "mutex"));
    column->addWidget(
        choice(lockcore::AcquireRecipe::Read, tr("&Read lock: together with other readers"), "read"));
    column->addWidget(
        choice(lockcore::AcquireRecipe::Write, tr("&Write lock: no readers or writers beside it"), "write"));
    auto* semaphore = new QHBoxLayout;
    semaphore->addWidget(
        choice(lockcore::AcquireRecipe::Semaphore, tr("&Semaphore: some of its leases"), "semaphore"));
    semaphore->addWidget(m_leases);
    auto* of = new QLabel(tr("of", "leases of all leases"));
    semaphore->addWidget(of);
    semaphore->addWidget(m_maxLeases);
    semaphore->addStretch();
    m_maxLeases->setToolTip(
        plainToolTip(tr("How many leases there are in all. No server knows: all clients of the semaphore "
                        "have to name the same number.")));
    column->addLayout(semaphore);
    return column;
}

QLayout* AcquireDialog::buildPatience() {
    const auto choice = [this](lockcore::Patience patience, const QString& text, const char* name) {
        return addChoice(m_patience, static_cast<int>(patience), text, name);
    };
    m_limit->setObjectName(QStringLiteral("limit"));
    m_limit->setRange(0.1, kLongestLimitSeconds);
    m_limit->setDecimals(1);
    m_limit->setValue(10);
    m_limit->setSuffix(tr(" s", "seconds"));
    m_limit->setAccessibleName(tr("Seconds after which it gives up"));
    auto* column = new QVBoxLayout;
    column->addWidget(choice(lockcore::Patience::Unlimited, tr("As long as it &takes"), "unlimited"));
    column->addWidget(choice(lockcore::Patience::TryOnly, tr("Not at all: only if it is &free now"), "try"));
    auto* limited = new QHBoxLayout;
    limited->addWidget(choice(lockcore::Patience::Limited, tr("&Give up after"), "limited"));
    limited->addWidget(m_limit);
    limited->addStretch();
    column->addLayout(limited);
    return column;
}

/// What would exclude nobody can be seen but not chosen; the first that fits is.
void AcquireDialog::offerWhatFits() {
    const auto dialect = m_queue ? m_queue->dialect : lockcore::Dialect::Unknown;
    bool someMisfit = false;
    for (QAbstractButton* button : m_recipes->buttons()) {
        const QString reason =
            recipeMisfit(static_cast<lockcore::AcquireRecipe>(m_recipes->id(button)), dialect);
        button->setEnabled(reason.isEmpty());
        button->setToolTip(plainToolTip(reason));
        someMisfit = someMisfit || !reason.isEmpty();
    }
    setProse(*m_misfit, tr("What is greyed does not fit: the clients of this lock (%1) would not see it.")
                            .arg(dialectWord(dialect)));
    m_misfit->setVisible(someMisfit);
    if (m_recipes->checkedButton()->isEnabled()) return;
    for (QAbstractButton* button : m_recipes->buttons()) {
        if (!button->isEnabled()) continue;
        button->setChecked(true);
        return;
    }
}

void AcquireDialog::follow(const ClusterDocument& document) {
    connect(&document, &ClusterDocument::queueChanged, this, &AcquireDialog::setQueue);
    connect(&document, &ClusterDocument::holdsChanged, this, [this, &document] {
        m_ownContender = hasOwnContender(document, m_lockPath);
        showOutlook();
    });
    connect(&document, &ClusterDocument::begun, this, &QDialog::reject);
}

void AcquireDialog::setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (queue->path != m_lockPath) return;
    m_queue = queue;
    offerWhatFits();
    showOutlook();
}

void AcquireDialog::showOutlook() {
    const lockcore::AcquireRequest now = request();
    const bool isSemaphore = now.recipe == lockcore::AcquireRecipe::Semaphore;
    m_leases->setEnabled(isSemaphore);
    m_maxLeases->setEnabled(isSemaphore);
    m_limit->setEnabled(now.patience == lockcore::Patience::Limited);
    const bool fits = m_recipes->checkedButton()->isEnabled();
    m_acquire->setEnabled(fits && (!isSemaphore || now.leases <= now.maxLeases));
    const QStringList sentences = acquireOutlook(now, m_queue.get(), m_ownContender);
    setProse(*m_outlook, sentences.join(QStringLiteral("\n")));
}

lockcore::AcquireRequest AcquireDialog::request() const {
    return {.lockPath = m_lockPath,
            .recipe = static_cast<lockcore::AcquireRecipe>(m_recipes->checkedId()),
            .maxLeases = m_maxLeases->value(),
            .leases = m_leases->value(),
            .patience = static_cast<lockcore::Patience>(m_patience->checkedId()),
            .limit = std::chrono::milliseconds(std::lround(m_limit->value() * 1000))};
}

}  // namespace lockscope
