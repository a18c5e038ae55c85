// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_words.h"

#include "queue/contender_text.h"
#include "sessions/session_text.h"
#include "sessions/sessions_model.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockscope {
namespace {

struct ReportWordsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

/// Bounds that are closer are one moment for a reader.
constexpr std::int64_t kOneMomentMs = 1'000;

}  // namespace

QString pageTime(std::int64_t unixMs) {
    return exactMoment(unixMs).section(QLatin1Char(' '), 0, 1);
}

QString pageTime(const lockcore::MomentBounds& bounds) {
    const QString latest = pageTime(bounds.notAfterUnixMs);
    if (!bounds.notBeforeUnixMs) return ReportWordsText::tr("before %1", "moment").arg(latest);
    if (bounds.notAfterUnixMs - *bounds.notBeforeUnixMs < kOneMomentMs) return latest;
    return ReportWordsText::tr("between %1 and %2", "moments").arg(pageTime(*bounds.notBeforeUnixMs), latest);
}

QString pageSession(const lockcore::Turn& turn) {
    return turn.session == lockcore::SessionId::None ? QStringLiteral("–")
                                                     : QString::fromStdString(toHex(turn.session));
}

QString pageClient(const lockcore::ReportedContender& contender) {
    const lockcore::Turn& turn = contender.turn.turn;
    const std::string_view identity = clientIdentity(*turn.contender);
    if (contender.client && !contender.client->address.empty())
        return ReportWordsText::tr("%1: %2", "address of a client, its state")
            .arg(withIdentity(hostText(*contender.client), identity), sessionStateText(*contender.client));
    if (turn.end && !turn.end->address.empty()) return withIdentity(displayText(turn.end->address), identity);
    if (turn.contender->data.empty()) return QStringLiteral("–");
    return ReportWordsText::tr("not told; its znode says: %1").arg(dataSummary(*turn.contender));
}

QString pageNumber(std::size_t number) {
    return QLocale().toString(static_cast<qulonglong>(number));
}

}  // namespace lockscope
