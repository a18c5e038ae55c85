// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"
#include "document/row_subject.h"

#include <QObject>

#include <optional>

class QMenu;

namespace lockscope {

class Actions;
class ClusterDocument;
struct AuditRecord;
struct WindowPanels;

/// What a line of the audit file is about; nothing where that is another cluster than `cluster`, to which all
/// that a row can do would lead. Its session is the operator's.
RowSubject subjectOf(const AuditRecord& record, const QString& cluster);

/// What can be done with a row of any table: copy what it is about, go there, filter by its host. While the
/// menu of a row is open it is that row, else the selected contender, or lock. Lives on the GUI thread.
class RowActions : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    struct Parts {
        const Actions& actions;
        const WindowPanels& panels;
        const ClusterDocument& document;
    };

    RowActions(Parts parts, QObject* parent);

    /// Before `menu`, which is about `row`, is shown.
    void addTo(QMenu& menu, const RowSubject& row);
    /// The selected contender, or lock; nothing without a selection.
    RowSubject selectedRow() const;
    RowFacts facts() const;

Q_SIGNALS:
    /// It is another row, so that others can be used.
    void rowChanged();
    void lockChosen(const std::string& path);
    void contenderChosen(const std::string& path, const std::string& name);
    void sessionChosen(lockcore::SessionId session);

private:
    void connectActions();
    void connectCopying();
    RowSubject row() const { return m_ofMenu ? *m_ofMenu : selectedRow(); }
    std::optional<QString> command() const;
    void goToRow();

    const Parts m_parts;
    std::optional<RowSubject> m_ofMenu;
    const QMenu* m_menu = nullptr;  ///< the one that it is of; only compared, it may be gone
};

}  // namespace lockscope
