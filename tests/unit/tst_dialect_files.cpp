// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/history/dialect_files.h>
#include <lockcore/observe/lock_queue.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockcore;

namespace {

const QString kDialectResources = QStringLiteral(DIALECT_RESOURCES);
const std::string kSiteUuid = "6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01";

std::string fileOf(const std::string& rows) {
    return R"({"dialects": [)" + rows + "]}";
}

/// A row that is right, with one more member.
std::string rowWith(const std::string& member) {
    return R"({"key": "acme", "name": "Acme", "names": [{"prefix": "acme-"}], )" + member + "}";
}

SiteDialects dialectsOf(const std::string& rows) {
    SiteDialects dialects;
    const auto added = addDialects(dialects, fileOf(rows));
    if (!added) qWarning("%s: %s", added.error().path.c_str(), added.error().what.c_str());
    return dialects;
}

Dialect dialectOf(const std::string& key) {
    return dialectFromKey(key).value_or(Dialect::Unknown);
}

QByteArray bytesOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

void writeFile(const QString& file, const std::string& text) {
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(text.data(), qsizetype(text.size()));
}

std::vector<QueueRow> rowsOf(const std::vector<std::string>& names) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (const std::string& name : names)
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    return arrangeQueue(std::move(contenders));
}

}  // namespace

/// Dialects of a site's own libraries: files, what is refused, and what recognition makes of them.
class TestDialectFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { useSiteDialects({}); }

    void readsTheExample();
    void readsAllFields();
    void refuses_data();
    void refuses();
    void oneWrongFileIsNotUsed();
    void directoriesWithoutFiles();
    void hasTheFieldsOfTheSchema();
    void takesPartInRecognition();
    void winsOnlyWhereMoreSpecific_data();
    void winsOnlyWhereMoreSpecific();
    void needsAMarkWhereItSaysSo();
    void theLongerPlaceWins();
    void itsElectionsAreTold();
    void comesBeforeGenericNames();
};

void TestDialectFiles::readsTheExample() {
    DialectFiles files = readDialectFiles((kDialectResources + QStringLiteral("/example")).toStdString());
    QVERIFY2(files.problems.empty(), files.problems.empty() ? "" : files.problems.front().path.c_str());
    useSiteDialects(std::move(files.dialects));
    QCOMPARE(siteDialects().size(), 4u);
    const NodeName name = parseNodeName("acme-" + kSiteUuid + "-lock-0000000001");
    QCOMPARE(name.dialect, dialectOf("acme-lock"));
    QCOMPARE(name.id, kSiteUuid);
    QCOMPARE(name.sequence, std::optional<std::int64_t>(1));
    QCOMPARE(dialectInfo(name.dialect).name, std::string_view("Acme lock"));
    QCOMPARE(parseNodeName("acme-" + kSiteUuid + "-shared-0000000002").mode, LockMode::Read);
    QCOMPARE(parseNodeName("acme-worker-a").dialect, dialectOf("acme-worker"));
    const auto place = singleNodePlace("/acme/eu/scheduler");
    QCOMPARE(place ? place->dialect : Dialect::Unknown, dialectOf("acme-scheduler"));
}

void TestDialectFiles::readsAllFields() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme-rw", "name": "Acme lock", "kind": "read-write-lock", "needsEvidence": true,
         "names": [{"mode": "read", "prefix": "r-", "id": "hex16", "marker": "-", "numbered": true}],
         "rule": "readers-share", "watch": "any-blocker", "reading": "sign-dropped",
         "equalNumbers": "by-name", "revokePayload": "please", "evictedHolder": "noticed",
         "evictedWaiter": "grants-self", "queue": "kazoo", "election": "acme-chief",
         "bugs": [{"id": "ACME-1", "situation": "foreign-child", "mendedIn": "2"}]},
        {"key": "acme-chief", "name": "Acme chief", "kind": "election", "rule": "single-node",
         "nodeName": "chief", "nodePlaces": [{"path": "a/*/chief", "beside": "b/c"}]})"));
    const DialectInfo& lock = dialectInfo(dialectOf("acme-rw"));
    QCOMPARE(lock.name, std::string_view("Acme lock"));
    QCOMPARE(lock.kind, DirectoryKind::ReadWriteLock);
    QVERIFY(lock.needsEvidence);
    QCOMPARE(lock.names.size(), 1u);
    QCOMPARE(lock.names[0].mode, LockMode::Read);
    QCOMPARE(lock.names[0].prefix, std::string_view("r-"));
    QCOMPARE(lock.names[0].id, IdForm::Hex16);
    QCOMPARE(lock.names[0].marker, std::string_view("-"));
    QVERIFY(lock.names[0].numbered);
    QCOMPARE(lock.rule, BlockRule::ReadersShare);
    QCOMPARE(lock.watch, WaiterWatch::AnyBlocker);
    QCOMPARE(lock.reading, SequenceReading::SignDropped);
    QCOMPARE(lock.equalNumbers, EqualNumbers::ByName);
    QCOMPARE(lock.revokePayload, std::string_view("please"));
    QCOMPARE(lock.evictedHolder, Eviction::Noticed);
    QCOMPARE(lock.evictedWaiter, Eviction::GrantsSelf);
    QCOMPARE(lock.queue, Dialect::KazooLock);
    QCOMPARE(lock.election, dialectFromKey("acme-chief"));
    QCOMPARE(lock.bugs.size(), 1u);
    QCOMPARE(lock.bugs[0].id, std::string_view("ACME-1"));
    QCOMPARE(lock.bugs[0].situation, BugSituation::ForeignChild);
    QCOMPARE(lock.bugs[0].mendedIn, std::string_view("2"));
    const DialectInfo& chief = dialectInfo(dialectOf("acme-chief"));
    QCOMPARE(chief.rule, BlockRule::SingleNode);
    QCOMPARE(chief.watch, WaiterWatch::TheNode);
    QCOMPARE(chief.queue, chief.dialect);
    QCOMPARE(chief.nodePlaces.size(), 1u);
    QCOMPARE(chief.nodePlaces[0].path, std::string_view("a/*/chief"));
    QCOMPARE(chief.nodePlaces[0].beside, std::string_view("b/c"));
    QCOMPARE(singleNodeDialect("chief"), std::optional(chief.dialect));
}

void TestDialectFiles::refuses_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("reason");
    const auto file = [](const char* title, const std::string& json, const char* place, const char* reason) {
        QTest::newRow(title) << QByteArray::fromStdString(json) << QByteArray(place) << QByteArray(reason);
    };
    const auto row = [&](const char* title, const std::string& rows, const char* place, const char* reason) {
        file(title, fileOf(rows), place, reason);
    };
    const auto member = [&](const char* json, const char* place, const char* reason) {
        row(json, rowWith(json), place, reason);
    };
    const std::string right = R"({"key": "acme", "name": "Acme", "names": [{"prefix": "acme-"}]})";

    file("no JSON", "{\n  \"dialects\": [,]\n}", "line 2, column 16", "not JSON");
    file("empty", "", "line 1, column 1", "");
    file("cut off", "{\"dialects\": [", "line 1", "ends too early");
    file("NUL", std::string("{}\0", 3), "line 1, column 2", "NUL");
    file("an array", "[]", "", "an object is expected");
    file("no dialects", "{}", "dialects", "missing");
    file("another member", R"({"dialects": [], "dialect": 1})", "dialect", "no such member");
    row("none", "", "dialects", "at least one dialect");
    row("no row", "1", "dialects[0]", "an object");
    row("no key", R"({"name": "Acme"})", "dialects[0].key", "missing");
    row("capitals", R"({"key": "Acme", "name": "Acme"})", "dialects[0].key", "a-z");
    row("no name", R"({"key": "acme", "names": [{"prefix": "acme-"}]})", "dialects[0].name", "missing");
    row("control character", R"({"key": "acme", "name": "a\nb"})", "dialects[0].name", "control");
    row("key of Lockscope", R"({"key": "kazoo", "name": "Acme"})", "dialects[0].key", "another dialect");
    row("key of the settings", R"({"key": "not-a-lock", "name": "Acme"})", "dialects[0].key",
        "another dialect");
    row("key twice", right + ", " + right, "dialects[1].key", "another dialect");
    row("no names", R"({"key": "acme", "name": "Acme"})", "dialects[0].names", "missing");
    row("empty names", R"({"key": "acme", "name": "Acme", "names": []})", "dialects[0].names",
        "at least one");
    const auto names = [&](const char* pattern, const char* place, const char* reason) {
        row(pattern, std::string(R"({"key": "acme", "name": "Acme", "names": [)") + pattern + "]}", place,
            reason);
    };
    names(R"({"prefix": "a/b"})", "dialects[0].names[0].prefix", "\"/\"");
    names(R"({"id": "number"})", "dialects[0].names[0].id", "\"hex16\"");
    names(R"({"id": "word"})", "dialects[0].names[0]", "prefix or a marker");
    names(R"({})", "dialects[0].names[0]", "prefix or a marker");
    names(R"({"prefix": "a-", "mode": "shared"})", "dialects[0].names[0].mode", "\"read\"");
    names(R"({"prefix": "a-", "mode": "read"})", "dialects[0].names", "readers-share");
    names(R"({"prefix": "a-", "numbered": false})", "dialects[0].names", "all-hold");
    names(R"({"prefix": "a-", "numbered": 1})", "dialects[0].names[0].numbered", "true or false");
    names(R"({"prefix": "a-", "suffix": "-"})", "dialects[0].names[0].suffix", "no such member");
    names(R"({"prefix": "_c_", "id": "uuid", "marker": "-latch-"})", "dialects[0].names",
          "\"curator-latch\"");
    names(R"({"prefix": "a-"}, {"prefix": ""})", "dialects[0].names[1].prefix", "1 to 100");
    row("names of another row", right + R"(, {"key": "b", "name": "B", "names": [{"prefix": "acme-"}]})",
        "dialects[1].names", "\"acme\"");
    member(R"("kind": "mutex")", "dialects[0].kind", "\"read-write-lock\"");
    member(R"("kind": "unknown")", "dialects[0].kind", "\"lock\"");
    member(R"("kind": "semaphore", "rule": "exclusive")", "dialects[0].rule", "do not go together");
    member(R"("rule": "fair")", "dialects[0].rule", "\"all-hold\"");
    member(R"("watch": "all")", "dialects[0].watch", "\"any-blocker\"");
    member(R"("reading": "none")", "dialects[0].reading", "order of numbers");
    member(R"("reading": 1)", "dialects[0].reading", "a text");
    member(R"("equalNumbers": "")", "dialects[0].equalNumbers", "\"by-name\"");
    member(R"("evictedHolder": "dies")", "dialects[0].evictedHolder", "\"requeues\"");
    member(R"("evictedWaiter": "dies")", "dialects[0].evictedWaiter", "\"requeues\"");
    member(R"("revokePayload": "")", "dialects[0].revokePayload", "1 to 1000");
    member(R"("needsEvidence": "yes")", "dialects[0].needsEvidence", "true or false");
    member(R"("queue": "nobody")", "dialects[0].queue", "the key of a dialect");
    member(R"("queue": "sequential")", "dialects[0].queue", "the key of a dialect");
    member(R"("queue": "go-zookeeper")", "dialects[0].queue", "own queue");
    member(R"("election": "kazoo")", "dialects[0].election", "\"election\"");
    member(R"("nodeName": "leader")", "dialects[0].nodeName", "single-node");
    member(R"("rule": "single-node", "nodeName": "x")", "dialects[0].names", "no contenders");
    member(R"("owner": "me")", "dialects[0].owner", "no such member");
    member(R"("bugs": [{"id": "A-1"}])", "dialects[0].bugs[0].situation", "missing");
    member(R"("bugs": [{"id": "A-1", "situation": "slow"}])", "dialects[0].bugs[0].situation",
           "\"foreign-child\"");
    const auto place = [&](const char* json, const char* where, const char* reason) {
        row(json,
            std::string(R"({"key": "a", "name": "A", "rule": "single-node", "nodePlaces": [)") + json + "]}",
            where, reason);
    };
    place(R"({})", "dialects[0].nodePlaces[0].path", "missing");
    place(R"({"path": "/a"})", "dialects[0].nodePlaces[0].path", "names with");
    place(R"({"path": "*/*"})", "dialects[0].nodePlaces[0].path", "any znode");
    place(R"({"path": "a", "beside": "b/"})", "dialects[0].nodePlaces[0].beside", "names with");
    const std::string twice = R"({"dialects": [{"key": "a", "name": "A",
        "names": [{"prefix": "a-"}], "key": "b"}]})";
    QTest::newRow("a member twice") << QByteArray::fromStdString(twice) << QByteArray("line 2, column 38")
                                    << QByteArray("already");
    const auto second = [&](const char* name, const std::string& first, const std::string& json,
                            const char* where) {
        QTest::newRow(name) << QByteArray::fromStdString(R"({"dialects": [{"key": "one", "name": "One", )" +
                                                         first + R"(}, {"key": "two", "name": "Two", )" +
                                                         json + "}]}")
                            << QByteArray(where) << QByteArray("one");
    };
    const std::string node = R"("rule": "single-node", )";
    second("a znode of another row", node + R"("nodeName": "x")", node + R"("nodeName": "x")",
           "dialects[1].nodeName");
    second("a place of another row", node + R"("nodePlaces": [{"path": "a/b"}])",
           node + R"("nodePlaces": [{"path": "c"}, {"path": "a/b", "beside": "x"}])",
           "dialects[1].nodePlaces");
    const std::string members = R"("kind": "membership", )";
    second("numbers of any text", members + R"("names": [{"prefix": "w-", "id": "word", "numbered": false}])",
           R"("names": [{"prefix": "w-"}])", "dialects[1].names");
    row("no place", R"({"key": "a", "name": "A", "rule": "single-node"})", "dialects[0]", "nodePlaces");
}

void TestDialectFiles::refuses() {
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, reason);
    SiteDialects dialects;
    const auto added = addDialects(dialects, json.toStdString());
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::BadFormat);
    const QByteArray at = QByteArray::fromStdString(added.error().path);
    if (place.startsWith("line"))
        QVERIFY2(at.startsWith(place), at.constData());
    else
        QCOMPARE(at, place);
    QVERIFY2(added.error().what.find(reason.toStdString()) != std::string::npos, added.error().what.c_str());
    QVERIFY(dialects.rows.empty());
}

void TestDialectFiles::oneWrongFileIsNotUsed() {
    QTemporaryDir directory;
    const auto row = [](const std::string& key) {
        return fileOf(R"({"key": ")" + key + R"(", "name": "A", "names": [{"prefix": ")" + key + R"(-"}]})");
    };
    writeFile(directory.filePath(QStringLiteral("1.json")), row("one"));
    writeFile(directory.filePath(QStringLiteral("2.json")), "{\"dialects\": 2}");
    writeFile(directory.filePath(QStringLiteral("3.json")), row("three"));
    writeFile(directory.filePath(QStringLiteral("4.json")), row("one"));
    writeFile(directory.filePath(QStringLiteral("5.txt")), "no dialect");
    writeFile(directory.filePath(QStringLiteral("6.json")), std::string(1024 * 1024 + 1, ' '));
    QVERIFY(QDir(directory.path()).mkdir(QStringLiteral("7.json")));
    DialectFiles files = readDialectFiles(directory.path().toStdString());
    QCOMPARE(files.problems.size(), 4u);
    QCOMPARE(files.problems[0].path, directory.filePath(QStringLiteral("2.json, dialects")).toStdString());
    QCOMPARE(files.problems[1].path,
             directory.filePath(QStringLiteral("4.json, dialects[0].key")).toStdString());
    QCOMPARE(files.problems[2].code, ErrorCode::TooLarge);
    QVERIFY(files.problems[3].path.find("7.json") != std::string::npos);
    useSiteDialects(std::move(files.dialects));
    QCOMPARE(siteDialects().size(), 2u);
    QCOMPARE(parseNodeName("one-0000000001").dialect, dialectOf("one"));
    QCOMPARE(parseNodeName("three-0000000001").dialect, dialectOf("three"));
}

void TestDialectFiles::directoriesWithoutFiles() {
    QTemporaryDir directory;
    const DialectFiles empty = readDialectFiles(directory.path().toStdString());
    QCOMPARE(empty.problems.size(), 1u);
    QCOMPARE(empty.problems[0].path, directory.path().toStdString());
    const DialectFiles missing = readDialectFiles(directory.path().toStdString() + "/nowhere");
    QCOMPARE(missing.problems.size(), 1u);
    QCOMPARE(missing.problems[0].code, ErrorCode::Io);
}

/// What the schema tells an author is what is read: each of its words is understood, and no member is
/// missing.
void TestDialectFiles::hasTheFieldsOfTheSchema() {
    const QJsonObject definitions =
        QJsonDocument::fromJson(bytesOf(kDialectResources + QStringLiteral("/dialects.schema.json")))
            .object()[QStringLiteral("$defs")]
            .toObject();
    const auto read = [](const QJsonObject& row) {
        SiteDialects dialects;
        const QJsonObject file{{QStringLiteral("dialects"), QJsonArray{row}}};
        const auto added = addDialects(dialects, QJsonDocument(file).toJson().toStdString());
        return added ? std::string() : added.error().what;
    };
    int words = 0;
    const auto tryAll = [&](const QString& definition, const auto& rowOf) {
        const QJsonObject members =
            definitions[definition].toObject()[QStringLiteral("properties")].toObject();
        QVERIFY(!members.isEmpty());
        for (const QString& member : members.keys()) {
            QJsonObject schema = members[member].toObject();
            if (const QString other = schema[QStringLiteral("$ref")].toString(); !other.isEmpty())
                schema = definitions[other.section(QLatin1Char('/'), -1)].toObject();
            QVERIFY2(read(rowOf(member, 1)).find("no such member") == std::string::npos, qPrintable(member));
            for (const QJsonValue word : schema[QStringLiteral("enum")].toArray()) {
                const std::string problem = read(rowOf(member, word));
                QVERIFY2(problem.find("expected one of") == std::string::npos, problem.c_str());
                ++words;
            }
        }
    };
    const QJsonObject right{{QStringLiteral("key"), QStringLiteral("acme")},
                            {QStringLiteral("name"), QStringLiteral("Acme")}};
    tryAll(QStringLiteral("dialect"), [&](const QString& member, const QJsonValue& value) {
        QJsonObject row = right;
        row[member] = value;
        return row;
    });
    const auto within = [&](const char* list) {
        return [&right, list](const QString& member, const QJsonValue& value) {
            QJsonObject row = right;
            row[QLatin1String(list)] = QJsonArray{QJsonObject{{member, value}}};
            return row;
        };
    };
    tryAll(QStringLiteral("namePattern"), within("names"));
    tryAll(QStringLiteral("nodePlace"), within("nodePlaces"));
    tryAll(QStringLiteral("bug"), within("bugs"));
    QCOMPARE(words, 7 + 4 + 7 + 4 + 2 + 5 + 5 + 3 + 11 + 6);
}

void TestDialectFiles::takesPartInRecognition() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme", "name": "Acme", "kind": "read-write-lock",
         "names": [{"mode": "read", "prefix": "r-"}, {"mode": "write", "prefix": "w-"}]})"));
    const std::vector<QueueRow> rows =
        rowsOf({"w-0000000003", "r-0000000001", "r-0000000002", "r-0000000004"});
    QCOMPARE(rows[0].role, Role::Holder);
    QCOMPARE(rows[1].role, Role::Holder);
    QCOMPARE(rows[2].role, Role::Waiter);
    QCOMPARE(rows[2].predecessor, std::optional<std::size_t>(1));
    QCOMPARE(rows[3].role, Role::Waiter);
    LockQueue queue;
    queue.path = "/a";
    queue.rows = rows;
    classifyQueue(queue);
    QCOMPARE(dialectInfo(queue.dialect).key, std::string_view("acme"));
    QCOMPARE(queue.kind, DirectoryKind::ReadWriteLock);
    QVERIFY(!queue.mixed);

    queue.rows = rowsOf({"w-0000000003", "_c_" + kSiteUuid + "-lock-0000000001"});
    classifyQueue(queue);
    QVERIFY(queue.mixed);
}

void TestDialectFiles::winsOnlyWhereMoreSpecific_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("more fixed characters than a built-in")
        << QByteArray("member_acme_0000000001") << QByteArray("acme-member");
    QTest::newRow("what the site's does not fit")
        << QByteArray("member_0000000001") << QByteArray("serverset");
    QTest::newRow("as many fixed characters, and a wider id")
        << QByteArray("x-00000000000000ab-0000000001") << QByteArray("zookeeper-c");
    QTest::newRow("only the site's fits") << QByteArray("x-zz-0000000001") << QByteArray("acme-x");
    QTest::newRow("the site's more specific one")
        << QByteArray("x-zz-job-0000000001") << QByteArray("acme-job");
    QTest::newRow("no site's") << QByteArray("job-0000000001") << QByteArray("sequential");
}

void TestDialectFiles::winsOnlyWhereMoreSpecific() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, key);
    useSiteDialects(dialectsOf(R"(
        {"key": "acme-member", "name": "A", "names": [{"prefix": "member_acme_"}]},
        {"key": "acme-x", "name": "A", "names": [{"prefix": "x-", "id": "word", "marker": "-"}]},
        {"key": "acme-job", "name": "A", "names": [{"prefix": "x-", "id": "word", "marker": "-job-"}]})"));
    const NodeName parsed = parseNodeName(name.toStdString());
    QCOMPARE(QByteArray::fromStdString(std::string(dialectInfo(parsed.dialect).key)), key);
    QCOMPARE(parseNodeName(name.toStdString(), parsed.dialect), parsed);
}

void TestDialectFiles::needsAMarkWhereItSaysSo() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme", "name": "A", "needsEvidence": true, "names": [{"prefix": "lock-"}]})"));
    QCOMPARE(parseNodeName("lock-0000000001").dialect, Dialect::DotNetLock);
    QCOMPARE(parseNodeName("lock-0000000001", dialectOf("acme")).dialect, dialectOf("acme"));
}

void TestDialectFiles::theLongerPlaceWins() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme", "name": "A", "kind": "election", "rule": "single-node",
         "nodePlaces": [{"path": "acme/leader"}, {"path": "lead*"}]})"));
    QCOMPARE(singleNodePlace("/acme/leader")->dialect, dialectOf("acme"));
    QCOMPARE(singleNodePlace("/service/batman/leader")->dialect, Dialect::PatroniLeader);
}

void TestDialectFiles::itsElectionsAreTold() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme", "name": "A", "names": [{"prefix": "acme-"}], "election": "acme-chief"},
        {"key": "acme-chief", "name": "A", "kind": "election", "queue": "acme"})"));
    LockQueue queue;
    queue.path = "/app/leader";
    queue.rows = rowsOf({"acme-0000000001", "acme-0000000002"});
    classifyQueue(queue);
    QCOMPARE(queue.dialect, dialectOf("acme-chief"));
    QCOMPARE(queue.rows[0].role, Role::Leader);
    QCOMPARE(queue.rows[1].role, Role::Standby);
}

void TestDialectFiles::comesBeforeGenericNames() {
    useSiteDialects(dialectsOf(R"(
        {"key": "acme", "name": "A", "kind": "membership", "names": [{"prefix": "acme-"}]})"));
    LockQueue queue;
    queue.path = "/a";
    queue.rows = rowsOf({"acme-0000000001", "job-0000000002"});
    classifyQueue(queue);
    QCOMPARE(queue.dialect, dialectOf("acme"));
    QCOMPARE(queue.kind, DirectoryKind::Membership);
}

LOCKSCOPE_TEST(TestDialectFiles)
#include "tst_dialect_files.moc"
