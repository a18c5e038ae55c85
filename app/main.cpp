// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "about/about_text.h"
#include "admin_login.h"
#include "allocator.h"
#include "application.h"
#include "client_config.h"
#include "cluster_report.h"
#include "command_line.h"
#include "completion.h"
#include "connect/secret_variables.h"
#include "diff_run.h"
#include "headless_snapshot.h"
#include "import_run.h"
#include "lab_verb.h"
#include "log_lines.h"
#include "path_marks.h"
#include "probe_run.h"
#include "process.h"
#include "profile_choice.h"
#include "record_run.h"
#include "recorded_report.h"
#include "redact_run.h"
#include "report_run.h"
#include "settings/window_settings.h"
#include "site_dialects.h"
#include "ssh_asking.h"

#include <QCoreApplication>

#include <cstdio>
#include <optional>
#include <vector>

namespace lockscope {
namespace {

struct Main {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Main)
};

/// What needs neither window nor cluster is done: the exit status. Nothing for all else.
std::optional<int> answerAtOnce(const tl::expected<CommandLine, QString>& command) {
    if (!command) {
        printProblem(command.error());
        return kExitUsage;
    }
    if (command->verb == CommandLine::Verb::Help) {
        std::fputs(helpText().toLocal8Bit().constData(), stdout);
        return kExitDone;
    }
    if (command->verb == CommandLine::Verb::Version) {
        printLine(programTitle());
        for (const QString& line : versionLines())
            printLine(line);
        return kExitDone;
    }
    if (command->verb == CommandLine::Verb::Window && !hasDisplay() && !command->demo) {
        printProblem(Main::tr(
            "There is no display for the window. “lockscope snapshot” and “lockscope --demo” need none."));
        return kExitFailed;
    }
    return std::nullopt;
}

bool readsProfiles(CommandLine::Verb verb) {
    using Verb = CommandLine::Verb;
    return verb != Verb::Complete && verb != Verb::Help && verb != Verb::Version &&
           verb != Verb::ImportTxnlog && verb != Verb::Diff && verb != Verb::ReportFile &&
           verb != Verb::Redact;
}

/// What has happened to the settings, as sentences.
QStringList noticesOf(WindowSettings& settings) {
    QStringList notices = moveSecretsOut(settings.profiles());
    if (const QString damaged = settings.damagedText(); !damaged.isEmpty()) notices.prepend(damaged);
    return notices;
}

tl::expected<CommandLine, QString> withAdminLogin(CommandLine command) {
    if (!command.connection) return command;
    if (const QString problem = takeAdminLogin(*command.connection); !problem.isEmpty())
        return tl::unexpected(problem);
    return command;
}

/// With all that the settings and the environment have of its cluster.
tl::expected<CommandLine, QString> withCluster(CommandLine asked, WindowSettings& settings,
                                               QStringList& notices) {
    auto command = withProfile(std::move(asked), settings.profiles());
    if (command) command = withClientConfig(*std::move(command), notices);
    if (command) command = withMarks(*std::move(command), settings);
    if (command) command = withAdminLogin(*std::move(command));
    return command;
}

/// The same; and in `clusters` one for each profile, where several are named.
tl::expected<CommandLine, QString> withClusters(const CommandLine& asked, WindowSettings& settings,
                                                QStringList& notices, std::vector<CommandLine>& clusters) {
    if (asked.verb != CommandLine::Verb::Record || asked.profiles.size() < 2) {
        auto command = withCluster(asked, settings, notices);
        if (command) clusters = {*command};
        return command;
    }
    for (const QString& profile : asked.profiles) {
        CommandLine one = asked;
        one.profile = profile;
        auto command = withCluster(std::move(one), settings, notices);
        if (!command) return command;
        clusters.push_back(*std::move(command));
    }
    return asked;
}

/// Of a file of dialects that is wrong, a window says so and goes on without it, and so does a report of a
/// file, as windows make it. What is found on a cluster would be another thing without it.
std::optional<int> answerToDialects(CommandLine::Verb verb, const QStringList& problems) {
    for (const QString& problem : problems)
        printProblem(problem);
    const bool goesOn = verb == CommandLine::Verb::Window || verb == CommandLine::Verb::ReportFile;
    const bool isWrong = !problems.isEmpty() && !goesOn;
    return isWrong ? std::optional(kExitUsage) : std::nullopt;
}

int runWindow(int& argc, char** argv, const CommandLine& command, const QStringList& notices) {
    if (!command.pictures.isEmpty()) return runDemoPictures(argc, argv, command, command.pictures);
    return hasDisplay() ? runApplication(argc, argv, command, notices)
                        : runDemoWithoutDisplay(argc, argv, command);
}

}  // namespace
}  // namespace lockscope

int main(int argc, char** argv) {
    using namespace lockscope;
    if (!fillStandardDescriptors()) return kExitFailed;
    allowManyDescriptors();
    hideSecretVariables();
    keepHeapsTidy();
    setApplicationNames();
    if (isAskedBySsh(argc)) return runSshQuestion(argc, argv);
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    tl::expected<CommandLine, QString> command;
    QStringList dialectProblems;
    QStringList notices;
    std::vector<CommandLine> clusters;  // one each, of the verb Record
    {
        // Texts are translated only while there is an application; which kind is needed, the arguments tell.
        const QCoreApplication application(argc, argv);
        loadTranslations(languageIn(arguments));
        const auto secrets = secretsDescriptorIn(arguments);
        const QString problem = secrets ? takeSecretsFrom(*secrets) : QString();
        if (!fillStandardDescriptors()) return kExitFailed;
        command = problem.isEmpty() ? parseCommandLine(arguments) : tl::unexpected(problem);
        WindowSettings settings;
        if (command && command->verb != CommandLine::Verb::Complete)
            dialectProblems = useSiteDialects(*command, settings.dialectsFolder());
        if (command && readsProfiles(command->verb)) notices = noticesOf(settings);
        if (command) command = withClusters(*command, settings, notices, clusters);
        for (const QString& sentence : notices)
            printProblem(sentence);
        if (const auto status = answerAtOnce(command)) return *status;
        if (const auto status = answerToDialects(command->verb, dialectProblems)) return *status;
    }
    if (command->log) showLog(*command->log);
    switch (command->verb) {
        case CommandLine::Verb::Snapshot: return runHeadlessSnapshot(argc, argv, *command);
        case CommandLine::Verb::Record: return runRecord(argc, argv, clusters);
        case CommandLine::Verb::Diff: return runDiff(argc, argv, *command);
        case CommandLine::Verb::ReportFile: return runReportFile(argc, argv, *command, dialectProblems);
        case CommandLine::Verb::Redact: return runRedact(argc, argv, *command);
        case CommandLine::Verb::ImportTxnlog: return runImport(argc, argv, *command);
        case CommandLine::Verb::List:
        case CommandLine::Verb::Show:
        case CommandLine::Verb::Sessions:
        case CommandLine::Verb::Check:
            return command->file.isEmpty() ? runReport(argc, argv, *command)
                                           : runRecordedReport(argc, argv, *command);
        case CommandLine::Verb::Probe: return runProbe(argc, argv, *command);
        case CommandLine::Verb::Lab: return runLab(argc, argv, *command);
        case CommandLine::Verb::Complete: return runCompletion(argc, argv, *command);
        default: return runWindow(argc, argv, *command, dialectProblems + notices);
    }
}
