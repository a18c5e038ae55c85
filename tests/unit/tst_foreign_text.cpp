// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/foreign_text.h>

using namespace lockcore;

class TestForeignText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatNobodySees() {
        for (const char32_t hidden :
             {U'\0',     U'\n',     U'\x7f',   U'\x9b',   U'\u00ad',     U'\u034f',    U'\u115f',
              U'\u1160', U'\u180e', U'\u200b', U'\u200f', U'\u202e',     U'\u2066',    U'\u2800',
              U'\u3164', U'\ufe0f', U'\ufeff', U'\uffa0', U'\U000e0041', U'\U000e0fff'})
            QVERIFY2(isHidden(hidden), QByteArray::number(static_cast<uint>(hidden), 16).constData());
        for (const char32_t seen : {U' ', U'a', U'~', U'\u00a1', U'\u0301', U'\u1161', U'\u2010', U'\u3000',
                                    U'\u3163', U'\u3165', U'\u9501', U'\U0001f512', U'\U000e1000'})
            QVERIFY2(!isHidden(seen), QByteArray::number(static_cast<uint>(seen), 16).constData());
    }

    void jsonKeepsItsValues() {
        QCOMPARE(withoutHidden("{\"a\": \"b\\n\u9501\"}\n"), std::string("{\"a\": \"b\\n\u9501\"}\n"));
        QCOMPARE(withoutHidden("\"a\u202eb\u009bc\u3164\""), std::string("\"a\\u202eb\\u009bc\\u3164\""));
        QCOMPARE(withoutHidden("\"\U000e0041\""), std::string("\"\\udb40\\udc41\""));
        QCOMPARE(withoutHidden("a\xff\xe2\x80"), std::string("a\xff\xe2\x80"));
        QCOMPARE(withoutHidden(""), std::string());
    }

    void codePointsAreTakenWhole() {
        std::string_view text = "a\u00fc\u9501\U0001f512";
        for (const char32_t expected : {U'a', U'\u00fc', U'\u9501', U'\U0001f512'})
            QCOMPARE(takeCodePoint(text), std::optional(expected));
        QVERIFY(text.empty());
        for (std::string_view bad : {"\xc0\xaf", "\xed\xa0\x80", "\xe2\x80", "\xf4\x90\x80\x80", "\xff"}) {
            const std::string_view before = bad;
            QVERIFY(!takeCodePoint(bad));
            QCOMPARE(bad, before);
        }
    }
};

LOCKSCOPE_TEST(TestForeignText)
#include "tst_foreign_text.moc"
