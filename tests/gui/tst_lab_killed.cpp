// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_session.h"
#include "process.h"
#include "program_run.h"
#include "test_program.h"

#include <lockcore/lab/programs.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace {

bool isRunning(int pid) {
    return ::kill(pid, 0) == 0 || errno != ESRCH;
}

/// All whose TMPDIR is that folder, as all have that one of them has started.
std::vector<int> processesOf(const QString& folder) {
    std::vector<int> found;
    const QByteArray setting = "TMPDIR=" + folder.toLocal8Bit();
    for (const QString& entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const int pid = entry.toInt(&isNumber);
        QFile environment(QStringLiteral("/proc/%1/environ").arg(entry));
        if (isNumber && environment.open(QIODevice::ReadOnly) &&
            environment.readAll().split('\0').contains(setting))
            found.push_back(pid);
    }
    return found;
}

/// "lockscope lab run", which is killed in the middle of what it plays. Test's thread.
class KilledRun {
public:
    KilledRun(const QTemporaryDir& directory, const QStringList& words) {
        m_program.setProcessEnvironment(bareEnvironment(directory));
        m_program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                        QStringList{QStringLiteral("lab"), QStringLiteral("run"),
                                    QStringLiteral("--language"), QStringLiteral("en")} +
                            words);
    }
    bool says(const QByteArray& word) {
        m_output += m_program.readAllStandardOutput();
        m_errors += m_program.readAllStandardError();
        return m_output.contains(word);
    }
    const QByteArray& output() const { return m_output; }
    QByteArray told() const { return m_output + m_errors; }
    bool isThere() const { return m_program.state() != QProcess::NotRunning; }
    bool kill() {
        m_program.kill();
        return m_program.waitForFinished(kServerPatienceMs) && m_program.exitStatus() == QProcess::CrashExit;
    }

private:
    QProcess m_program;
    QByteArray m_output;
    QByteArray m_errors;
};

/// What its program says when it is in its middle: for those with steps, that the first ones are taken.
QByteArray middleOf(const QString& scenario) {
    if (scenario == QLatin1String("gc-pause")) return "freeze";
    if (scenario == QLatin1String("ghost-holder")) return "crash";
    if (scenario == QLatin1String("orphan") || scenario == QLatin1String("behind-oneself"))
        return "lose answers";
    if (scenario == QLatin1String("leader-killed")) return "kill";
    return "— ";  // a phase has begun
}

std::vector<std::string> namesAt(LiveSession& session, const std::string& path) {
    const auto children = session.await<lockcore::ChildList>(
        [&](lockcore::Session& asked, lockcore::Completion<lockcore::ChildList> done) {
            asked.children(path, {}, std::move(done));
        });
    return children ? children->names : std::vector<std::string>();
}

bool holds(const std::vector<std::string>& names, const char* name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// kill -9 of the program in the middle of each scenario: what it leaves.
class TestLabKilled : public QObject {
    Q_OBJECT

    QJsonArray m_scenarios;

    /// Why it can't be played here; empty where it can.
    QByteArray whyNot(const QString& name) const {
        const auto programs =
            lockcore::LabPrograms::in(QFileInfo(QStringLiteral(LOCKSCOPE_PROGRAM)).path().toStdString() +
                                      "/../libexec/lockscope")
                .programs;
        for (const auto& entry : m_scenarios) {
            if (entry.toObject()[QStringLiteral("name")].toString() != name) continue;
            for (const auto& need : entry.toObject()[QStringLiteral("needs")].toArray()) {
                const auto library = lockcore::clientLibrary(need.toString().toStdString());
                const auto& program = programs.at(library.value_or(lockcore::ClientLibrary::Lockcore));
                if (!program.command) return QByteArray::fromStdString(program.whyNot);
            }
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        const QTemporaryDir directory;
        const auto listed =
            runLockscope({QStringLiteral("lab"), QStringLiteral("list"), QStringLiteral("--json")},
                         bareEnvironment(directory));
        m_scenarios = QJsonDocument::fromJson(listed.output).array();
        QCOMPARE(m_scenarios.size(), qsizetype{13});
    }

    void leavesNoProcessAndNoDirectory_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : std::as_const(m_scenarios)) {
            const QString name = entry.toObject()[QStringLiteral("name")].toString();
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void leavesNoProcessAndNoDirectory() {
        QFETCH(QString, name);
        if (const QByteArray why = whyNot(name); !why.isEmpty()) QSKIP(why.constData());
        const QTemporaryDir directory;
        KilledRun run(directory, {name});
        QTRY_VERIFY2_WITH_TIMEOUT(run.says(middleOf(name)) || !run.isThere(), run.told().constData(),
                                  kServerPatienceMs);
        QVERIFY2(run.isThere(), run.told().constData());
        const auto pids = processesOf(directory.path());
        QVERIFY(pids.size() >= 2);  // itself, and a server at least
        QVERIFY(!QDir(directory.path()).entryList({QStringLiteral("lockscope-cluster-*")}).isEmpty());
        QVERIFY(run.kill());
        for (const int pid : pids)
            QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), kServerPatienceMs);
        // Also none that was started since.
        QTRY_VERIFY_WITH_TIMEOUT(processesOf(directory.path()).empty(), kServerPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(QDir(directory.path()).entryList({QStringLiteral("lockscope-cluster-*")}),
                                  QStringList(), kServerPatienceMs);
    }

    /// On somebody's cluster: all that is left there is offered, and goes when it is asked for. One after the
    /// other is killed, so that their sessions end meanwhile.
    void elsewhereWhatTheyLeaveIsOffered() {
        const QTemporaryDir directory;
        const std::string cluster = freshCluster();
        const QStringList there{QStringLiteral("--connect"), QString::fromStdString(cluster),
                                QStringLiteral("--yes")};
        LiveSession session(cluster);
        QStringList killed;
        for (const auto& entry : std::as_const(m_scenarios)) {
            const QString name = entry.toObject()[QStringLiteral("name")].toString();
            if (entry.toObject()[QStringLiteral("ownServersOnly")].toBool() || !whyNot(name).isEmpty())
                continue;
            KilledRun run(directory, QStringList{name} + there);
            QTRY_VERIFY2_WITH_TIMEOUT(run.says(middleOf(name)) || !run.isThere(), run.told().constData(),
                                      kServerPatienceMs);
            QVERIFY2(run.isThere(), run.told().constData());
            QVERIFY(run.kill());
            killed << name;
            QCOMPARE(namesAt(session, "/lockscope-lab").size(), static_cast<std::size_t>(killed.size()));
        }
        QVERIFY(killed.size() >= 10);
        QTRY_VERIFY_WITH_TIMEOUT(processesOf(directory.path()).empty(), kServerPatienceMs);
        // As long as a program's session lasts its run counts as one that is under way.
        for (const std::string& run : namesAt(session, "/lockscope-lab"))
            QTRY_VERIFY_WITH_TIMEOUT(!holds(namesAt(session, "/lockscope-lab/" + run), "running"),
                                     kServerPatienceMs);
        const auto cleaned = runLockscope(QStringList{QStringLiteral("lab"), QStringLiteral("clean"),
                                                      QStringLiteral("--language"), QStringLiteral("en")} +
                                              there,
                                          bareEnvironment(directory));
        QVERIFY2(cleaned.status == lockscope::kExitDone, cleaned.output + cleaned.errors);
        for (const QString& name : killed)
            QVERIFY2(cleaned.output.contains("“" + name.toUtf8() + "”"), cleaned.output.constData());
        QCOMPARE(namesAt(session, "/"), std::vector<std::string>());
    }
};

LOCKSCOPE_TEST(TestLabKilled)
#include "tst_lab_killed.moc"
