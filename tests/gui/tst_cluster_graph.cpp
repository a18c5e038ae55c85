// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/cluster_graph.h"
#include "graph/graph_dot.h"
#include "graph/graph_layout.h"
#include "graph/graph_picture.h"
#include "graph/graph_text.h"
#include "sample_graph.h"
#include "sample_locks.h"
#include "test_program.h"
#include "words/display_text.h"

#include <QApplication>
#include <QLineF>

#include <graphviz/cgraph.h>

#include <cmath>

using namespace lockscope;
using samples::Locks;

namespace {

ClusterGraph around(const Locks& locks, const NodeKey& focus) {
    return clusterGraph(locks.assessment(), GraphScope::Neighbourhood, focus);
}

const GraphNode* find(const ClusterGraph& graph, const NodeKey& key) {
    for (const GraphNode& node : graph.nodes)
        if (node.key == key) return &node;
    return nullptr;
}

std::set<NodeKey> keys(const ClusterGraph& graph) {
    std::set<NodeKey> found;
    for (const GraphNode& node : graph.nodes)
        found.insert(node.key);
    return found;
}

QStringList sentences(const ClusterGraph& graph) {
    QStringList lines;
    for (const GraphEdge& edge : graph.edges)
        lines << edgeSentence(edge, graph);
    return lines;
}

QRectF boxAt(const GraphLayout& layout, const LayoutRequest& request, std::size_t index) {
    QRectF box({}, request.boxes[index]);
    box.moveCenter(layout.centres[index]);
    return box;
}

bool overlap(const std::vector<QRectF>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t k = i + 1; k < boxes.size(); ++k)
            if (boxes[i].intersects(boxes[k])) return true;
    return false;
}

/// 31 wait for one lock, of whom the first blocks another one.
Locks queueToFold() {
    std::vector<int> queue{1, 2};
    for (int i = 100; i < 130; ++i)
        queue.push_back(i);
    return Locks().lock("/app/a", queue).lock("/app/b", {2, 3});
}

/// Four sessions in a circle, with waiters behind two of them and a lock that one of them holds besides.
Locks circleWithOthers() {
    return Locks()
        .lock("/app/a", {1, 2, 9})
        .lock("/app/b", {2, 3})
        .lock("/app/c", {3, 4, 8})
        .lock("/app/d", {4, 1})
        .lock("/app/e", {1, 7});
}

/// 50 locks that each session takes two of, in one circle.
Locks entangled() {
    Locks locks;
    for (int i = 0; i < 50; ++i)
        locks.lock("/app/" + samples::sequence(i), {i, (i + 1) % 50, (i + 7) % 50, (i + 19) % 50});
    return locks;
}

}  // namespace

class TestClusterGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// It is first by its name; whether it holds, nobody has shown.
    void whatIsNotKnownIsNoEdgeOfAHolder() {
        lockcore::ClusterAssessment basis =
            *Locks().lock("/app/a", {1, 2}).lock("/app/b", {3, 1}).assessment();
        basis.inDoubt = {{"/app/a", {0}}};
        const auto graph = clusterGraph(std::make_shared<const lockcore::ClusterAssessment>(std::move(basis)),
                                        GraphScope::Neighbourhood, lockKey("/app/a"));
        const auto open = std::ranges::find(graph.edges, Tie::MayHold, &GraphEdge::tie);
        QVERIFY(open != graph.edges.end());
        QVERIFY(graph.nodes[open->session].key == sessionKey(1));
        const QString sentence = edgeSentence(*open, graph);
        QVERIFY2(sentence.contains(QStringLiteral("or waits")), qPrintable(sentence));
        QVERIFY(find(graph, lockKey("/app/a"))->openRoles == 1);
        QVERIFY(!find(graph, sessionKey(1))->isRoot);
        QVERIFY(dotText(graph).contains("dotted"));
        // What others hold is drawn as before.
        QVERIFY(std::ranges::find(graph.edges, Tie::Holds, &GraphEdge::tie) != graph.edges.end());
    }

    /// At a moment of a recording: who waited may have been granted it meanwhile.
    void whatWentUnseenIsNoSureEdge() {
        lockcore::ClusterAssessment basis = *Locks().lock("/app/a", {1, 2}).assessment();
        basis.unseen = {{"/app/a", {0, 1}}};
        const auto graph = clusterGraph(std::make_shared<const lockcore::ClusterAssessment>(std::move(basis)),
                                        GraphScope::Neighbourhood, lockKey("/app/a"));
        QCOMPARE(graph.edges.size(), std::size_t{2});
        for (const GraphEdge& edge : graph.edges)
            QCOMPARE(edge.tie, Tie::MayHold);
        QCOMPARE(find(graph, lockKey("/app/a"))->openRoles, std::size_t{2});
    }

    void onlyChainsOverSeveralLocksAreDrawn() {
        QVERIFY(across(Locks().lock("/app/alone", {1, 2, 3})).nodes.empty());
        const ClusterGraph graph = across(samples::chain());
        QCOMPARE(keys(graph), (std::set<NodeKey>{lockKey("/app/a"), lockKey("/app/b"), sessionKey(1),
                                                 sessionKey(2), sessionKey(3)}));
        QCOMPARE(graph.edges.size(), std::size_t(4));
        QVERIFY(graph.cycles.empty());
        QVERIFY(clusterGraph(nullptr, GraphScope::AcrossLocks, {}).nodes.empty());
    }

    void rootsAndNumbersAreOfTheWholeCluster() {
        const ClusterGraph graph = across(samples::chain());
        QVERIFY(find(graph, sessionKey(1))->isRoot);
        QVERIFY(!find(graph, sessionKey(2))->isRoot);
        QCOMPARE(find(graph, sessionKey(1))->blocks, (SessionCount{2, true}));
        QCOMPARE(find(graph, sessionKey(2))->waitsFor, (SessionCount{1, true}));
        QCOMPARE(find(graph, sessionKey(3))->waitsFor, (SessionCount{2, true}));
    }

    void whoOnlyWaitsTwiceJoinsNothing() {
        // Nobody's release depends on session 9: it holds neither lock.
        QVERIFY(across(Locks().lock("/a", {1, 9, 2}).lock("/b", {3, 9, 4})).nodes.empty());
    }

    void deadlockIsMarkedAndListed() {
        const ClusterGraph graph = across(samples::deadlock());
        QCOMPARE(graph.cycles.size(), std::size_t(1));
        for (const GraphNode& node : graph.nodes)
            QVERIFY(node.inCycle);
        for (const GraphEdge& edge : graph.edges)
            QVERIFY(edge.inCycle);
        QCOMPARE(cycleLines(graph),
                 QStringList({QStringLiteral("Possible deadlock (session level: threads of one process are "
                                             "not distinguished):"),
                              QStringLiteral("1. 10.0.3.7:4001 (0x1000007e0050001) holds /app/a and waits "
                                             "for /app/b"),
                              QStringLiteral("2. 10.0.3.7:4002 (0x1000007e0050002) holds /app/b and waits "
                                             "for /app/a")}));
        QVERIFY(cycleLines(across(samples::chain())).isEmpty());
    }

    void ringIsInTheOrderOfWaiting() {
        const ClusterGraph graph = across(samples::deadlock());
        std::vector<NodeKey> ring;
        for (const std::size_t node : graph.cycles.at(0).ring)
            ring.push_back(graph.nodes[node].key);
        QVERIFY(ring ==
                std::vector<NodeKey>({sessionKey(1), lockKey("/app/b"), sessionKey(2), lockKey("/app/a")}));
    }

    void ringStandsOnACircle_data() {
        QTest::addColumn<Locks>("locks");
        QTest::newRow("two") << samples::deadlock();
        QTest::newRow("four, and others") << circleWithOthers();
    }

    void ringStandsOnACircle() {
        QFETCH(Locks, locks);
        const ClusterGraph graph = across(locks);
        const GraphPicture picture = pictureOf(graph, QApplication::font());
        QCOMPARE(picture.layout.rings.size(), std::size_t(1));
        const auto layout = layOut(picture.layout);
        QVERIFY(layout);
        const std::vector<std::size_t>& ring = picture.layout.rings.front();
        QPointF middle;
        for (const std::size_t node : ring)
            middle += layout->centres[node] / static_cast<double>(ring.size());
        const double radius = QLineF(middle, layout->centres[ring.front()]).length();
        QVERIFY(radius > 1);
        double turned = 0;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const QLineF spoke(middle, layout->centres[ring[i]]);
            QVERIFY(std::abs(spoke.length() - radius) < 1);
            const QLineF next(middle, layout->centres[ring[(i + 1) % ring.size()]]);
            turned += next.angleTo(spoke);  // clockwise, as Qt's angles are the other way round
        }
        QVERIFY(std::abs(turned - 360) < 1);  // once round, so that neighbours wait for each other
    }

    void ringHasNothingOnTopOfAnother() {
        const GraphPicture picture = pictureOf(across(circleWithOthers()), QApplication::font());
        const auto layout = layOut(picture.layout);
        QVERIFY(layout);
        std::vector<QRectF> boxes;
        for (std::size_t i = 0; i < picture.layout.boxes.size(); ++i)
            boxes.push_back(boxAt(*layout, picture.layout, i));
        for (const LinkLayout& link : layout->links)
            boxes.push_back(link.label);
        QVERIFY(!overlap(boxes));
        const QRectF slightlyMore = QRectF({0, 0}, layout->size).marginsAdded({1, 1, 1, 1});
        for (const QRectF& box : boxes)
            QVERIFY(slightlyMore.contains(box));
    }

    /// Two readers that both wait to write.
    void twoLinesBetweenTheSameBoxesOfARingAreApart() {
        LayoutRequest request;
        request.boxes.assign(3, QSizeF(200, 60));
        for (const std::size_t session : {0U, 2U})
            request.links.insert(request.links.end(),
                                 {{session, 1, QSizeF(120, 20)}, {1, session, QSizeF(120, 20)}});
        request.rings = {{0, 1, 2}};
        const auto layout = layOut(request);
        QVERIFY(layout);
        std::vector<QRectF> boxes;
        for (std::size_t i = 0; i < request.boxes.size(); ++i)
            boxes.push_back(boxAt(*layout, request, i));
        for (const LinkLayout& link : layout->links)
            boxes.push_back(link.label);
        QVERIFY(!overlap(boxes));
    }

    void deadlockMarksNobodyBehindIt() {
        const ClusterGraph graph = across(samples::deadlock().lock("/app/c", {1, 3}));
        QVERIFY(find(graph, sessionKey(3)));
        QVERIFY(!find(graph, sessionKey(3))->inCycle);
        QVERIFY(!find(graph, lockKey("/app/c"))->inCycle);
    }

    void longQueuesAreFoldedAndCounted() {
        const ClusterGraph graph = across(queueToFold());
        const GraphNode* const folded = find(graph, foldedKey("/app/a"));
        QVERIFY(folded);
        const std::size_t sessions = graph.nodes.size() - 3;
        QVERIFY(sessions < 15);
        QCOMPARE(folded->folded + sessions, std::size_t(33));
        QCOMPARE(graph.sessionsNotDrawn, std::size_t(0));
        QVERIFY(graphSummary(graph).contains(QStringLiteral("33")));
        const NodeWords words = wordsOf(*folded, graph);
        QCOMPARE(words.title, QStringLiteral("+%1").arg(folded->folded));
        QVERIFY2(words.toolTip.contains(QString::number(folded->folded)), qPrintable(words.toolTip));
        QVERIFY(pictureOf(graph, QApplication::font()).edges.size() == graph.edges.size());
    }

    void unfoldedQueuesAreDrawnWhole() {
        const ClusterGraph graph = clusterGraph(queueToFold().assessment(), GraphScope::AcrossLocks, {},
                                                {kMostGraphNodes, {"/app/a"}});
        QVERIFY(!find(graph, foldedKey("/app/a")));
        QCOMPARE(graph.nodes.size(), std::size_t(33 + 2));
    }

    void whoWaitsElsewhereTooIsNotFolded() {
        // Session 129 is the last one of the long queue, and blocks another lock.
        const ClusterGraph graph = across(queueToFold().lock("/app/c", {129, 5}));
        QVERIFY(find(graph, sessionKey(129)));
        QCOMPARE(find(graph, foldedKey("/app/a"))->folded, std::size_t(22));
    }

    void oneIsNotFoldedAlone() {
        std::vector<int> queue{1, 2};
        for (int i = 100; i < 108; ++i)
            queue.push_back(i);
        const ClusterGraph graph = across(Locks().lock("/app/a", queue).lock("/app/b", {2, 3}));
        QVERIFY(!find(graph, foldedKey("/app/a")));
        QVERIFY(find(graph, sessionKey(107)));
    }

    void whatHasNoRoomIsCounted() {
        const ClusterGraph graph = across(queueToFold(), 12);
        QCOMPARE(graph.nodes.size(), std::size_t(12));
        QCOMPARE(find(graph, lockKey("/app/a"))->notDrawn, std::size_t(23));
        QCOMPARE(graph.sessionsNotDrawn, std::size_t(23));
    }

    void picturesAreBounded() {
        Locks locks;
        for (int i = 0; i < 300; ++i)
            locks.lock("/app/" + samples::sequence(i), {i, i + 1});
        const ClusterGraph graph = across(locks, 50);
        QCOMPARE(graph.nodes.size(), std::size_t(50));
        QVERIFY(graph.locksNotDrawn > 0);
        for (const GraphEdge& edge : graph.edges)
            QVERIFY(edge.session < graph.nodes.size() && edge.lock < graph.nodes.size());
    }

    void neighbourhoodLeadsToTheRoot() {
        const ClusterGraph graph = around(samples::chain(), lockKey("/app/b"));
        QCOMPARE(keys(graph), (std::set<NodeKey>{lockKey("/app/a"), lockKey("/app/b"), sessionKey(1),
                                                 sessionKey(2), sessionKey(3)}));
        QCOMPARE(keys(around(samples::chain(), lockKey("/app/alone"))),
                 (std::set<NodeKey>{lockKey("/app/alone"), sessionKey(4), sessionKey(5)}));
        QVERIFY(find(around(samples::chain(), sessionKey(3)), sessionKey(1)));
        QVERIFY(around(samples::chain(), lockKey("/gone")).nodes.empty());
        QVERIFY(around(samples::chain(), sessionKey(77)).edges.empty());
    }

    void edgesTellModeAndAge() {
        const QStringList lines = sentences(across(samples::chain()));
        QVERIFY(lines.contains(QStringLiteral("10.0.3.7:4001 holds /app/a (exclusive, ≤ 1 min 05 s)")));
        QVERIFY(lines.contains(QStringLiteral("10.0.3.7:4002 waits for /app/a (exclusive, 1 min 05 s)")));
    }

    void boxesTellStateAndBadges() {
        const ClusterGraph graph = across(samples::chain().ghost(1));
        const NodeWords root = wordsOf(*find(graph, sessionKey(1)), graph);
        QCOMPARE(root.title, shortened(QString::fromStdString(lockcore::toHex(samples::session(1)))));
        QVERIFY2(root.facts.contains(QStringLiteral("ghost")), qPrintable(root.facts));
        QCOMPARE(root.badges, QStringLiteral("root blocker · blocks 2"));
        QCOMPARE(root.tone, Tone::Fault);
        const NodeWords lock = wordsOf(*find(graph, lockKey("/app/a")), graph);
        QCOMPARE(lock.title, QStringLiteral("a"));
        QCOMPARE(lock.facts, QStringLiteral("waiting: 1"));
    }

    void equalLastNamesAreToldApart() {
        const ClusterGraph graph = across(Locks().lock("/x/a", {1, 2}).lock("/y/a", {2, 3}));
        QCOMPARE(wordsOf(*find(graph, lockKey("/x/a")), graph).title, QStringLiteral("/x/a"));
    }

    void hostileNamesStayNames() {
        const std::string hostile = "a\"]; n9 [label=\"<b>\\N &lt;\n\x01\xe2\x80\xae%1";
        const ClusterGraph graph = across(Locks().lock("/app/" + hostile, {1, 2}).lock("/app/b", {2, 3}));
        const QString escaped = QStringLiteral("a\"]; n9 [label=\"<b>\\N &lt;\\n\\x01\\u{202e}%1");
        QCOMPARE(wordsOf(*find(graph, lockKey("/app/" + hostile)), graph).title, escaped);
        QVERIFY(sentences(graph).join(QLatin1Char('\n')).contains(escaped));
        const QByteArray dot = dotText(graph);
        QVERIFY(!dot.contains('\x01') && !dot.contains("\xe2\x80\xae"));
        Agraph_t* const parsed = agmemread(dot.constData());
        QVERIFY(parsed);
        QCOMPARE(agnnodes(parsed), 5);
        QCOMPARE(agnedges(parsed), 4);
        QByteArray id("n0");
        QByteArray attribute("label");
        QStringList labels;
        for (Agnode_t* node = agfstnode(parsed); node; node = agnxtnode(parsed, node))
            labels << QString::fromUtf8(agget(node, attribute.data()));
        agclose(parsed);
        // As Graphviz has it before it takes its own escapes out.
        QVERIFY2(
            labels.join(QLatin1Char('\n'))
                .contains(QStringLiteral("a\"]; n9 [label=\"<b>\\\\N &amp;lt;\\\\n\\\\x01\\\\u{202e}%1")),
            qPrintable(labels.join(QLatin1Char('\n'))));
    }

    void dotShowsWhatThePictureShows() {
        const QString dot = QString::fromUtf8(dotText(across(samples::deadlock())));
        QVERIFY(dot.startsWith(QStringLiteral("digraph")));
        QVERIFY(dot.contains(QStringLiteral("style=dashed")));
        QVERIFY(dot.contains(QStringLiteral("peripheries=2")));
        QVERIFY(dot.contains(QStringLiteral("session level")));
        QVERIFY(
            !QString::fromUtf8(dotText(across(samples::chain()))).contains(QStringLiteral("peripheries")));
    }

    void layoutHasRootsLeftAndNothingOnTopOfAnother() {
        const ClusterGraph graph = across(samples::chain());
        const GraphPicture picture = pictureOf(graph, QApplication::font());
        const auto layout = layOut(picture.layout);
        QVERIFY(layout);
        std::vector<QRectF> boxes;
        for (std::size_t i = 0; i < picture.layout.boxes.size(); ++i)
            boxes.push_back(boxAt(*layout, picture.layout, i));
        for (const LinkLayout& link : layout->links)
            boxes.push_back(link.label);
        QVERIFY(!overlap(boxes));
        QRectF all({0, 0}, layout->size);
        const QRectF slightlyMore = all.marginsAdded({1, 1, 1, 1});
        for (const QRectF& box : boxes)
            QVERIFY(slightlyMore.contains(box));
        const auto x = [&](const NodeKey& key) {
            return layout->centres[static_cast<std::size_t>(find(graph, key) - graph.nodes.data())].x();
        };
        QVERIFY(x(sessionKey(1)) < x(lockKey("/app/a")));
        QVERIFY(x(lockKey("/app/a")) < x(sessionKey(2)));
        QVERIFY(x(sessionKey(2)) < x(lockKey("/app/b")));
        QVERIFY(x(lockKey("/app/b")) < x(sessionKey(3)));
    }

    void linesLeadFromBoxToBox_data() {
        QTest::addColumn<Locks>("locks");
        QTest::newRow("chain") << samples::chain();
        QTest::newRow("circle") << samples::deadlock();
        QTest::newRow("circle and others") << circleWithOthers();
        QTest::newRow("entangled") << entangled();
    }

    void linesLeadFromBoxToBox() {
        QFETCH(Locks, locks);
        const GraphPicture picture = pictureOf(across(locks), QApplication::font());
        const auto layout = layOut(picture.layout);
        QVERIFY(layout);
        QCOMPARE(layout->links.size(), picture.layout.links.size());
        const auto touches = [](const QRectF& box, const QPointF& point) {
            return box.marginsAdded({3, 3, 3, 3}).contains(point);
        };
        for (std::size_t i = 0; i < layout->links.size(); ++i) {
            const LinkLayout& link = layout->links[i];
            const QRectF left = boxAt(*layout, picture.layout, picture.layout.links[i].left);
            const QRectF right = boxAt(*layout, picture.layout, picture.layout.links[i].right);
            QVERIFY(link.toLabel.size() % 3 == 1 && link.lastCurve().size() % 3 == 1);
            QVERIFY(touches(left, link.toLabel.front()) && touches(right, link.lastCurve().back()));
            if (link.label.isEmpty()) continue;
            QVERIFY(touches(link.label, link.toLabel.back()) && touches(link.label, link.fromLabel.front()));
        }
    }

    void sameRequestHasSameLayout() {
        const GraphPicture picture = pictureOf(across(entangled()), QApplication::font());
        const auto first = layOut(picture.layout);
        const auto second = layOut(picture.layout);
        QVERIFY(first && second);
        QVERIFY(first->centres == second->centres);
        QVERIFY(layOut({}) && layOut({})->centres.empty());
    }

    void newerAgesHaveThePlacesOfOlderOnes() {
        const auto pictureAt = [](std::int64_t unixMs) {
            return pictureOf(across(samples::chain().at(unixMs)), QApplication::font());
        };
        const GraphPicture before = pictureAt(samples::kNowUnixMs);
        const GraphPicture after = pictureAt(samples::kNowUnixMs + 5000);
        QVERIFY(before.edges != after.edges);
        QVERIFY(after.hasPlacesOf(before));
        QVERIFY(!pictureOf(across(samples::deadlock()), QApplication::font()).hasPlacesOf(before));
    }
};

LOCKSCOPE_TEST(TestClusterGraph)
#include "tst_cluster_graph.moc"
