// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_text.h"

#include "words/display_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace lockscope {
namespace {

using lockcore::Fairness;
using lockcore::GrantOrder;

struct FairnessText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::FairnessText)
};

QString orderNumber(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

/// Translations have their plurals by int.
int pluralOf(std::size_t value) {
    return static_cast<int>(std::min<std::size_t>(value, std::numeric_limits<int>::max()));
}

/// The grants before them had to make room; those of a span of time may be followed by others.
bool areLast(const GrantOrder& order) {
    return order.notKept > 0 && !order.isOfSpan;
}

QString fairSentence(const GrantOrder& order) {
    const int grants = pluralOf(order.grants);
    if (areLast(order))
        return FairnessText::tr("Fair: %n of the last %n grant(s) in order of arrival", nullptr, grants);
    return FairnessText::tr("Fair: %n of %n grant(s) in order of arrival", nullptr, grants);
}

QString unfairSentence(const GrantOrder& order) {
    const QString text =
        areLast(order) ? FairnessText::tr("Unfair: %1 of the last %2 grants overtook an earlier arrival")
                       : FairnessText::tr("Unfair: %1 of %2 grants overtook an earlier arrival");
    return text.arg(orderNumber(order.overtaking), orderNumber(order.grants));
}

QString unknownSentence(const GrantOrder& order) {
    if (order.withoutOrder > 0)
        return FairnessText::tr("Not known: the znodes of this kind of lock tell no order of waiting");
    if (order.notSeen > 0)
        return FairnessText::tr("Not known: %n of %1 turn(s) not fully seen", nullptr,
                                pluralOf(order.notSeen))
            .arg(orderNumber(order.grants + order.notSeen));
    if (order.together > 0)
        return FairnessText::tr("Not known: %n of %1 grant(s) seen together, in no order", nullptr,
                                pluralOf(order.together))
            .arg(orderNumber(order.grants));
    if (order.grants > 0)
        return FairnessText::tr("Not known: of %n grant(s) seen none overtook an earlier arrival", nullptr,
                                pluralOf(order.grants));
    return FairnessText::tr("Not known: no grants seen");
}

QString withUnseen(const QString& sentence, const GrantOrder& order) {
    const int changes = pluralOf(static_cast<std::size_t>(std::max<std::int64_t>(0, order.unseenChanges)));
    if (changes > 0 && order.mayBeMoreUnseen)
        return FairnessText::tr("%1; %n change(s) at least not seen", nullptr, changes).arg(sentence);
    if (changes > 0) return FairnessText::tr("%1; %n change(s) not seen", nullptr, changes).arg(sentence);
    if (order.mayBeMoreUnseen)
        return FairnessText::tr("%1; there may be changes that were not seen").arg(sentence);
    return sentence;
}

QString withNotKept(const QString& sentence, const GrantOrder& order) {
    if (order.notKept == 0) return sentence;
    if (order.isOfSpan)
        return FairnessText::tr("%1; up to %n grant(s) of this time not kept", nullptr,
                                pluralOf(order.notKept))
            .arg(sentence);
    return FairnessText::tr("%1; %n earlier grant(s) not kept", nullptr, pluralOf(order.notKept))
        .arg(sentence);
}

QString verdictSentence(const GrantOrder& order) {
    switch (order.fairness()) {
        case Fairness::NoGrants: return FairnessText::tr("No grants yet");
        case Fairness::Fair: return fairSentence(order);
        case Fairness::Unfair: return unfairSentence(order);
        case Fairness::NotKnown: return unknownSentence(order);
    }
    return {};
}

}  // namespace

QString fairnessSentence(const GrantOrder& order) {
    return withNotKept(withUnseen(verdictSentence(order), order), order);
}

QString fairnessWord(Fairness fairness) {
    switch (fairness) {
        case Fairness::NoGrants: return QStringLiteral("–");
        case Fairness::Fair: return FairnessText::tr("fair");
        case Fairness::Unfair: return FairnessText::tr("unfair");
        case Fairness::NotKnown: return FairnessText::tr("not known");
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
        return FairnessText::tr("%1: arrival %2, grant %3, overtook an earlier arrival")
            .arg(who, arrival, grant);
    if (point.shares)
        return FairnessText::tr("%1: arrival %2, grant %3, shared with other readers")
            .arg(who, arrival, grant);
    return FairnessText::tr("%1: arrival %2, grant %3").arg(who, arrival, grant);
}

}  // namespace lockscope
