// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;
class QTimer;
class QVBoxLayout;

namespace lockscope {

class Tour;
class TourDots;
struct TourResult;

/// The guided tour beside the window: what to look at, what happens, and at the end what was seen. Lives on
/// the GUI thread.
class TourPanel : public QWidget {
    Q_OBJECT

public:
    /// Shows `tour`, which outlives it.
    explicit TourPanel(Tour& tour, QWidget* parent = nullptr);

    QSize sizeHint() const override;

    /// How the run goes on at this moment: a line that changes. Empty: nothing to say. True where it can be
    /// read now.
    bool setProgress(const QString& text);

Q_SIGNALS:
    void closeWanted();

private:
    QWidget* buildContent();
    QWidget* buildButtons();
    void showTour(const Tour& tour);
    void showResults(const Tour& tour);
    void addResult(const TourResult& result, bool isVerdict);
    QLabel* addLine(const QString& text);

    Tour& m_tour;
    QScrollArea* m_scroll;
    TourDots* m_dots;
    QLabel* m_where;
    QLabel* m_title;
    QLabel* m_look;
    QPushButton* m_start;
    QPushButton* m_stop;
    QTimer* m_startsNow;  ///< while a second click on Start hits Stop, which has its place
    QLabel* m_activity;
    QLabel* m_progress;
    QLabel* m_said;
    QVBoxLayout* m_results;
    QPushButton* m_previous;
    QPushButton* m_next;
    QStringList m_shown;  ///< what stands in m_results
};

}  // namespace lockscope
