// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>

namespace lockscope {

/// The verb that a command line begins with; nothing for what is no verb.
std::optional<CommandLine::Verb> verbNamed(const QString& name);
/// Empty for the window, which needs none.
QString verbName(CommandLine::Verb verb);
/// Those that a user types.
QStringList verbNames();

/// One option: what the parser, the help and the completion know of it.
struct CommandOption {
    enum class Id {
        Connect,
        Profile,
        Tls,
        TlsCa,
        TlsCert,
        TlsKey,
        Sasl,
        User,
        Service,
        TicketCache,
        Keytab,
        Principal,
        ClientConfig,
        ClientEnvironment,
        SecretsDescriptor,
        Socks,
        Bastion,
        Admin,
        AdminCa,
        AdminCert,
        AdminKey,
        Ask,
        Pin,
        AskAnyway,
        SessionTimeout,
        Dialects,
        Mark,
        Output,
        Redact,
        Format,
        Json,
        Color,
        Watch,
        MaxWait,
        MaxQueue,
        Accept,
        Limit,
        At,
        From,
        To,
        For,
        MaxSize,
        Keep,
        Locks,
        OnFinding,
        Metrics,
        Audit,
        ProbePath,
        ProbeCycles,
        ProbeClean,
        LabContenders,
        LabFull,
        LabSeed,
        LabServers,
        LabHere,
        LabYes,
        Demo,
        DemoContenders,
        Pictures,
        Theme,
        Size,
        Language,
        Zone,
        Log,
        Help,
        Version,
    };
    enum class Group { Cluster, Snapshot, Recording, Reports, Probe, Lab, Demo, Appearance, General };

    Id id;
    Group group;
    const char* name;       ///< "--connect"
    const char* shortName;  ///< "-o"; null: none
    const char* value;      ///< what stands for it in the help; null: it takes none
    const char* choices;    ///< all values that there are, with "|" in between; null: any
    const char* help;       ///< to be translated by optionHelp()
    unsigned verbs;         ///< bits of the verbs that it goes with
    bool isValueOptional = false;
    bool isRepeatable = false;

    bool goesWith(CommandLine::Verb verb) const { return (verbs >> static_cast<unsigned>(verb) & 1U) != 0; }
};

/// In the order of the help.
std::span<const CommandOption> commandOptions();
/// By either name; null if there is none.
const CommandOption* findOption(const QString& name);
/// The values of an option that has a fixed set of them.
QStringList choicesOf(const CommandOption& option);
QString optionHelp(const CommandOption& option);

}  // namespace lockscope
