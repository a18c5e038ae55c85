// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>
#include <set>
#include <utility>
#include <vector>

namespace lockscope {

/// A table that does not jump: rows of one height, whole rows selected, and what is on screen stays where it
/// is when rows come or go above it. At the very top it stays at the top. Lives on the GUI thread.
class StableTableView : public QTableView {
    Q_OBJECT

public:
    explicit StableTableView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;

    /// Widths of the columns in characters of the font, plus what is fixed; the last one takes the rest.
    void setColumnCharacters(std::vector<int> characters);
    /// Columns that are wider where all have room, the first ones first, up to so many characters: the
    /// longest texts that anybody wants to read whole. One that the user has made wider or narrower stays as
    /// it is. To the last column, which takes the rest, so much is left.
    void setRoomyCharacters(std::vector<std::pair<int, int>> columns);
    /// Columns that matter less: shown where there is room for them, the first ones first, and never scrolled
    /// to. Copied rows have them all the same.
    void setOptionalColumns(std::vector<int> columns);
    /// True: new rows at the end scroll into view while the end is in view.
    void setFollowsEnd(bool follows) { m_followsEnd = follows; }

    /// The selected rows, exact values: tab-separated lines, or a Markdown table with a header. Whatever the
    /// names are, a spreadsheet or ticket does nothing with them.
    QString selectionAsText() const;
    QString selectionAsMarkdown() const;

public Q_SLOTS:
    void copyAsText() const;
    void copyAsMarkdown() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    /// Sets row height and column widths by the font.
    virtual void applyMetrics();
    /// Gives columns the room that is left, after some were shown or hidden.
    void shareRoom();
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// False where rows are hidden: then the place can't be told by numbers of rows, and is left to Qt.
    virtual bool keepsPlace() const { return true; }
    /// First row that can be seen, also while the model is being changed.
    int topRow() const;
    /// Scrolls so that `row` is the first one, `hidden` pixels of it above the edge.
    void scrollToRow(int row, int hidden);

protected Q_SLOTS:
    void rowsInserted(const QModelIndex& parent, int first, int last) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last) override;

private:
    void rowsRemoved();
    void scrollToEnd();
    void leaveCurrent();
    void goOnFromNeighbour();
    std::vector<int> selectedRows() const;
    QString cellText(int row, int column) const;

    int widthFor(int column) const;
    int widthOf(int characters) const;
    void showOptionalColumns();
    int lastShownColumn() const;

    std::vector<int> m_characters;
    std::vector<std::pair<int, int>> m_roomy;
    std::set<int> m_chosenWidths;  ///< columns
    bool m_isHeaderPressed = false;
    std::vector<int> m_optional;
    bool m_followsEnd = false;
    bool m_isEndInView = true;  ///< it was when the user could see it last
    int m_removedAbove = 0;
    bool m_currentLeaves = false;
    QPersistentModelIndex m_goOnFrom;  ///< where keys go on, while no row is current as that one has left
};

}  // namespace lockscope
