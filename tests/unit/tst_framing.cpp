// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "wire.h"

#include "link/framing.h"

#include <limits>

using namespace lockcore;

namespace {

/// What is in the frames of all that arrives in pieces of `size` bytes, and what is wrong at the end.
struct Bodies {
    std::vector<std::string> bodies;
    std::string problem;
    bool operator==(const Bodies&) const = default;
};

Bodies inPieces(std::string_view bytes, std::size_t size, std::size_t limit = kLargestFrame) {
    Framing framing(limit);
    Bodies all;
    while (!bytes.empty()) {
        const std::string piece(bytes.substr(0, size));  // apart: nothing behind it may be read
        bytes.remove_prefix(piece.size());
        std::string_view arrived = piece;
        while (true) {
            const auto next = framing.next(arrived);
            if (!next) {
                all.problem = next.error().what;
                return all;
            }
            if (!*next) break;
            all.bodies.emplace_back((*next)->body());
        }
        if (!arrived.empty()) all.problem = "bytes that were not taken";
    }
    return all;
}

}  // namespace

/// Cuts bytes into packets before anything else looks at them.
class FramingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framesAreTheSameWhereverTheyAreCut() {
        const std::vector<std::string> bodies{"one", "", std::string(300, 'x'), std::string(4, '\0'), "last"};
        std::string bytes;
        for (const std::string& body : bodies)
            bytes += wire::frame(body);
        for (std::size_t size = 1; size <= bytes.size(); ++size) {
            const auto all = inPieces(bytes, size);
            QCOMPARE(all.problem, std::string());
            QVERIFY2(all.bodies == bodies, qPrintable(QString::number(size)));
        }
    }

    void frameIsHandedOnWithItsLength() {
        const auto bytes = wire::frame("whole");
        Framing framing;
        std::string_view begin = std::string_view(bytes).substr(0, 6);
        QVERIFY(!framing.next(begin).value());
        std::string_view end = std::string_view(bytes).substr(6);
        QCOMPARE(std::string(framing.next(end).value()->bytes), bytes);
    }

    /// Only the frame that has begun is copied.
    void wholeFramesAreNotCopied() {
        const auto bytes = wire::frame(std::string(100'000, 'x')) + wire::frame("second");
        Framing framing;
        std::string_view arrived = bytes;
        QCOMPARE(framing.next(arrived).value()->bytes.data(), bytes.data());
        QVERIFY(framing.next(arrived).value());
        QVERIFY(!framing.next(arrived).value());
        QVERIFY(framing.held() < 100);
    }

    void refusesLengthsThatNobodySends_data() {
        QTest::addColumn<std::int32_t>("length");
        QTest::addColumn<std::string>("what");
        const auto row = [](const char* name, std::int32_t length, const std::string& what) {
            QTest::newRow(name) << length << what;
        };
        row("-1", -1, "a packet claims to have -1 bytes");
        row("lowest", std::numeric_limits<std::int32_t>::min(), "a packet claims to have -2147483648 bytes");
        row("one too many", 101, "a packet claims to have 101 bytes; it may have 100");
        row("2 GB", std::numeric_limits<std::int32_t>::max(),
            "a packet claims to have 2147483647 bytes; it may have 100");
        row("HTTP", wire::readInt32("HTTP", 0), "a packet claims to have 1213486160 bytes; it may have 100");
    }
    void refusesLengthsThatNobodySends() {
        QFETCH(const std::int32_t, length);
        QFETCH(const std::string, what);
        const auto bytes = wire::frame("good") + wire::int32(length) + std::string(50, 'x');
        for (std::size_t size = 1; size <= bytes.size(); ++size) {
            const auto all = inPieces(bytes, size, 100);
            QCOMPARE(all.bodies, std::vector<std::string>{"good"});
            QCOMPARE(all.problem, what);
        }
    }

    /// What stands behind a bad length is no frame, whatever it looks like.
    void nothingIsReadBehindABadLength() {
        const auto bytes = wire::int32(-5) + wire::frame("good");
        Framing framing;
        std::string_view arrived = bytes;
        QVERIFY(!framing.next(arrived));
        QVERIFY(!framing.next(arrived));
        const auto more = wire::frame("good");
        arrived = more;
        const auto next = framing.next(arrived);
        QVERIFY(!next);
        QCOMPARE(next.error().code, ErrorCode::NotZooKeeper);
    }

    /// Its head is known at once, the rest is thrown away wherever it is cut, and what follows is whole.
    void longerFrameIsCutWhereThatIsAskedFor() {
        const auto bytes = wire::frame("before") + wire::frame(std::string(16, 'h') + std::string(200, 'x')) +
                           wire::frame("behind") + wire::int32(-1);
        for (std::size_t size = 1; size <= bytes.size(); ++size) {
            Framing framing(100, 16);
            std::vector<std::string> bodies;
            std::string problem;
            for (std::size_t at = 0; at < bytes.size() && problem.empty(); at += size) {
                const auto piece = bytes.substr(at, size);
                std::string_view arrived = piece;
                while (true) {
                    const auto next = framing.next(arrived);
                    if (!next) problem = next.error().what;
                    if (!next || !*next) break;
                    QCOMPARE((*next)->isCut, bodies.size() == 1);
                    bodies.emplace_back((*next)->body());
                }
                QVERIFY(framing.held() < 300);
            }
            QCOMPARE(bodies, std::vector<std::string>({"before", std::string(16, 'h'), "behind"}));
            QCOMPARE(problem, std::string("a packet claims to have -1 bytes"));
        }
    }

    void knowsWhetherAFrameHasEnded() {
        Framing framing(100, 16);
        const auto isWithin = [&](const std::string& bytes) {
            std::string_view arrived = bytes;
            while (framing.next(arrived).value()) {
            }
            return framing.isWithinFrame();
        };
        QVERIFY(!framing.isWithinFrame());
        QVERIFY(isWithin(wire::frame("whole").substr(0, 6)));
        QVERIFY(!isWithin(wire::frame("whole").substr(6)));
        const auto longer = wire::frame(std::string(200, 'x'));
        QVERIFY(isWithin(longer.substr(0, 100)));
        QVERIFY(isWithin(longer.substr(100, 103)));
        QVERIFY(!isWithin(longer.substr(203)));
    }

    void frameOfTheLimitPasses() {
        const auto bytes = wire::frame(std::string(100, 'x'));
        QCOMPARE(inPieces(bytes, 7, 100).bodies, std::vector<std::string>{std::string(100, 'x')});
    }

    void memoryGrowsWithWhatHasArrived() {
        const std::string head = wire::int32(static_cast<std::int32_t>(kLargestFrame));
        Framing framing;
        std::string_view arrived = head;
        QVERIFY(!framing.next(arrived).value());
        QVERIFY(framing.held() < 100);
        const std::string piece(10'000, 'x');
        for (std::size_t sent = piece.size(); sent <= 50 * piece.size(); sent += piece.size()) {
            arrived = piece;
            QVERIFY(!framing.next(arrived).value());
            QVERIFY(framing.held() <= 2 * (sent + head.size()));
        }
    }

    void memoryOfALargeFrameIsGivenBack() {
        const auto bytes = wire::frame(std::string(1'000'000, 'x'));
        Framing framing;
        std::string_view arrived = std::string_view(bytes).substr(0, 999'999);
        QVERIFY(!framing.next(arrived).value());
        arrived = std::string_view(bytes).substr(999'999);
        QVERIFY(framing.next(arrived).value());
        QVERIFY(!framing.next(arrived).value());
        QVERIFY(framing.held() <= 4096);
    }
};

LOCKSCOPE_TEST(FramingTest)
#include "tst_framing.moc"
