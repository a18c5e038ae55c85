// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/explanation.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <cstddef>
#include <optional>

namespace lockscope {

/// What the servers of a connection string answered when each was asked whether it is there at all. A value.
struct ServerAnswers {
    std::size_t servers = 0;
    std::size_t serving = 0;     ///< with a quorum
    std::size_t notServing = 0;  ///< without quorum, or still starting
    std::size_t readOnly = 0;    ///< without quorum, but they let clients read
    std::size_t silent = 0;      ///< nothing is there, or nothing answers in time
    QStringList addresses = {};  ///< of all

    /// True where some answer, and none of these serves.
    bool serveNobody() const { return serving == 0 && notServing + readOnly > 0; }

    bool operator==(const ServerAnswers&) const = default;
};

/// Blocks a few seconds. Any thread.
ServerAnswers askServers(const ConnectionOptions& options);

/// True where servers without a quorum may be the cause: they close the connection as dead ones do.
bool mayLackQuorum(const lockcore::ConnectionProblem& problem);

/// Why no server takes us, by what they answered. Pure, but for the translations.
Explanation explainNoAnswer(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options,
                            const ServerAnswers& answers, Audience audience);

/// Asks the servers now and then, on a thread of its own, as long as none takes us. Lives on the GUI thread.
class ServerInquiry : public QObject {
    Q_OBJECT

public:
    explicit ServerInquiry(QObject* parent);

    /// Asks as long as it is called with such a problem; forgets the answers where there is none.
    void follow(const std::optional<lockcore::ConnectionProblem>& problem, const ConnectionOptions& options);
    /// Empty before the first ones.
    const std::optional<ServerAnswers>& answers() const { return m_answers; }

Q_SIGNALS:
    void answersChanged();

private:
    void forget();
    void ask();
    void take();

    ConnectionOptions m_options;
    QFutureWatcher<ServerAnswers> m_asking;
    bool m_isAsking = false;
    std::optional<ServerAnswers> m_answers;
    QTimer m_next;
};

}  // namespace lockscope
