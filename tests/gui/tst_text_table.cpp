// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_program.h"
#include "text_table.h"

#include <QRegularExpression>

using namespace lockscope;

namespace {

/// A name, a word that may be left out second, a number, and a word that is left out first.
TextTable tableOfLocks() {
    TextTable table;
    table.column({QStringLiteral("Lock"), TextTable::Align::Left, 12});
    table.column({QStringLiteral("Dialect"), TextTable::Align::Left, 0, 1});
    table.column({QStringLiteral("Waiters"), TextTable::Align::Right});
    table.column({QStringLiteral("Session"), TextTable::Align::Left, 0, 2});
    table.row({{QStringLiteral("/payments/settlement/nightly")},
               {QStringLiteral("Curator mutex")},
               {QStringLiteral("1,234,567")},
               {QStringLiteral("0x100002c9bfb0000"), Ink::Warning}});
    table.row({{QStringLiteral("/订单/结算锁")},
               {QStringLiteral("kazoo lock")},
               {QStringLiteral("7")},
               {QStringLiteral("–")}});
    return table;
}

}  // namespace

class TestTextTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsAlignInCellsOfATerminal() {
        const QStringList lines = tableOfLocks().lines({});
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], QStringLiteral("Lock                          Dialect          Waiters  Session"));
        QCOMPARE(lines[1],
                 QStringLiteral("/payments/settlement/nightly  Curator mutex  1,234,567  0x100002c9bfb0000"));
        // Five Chinese characters fill ten cells.
        QCOMPARE(lines[2], QStringLiteral("/订单/结算锁                  kazoo lock             7  –"));
    }

    void countsCellsAndNotCharacters() {
        QCOMPARE(cellsOf(QStringLiteral("abc")), 3);
        QCOMPARE(cellsOf(QStringLiteral("锁a")), 3);
        QCOMPARE(cellsOf(QStringLiteral("한글")), 4);
        QCOMPARE(cellsOf(QStringLiteral("e\u0301")), 1);
        QCOMPARE(cellsOf(QString::fromUcs4(U"\U0001F512")), 2);
        QCOMPARE(cellsOf(QStringLiteral("…–“”")), 4);
    }

    void namesGiveWayInTheMiddleFirst() {
        const TextTable table = tableOfLocks();
        const QStringList lines = table.lines({65});
        QCOMPARE(lines[1],
                 QStringLiteral("/payments/…t/nightly  Curator mutex  1,234,567  0x100002c9bfb0000"));
        QVERIFY(table.leftOut(65).isEmpty());
    }

    void thenColumnsThatMatterLess() {
        const TextTable table = tableOfLocks();
        QCOMPARE(table.leftOut(55), QStringList{QStringLiteral("Session")});
        QVERIFY(table.lines({55})[1].contains(QStringLiteral("/payments/settlement/nightly")));
        QCOMPARE(table.leftOut(35), (QStringList{QStringLiteral("Dialect"), QStringLiteral("Session")}));
        QCOMPARE(table.lines({24})[1], QStringLiteral("/payme…ightly  1,234,567"));
        // Numbers are whole even where nothing fits.
        QVERIFY(table.lines({5})[1].endsWith(QStringLiteral("1,234,567")));
    }

    void everyLineFitsTheScreen() {
        const TextTable table = tableOfLocks();
        for (qsizetype width = 20; width < 100; ++width)
            for (const QString& line : table.lines({width}))
                QVERIFY2(cellsOf(line) <= width, qPrintable(line));
    }

    void colourChangesNoText() {
        const QRegularExpression codes(QStringLiteral("\x1b\\[[0-9]+m"));
        const TextTable table = tableOfLocks();
        const QStringList coloured = table.lines({60, true});
        QVERIFY(coloured.join(QLatin1Char('\n')).contains(codes));
        QCOMPARE(QStringList(coloured).replaceInStrings(codes, QString()), table.lines({60, false}));
        QVERIFY(
            tableOfLocks().lines({{}, true})[1].contains(QStringLiteral("\x1b[33m0x100002c9bfb0000\x1b[0m")));
    }

    void shortensByCells() {
        QCOMPARE(shortenedToCells(QStringLiteral("/abcdefgh"), 5), QStringLiteral("/a…gh"));
        QCOMPARE(shortenedToCells(QStringLiteral("订单结算锁"), 7), QStringLiteral("订…锁"));
        QCOMPARE(shortenedToCells(QStringLiteral("订单"), 4), QStringLiteral("订单"));
        QCOMPARE(cutToCells(QStringLiteral("订单结算锁"), 6), QStringLiteral("订单…"));
    }

    void wrapsWhereTheLanguageAllows() {
        QCOMPARE(wrappedToCells(QStringLiteral("one two  three\n\nfour"), 8),
                 (QStringList{QStringLiteral("one two"), QStringLiteral("three"), QString(),
                              QStringLiteral("four")}));
        QCOMPARE(wrappedToCells(QStringLiteral("会话等待"), 5),
                 (QStringList{QStringLiteral("会话"), QStringLiteral("等待")}));
        QCOMPARE(wrappedToCells(QStringLiteral("/a/very/long"), 5).join(QString()),
                 QStringLiteral("/a/very/long"));
        for (const QString& line : wrappedToCells(QStringLiteral("xxxxxxxxxxxx 会话等待 yy"), 5))
            QVERIFY(cellsOf(line) <= 5);
    }
};

LOCKSCOPE_TEST(TestTextTable)
#include "tst_text_table.moc"
