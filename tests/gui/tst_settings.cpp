// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/threshold_fields.h"
#include "memory_secrets.h"
#include "operations/mark_dialog.h"
#include "settings/settings_dialog.h"
#include "settings/window_settings.h"
#include "test_program.h"
#include "widgets/entry_list.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <algorithm>
#include <map>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::Dialect;
using lockcore::FindingKind;
using lockcore::NotALock;

namespace {

const QString kChrootedCluster = QStringLiteral("zk1:2181,zk2:2181/app/locks");

/// Settings in a file of their own, which a second run reads again. Lives on the GUI thread.
struct TwoRuns {
    QTemporaryDir directory;
    QString file = directory.filePath(QStringLiteral("settings.ini"));
    WindowSettings first{file};

    std::unique_ptr<WindowSettings> second() const { return std::make_unique<WindowSettings>(file); }
};

/// Each threshold other than its default.
lockcore::Thresholds others() {
    lockcore::Thresholds thresholds;
    thresholds.longWait = 90s;
    thresholds.longQueue = 7;
    thresholds.sequenceNumbersLeft = 2'000'000'000;
    thresholds.herd = 3;
    thresholds.emptyParents = 4;
    thresholds.ownWatches = 5;
    thresholds.clockSkew = 2500ms;
    return thresholds;
}

QTreeWidget* listNamed(const QWidget& dialog, const char* name) {
    for (QTreeWidget* list : dialog.findChildren<QTreeWidget*>())
        if (list->accessibleName() == QLatin1String(name)) return list;
    return nullptr;
}

void removeFirst(QTreeWidget& list) {
    list.setCurrentItem(list.topLevelItem(0));
    list.parentWidget()->findChild<QPushButton*>(QStringLiteral("remove"))->click();
}

}  // namespace

class TestSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thresholdsAreRemembered() {
        TwoRuns runs;
        QCOMPARE(runs.first.thresholds(), lockcore::Thresholds());
        QSignalSpy changes(&runs.first, &WindowSettings::thresholdsChanged);
        runs.first.setThresholds(others());
        runs.first.setThresholds(others());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(runs.second()->thresholds(), others());
        runs.first.setThresholds({});
        QCOMPARE(runs.second()->thresholds(), lockcore::Thresholds());
    }

    void aThemeForOneRunIsNotRemembered() {
        TwoRuns runs;
        runs.first.setTheme(ThemeChoice::Light);
        runs.first.useTheme(ThemeChoice::Dark);
        QCOMPARE(runs.first.theme(), ThemeChoice::Dark);
        QCOMPARE(runs.second()->theme(), ThemeChoice::Light);
        runs.first.setTheme(ThemeChoice::System);
        QCOMPARE(runs.first.theme(), ThemeChoice::System);
        QCOMPARE(runs.second()->theme(), ThemeChoice::System);
    }

    void everyThresholdHasAField() {
        lockcore::Thresholds thresholds;
        for (const ThresholdField& field : thresholdFields()) {
            field.set(thresholds, field.get(others()));
            QVERIFY(!field.labelText().isEmpty() && !field.meaningText().isEmpty());
        }
        QCOMPARE(thresholds, others());
    }

    void theFolderOfRecordingsIsKept() {
        TwoRuns runs;
        const QString usual = runs.first.recordingsFolder();
        QVERIFY(QDir::isAbsolutePath(usual));
        const QString chosen = runs.directory.filePath(QStringLiteral("kept"));
        SettingsDialog dialog(nullptr, settingsView(runs.first));
        auto* const folder = dialog.findChild<QLineEdit*>(QStringLiteral("recordings-folder"));
        QCOMPARE(folder->text(), usual);
        folder->setText(chosen);
        applyChange(runs.first, dialog.change());
        QCOMPARE(runs.second()->recordingsFolder(), chosen);
        folder->clear();
        applyChange(runs.first, dialog.change());
        QCOMPARE(runs.second()->recordingsFolder(), usual);
    }

    void columnsThatWereChosenAreKept() {
        TwoRuns runs;
        const std::map<QString, bool> chosen{{QStringLiteral("blocked"), true},
                                             {QStringLiteral("longest-wait"), false}};
        QVERIFY(runs.first.lockColumns().empty());
        runs.first.setLockColumns(chosen);
        QVERIFY(runs.second()->lockColumns() == chosen);
        {
            QSettings raw(runs.file, QSettings::IniFormat);
            raw.setValue(QStringLiteral("v1/lock-columns"),
                         QStringList{QStringLiteral("nonsense"), QString(), QStringLiteral("-requests")});
        }
        QVERIFY(runs.second()->lockColumns() ==
                (std::map<QString, bool>{{QStringLiteral("requests"), false}}));
    }

    void nonsenseInTheFileIsTheDefault() {
        TwoRuns runs;
        {
            QSettings raw(runs.file, QSettings::IniFormat);
            raw.setValue(QStringLiteral("v1/thresholds/long-wait"), QStringLiteral("soon"));
            raw.setValue(QStringLiteral("v1/thresholds/herd"), -5);
            raw.setValue(QStringLiteral("v1/thresholds/long-queue"), 12);
        }
        const lockcore::Thresholds read = runs.second()->thresholds();
        QCOMPARE(read.longWait, lockcore::Thresholds().longWait);
        QCOMPARE(read.herd, lockcore::Thresholds().herd);
        QCOMPARE(read.longQueue, 12U);
    }

    void nobodyElseMayReadTheFile() {
        const QTemporaryDir directory;
        const QString file = directory.filePath(QStringLiteral("new/lockscope.ini"));
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        {
            WindowSettings settings(file, std::make_unique<MemorySecrets>());
            QVERIFY(!QFile::exists(file));
            settings.setGroupsLocks(true);
            QCoreApplication::processEvents();
            QCOMPARE(QFile::permissions(file) & others, QFile::Permissions());
        }
        {
            WindowSettings atTheEnd(directory.filePath(QStringLiteral("end.ini")),
                                    std::make_unique<MemorySecrets>());
            atTheEnd.setGroupsLocks(true);
        }
        QCOMPARE(QFile::permissions(directory.filePath(QStringLiteral("end.ini"))) & others,
                 QFile::Permissions());

        QVERIFY(QFile::setPermissions(file, QFile::permissions(file) | others));
        WindowSettings older(file, std::make_unique<MemorySecrets>());
        QVERIFY(older.groupsLocks());
        QCOMPARE(QFile::permissions(file) & others, QFile::Permissions());
        older.setGroupsLocks(false);
        QCoreApplication::processEvents();
        QCOMPARE(QFile::permissions(file) & others, QFile::Permissions());
        QVERIFY(QFile::permissions(file) & QFile::WriteOwner);
    }

    /// What is set next is written over it.
    void ofADamagedFileACopyIsKept() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("lockscope.ini"));
        const QByteArray damaged = "no section, no value\n[v1]\ngroup-locks=false\n";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(damaged) == damaged.size());
        file.close();
        {
            WindowSettings settings(path, std::make_unique<MemorySecrets>());
            QVERIFY2(settings.damagedText().contains(path + QStringLiteral(".damaged")),
                     qPrintable(settings.damagedText()));
            QVERIFY(!settings.groupsLocks());
            settings.setGroupsLocks(true);
        }
        QFile copy(path + QStringLiteral(".damaged"));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), damaged);
        WindowSettings next(path, std::make_unique<MemorySecrets>());
        QCOMPARE(next.damagedText(), QString());
    }

    void whatCanNotBeWrittenIsSaid() {
        const QTemporaryDir directory;
        QFile taken(directory.filePath(QStringLiteral("taken")));
        QVERIFY(taken.open(QIODevice::WriteOnly));
        WindowSettings settings(directory.filePath(QStringLiteral("taken/lockscope.ini")),
                                std::make_unique<MemorySecrets>());
        QVERIFY(!settings.isWritable());
        QVERIFY2(settings.notWrittenText().contains(QStringLiteral("taken/lockscope.ini")),
                 qPrintable(settings.notWrittenText()));
        QSignalSpy told(&settings, &WindowSettings::notWritten);
        settings.setGroupsLocks(true);
        QTRY_COMPARE(told.count(), 1);
        settings.setGroupsLocks(false);
        QCoreApplication::processEvents();
        QCOMPARE(told.count(), 1);
        QVERIFY(WindowSettings(directory.filePath(QStringLiteral("a/b/lockscope.ini")),
                               std::make_unique<MemorySecrets>())
                    .isWritable());
    }

    void marksAreRememberedForEachCluster() {
        TwoRuns runs;
        QSignalSpy changes(&runs.first, &WindowSettings::marksChanged);
        runs.first.setMark(kChrootedCluster, "/a path/with spaces", NotALock());
        runs.first.setMark(kChrootedCluster, "/service/leader", Dialect::PatroniLeader);
        runs.first.setMark(QStringLiteral("other"), "/x", Dialect::KazooLock);
        QCOMPARE(changes.count(), 3);
        QCOMPARE(changes[0][0].toString(), kChrootedCluster);

        const auto again = runs.second();
        const lockcore::LockMarks marks = again->marks(kChrootedCluster);
        QCOMPARE(marks.all().size(), 2U);
        QVERIFY(marks.isNotALock("/a path/with spaces"));
        QCOMPARE(marks.dialectOf("/service/leader"), Dialect::PatroniLeader);
        QCOMPARE(again->allMarks().size(), 2U);
        runs.first.clearMark(kChrootedCluster, "/a path/with spaces");
        runs.first.clearMark(kChrootedCluster, "/service/leader");
        QCOMPARE(runs.second()->allMarks().size(), 1U);
    }

    void suppressionsCanBeTakenBack() {
        TwoRuns runs;
        runs.first.suppress(kChrootedCluster, "/lock", FindingKind::LongWait);
        runs.first.suppress(kChrootedCluster, "*", FindingKind::Herd);
        QSignalSpy changes(&runs.first, &WindowSettings::suppressionsChanged);
        QCOMPARE(runs.second()->allSuppressions().at(kChrootedCluster).rules.size(), 2U);
        runs.first.unsuppress(kChrootedCluster, "/lock", FindingKind::LongWait);
        runs.first.unsuppress(kChrootedCluster, "/lock", FindingKind::LongWait);
        QCOMPARE(changes.count(), 1);
        const auto rules = runs.second()->suppressions(kChrootedCluster).rules;
        QCOMPARE(rules.size(), 1U);
        QVERIFY(rules.contains({"*", FindingKind::Herd}));
    }

    void dialogTellsWhatWasChanged() {
        TwoRuns runs;
        runs.first.setThresholds(others());
        runs.first.suppress(kChrootedCluster, "/lock", FindingKind::LongWait);
        runs.first.setMark(kChrootedCluster, "/no-lock", NotALock());
        SettingsDialog dialog(nullptr, settingsView(runs.first));
        dialog.show();
        QCOMPARE(dialog.change().thresholds, others());
        QVERIFY(dialog.change().unsuppressed.empty());

        dialog.findChild<QDoubleSpinBox*>(QStringLiteral("long-wait"))->setValue(30);
        QTreeWidget* const suppressed = listNamed(dialog, "Suppressed findings");
        QCOMPARE(suppressed->topLevelItemCount(), 1);
        QCOMPARE(suppressed->topLevelItem(0)->text(1), QStringLiteral("/lock"));
        removeFirst(*suppressed);
        QTreeWidget* const marked = listNamed(dialog, "Marked paths");
        QCOMPARE(marked->topLevelItem(0)->text(1), QStringLiteral("not a lock"));
        removeFirst(*marked);
        QCOMPARE(marked->topLevelItemCount(), 0);

        // Came in while the dialog was open: it is not what was removed.
        runs.first.setMark(kChrootedCluster, "/other", Dialect::KazooLock);
        QVERIFY(runs.first.marks(kChrootedCluster).isNotALock("/no-lock"));  // nothing before it is accepted
        applyChange(runs.first, dialog.change());
        QCOMPARE(runs.first.thresholds().longWait, std::chrono::milliseconds(30s));
        QCOMPARE(runs.first.thresholds().longQueue, others().longQueue);
        QVERIFY(runs.first.allSuppressions().empty());
        QCOMPARE(runs.first.marks(kChrootedCluster).all().size(), 1U);
    }

    /// What a field means stands beside it, in several lines, and wants to be read to its end.
    void helpHasRoomOnEachPage() {
        SettingsDialog dialog(nullptr, {});
        dialog.show();
        auto* const pages = dialog.findChild<QTabWidget*>();
        int helps = 0;
        for (int page = 0; page < pages->count(); ++page) {
            pages->setCurrentIndex(page);
            QCoreApplication::processEvents();
            for (const QLabel* label : pages->currentWidget()->findChildren<QLabel*>()) {
                if (!label->wordWrap() || !label->isVisible() || label->text().isEmpty()) continue;
                ++helps;
                const QString text =
                    QStringLiteral("%1 × %2: %3").arg(label->width()).arg(label->height()).arg(label->text());
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(text));
                // All of it lies on the page, not only within the label.
                QVERIFY2(label->visibleRegion().boundingRect() == label->rect(), qPrintable(text));
            }
        }
        QVERIFY(helps >= static_cast<int>(thresholdFields().size()) + 3);
    }

    void defaultsCanBeRestored() {
        SettingsDialog dialog(nullptr, {.thresholds = others()});
        dialog.findChild<QPushButton*>(QStringLiteral("restore-defaults"))->click();
        QCOMPARE(dialog.change().thresholds, lockcore::Thresholds());
    }

    void everyFieldHasAName() {
        SettingsDialog dialog(nullptr, {});
        for (const QWidget* control : dialog.findChildren<QWidget*>()) {
            if (control->inherits("QDoubleSpinBox") || control->inherits("QTreeWidget"))
                QVERIFY2(!control->accessibleName().isEmpty(), control->metaObject()->className());
        }
    }

    void hostileNamesInListsAreHarmless() {
        lockcore::LockMarks marks;
        marks.set("/<b>bold</b>\u202E\n", NotALock());
        SettingsDialog dialog(nullptr, {.marks = {{kChrootedCluster, marks}}});
        const QString text = listNamed(dialog, "Marked paths")->topLevelItem(0)->text(0);
        QVERIFY(!text.contains(QChar(0x202E)) && !text.contains(QLatin1Char('\n')));
    }

    void everyDialectCanBeMarkedOnce() {
        std::vector<Dialect> all;
        for (const auto& library : dialectsByLibrary())
            all.insert(all.end(), library.begin(), library.end());
        QCOMPARE(all.size(), lockcore::dialects().size() - 1);  // "Unknown" says nothing
        QVERIFY(std::ranges::find(all, Dialect::Unknown) == all.end());
        std::ranges::sort(all);
        QVERIFY(std::ranges::adjacent_find(all) == all.end());
        // Curator's are one group.
        QVERIFY(dialectsByLibrary().front().size() > 1);
    }

    void markDialogProposesAndRefuses() {
        MarkDialog dialog(nullptr, {});
        dialog.show();
        auto* const path = dialog.findChild<QLineEdit*>(QStringLiteral("path"));
        auto* const mark = dialog.findChild<QComboBox*>(QStringLiteral("mark"));
        const auto* const accept = dialog.findChild<QDialogButtonBox*>()->buttons().front();
        QVERIFY(std::holds_alternative<NotALock>(dialog.mark()));
        path->setText(QStringLiteral("no slash"));
        QVERIFY(!accept->isEnabled());
        path->setText(QStringLiteral("/service/batman/leader"));
        QVERIFY(accept->isEnabled());
        QCOMPARE(dialog.path(), std::string("/service/batman/leader"));
        QCOMPARE(dialog.mark(), lockcore::LockMark(Dialect::PatroniLeader));
        // The user's own choice stays.
        mark->setCurrentIndex(mark->findData(static_cast<int>(Dialect::KazooLock)));
        Q_EMIT mark->activated(mark->currentIndex());
        path->setText(QStringLiteral("/controller"));
        QCOMPARE(dialog.mark(), lockcore::LockMark(Dialect::KazooLock));
    }
};

LOCKSCOPE_TEST(TestSettings)
#include "tst_settings.moc"
