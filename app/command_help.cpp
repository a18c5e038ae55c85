// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_options.h"
#include "terminal_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

constexpr qsizetype kHelpWidth = 100;
constexpr qsizetype kHelpColumn = 26;  ///< in which the texts of the options begin

struct HelpText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CommandLine)
};

QString usageText() {
    return HelpText::tr(
        "Lockscope shows and operates the locks on a ZooKeeper cluster.\n"
        "\n"
        "  lockscope [--connect STRING | --demo | FILE] [OPTION…]\n"
        "      Opens the window: on a cluster, on a demo of its own, on a saved snapshot.\n"
        "  lockscope snapshot --connect STRING -o FILE [OPTION…]\n"
        "      Writes all locks to FILE, without a display.\n"
        "  lockscope list|show PATH|sessions|check --connect STRING [OPTION…]\n"
        "      Prints all locks; one lock's queue; the sessions that hold and wait; what is wrong.\n"
        "      Needs no display.\n"
        "  lockscope record --connect STRING -o FILE.lockrec|DIRECTORY [OPTION…]\n"
        "      Records all locks, without a display, until it is told to end; in a directory a file a day.\n"
        "  lockscope import-txnlog DIR… -o FILE.lockrec [OPTION…]\n"
        "      Makes a recording of what ZooKeeper's servers have in their own files: DIR is the dataDir or\n"
        "      dataLogDir of one, of the same cluster.\n"
        "  lockscope list|show PATH|sessions|check FILE [--at TIME] [OPTION…]\n"
        "      Prints the same of a snapshot (.json, .json.gz), or of a moment of a recording (.lockrec).\n"
        "  lockscope diff FILE[@TIME] FILE[@TIME] [OPTION…]\n"
        "      Prints what differs between two such moments: locks, contenders, sessions, findings.\n"
        "  lockscope report FILE -o FILE [--from TIME] [--to TIME] [--locks PATTERN] [--redact LIST]\n"
        "      Writes what was stuck, for how long, who held, who waited, why, what was done, and what is\n"
        "      not known: as .html, .pdf, .md or .csv.\n"
        "  lockscope redact FILE -o FILE [--redact LIST]\n"
        "      Writes a snapshot or a recording anew, without hosts, data, users and names of paths.\n"
        "  lockscope probe --connect STRING [--path PATH] [--cycles N] [OPTION…]\n"
        "      Measures how long a lock, a handoff and a notification take on each server, from here: makes\n"
        "      locks of its own below a znode of its own, and removes them.\n"
        "  lockscope lab list | run SCENARIO|FILE [--full] [--seed N] [-o FILE] [OPTION…]\n"
        "      Shows fairness and failure on a real cluster: of its own, on this machine, or with "
        "--connect.\n"
        "  lockscope lab compare FILE FILE [-o FILE] | clean --connect STRING | cluster [--servers 1|3]\n"
        "      Two reports side by side; removes what a run that was killed has left; servers to play "
        "with.\n");
}

QString statusText() {
    return HelpText::tr(
        "Exit status: 0 done, 1 failed, 2 wrong arguments, 3 done, but not all could be read.\n"
        "Of check: 0 all was checked and nothing is wrong, 1 something is wrong, 2 nothing wrong was\n"
        "found, but not all could be checked.\n"
        "Of diff: 0 nothing differs, 1 something does, 2 failed, 3 nothing differs of what could be "
        "compared.\n"
        "Of probe: 0 all was measured, 1 nothing could be, 3 not all was, or something was left.\n"
        "Of lab run: 0 the scenario showed what it promises, 1 it did not, or could not be run, 3 not all "
        "of\n"
        "it could be checked, or something was left.\n");
}

QString groupTitle(CommandOption::Group group) {
    switch (group) {
        case CommandOption::Group::Cluster: return HelpText::tr("Cluster");
        case CommandOption::Group::Snapshot: return HelpText::tr("Snapshot");
        case CommandOption::Group::Recording: return HelpText::tr("Recording");
        case CommandOption::Group::Reports: return HelpText::tr("Reports");
        case CommandOption::Group::Probe: return HelpText::tr("Probe");
        case CommandOption::Group::Lab: return HelpText::tr("Lab");
        case CommandOption::Group::Demo: return HelpText::tr("Demo");
        case CommandOption::Group::Appearance: return HelpText::tr("Appearance");
        case CommandOption::Group::General: break;
    }
    return HelpText::tr("General");
}

/// "--watch[=S]", "-o, --output FILE".
QString formOf(const CommandOption& option) {
    QString form = QLatin1String(option.name);
    if (option.shortName) form = QLatin1String(option.shortName) + QStringLiteral(", ") + form;
    if (!option.value) return form;
    const QString value = QLatin1String(option.value);
    return option.isValueOptional ? QStringLiteral("%1[=%2]").arg(form, value)
                                  : QStringLiteral("%1 %2").arg(form, value);
}

QString optionLines(const CommandOption& option) {
    QString lines;
    QString begin = QStringLiteral("  ") + formOf(option);
    if (begin.size() >= kHelpColumn) {
        lines = begin + QLatin1Char('\n');
        begin.clear();
    }
    for (const QString& line : wrappedToCells(optionHelp(option), kHelpWidth - kHelpColumn)) {
        lines += begin.leftJustified(kHelpColumn) + line + QLatin1Char('\n');
        begin.clear();
    }
    return lines;
}

}  // namespace

QString helpText() {
    QString text = usageText() + QLatin1Char('\n');
    std::optional<CommandOption::Group> group;
    for (const CommandOption& option : commandOptions()) {
        if (group != option.group) text += groupTitle(option.group) + QLatin1Char('\n');
        group = option.group;
        text += optionLines(option);
    }
    return text + QLatin1Char('\n') + statusText();
}

}  // namespace lockscope
