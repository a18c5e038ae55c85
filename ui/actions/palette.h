// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/palette_model.h"

#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QTreeView;

namespace lockscope {

/// One entry, and what Enter does with it.
struct PaletteItem {
    PaletteEntry entry;
    std::function<void()> run;
};

/// A line to type into and what matches below it; keys alone are enough: arrows choose, Enter runs, Escape
/// leaves. Closes as soon as the user turns to something else. Lives on the GUI thread.
class Palette : public QDialog {
    Q_OBJECT

public:
    Palette(QWidget* parent, std::vector<PaletteItem> items, const QString& typed = {});

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildList();
    void matchesChanged();
    void showCurrent();
    void runCurrent();

    std::vector<PaletteItem> m_items;
    PaletteModel* m_model;
    QLineEdit* m_typed;
    QTreeView* m_list;
    QLabel* m_note;
};

}  // namespace lockscope
