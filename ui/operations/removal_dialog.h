// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "operations/removal.h"

#include <QDialog>
#include <QTimer>

#include <chrono>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope {

class ClusterDocument;
class FactGrid;

enum class RemovalAnswer { Keep, Remove, AskToRelease };

/// What the operator has decided. A value.
struct RemovalDecision {
    RemovalAnswer answer = RemovalAnswer::Keep;
    lockcore::Role role = lockcore::Role::Foreign;  ///< that the contender had at that moment
    std::string reason = {};                        ///< for the audit file
};

/// Asks before something is removed, with what it would do now: follows queue and servers while it is open.
/// Its buttons can be pressed only when what they do has stood there for kArmedAfter: a click that was meant
/// for another text does nothing. On a production cluster the one that removes waits until the lock's name
/// has been typed, too. Lives on the GUI thread.
class RemovalDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kArmedAfter{500};

    RemovalDialog(QWidget* parent, RemovalRequest request, std::shared_ptr<const lockcore::LockQueue> queue,
                  std::shared_ptr<const lockcore::ClusterAssessment> assessment,
                  Environment environment = Environment::None);

    /// Shows what becomes known meanwhile, and closes with its cluster, as long as both live.
    void follow(const ClusterDocument& document);
    /// A newer queue; those of other locks are ignored.
    void setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);

    RemovalDecision decision() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildConsequence();
    void buildConsent(Environment environment);
    void buildButtons();
    void takeSofterWay();
    void showConsequences();
    void showConsequence();
    void updateVerb();

    const RemovalRequest m_request;
    std::shared_ptr<const lockcore::LockQueue> m_queue;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    RemovalConsequences m_consequences;
    QTimer m_arming;  ///< runs until the buttons may be pressed
    RemovalAnswer m_answer = RemovalAnswer::Keep;
    QLabel* m_title;
    FactGrid* m_facts;
    QLabel* m_consequence;
    QWidget* m_consequenceLine;
    QLabel* m_text;
    QWidget* m_consent;
    QLineEdit* m_reason;
    QLineEdit* m_typedName = nullptr;  ///< null where nothing has to be typed
    QPushButton* m_remove;
    QPushButton* m_softer;
    QPushButton* m_keep;
};

}  // namespace lockscope
