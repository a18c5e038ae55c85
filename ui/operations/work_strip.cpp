// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/work_strip.h"

#include "theme/theme.h"
#include "widgets/elided_label.h"

#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace lockscope {
namespace {

QWidget* makeLine(QFutureWatcher<void>* work, const QString& what, std::function<void()> cancel) {
    auto* line = new QWidget;
    work->setParent(line);
    auto* text = new ElidedLabel;
    text->setText(what);
    auto* bar = new QProgressBar;
    bar->setAccessibleName(what);
    QObject::connect(work, &QFutureWatcherBase::progressRangeChanged, bar, &QProgressBar::setRange);
    QObject::connect(work, &QFutureWatcherBase::progressValueChanged, bar, &QProgressBar::setValue);
    auto* button = new QPushButton(WorkStrip::tr("Cancel"));
    button->setAccessibleDescription(what);
    QObject::connect(button, &QPushButton::clicked, line, [button, cancel = std::move(cancel)] {
        button->setEnabled(false);
        button->setText(WorkStrip::tr("Cancelling…"));
        cancel();
    });
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(contentMargin(), gridStep(), contentMargin(), gridStep());
    layout->setSpacing(contentMargin());
    layout->addWidget(text, 2);
    layout->addWidget(bar, 1);
    layout->addWidget(button);
    return line;
}

}  // namespace

WorkStrip::WorkStrip(QWidget* parent) : QWidget(parent), m_lines(new QVBoxLayout(this)) {
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(0);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void WorkStrip::follow(const QFuture<void>& work, const QString& what, std::function<void()> cancel) {
    auto* watcher = new QFutureWatcher<void>;
    QWidget* const line = makeLine(watcher, what, std::move(cancel));
    line->hide();
    m_lines->addWidget(line);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, line] {
        m_lines->removeWidget(line);
        line->hide();
        line->deleteLater();
        if (m_lines->isEmpty()) hide();
    });
    QTimer::singleShot(kShownAfterMs, line, [this, line] {
        if (m_lines->indexOf(line) < 0) return;  // it has ended
        line->show();
        show();
    });
    watcher->setFuture(work);
}

}  // namespace lockscope
