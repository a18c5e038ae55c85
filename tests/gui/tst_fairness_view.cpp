// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_picture.h"
#include "fairness/fairness_text.h"
#include "fairness/fairness_view.h"
#include "test_program.h"
#include "theme/state_palette.h"

#include <QApplication>
#include <QHelpEvent>
#include <QImage>
#include <QToolTip>
#include <QTranslator>

#include <cstdlib>

using namespace lockscope;
using lockcore::GrantOrder;

namespace {

/// Granted in this order of arrivals.
GrantOrder grantedInOrder(const std::vector<int>& arrivals) {
    std::vector<lockcore::SeenGrant> grants;
    for (const int arrival : arrivals) {
        lockcore::SeenGrant grant;
        grant.contender = "lock-" + std::to_string(arrival);
        grant.arrival = lockcore::Zxid{arrival};
        grant.grantedIn = grants.size();
        grants.push_back(grant);
    }
    return lockcore::grantOrder(grants);
}

GrantOrder partlySeen(std::size_t notSeen) {
    GrantOrder order = grantedInOrder({1, 2, 3});
    order.notSeen = notSeen;
    return order;
}

/// How much of the picture is of that colour, or nearly.
int pixelsOf(const FairnessPicture& picture, const QColor& color) {
    const QImage image = const_cast<FairnessPicture&>(picture).grab().toImage();
    int count = 0;
    for (int x = 0; x < image.width(); ++x) {
        for (int y = 0; y < image.height(); ++y) {
            const QColor pixel = image.pixelColor(x, y);
            const int away = std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
                             std::abs(pixel.blue() - color.blue());
            count += away < 30 ? 1 : 0;
        }
    }
    return count;
}

}  // namespace

class TestFairnessView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // With the plurals that people read.
        QVERIFY(m_translator.load(QStringLiteral(":/i18n/lockscope_en.qm")));
        QCoreApplication::installTranslator(&m_translator);
    }
    void cleanupTestCase() { QCoreApplication::removeTranslator(&m_translator); }

    void sentenceSaysTheVerdict() {
        QCOMPARE(fairnessSentence(GrantOrder()), QStringLiteral("No grants yet"));
        QCOMPARE(fairnessSentence(grantedInOrder({1, 2, 3})),
                 QStringLiteral("Fair: 3 of 3 grants in order of arrival"));
        QCOMPARE(fairnessSentence(grantedInOrder({3, 1, 2})),
                 QStringLiteral("Unfair: 1 of 3 grants overtook an earlier arrival"));
    }

    void whatWasNotSeenIsNeverFair() {
        QCOMPARE(fairnessSentence(partlySeen(1)),
                 QStringLiteral("Not known: 1 of 4 turns was not fully seen"));
        QCOMPARE(fairnessSentence(partlySeen(2)),
                 QStringLiteral("Not known: 2 of 5 turns were not fully seen"));
        GrantOrder leases;
        leases.withoutOrder = 3;
        QVERIFY(fairnessSentence(leases).startsWith(QStringLiteral("Not known:")));
    }

    /// A verdict claims nothing of what nobody saw, or of what is not kept any more.
    void sentenceSaysWhatTheVerdictIsNotOf() {
        GrantOrder order = grantedInOrder({1, 2, 3});
        order.notKept = 12;
        QCOMPARE(fairnessSentence(order), QStringLiteral("Fair: 3 of the last 3 grants in order of arrival; "
                                                         "12 earlier grants are not kept"));
        order.unseenChanges = 4;
        QCOMPARE(fairnessSentence(order),
                 QStringLiteral("Not known: of the 3 grants that were seen none overtook an earlier arrival; "
                                "4 changes were not seen; 12 earlier grants are not kept"));
        order.mayBeMoreUnseen = true;
        QVERIFY2(fairnessSentence(order).contains(QStringLiteral("; at least 4 changes were not seen;")),
                 qPrintable(fairnessSentence(order)));
        order = grantedInOrder({2, 1});
        order.unseenChanges = 1;
        order.notKept = 1;
        QCOMPARE(
            fairnessSentence(order),
            QStringLiteral("Unfair: 1 of the last 2 grants overtook an earlier arrival; 1 change was not "
                           "seen; 1 earlier grant is not kept"));
        order = {};
        order.notKept = 5;
        QCOMPARE(fairnessSentence(order),
                 QStringLiteral("Not known: no grants seen; 5 earlier grants are not kept"));
        order = {};
        order.mayBeMoreUnseen = true;
        QCOMPARE(fairnessSentence(order),
                 QStringLiteral("Not known: no grants seen; there may be changes that were not seen"));
    }

    // Others may have been granted after them.
    void grantsOfASpanAreNotCalledTheLast() {
        GrantOrder order = grantedInOrder({1, 2, 3});
        order.isOfSpan = true;
        order.notKept = 12;
        QCOMPARE(fairnessSentence(order), QStringLiteral("Fair: 3 of 3 grants in order of arrival; up to 12 "
                                                         "grants of this time are not kept"));
        order = grantedInOrder({2, 1});
        order.isOfSpan = true;
        order.notKept = 1;
        QCOMPARE(fairnessSentence(order), QStringLiteral("Unfair: 1 of 2 grants overtook an earlier arrival; "
                                                         "up to 1 grant of this time is not kept"));
    }

    void sentenceIsTranslated() {
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/lockscope_zh_CN.qm")));
        QCoreApplication::installTranslator(&chinese);
        GrantOrder order = grantedInOrder({1, 2, 3});
        order.unseenChanges = 4;
        order.notKept = 12;
        const QString sentence = fairnessSentence(order);
        QCoreApplication::removeTranslator(&chinese);
        QVERIFY2(sentence.contains(QStringLiteral("有 4 次变更未看到")), qPrintable(sentence));
        QVERIFY2(sentence.contains(QStringLiteral("更早的 12 次授予未保留")), qPrintable(sentence));
    }

    void grantsSeenTogetherAreNotFair() {
        GrantOrder order = grantedInOrder({1, 2, 3});
        order.together = 2;
        QCOMPARE(fairnessSentence(order),
                 QStringLiteral("Not known: 2 of 3 grants were seen together, in no order"));
    }

    void onlyTheLastPointsArePaintedAndRankedAmongThemselves() {
        const auto points = fairnessPoints(grantedInOrder({1, 2, 9, 4, 5}), 3);
        QCOMPARE(points.size(), std::size_t(3));
        QCOMPARE(points[0].arrival, std::size_t(3));
        QVERIFY(points[0].overtook);
        QCOMPARE(points[1].arrival, std::size_t(1));
        QCOMPARE(points[2].grant, std::size_t(3));
    }

    void pictureHasNoMorePointsThanFit() {
        FairnessPicture picture;
        picture.resize(68, 68);
        std::vector<int> many;
        for (int i = 1; i <= 400; ++i)
            many.push_back(i);
        picture.setOrder(grantedInOrder(many));
        QVERIFY(!picture.points().empty() && picture.points().size() <= 34);
        const QPointF first = picture.placeOf(picture.points().front());
        const QPointF last = picture.placeOf(picture.points().back());
        QVERIFY(first.x() < last.x() && first.y() > last.y());
        QVERIFY(picture.rect().contains(first.toPoint()) && picture.rect().contains(last.toPoint()));
        QVERIFY2(picture.accessibleDescription().contains(QStringLiteral("400 of 400")),
                 qPrintable(picture.accessibleDescription()));
    }

    void overtakersHaveTheColourOfWarnings_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void overtakersHaveTheColourOfWarnings() {
        QFETCH(bool, dark);
        FairnessPicture picture;
        QPalette palette;
        palette.setColor(QPalette::Base, dark ? Qt::black : Qt::white);
        palette.setColor(QPalette::Window, dark ? Qt::black : Qt::white);
        palette.setColor(QPalette::Text, dark ? Qt::white : Qt::black);
        palette.setColor(QPalette::WindowText, dark ? Qt::white : Qt::black);
        picture.setPalette(palette);
        picture.resize(100, 100);
        const QColor warning = StatePalette(palette).color(Tone::Warning);
        picture.setOrder(grantedInOrder({1, 2, 3, 4}));
        QCOMPARE(pixelsOf(picture, warning), 0);
        picture.setOrder(grantedInOrder({1, 4, 2, 3}));
        QVERIFY(pixelsOf(picture, warning) > 5);
    }

    void eachPointSaysWhoItIs() {
        FairnessPicture picture;
        picture.resize(100, 100);
        picture.setOrder(grantedInOrder({2, 1}));
        picture.show();
        const QPoint place = picture.placeOf(picture.points().front()).toPoint();
        QHelpEvent help(QEvent::ToolTip, place, picture.mapToGlobal(place));
        QApplication::sendEvent(&picture, &help);
        QVERIFY2(QToolTip::text().contains(
                     QStringLiteral("lock-2: arrival 2, grant 1, overtook an earlier arrival")),
                 qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void viewShowsPictureAndSentence() {
        FairnessView view;
        view.show();
        view.setOrder(GrantOrder(), {});
        QVERIFY(!view.picture().isVisible());
        view.setOrder(grantedInOrder({2, 1}), QStringLiteral("By birth."));
        QVERIFY(view.picture().isVisible());
        QCOMPARE(view.sentence(), QStringLiteral("Unfair: 1 of 2 grants overtook an earlier arrival"));
    }

private:
    QTranslator m_translator;
};

LOCKSCOPE_TEST(TestFairnessView)
#include "tst_fairness_view.moc"
