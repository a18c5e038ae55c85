// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_words.h"

#include "words/display_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::Fairness;
using lockcore::GrantOrder;

struct FairnessWords {
    Q_DECLARE_TR_FUNCTIONS(lockscope::FairnessWords)
};

QString orderNumber(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString unknownSentence(const GrantOrder& order) {
    if (order.withoutOrder > 0)
        return FairnessWords::tr("Not known: the znodes of this kind of lock tell no order of waiting");
    return FairnessWords::tr("Not known: %n of %1 turn(s) not fully seen", nullptr,
                             static_cast<int>(order.notSeen))
        .arg(orderNumber(order.grants + order.notSeen));
}

}  // namespace

QString fairnessSentence(const GrantOrder& order) {
    switch (order.fairness()) {
        case Fairness::NoGrants: return FairnessWords::tr("No grants yet");
        case Fairness::Fair:
            return FairnessWords::tr("Fair: %n of %n grant(s) in order of arrival", nullptr,
                                     static_cast<int>(order.grants));
        case Fairness::Unfair:
            return FairnessWords::tr("Unfair: %1 of %2 grants overtook an earlier arrival")
                .arg(orderNumber(order.overtaking), orderNumber(order.grants));
        case Fairness::NotKnown: return unknownSentence(order);
    }
    return {};
}

QString fairnessWord(Fairness fairness) {
    switch (fairness) {
        case Fairness::NoGrants: return QStringLiteral("–");
        case Fairness::Fair: return FairnessWords::tr("fair");
        case Fairness::Unfair: return FairnessWords::tr("unfair");
        case Fairness::NotKnown: return FairnessWords::tr("not known");
    }
    return {};
}

std::vector<FairnessPoint> fairnessPoints(const GrantOrder& order, std::size_t most) {
    const std::size_t count = std::min(order.last.size(), most);
    const auto begin = order.last.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<std::size_t> arrivals;
    for (auto grant = begin; grant != order.last.end(); ++grant)
        arrivals.push_back(grant->arrival);
    std::ranges::sort(arrivals);
    std::vector<FairnessPoint> points;
    for (auto grant = begin; grant != order.last.end(); ++grant) {
        const auto place = std::ranges::lower_bound(arrivals, grant->arrival) - arrivals.begin();
        points.push_back({static_cast<std::size_t>(place) + 1, points.size() + 1, grant->overtook,
                          grant->shares, grant->contender});
    }
    return points;
}

QString pointText(const FairnessPoint& point) {
    const QString who = displayText(point.contender);
    const QString arrival = orderNumber(point.arrival);
    const QString grant = orderNumber(point.grant);
    if (point.overtook)
        return FairnessWords::tr("%1: arrival %2, grant %3, overtook an earlier arrival")
            .arg(who, arrival, grant);
    if (point.shares)
        return FairnessWords::tr("%1: arrival %2, grant %3, shared with other readers")
            .arg(who, arrival, grant);
    return FairnessWords::tr("%1: arrival %2, grant %3").arg(who, arrival, grant);
}

}  // namespace lockscope
