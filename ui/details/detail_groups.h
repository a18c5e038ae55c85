// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details/details.h"
#include "words/session_id_stream.h"

#include <QWidget>
#include <cstdint>
#include <vector>

class QGridLayout;

namespace lockscope {

/// Groups of facts, one below the other, each with what it rests on and how old that is. Plain text only, all
/// of it selectable. Lives on the GUI thread.
class DetailGroups : public QWidget {
    Q_OBJECT

public:
    explicit DetailGroups(QWidget* parent = nullptr);
    ~DetailGroups() override;

    /// Where the same facts are shown already, only their texts change.
    void setGroups(std::vector<DetailGroup> groups, std::int64_t nowUnixMs);

Q_SIGNALS:
    /// The user wants to see this session.
    void sessionActivated(lockcore::SessionId session);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct GroupWidgets;

    bool fits() const;
    void rebuild();
    void addField(QGridLayout& grid, int line, const DetailField& field, GroupWidgets& widgets);
    QWidget* sessionLink(const DetailField& field);
    void fill();

    std::vector<DetailGroup> m_groups;
    std::int64_t m_nowUnixMs = 0;
    std::vector<GroupWidgets> m_widgets;
};

}  // namespace lockscope
