// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/palette.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/table_delegate.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {
namespace {

constexpr int kShownRows = 12;
constexpr int kShownCharacters = 90;

/// Keys that move in the list while the focus stays in the line.
bool movesInList(int key) {
    return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
}

}  // namespace

Palette::Palette(QWidget* parent, std::vector<PaletteItem> items, const QString& typed)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      m_items(std::move(items)),
      m_model(new PaletteModel(this)),
      m_typed(new QLineEdit(typed)),
      m_list(new QTreeView),
      m_note(noteLabel()) {
    setWindowTitle(tr("Command palette"));
    m_typed->setObjectName(QStringLiteral("palette-text"));
    m_typed->setAccessibleName(tr("What to find"));
    m_typed->setPlaceholderText(tr("An action or a lock · 0x session · @host"));
    m_typed->installEventFilter(this);
    m_note->setObjectName(QStringLiteral("palette-note"));
    buildList();
    // The window has no frame of its own, and would run into what is behind it.
    auto* frame = new QFrame;
    frame->setFrameStyle(QFrame::Box | QFrame::Plain);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(frame);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), contentMargin());
    layout->addWidget(m_typed);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_note);
    setFocusProxy(m_typed);

    std::vector<PaletteEntry> entries;
    entries.reserve(m_items.size());
    for (const PaletteItem& item : m_items)
        entries.push_back(item.entry);
    m_model->setTyped(typed);
    m_model->setEntries(std::move(entries));
    connect(m_typed, &QLineEdit::textChanged, m_model, &PaletteModel::setTyped);
    connect(m_model, &QAbstractItemModel::modelReset, this, &Palette::matchesChanged);
    matchesChanged();
}

void Palette::buildList() {
    m_list->setObjectName(QStringLiteral("palette-list"));
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new TableDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemsExpandable(false);
    m_list->setAllColumnsShowFocus(true);
    m_list->setHeaderHidden(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(PaletteModel::Text, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(PaletteModel::Detail, QHeaderView::ResizeToContents);
    m_list->setMinimumHeight(kShownRows * rowHeight(font()));
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &Palette::showCurrent);
    connect(m_list, &QAbstractItemView::clicked, this, &Palette::runCurrent);
}

void Palette::matchesChanged() {
    if (m_model->rowCount() > 0) m_list->setCurrentIndex(m_model->index(0, 0));
    showCurrent();
}

void Palette::showCurrent() {
    const QModelIndex current = m_list->currentIndex();
    if (m_model->rowCount() == 0) {
        m_note->setText(tr("Nothing matches. Begin with / for a lock, 0x for a session, @ for a host."));
    } else if (current.isValid() && !m_model->entryAt(current.row()).blocked.isEmpty()) {
        m_note->setText(tr("Not now: %1").arg(m_model->entryAt(current.row()).blocked));
    } else if (m_model->matches() > PaletteModel::kMostShown) {
        const QLocale locale;
        m_note->setText(tr("The best %1 of %2 are shown: type more to find others.")
                            .arg(locale.toString(static_cast<qulonglong>(PaletteModel::kMostShown)),
                                 locale.toString(static_cast<qulonglong>(m_model->matches()))));
    } else {
        m_note->setText(tr("Enter goes there or does it, Escape leaves."));
    }
}

void Palette::runCurrent() {
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !m_model->entryAt(current.row()).blocked.isEmpty()) return;
    // By then this dialog is gone: what runs may open one of its own.
    const auto run = m_items[m_model->placeOf(current.row())].run;
    QMetaObject::invokeMethod(parent(), run, Qt::QueuedConnection);
    accept();
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_typed || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    auto* const key = static_cast<QKeyEvent*>(event);
    if (movesInList(key->key())) {
        QCoreApplication::sendEvent(m_list, key);
        return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        runCurrent();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void Palette::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isVisible() && !isActiveWindow()) reject();
}

/// Near the top of the window, where what is typed hides the least.
void Palette::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    const QWidget* const window = parentWidget()->window();
    const int width = std::min(kShownCharacters * fontMetrics().averageCharWidth(), window->width());
    resize(width, sizeHint().height());
    const QPoint top = window->mapToGlobal(QPoint((window->width() - width) / 2, window->height() / 8));
    move(top);
    raise();
    activateWindow();
    m_typed->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace lockscope
