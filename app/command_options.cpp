// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_options.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

using Verb = CommandLine::Verb;
using Group = CommandOption::Group;
using Id = CommandOption::Id;

constexpr std::pair<Verb, const char*> kVerbs[] = {
    {Verb::List, "list"},   {Verb::Show, "show"},         {Verb::Sessions, "sessions"},
    {Verb::Check, "check"}, {Verb::Snapshot, "snapshot"}, {Verb::Complete, "complete"},
};

constexpr unsigned bit(Verb verb) {
    return 1U << static_cast<unsigned>(verb);
}

constexpr unsigned kWindow = bit(Verb::Window);
constexpr unsigned kSnapshot = bit(Verb::Snapshot);
constexpr unsigned kReports = bit(Verb::List) | bit(Verb::Show) | bit(Verb::Sessions) | bit(Verb::Check);
constexpr unsigned kAll = kWindow | kSnapshot | kReports;

struct OptionText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CommandLine)

public:
    // No std::array: lupdate would take its namespace for the texts' context.
    static constexpr CommandOption kOptions[] = {
        {Id::Connect, "--connect", nullptr, "STRING", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("host:port,host:port/chroot")},
        {Id::Profile, "--profile", nullptr, "NAME", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("a profile that was made in the window, with all that it says. Without the window its "
                    "password is that in LOCKSCOPE_PASSWORD, else the keychain's")},
        {Id::Admin, "--admin", nullptr, "URL", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("AdminServers, such as http://{host}:8080/commands; “{host}” stands for each server's")},
        {Id::AdminCa, "--admin-ca", nullptr, "FILE", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("for https: whom to trust; PEM")},
        {Id::AdminCert, "--admin-cert", nullptr, "FILE", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("for https: our own certificate; PEM")},
        {Id::AdminKey, "--admin-key", nullptr, "FILE", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("for https: the key of our certificate; PEM")},
        {Id::Ask, "--ask", nullptr, "HOST:PORT", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("a server to ask for evidence; may be repeated; without it those that the ensemble "
                    "names"),
         false, true},
        {Id::Pin, "--pin", nullptr, "PATH", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("look for locks under PATH too; may be repeated"), false, true},
        {Id::SessionTimeout, "--session-timeout", nullptr, "S", nullptr, kAll, Group::Cluster,
         QT_TR_NOOP("asked for, in seconds (10)")},
        {Id::Output, "--output", "-o", "FILE", nullptr, kSnapshot, Group::Snapshot,
         QT_TR_NOOP("what to write: .json, or a picture as .png or .svg; “-” writes JSON to standard "
                    "output")},
        {Id::Format, "--format", nullptr, "FORMAT", "text|json|csv|md", kReports, Group::Reports,
         QT_TR_NOOP("text, json, csv or md: for people, for programs, for spreadsheets, for tickets (text)")},
        {Id::Json, "--json", nullptr, nullptr, nullptr, kReports, Group::Reports,
         QT_TR_NOOP("the same as --format json")},
        {Id::Watch, "--watch", nullptr, "S", nullptr, kReports, Group::Reports,
         QT_TR_NOOP("show it again when there is something new, every S seconds at most, 1 to 3600 (2); "
                    "Ctrl+C ends it"),
         true},
        {Id::Color, "--color", nullptr, "WHEN", "auto|always|never", kReports, Group::Reports,
         QT_TR_NOOP("auto, always or never; auto: on a terminal, unless NO_COLOR is set (auto)")},
        {Id::MaxWait, "--max-wait", nullptr, "S", nullptr, kReports, Group::Reports,
         QT_TR_NOOP("a longer wait is a finding, in seconds (60)")},
        {Id::MaxQueue, "--max-queue", nullptr, "N", nullptr, kReports, Group::Reports,
         QT_TR_NOOP("more waiters are a finding (50)")},
        {Id::Demo, "--demo", nullptr, nullptr, nullptr, kWindow, Group::Demo,
         QT_TR_NOOP("start a local ZooKeeper with contenders on four locks; where there is no display, "
                    "write pictures and the queues to a new directory")},
        {Id::DemoContenders, "--demo-contenders", nullptr, "N", nullptr, kWindow, Group::Demo,
         QT_TR_NOOP("contenders on the mutex, 1 to 1000 (12)")},
        {Id::Pictures, "--pictures", nullptr, "DIR", nullptr, kWindow, Group::Demo,
         QT_TR_NOOP("with --demo: run a few seconds, write pictures and JSON to DIR, exit")},
        {Id::Theme, "--theme", nullptr, "THEME", "light|dark|system", kWindow | kSnapshot, Group::Appearance,
         QT_TR_NOOP("light, dark or system")},
        {Id::Language, "--language", nullptr, "LANGUAGE", "en|zh_CN|system", kAll, Group::Appearance,
         QT_TR_NOOP("en, zh_CN or system, also of help and reports")},
        {Id::Size, "--size", nullptr, "WxH", nullptr, kWindow | kSnapshot, Group::Appearance,
         QT_TR_NOOP("of the window or picture, such as 1366x768")},
        {Id::Help, "--help", "-h", nullptr, nullptr, kAll, Group::General, QT_TR_NOOP("print this")},
        {Id::Version, "--version", nullptr, nullptr, nullptr, kAll, Group::General,
         QT_TR_NOOP("print which version this is")},
    };
};

}  // namespace

std::optional<Verb> verbNamed(const QString& name) {
    const auto* found =
        std::ranges::find_if(kVerbs, [&](const auto& verb) { return name == QLatin1String(verb.second); });
    return found == std::end(kVerbs) ? std::nullopt : std::optional(found->first);
}

QString verbName(Verb verb) {
    const auto* found = std::ranges::find(kVerbs, verb, &std::pair<Verb, const char*>::first);
    return found == std::end(kVerbs) ? QString() : QLatin1String(found->second);
}

QStringList verbNames() {
    QStringList names;
    for (const auto& [verb, name] : kVerbs)
        if (verb != Verb::Complete) names << QLatin1String(name);
    return names;
}

std::span<const CommandOption> commandOptions() {
    return OptionText::kOptions;
}

const CommandOption* findOption(const QString& name) {
    const auto* found = std::ranges::find_if(OptionText::kOptions, [&](const CommandOption& option) {
        return name == QLatin1String(option.name) ||
               (option.shortName && name == QLatin1String(option.shortName));
    });
    return found == std::end(OptionText::kOptions) ? nullptr : found;
}

QStringList choicesOf(const CommandOption& option) {
    return option.choices ? QString::fromLatin1(option.choices).split(QLatin1Char('|')) : QStringList();
}

QString optionHelp(const CommandOption& option) {
    return OptionText::tr(option.help);
}

}  // namespace lockscope
