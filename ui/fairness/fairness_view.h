// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/grant_order.h>

#include <QWidget>

namespace lockscope {

class FairnessPicture;
class SteadyLabel;

/// Whether a lock was granted in order of arrival: a picture, the sentence, and below it what that rests on.
/// Lives on the GUI thread.
class FairnessView : public QWidget {
    Q_OBJECT

public:
    explicit FairnessView(QWidget* parent = nullptr);

    /// `basis` is one or two sentences.
    void setOrder(const lockcore::GrantOrder& order, const QString& basis);
    /// Where there is little room the basis is a tip of the sentence.
    void setCompact(bool compact);
    /// How high the picture is, in lines of text.
    void setPictureLines(int lines);
    QString sentence() const;
    const FairnessPicture& picture() const { return *m_picture; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyLook();

    lockcore::Fairness m_fairness = lockcore::Fairness::NoGrants;
    bool m_isCompact = false;
    FairnessPicture* m_picture;
    SteadyLabel* m_sentence;
    SteadyLabel* m_basis;
};

}  // namespace lockscope
