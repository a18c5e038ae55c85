// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/group_form.h"

#include "lab/lab_words.h"
#include "lab/labelled_field.h"
#include "theme/icon.h"
#include "widgets/wheel_guard.h"
#include "widgets/wrapping_layout.h"

#include <lockcore/session/connect_string.h>

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::LockRecipe;

constexpr int kMostContenders = 1'000;
constexpr int kMostProcesses = 50;
constexpr int kMostMs = 600'000;
constexpr int kMostCycles = 1'000'000;

/// Where contenders of a group live.
enum class Dwelling { Sessions, SharedSessions, Processes };

QComboBox* choices(const QString& name, QWidget* parent) {
    auto* box = new QComboBox(parent);
    box->setAccessibleName(name);
    return box;
}

QSpinBox* number(int least, int most, int value, const QString& name, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

std::vector<std::string> namesIn(const QString& text) {
    std::vector<std::string> names;
    for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty()) names.push_back(name.trimmed().toStdString());
    return names;
}

bool takesLeases(LockRecipe recipe) {
    return recipe == LockRecipe::Semaphore || recipe == LockRecipe::DoubleBarrier;
}

}  // namespace

GroupForm::GroupForm(QWidget* parent) : QWidget(parent) {
    auto* lines = new WrappingLayout(this, contentMargin(), gridStep());
    lines->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), contentMargin());
    buildWho();
    buildTimes();
    buildWrites();
    m_add = new QPushButton(icon(IconName::Add), tr("A&dd contenders"), this);
    m_add->setObjectName(QStringLiteral("lab-add"));
    lines->addWidget(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        const lockcore::ContenderGroup added = group();
        ++m_added;
        Q_EMIT addRequested(added);
    });
    for (QComboBox* box : {m_recipe, m_library, m_where, m_arrival, m_writes})
        connect(box, &QComboBox::currentIndexChanged, this, &GroupForm::update);
    connect(m_locks, &QLineEdit::textChanged, this, &GroupForm::update);
    connect(m_count, &QSpinBox::valueChanged, this, &GroupForm::update);
    new WheelGuard(*this);
    update();
}

void GroupForm::buildWho() {
    m_recipe = choices(tr("Recipe of new contenders"), this);
    m_recipe->setObjectName(QStringLiteral("lab-recipe"));
    for (const LockRecipe recipe :
         {LockRecipe::Mutex, LockRecipe::Read, LockRecipe::Write, LockRecipe::SemaphoreMutex,
          LockRecipe::Semaphore, LockRecipe::Nested, LockRecipe::MultiLock, LockRecipe::AtomicMultiLock,
          LockRecipe::SimpleLock, LockRecipe::LeaderLatch, LockRecipe::Barrier, LockRecipe::DoubleBarrier,
          LockRecipe::Naive, LockRecipe::None})
        m_recipe->addItem(lockRecipeText(recipe), static_cast<int>(recipe));
    m_library = choices(tr("Library of new contenders"), this);
    for (const auto library : {lockcore::ClientLibrary::Lockcore, lockcore::ClientLibrary::Curator,
                               lockcore::ClientLibrary::Kazoo})
        m_library->addItem(clientLibraryText(library), static_cast<int>(library));
    m_count = number(1, kMostContenders, 10, tr("Number of new contenders"), this);
    m_where = choices(tr("Where new contenders live"), this);
    m_where->addItem(tr("a session each"), static_cast<int>(Dwelling::Sessions));
    m_where->addItem(tr("shared sessions"), static_cast<int>(Dwelling::SharedSessions));
    m_where->addItem(tr("processes"), static_cast<int>(Dwelling::Processes));
    m_places = number(1, kMostContenders, 10, tr("How many shared sessions, or processes"), this);
    m_locks = new QLineEdit(QStringLiteral("orders"), this);
    m_locks->setAccessibleName(tr("Locks for new contenders, below the run"));
    m_locks->setToolTip(
        tr("Names below the run. More than one, with commas, for nested mutexes and multi-locks."));
    m_leases = number(1, kMostContenders, 2, tr("Permits of the semaphore, or members of the barrier"), this);
    layout()->addWidget(labelledField(tr("&Recipe"), m_recipe, this));
    layout()->addWidget(labelledField(tr("L&ibrary"), m_library, this));
    layout()->addWidget(labelledField(tr("Co&unt"), m_count, this));
    layout()->addWidget(labelledField(tr("I&n"), m_where, this));
    layout()->addWidget(m_places);
    layout()->addWidget(labelledField(tr("Loc&k"), m_locks, this));
    layout()->addWidget(labelledField(tr("Permits or members"), m_leases, this));
}

GroupForm::SpreadFields GroupForm::spreadFields(const QString& label, int ms, const QString& name) {
    using Form = lockcore::TimeSpread::Form;
    SpreadFields fields{choices(tr("%1: how it is spread").arg(name), this),
                        number(0, kMostMs, ms, name, this)};
    fields.form->addItem(tr("fixed", "a time"), static_cast<int>(Form::Fixed));
    fields.form->addItem(tr("uniform up to twice", "a time"), static_cast<int>(Form::Uniform));
    fields.form->addItem(tr("exponential", "a time"), static_cast<int>(Form::Exponential));
    fields.form->addItem(tr("heavy-tailed", "a time"), static_cast<int>(Form::HeavyTailed));
    fields.ms->setSuffix(tr(" ms"));
    fields.ms->setSingleStep(100);
    layout()->addWidget(labelledField(label, fields.ms, this));
    layout()->addWidget(fields.form);
    return fields;
}

void GroupForm::buildTimes() {
    m_hold = spreadFields(tr("H&old"), 500, tr("Time that each contender holds the lock"));
    m_think = spreadFields(tr("Pause be&tween attempts"), 500, tr("Time between release and next acquire"));
    using Form = lockcore::Arrival::Form;
    m_arrival = choices(tr("How new contenders come"), this);
    m_arrival->addItem(tr("at once"), static_cast<int>(Form::AtOnce));
    m_arrival->addItem(tr("at random, so many a second"), static_cast<int>(Form::Poisson));
    m_arrival->addItem(tr("evenly within seconds"), static_cast<int>(Form::Ramp));
    m_arrivalNumber = number(1, kMostContenders, 10, tr("Contenders a second, or seconds"), this);
    m_cycles = number(0, kMostCycles, 0, tr("How often each of them holds the lock"), this);
    m_cycles->setSpecialValueText(tr("for ever"));
    layout()->addWidget(labelledField(tr("Come"), m_arrival, this));
    layout()->addWidget(m_arrivalNumber);
    layout()->addWidget(labelledField(tr("Cycles"), m_cycles, this));
}

void GroupForm::buildWrites() {
    m_writes = choices(tr("What new contenders write while they hold"), this);
    m_writes->addItem(tr("nothing"), -1);
    m_writes->addItem(tr("a register that checks nothing"), static_cast<int>(lockcore::RegisterCheck::None));
    m_writes->addItem(tr("a register that checks fencing tokens"),
                      static_cast<int>(lockcore::RegisterCheck::Token));
    m_writes->addItem(tr("a register that checks the hold"), static_cast<int>(lockcore::RegisterCheck::Hold));
    layout()->addWidget(labelledField(tr("Write"), m_writes, this));
}

void GroupForm::update() {
    const auto recipe = static_cast<LockRecipe>(m_recipe->currentData().toInt());
    const auto where = static_cast<Dwelling>(m_where->currentData().toInt());
    m_places->setVisible(where != Dwelling::Sessions);
    // One that nobody lives in would be of no use.
    m_places->setMaximum(where == Dwelling::Processes ? std::min(kMostProcesses, m_count->value())
                                                      : m_count->value());
    m_leases->parentWidget()->setVisible(takesLeases(recipe));
    m_arrivalNumber->setVisible(m_arrival->currentIndex() != 0);
    const QString wrong = problem();
    m_add->setEnabled(m_isAdding && wrong.isEmpty());
    m_add->setToolTip(m_isAdding ? wrong : tr("No run of the lab is under way."));
}

QString GroupForm::problem() const {
    const auto recipe = static_cast<LockRecipe>(m_recipe->currentData().toInt());
    const auto locks = namesIn(m_locks->text());
    const lockcore::LockCount wanted = lockcore::locksOf(recipe);
    if (locks.size() < wanted.least || locks.size() > wanted.most)
        return wanted.most == 0  ? tr("Without a lock there is no name of one.")
               : wanted.most > 1 ? tr("The recipe takes several locks: their names, with commas.")
                                 : tr("The recipe takes one lock: its name.");
    const bool isWrong = std::ranges::any_of(locks, [](const std::string& name) {
        return name.starts_with('/') || !lockcore::pathProblem("/lab/" + name).empty();
    });
    return isWrong ? tr("A lock's name is that of a znode below the run, such as “orders” or “shop/orders”.")
                   : QString();
}

lockcore::TimeSpread GroupForm::spreadOf(const SpreadFields& fields) {
    using Form = lockcore::TimeSpread::Form;
    const std::chrono::milliseconds mean(fields.ms->value());
    switch (static_cast<Form>(fields.form->currentData().toInt())) {
        case Form::Fixed: return lockcore::TimeSpread::fixed(mean);
        case Form::Uniform: return lockcore::TimeSpread::uniform(lockcore::Duration(0), 2 * mean);
        case Form::Exponential: return lockcore::TimeSpread::exponential(mean);
        case Form::HeavyTailed: break;
    }
    return lockcore::TimeSpread::heavyTailed(mean);
}

lockcore::ContenderGroup GroupForm::group() const {
    lockcore::ContenderGroup made;
    made.name = "group" + std::to_string(m_added + 1);
    made.recipe = static_cast<LockRecipe>(m_recipe->currentData().toInt());
    made.library = static_cast<lockcore::ClientLibrary>(m_library->currentData().toInt());
    made.locks = namesIn(m_locks->text());
    made.leases = m_leases->value();
    made.count = static_cast<std::size_t>(m_count->value());
    const auto places = static_cast<std::size_t>(m_places->value());
    const auto where = static_cast<Dwelling>(m_where->currentData().toInt());
    if (where == Dwelling::SharedSessions) made.sessions = places;
    if (where == Dwelling::Processes) made.processes = places;
    made.hold = spreadOf(m_hold);
    made.think = spreadOf(m_think);
    made.arrival.form = static_cast<lockcore::Arrival::Form>(m_arrival->currentData().toInt());
    made.arrival.perSecond = m_arrivalNumber->value();
    made.arrival.over = std::chrono::seconds(m_arrivalNumber->value());
    made.cycles = static_cast<std::uint64_t>(m_cycles->value());
    if (const int check = m_writes->currentData().toInt(); check >= 0)
        made.writes =
            lockcore::RegisterUse{"register", static_cast<lockcore::RegisterCheck>(check), 1, false};
    return made;
}

void GroupForm::setAdding(bool isAdding) {
    m_isAdding = isAdding;
    update();
}

void GroupForm::setLocks(const QString& locks) {
    m_locks->setText(locks);
}

}  // namespace lockscope
