// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lockscope {

/// Plain text that changes often, such as an age. With each new text a QLabel has all layouts up to the
/// window's made anew, and much of the window painted; this does so only where the text needs other room.
/// Lives on the GUI thread.
class SteadyLabel : public QWidget {
    Q_OBJECT

public:
    explicit SteadyLabel(QWidget* parent = nullptr);

    QLabel& label() { return *m_label; }
    /// The text can be selected, while the pointer is on it or it has the focus: text that can be is laid out
    /// as a document, and painted twice with each change.
    void setSelectable() { m_isSelectable = true; }
    QString text() const { return m_label->text(); }
    void setText(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void letSelect(bool selects);
    QSize neededRoom();
    bool fitsInto(const QSize& room);
    void tellRoom();

    QLabel* m_label;
    QSize m_needed;           ///< by the present text; invalid where it has not been asked for
    QSize m_room;             ///< that earlier texts had, where the present one is narrower
    bool m_isUntold = false;  ///< layouts have not been told of the present text
    bool m_isSelectable = false;
};

}  // namespace lockscope
