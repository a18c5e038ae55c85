// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/feed/recorded_locks.h>

using namespace lockcore;

namespace {

constexpr std::int64_t kHourMs = 3'600'000;

bool matches(const std::string& pattern, const std::string& path) {
    const auto made = PathPattern::from(pattern);
    return made && made->matches(path);
}

LockCatalog listed(const std::vector<std::string>& paths) {
    LockCatalog catalog;
    for (const std::string& path : paths)
        catalog.locks.push_back({.path = path});
    return catalog;
}

QString shown(const RecordedLocks& locks) {
    QStringList paths;
    for (const std::string& path : locks.paths())
        paths << QString::fromStdString(path);
    return paths.join(' ');
}

}  // namespace

/// Which locks a recording observes.
class TestRecordedLocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void patternsNamePaths_data();
    void patternsNamePaths();
    void whatNoPathCanMatchIsRefused();
    void manyStarsCostLittle();
    void allWithoutAPattern();
    void oneOfThePatternsIsEnough();
    void whatIsUnlistedStaysAnHour();
    void newOnesGetTheRoomOfTheLongestUnlisted();
    void tooManyAreTold();
};

void TestRecordedLocks::patternsNamePaths_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isNamed");
    const auto row = [](const char* pattern, const char* path, bool isNamed) {
        QTest::addRow("%s %s", pattern, path) << pattern << path << isNamed;
    };
    row("/a/b", "/a/b", true);
    row("/a/b", "/a/bc", false);
    row("/a/b", "/a/b/c", false);
    row("/a/*", "/a/b", true);
    row("/a/*", "/a", false);
    row("/a/*", "/a/b/c", false);
    row("/a/lock-*", "/a/lock-1", true);
    row("/a/lock-*", "/a/lock-", true);
    row("/a/lock-*", "/a/lock", false);
    row("/a/*-*-x", "/a/1-2-3-x", true);
    row("/a/*-*-x", "/a/1-x", false);
    row("/*/b", "/a/b", true);
    row("/a/**", "/a/b", true);
    row("/a/**", "/a/b/c/d", true);
    row("/a/**", "/a", false);
    row("/a/**", "/ab/c", false);
    row("/**", "/a/b/c", true);
    row("/**/lock", "/lock", true);
    row("/**/lock", "/a/b/lock", true);
    row("/**/lock", "/a/b/lock/c", false);
    row("/a/**/b/*", "/a/b/x/b/c", true);
    row("/a/**/b/*", "/a/x/b", false);
    row("/a?[b]\\.", "/a?[b]\\.", true);
    row("/a?", "/ab", false);
}

void TestRecordedLocks::patternsNamePaths() {
    QFETCH(QString, pattern);
    QFETCH(QString, path);
    QTEST(matches(pattern.toStdString(), path.toStdString()), "isNamed");
}

void TestRecordedLocks::whatNoPathCanMatchIsRefused() {
    for (const char* pattern : {"", "a", "**", "/", "//", "/a/", "/a//b", "/a/../b", "/./a"}) {
        const auto made = PathPattern::from(pattern);
        QVERIFY2(!made, pattern);
        QCOMPARE(made.error().code, ErrorCode::BadArguments);
        QCOMPARE(made.error().path, std::string(pattern));
    }
}

void TestRecordedLocks::manyStarsCostLittle() {
    std::string pattern = "/";
    for (int i = 0; i < 500; ++i)
        pattern += "*a";
    QVERIFY(!matches(pattern + "b", "/" + std::string(5'000, 'a')));
}

void TestRecordedLocks::allWithoutAPattern() {
    RecordedLocks locks;
    locks.take(listed({"/a", "/b/c"}), 0);
    QCOMPARE(shown(locks), "/a /b/c");
    QCOMPARE(locks.count(), std::size_t{2});
    QVERIFY(!locks.isTooMany());
}

void TestRecordedLocks::oneOfThePatternsIsEnough() {
    RecordedLocks locks({*PathPattern::from("/a/*"), *PathPattern::from("/b/**")});
    locks.take(listed({"/a/1", "/a/1/2", "/b/1/2", "/c"}), 0);
    QCOMPARE(shown(locks), "/a/1 /b/1/2");
    QCOMPARE(locks.named(), std::size_t{2});
}

void TestRecordedLocks::whatIsUnlistedStaysAnHour() {
    RecordedLocks locks;
    locks.take(listed({"/a", "/b"}), 0);
    locks.take(listed({"/b"}), kHourMs);
    QCOMPARE(shown(locks), "/a /b");
    locks.take(listed({"/b"}), kHourMs + 1);
    QCOMPARE(shown(locks), "/b");
}

void TestRecordedLocks::newOnesGetTheRoomOfTheLongestUnlisted() {
    RecordedLocks locks({}, 3);
    locks.take(listed({"/a", "/b", "/c"}), 0);
    locks.take(listed({"/b", "/c"}), 1);
    locks.take(listed({"/c"}), 2);
    locks.take(listed({"/c", "/d"}), 3);
    QCOMPARE(shown(locks), "/b /c /d");
    QVERIFY(!locks.isTooMany());
}

void TestRecordedLocks::tooManyAreTold() {
    RecordedLocks locks({*PathPattern::from("/a/*")}, 2);
    locks.take(listed({"/a/1", "/a/2", "/b"}), 0);
    QVERIFY(!locks.isTooMany());
    locks.take(listed({"/a/1", "/a/2", "/a/3"}), 1);
    QVERIFY(locks.isTooMany());
    QCOMPARE(locks.named(), std::size_t{3});
    QCOMPARE(shown(locks), "/a/1 /a/2");
}

LOCKSCOPE_TEST(TestRecordedLocks)
#include "tst_recorded_locks.moc"
