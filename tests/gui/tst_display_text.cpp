// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details.h"
#include "sample_queues.h"
#include "test_program.h"
#include "words/display_text.h"
#include "words/wording.h"

using namespace lockscope;

class TestDisplayText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void escapes_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << QByteArray("lock-0000000001") << QStringLiteral("lock-0000000001");
        QTest::newRow("umlaut and Chinese")
            << QByteArray("gr\xc3\xbc\xe9\x94\x81") << QStringLiteral("grü锁");
        QTest::newRow("astral") << QByteArray("\xf0\x9f\x94\x92") << QStringLiteral("🔒");
        QTest::newRow("controls") << QByteArray("a\n\r\t\x07\x7f", 6)
                                  << QStringLiteral("a\\n\\r\\t\\x07\\x7f");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QStringLiteral("a\\x00b");
        QTest::newRow("C1 control") << QByteArray("\xc2\x9b") << QStringLiteral("\\u{009b}");
        QTest::newRow("bidi override") << QByteArray("\xe2\x80\xae") << QStringLiteral("\\u{202e}");
        QTest::newRow("bidi isolate") << QByteArray("\xe2\x81\xa6") << QStringLiteral("\\u{2066}");
        QTest::newRow("right-to-left mark") << QByteArray("\xe2\x80\x8f") << QStringLiteral("\\u{200f}");
        QTest::newRow("zero width space") << QByteArray("\xe2\x80\x8b") << QStringLiteral("\\u{200b}");
        QTest::newRow("letter that is a blank")
            << QByteArray("lock\xe3\x85\xa4") << QStringLiteral("lock\\u{3164}");
        QTest::newRow("half of such a letter") << QByteArray("\xef\xbe\xa0") << QStringLiteral("\\u{ffa0}");
        QTest::newRow("Hangul filler") << QByteArray("\xe1\x85\x9f") << QStringLiteral("\\u{115f}");
        QTest::newRow("blank of Braille") << QByteArray("\xe2\xa0\x80") << QStringLiteral("\\u{2800}");
        QTest::newRow("joiner") << QByteArray("\xcd\x8f") << QStringLiteral("\\u{034f}");
        QTest::newRow("variation selector") << QByteArray("a\xef\xb8\x8f") << QStringLiteral("a\\u{fe0f}");
        QTest::newRow("wide space") << QByteArray("lock\xe3\x80\x80") << QStringLiteral("lock\\u{3000}");
        QTest::newRow("no-break space") << QByteArray("my\xc2\xa0lock") << QStringLiteral("my\\u{00a0}lock");
        QTest::newRow("space") << QByteArray("my lock") << QStringLiteral("my lock");
        QTest::newRow("line separator") << QByteArray("\xe2\x80\xa8") << QStringLiteral("\\u{2028}");
        QTest::newRow("tag character") << QByteArray("\xf3\xa0\x81\x81") << QStringLiteral("\\u{e0041}");
        QTest::newRow("lone byte") << QByteArray(
                                          "a\xff"
                                          "b")
                                   << QStringLiteral("a\\xffb");
        QTest::newRow("cut character") << QByteArray("a\xe2\x80") << QStringLiteral("a\\xe2\\x80");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QStringLiteral("\\xc0\\xaf");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QStringLiteral("\\xed\\xa0\\x80");
        QTest::newRow("HTML stays text") << QByteArray("<b>&amp;") << QStringLiteral("<b>&amp;");
    }

    void escapes() {
        QFETCH(QByteArray, bytes);
        QTEST(displayText({bytes.constData(), static_cast<std::size_t>(bytes.size())}), "shown");
    }

    void longTextIsCutAndWholeCharactersStay() {
        QCOMPARE(displayText("abcdef", 3), QStringLiteral("abc…"));
        QCOMPARE(displayText("abc", 3), QStringLiteral("abc"));
        QCOMPARE(displayText("ab\n", 3), QStringLiteral("ab…"));
        QVERIFY(displayText(std::string(1'000'000, 'x')).size() <= kDisplayedCharacters + 1);
    }

    void lineBreaksCanBeKept() {
        QCOMPARE(displayText("a\n\tb\x01", 100, LineBreaks::Keep), QStringLiteral("a\n\tb\\x01"));
    }

    void blanksOfProseStay() {
        QCOMPARE(displayText("a\xe3\x80\x80\xc2\xa0", 100, LineBreaks::Keep),
                 QStringLiteral("a\u3000\u00a0"));
    }

    void toolTipsAreNeverRichText() {
        QVERIFY(!plainToolTip(QStringLiteral("<a href='x'>y</a>")).contains(QStringLiteral("<a")));
        QCOMPARE(plainToolTip({}), QString());
    }

    void summaries() {
        const std::string name = samples::name("-lock-", 1);
        QCOMPARE(dataSummary(*samples::contender(name, 1, "")), QStringLiteral("none"));
        QCOMPARE(dataSummary(*samples::contender(name, 1, "host-7\nx")), QStringLiteral("host-7\\nx"));
        QCOMPARE(dataSummary(*samples::contender(name, 1, std::string("\x00\x01", 2))),
                 QStringLiteral("2 bytes"));
        QVERIFY(dataSummary(*samples::contender(name, 1, std::string(100'000, 'x'))).size() < 200);
        // Kept data ends within a character.
        std::string cut(lockcore::kKeptDataBytes - 1, 'x');
        cut += "\xe2\x82\xac";
        QVERIFY(dataSummary(*samples::contender(name, 1, cut)).startsWith(QStringLiteral("xxx")));
    }

    void hexDumpLines() {
        QCOMPARE(hexDump("0123456789abcdefX\x01"),
                 QStringLiteral("000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef\n"
                                "000010  58 01                                             X."));
        QCOMPARE(hexDump({}), QString());
    }

    void idsAreShortenedInTheMiddle() {
        QCOMPARE(shortened(QStringLiteral("0x1000007e0050000"), 14), QStringLiteral("0x10000…050000"));
        QCOMPARE(shortened(QStringLiteral("0x1")), QStringLiteral("0x1"));
    }

    void ages() {
        QCOMPARE(ageText(1000, 500), QStringLiteral("0 s"));
        QCOMPARE(ageText(0, 59'999), QStringLiteral("59 s"));
        QCOMPARE(ageText(0, 60'000), QStringLiteral("1 min 00 s"));
        QCOMPARE(ageText(0, 3'720'000), QStringLiteral("1 h 02 min"));
        QCOMPARE(ageText(0, 86'400'000LL * 5 + 3 * 3'600'000), QStringLiteral("5 d 03 h"));
        QCOMPARE(durationText(std::chrono::milliseconds(850)), QStringLiteral("850 ms"));
        QCOMPARE(durationText(std::chrono::microseconds(1'900)), QStringLiteral("2 ms"));
    }

    void roughAges() {
        QCOMPARE(roughAgeText(1000, 500), QStringLiteral("0 s"));
        QCOMPARE(roughAgeText(0, 9'999), QStringLiteral("9 s"));
        QCOMPARE(roughAgeText(0, 14'999), QStringLiteral("10 s"));
        QCOMPARE(roughAgeText(0, 59'999), QStringLiteral("55 s"));
        QCOMPARE(roughAgeText(0, 119'999), QStringLiteral("1 min"));
        QCOMPARE(roughAgeText(0, 3'720'000), QStringLiteral("1 h 02 min"));
    }

    void everyErrorHasACauseInWords() {
        const QString unknown = errorCause(static_cast<lockcore::ErrorCode>(999));
        for (int code = 0; code <= static_cast<int>(lockcore::ErrorCode::Io); ++code) {
            QVERIFY2(errorCause(static_cast<lockcore::ErrorCode>(code)) != unknown,
                     qPrintable(QString::number(code)));
        }
    }

    void noConnectionIsToldInOneSentence() {
        using lockcore::ErrorCode;
        const std::string server = "zk1:2181";
        QCOMPARE(
            errorText(
                {ErrorCode::ConnectionRefused, "Connecting to zk1:2181: Connection refused", {}, server}),
            QStringLiteral("zk1:2181 refused the connection"));
        QCOMPARE(
            errorText({ErrorCode::ConnectionLoss, "Connecting to zk1:2181: No route to host", {}, server}),
            QStringLiteral("Connecting to zk1:2181: No route to host"));
        QCOMPARE(errorText({ErrorCode::ConnectionLoss, "Read the queue", "/a/lock", server}),
                 QStringLiteral("Read the queue: the connection to the server broke (/a/lock, on zk1:2181)"));
    }

    void detailsTellEvidenceAndPlace() {
        const auto queue = samples::queue({samples::reader(1), samples::writer(2), samples::reader(3)});
        const Details details = describeContender(*queue, 1, {samples::kNowUnixMs});
        QCOMPARE(details.title, QStringLiteral("0000000002"));
        // What a person asks first: where it is, whether it is there, what it is and since when.
        QStringList first;
        for (const DetailGroup& group : details.groups)
            for (const DetailField& field : group.fields)
                first << field.label;
        QCOMPARE(first.mid(0, 4), QStringList({QStringLiteral("Host"), QStringLiteral("State"),
                                               QStringLiteral("Role"), QStringLiteral("Position")}));
        QCOMPARE(details.groups[0].fields[0].value, QStringLiteral("not told"));
        QCOMPARE(details.groups[1].fields[0].value, QStringLiteral("Waiter, behind 0000000001"));
        QCOMPARE(details.groups[1].fields[1].value, QStringLiteral("2 of 3"));
        QCOMPARE(details.groups[2].title, QStringLiteral("Times"));
        for (const DetailGroup& group : details.groups) {
            QVERIFY(!group.evidence.isEmpty());
            for (const DetailField& field : group.fields)
                QVERIFY2(!field.meaning.isEmpty(), qPrintable(field.label));
        }
        QCOMPARE(describeLock(*queue, {samples::kNowUnixMs}).title, QStringLiteral("/app/lock"));
    }
};

LOCKSCOPE_TEST(TestDisplayText)
#include "tst_display_text.moc"
