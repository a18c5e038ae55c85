// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include "clients/client_lines.h"

#include <chrono>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

const TimePoint kSeen{1'234'567'890'123ns};

ClientLine lineOf(std::uint64_t round, ClientEvent::What what) {
    return {7, {round, kSeen, std::move(what)}};
}

/// Whether it is read as it was written, by what a second writing makes of it.
bool isReadAsWritten(const std::string& line) {
    const auto told = parseEventLine(line);
    return told && eventLine(*told) == line;
}

}  // namespace

/// What is said between the lab and its contenders' programs.
class ClientLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandsAreReadAsWritten_data();
    void commandsAreReadAsWritten();
    void eventsAreReadAsWritten_data();
    void eventsAreReadAsWritten();
    void eventsKeepWhatTheyTell();
    void unknownErrorsAreErrorsToo();
    void otherCommandsAreRefused_data();
    void otherCommandsAreRefused();
    void otherEventsAreRefused_data();
    void otherEventsAreRefused();
    void longLinesAreToldCutShort();
};

void ClientLinesTest::commandsAreReadAsWritten_data() {
    QTest::addColumn<QString>("line");
    for (const char* const line :
         {"open 7 mutex 1 /lab/a", "open 7 atomic-multi 1 /lab/a /lab/b", "open 7 none 1",
          "open 7 semaphore 3 /lab/a", "acquire 7 12", "write 7 12 /lab/register/a token -1",
          "write 7 12 /lab/register/a none 9223372036854775807", "release 7 12", "close 7", "disturb 7 cut",
          "disturb 7 lose-answers", "disturb 7 mend", "close 18446744073709551615"})
        QTest::addRow("%s", line) << QString::fromLatin1(line);
}

void ClientLinesTest::commandsAreReadAsWritten() {
    QFETCH(QString, line);
    const auto command = parseCommandLine(line.toStdString());
    QVERIFY2(command, command ? "" : describe(command.error()).c_str());
    QCOMPARE(QString::fromStdString(commandLine(*command)), line);
}

void ClientLinesTest::eventsAreReadAsWritten_data() {
    QTest::addColumn<QString>("line");
    for (const char* const line :
         {"OPEN 7 0x100012345678 10000 1234567890123", "OPEN 7 0xff00000000000001 400 1",
          "QUEUED 7 3 _c_x-lock-0000000001 4294967299 5", "GRANTED 7 3 _c_x-lock-0000000001 4294967299 5",
          "GRANTED 7 3 - 0 5", "GRANTED 7 3 n -7 5", "WRITTEN 7 3 42 5", "REFUSED 7 3 stale-token 5",
          "REFUSED 7 3 hold-lost 5", "REFUSED 7 3 session-over 5", "RELEASED 7 3 5", "CLOSED 7 5",
          "HOLD 7 3 Suspended 5", "HOLD 7 3 Held 5", "HOLD 7 3 Doubtful 5", "HOLD 7 3 Lost 5",
          "FAILED 7 0 SessionExpired 5 The session is over", "FAILED 7 3 Io 5 "})
        QTest::addRow("%s", line) << QString::fromLatin1(line);
}

void ClientLinesTest::eventsAreReadAsWritten() {
    QFETCH(QString, line);
    QVERIFY(isReadAsWritten(line.toStdString()));
}

void ClientLinesTest::eventsKeepWhatTheyTell() {
    const auto opened = parseEventLine(eventLine(lineOf(0, ClientEvent::Opened{SessionId{0x1234}, 4s})));
    QVERIFY(opened);
    QCOMPARE(opened->client, std::uint64_t{7});
    QVERIFY(opened->event.at == kSeen);
    QCOMPARE(std::get<ClientEvent::Opened>(opened->event.what).session, SessionId{0x1234});
    QVERIFY(std::get<ClientEvent::Opened>(opened->event.what).timeout == 4s);

    const auto granted = parseEventLine(eventLine(lineOf(3, ClientEvent::Granted{"", Zxid{5}})));
    QVERIFY(granted);
    QCOMPARE(granted->event.round, std::uint64_t{3});
    QCOMPARE(std::get<ClientEvent::Granted>(granted->event.what).node, std::string());
    QCOMPARE(std::get<ClientEvent::Granted>(granted->event.what).token, Zxid{5});

    const Error error{ErrorCode::SequenceExhausted, "Too many\nof them"};
    const auto failed = parseEventLine(eventLine(lineOf(3, ClientEvent::Failed{error})));
    QVERIFY(failed);
    QCOMPARE(std::get<ClientEvent::Failed>(failed->event.what).error.code, ErrorCode::SequenceExhausted);
    QCOMPARE(std::get<ClientEvent::Failed>(failed->event.what).error.what, std::string("Too many of them"));
}

/// Other libraries have words of their own.
void ClientLinesTest::unknownErrorsAreErrorsToo() {
    const auto failed = parseEventLine("FAILED 7 3 LockTimeout 5 whatever it says");
    QVERIFY(failed);
    QCOMPARE(std::get<ClientEvent::Failed>(failed->event.what).error.code, ErrorCode::Io);
}

void ClientLinesTest::otherCommandsAreRefused_data() {
    QTest::addColumn<QString>("line");
    for (const char* const line : {"",
                                   " ",
                                   "open",
                                   "open 7",
                                   "open x mutex 1 /a",
                                   "open 7 lock 1 /a",
                                   "open 7 mutex one /a",
                                   "open 7 mutex 1 /a  /b",
                                   "open 7 mutex 1 /1 /2 /3 /4 /5 /6 /7 /8 /9 /10 /11",
                                   "acquire 7",
                                   "acquire 7 -1",
                                   "acquire 7 1 2",
                                   "write 7 1 /r token",
                                   "write 7 1 /r always 2",
                                   "disturb 7 kill",
                                   "disturb 7 freeze",
                                   "close 7 1",
                                   "close 18446744073709551616",
                                   "CLOSE 7",
                                   "quit 7"})
        QTest::addRow("%s", line) << QString::fromLatin1(line);
}

void ClientLinesTest::otherCommandsAreRefused() {
    QFETCH(QString, line);
    const auto command = parseCommandLine(line.toStdString());
    QVERIFY(!command);
    QCOMPARE(command.error().code, ErrorCode::BadFormat);
}

void ClientLinesTest::otherEventsAreRefused_data() {
    QTest::addColumn<QString>("line");
    for (const char* const line :
         {"", "OPEN", "OPEN 7 100012345678 10000 5", "OPEN 7 0x 10000 5", "OPEN 7 0x1ffffffffffffffff 1 5",
          "GRANTED 7 3 n 5", "GRANTED 7 3 n 5 6 7", "HOLD 7 3 Released 5", "HOLD 7 3 lost 5",
          "REFUSED 7 3 busy 5", "FAILED 7 0 SessionExpired", "CLOSED 7", "ENDED 7 0 5",
          "Exception in thread \"main\" java.lang.OutOfMemoryError"})
        QTest::addRow("%s", line) << QString::fromLatin1(line);
}

void ClientLinesTest::otherEventsAreRefused() {
    QFETCH(QString, line);
    const auto told = parseEventLine(line.toStdString());
    QVERIFY(!told);
    QCOMPARE(told.error().code, ErrorCode::BadFormat);
}

void ClientLinesTest::longLinesAreToldCutShort() {
    const auto told = parseEventLine(std::string(100'000, 'x'));
    QVERIFY(!told);
    QVERIFY(told.error().what.size() < 200);
}

LOCKSCOPE_TEST(ClientLinesTest)
#include "tst_client_lines.moc"
