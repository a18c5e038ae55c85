// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that change each second: what they cost, and that they are shown whole all the same.
#include "test_program.h"
#include "widgets/steady_label.h"

#include <QVBoxLayout>

using namespace lockscope;

namespace {

/// Counts events of one kind.
class EventCount : public QObject {
public:
    EventCount(QObject& watched, QEvent::Type type) : m_type(type) { watched.installEventFilter(this); }
    int takeCount() { return std::exchange(m_count, 0); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == m_type) ++m_count;
        return QObject::eventFilter(watched, event);
    }

private:
    const QEvent::Type m_type;
    int m_count = 0;
};

/// A window with a text in it.
struct Window {
    QWidget widget;
    SteadyLabel* label = new SteadyLabel(&widget);

    explicit Window(bool wraps = false) {
        label->label().setWordWrap(wraps);
        auto* layout = new QVBoxLayout(&widget);
        layout->addWidget(label, 0, wraps ? Qt::Alignment() : Qt::AlignLeft | Qt::AlignTop);
        if (wraps) layout->addStretch();
        label->setText(QStringLiteral("Data 3 s old"));
        widget.resize(400, 300);
        widget.show();
        settle();
    }
    void show(const QString& text) {
        label->setText(text);
        settle();
    }
    static void settle() {
        for (int i = 0; i < 3; ++i) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
    bool isWhole() const {
        const QSize needed = label->label().sizeHint();
        if (!label->label().wordWrap()) return label->width() >= needed.width();
        return label->height() >= label->label().heightForWidth(label->width());
    }
};

}  // namespace

class TestSteadyLabel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAgeNeedsNoLayout_data() {
        QTest::addColumn<bool>("wraps");
        QTest::newRow("one line") << false;
        QTest::newRow("wrapped") << true;
    }
    void anAgeNeedsNoLayout() {
        QFETCH(const bool, wraps);
        Window window(wraps);
        EventCount layouts(window.widget, QEvent::LayoutRequest);
        EventCount ownPaints(window.label->label(), QEvent::Paint);
        window.show(QStringLiteral("Data 4 s old"));
        QCOMPARE(window.label->text(), QStringLiteral("Data 4 s old"));
        QCOMPARE(layouts.takeCount(), 0);
        QVERIFY(ownPaints.takeCount() > 0);
    }

    void anAgeKeepsTheRoomOfTheWidest() {
        Window window;
        window.show(QStringLiteral("Data 10 s old"));
        const int width = window.label->width();
        EventCount layouts(window.widget, QEvent::LayoutRequest);
        window.show(QStringLiteral("Data 0 s old"));
        window.show(QStringLiteral("Data 10 s old"));
        QCOMPARE(layouts.takeCount(), 0);
        QVERIFY(window.isWhole());
        window.show(QStringLiteral("–"));
        QVERIFY(window.label->width() < width);
    }

    void aHiddenTextGetsItsRoomWhenItIsShown() {
        Window window;
        window.label->hide();
        Window::settle();
        EventCount layouts(window.widget, QEvent::LayoutRequest);
        window.show(QStringLiteral("Data 3 min 14 s old, and more than that"));
        QCOMPARE(layouts.takeCount(), 0);
        window.label->show();
        Window::settle();
        QVERIFY(window.isWhole());
    }

    void aWindowOfAnotherWidthGetsTheRoomOfTheText() {
        Window wrapped(true);
        wrapped.show(QStringLiteral("some words that fill a line or two"));
        wrapped.widget.resize(120, 300);
        Window::settle();
        wrapped.widget.resize(400, 300);
        Window::settle();
        wrapped.show(QStringLiteral("other words, more of them, all in one line"));
        wrapped.widget.resize(120, 300);
        Window::settle();
        QVERIFY(wrapped.isWhole());
    }

    void aLongerTextGetsItsRoom() {
        Window line;
        line.show(QStringLiteral("Data 3 min 14 s old, and more than that"));
        QVERIFY(line.isWhole());
        Window wrapped(true);
        const int before = wrapped.label->height();
        wrapped.show(QStringLiteral("a word and the next ").repeated(20));
        QVERIFY(wrapped.label->height() > before);
        QVERIFY(wrapped.isWhole());
        wrapped.show(QStringLiteral("short"));
        QCOMPARE(wrapped.label->height(), before);
    }

    /// Two texts before the event loop runs: the second one differs from the first in a digit alone.
    void aLongerTextAndAnAgeAtOnce() {
        Window line;
        line.label->setText(QStringLiteral("Data 3 min 14 s old"));
        line.show(QStringLiteral("Data 3 min 15 s old"));
        QVERIFY(line.isWhole());
    }

    void textCanBeSelectedUnderThePointer() {
        Window line;
        line.label->setSelectable();
        QLabel& label = line.label->label();
        QEvent leave(QEvent::Leave);
        QEnterEvent enter({}, {}, {});
        QVERIFY(!label.textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QCoreApplication::sendEvent(&label, &enter);
        QVERIFY(label.textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QTest::mouseDClick(&label, Qt::LeftButton, {}, QPoint(5, label.height() / 2));
        QCOMPARE(label.selectedText(), QStringLiteral("Data"));
        QCoreApplication::sendEvent(&label, &leave);
        QVERIFY(label.hasSelectedText());
        label.clearFocus();
        QVERIFY(!label.textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
        QCOMPARE(label.text(), QStringLiteral("Data 3 s old"));
    }

    void aLargerFontGetsItsRoom() {
        Window line;
        QFont large = line.widget.font();
        large.setPointSize(2 * large.pointSize());
        line.widget.setFont(large);
        line.show(QStringLiteral("Data 5 s old"));
        QVERIFY(line.isWhole());
    }
};

LOCKSCOPE_TEST(TestSteadyLabel)
#include "tst_steady_label.moc"
