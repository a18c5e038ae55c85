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
    {Verb::List, "list"},         {Verb::Show, "show"},         {Verb::Sessions, "sessions"},
    {Verb::Check, "check"},       {Verb::Probe, "probe"},       {Verb::Lab, "lab"},
    {Verb::Snapshot, "snapshot"}, {Verb::Record, "record"},     {Verb::ImportTxnlog, "import-txnlog"},
    {Verb::Diff, "diff"},         {Verb::ReportFile, "report"}, {Verb::Redact, "redact"},
    {Verb::Complete, "complete"},
};

constexpr unsigned bit(Verb verb) {
    return 1U << static_cast<unsigned>(verb);
}

constexpr unsigned kWindow = bit(Verb::Window);
constexpr unsigned kSnapshot = bit(Verb::Snapshot);
constexpr unsigned kRecord = bit(Verb::Record);
constexpr unsigned kImport = bit(Verb::ImportTxnlog);
constexpr unsigned kDiff = bit(Verb::Diff);
constexpr unsigned kReportFile = bit(Verb::ReportFile);
constexpr unsigned kRedact = bit(Verb::Redact);
constexpr unsigned kFiles = kImport | kDiff | kReportFile | kRedact;
constexpr unsigned kReports = bit(Verb::List) | bit(Verb::Show) | bit(Verb::Sessions) | bit(Verb::Check);
constexpr unsigned kAll = kWindow | kSnapshot | kRecord | kReports;
constexpr unsigned kProbe = bit(Verb::Probe);
constexpr unsigned kLab = bit(Verb::Lab);
constexpr unsigned kConnects = kAll | kProbe | kLab;

struct OptionText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CommandLine)

public:
    // No std::array: lupdate would take its namespace for the texts' context.
    static constexpr CommandOption kOptions[] = {
        {Id::Connect, Group::Cluster, "--connect", nullptr, "STRING", nullptr,
         QT_TR_NOOP("host:port,host:port/chroot"), kConnects},
        {Id::Profile, Group::Cluster, "--profile", nullptr, "NAME", nullptr,
         QT_TR_NOOP("a profile that was made in the window, with all that it says. Without the window its "
                    "passwords are those in LOCKSCOPE_PASSWORD, LOCKSCOPE_SASL_PASSWORD, "
                    "LOCKSCOPE_TLS_PASSWORD and LOCKSCOPE_SOCKS_PASSWORD, else the keychain's. Of record "
                    "with -o DIRECTORY: may be repeated"),
         kConnects, false, true},
        {Id::Tls, Group::Cluster, "--tls", nullptr, nullptr, nullptr,
         QT_TR_NOOP("by TLS, to the servers' secureClientPort"), kConnects},
        {Id::TlsCa, Group::Cluster, "--tls-ca", nullptr, "FILE", nullptr,
         QT_TR_NOOP("by TLS: whom to trust, instead of the system's authorities; PEM"), kConnects},
        {Id::TlsCert, Group::Cluster, "--tls-cert", nullptr, "FILE", nullptr,
         QT_TR_NOOP("by TLS: our own certificate; PEM or PKCS#12. The password of its key is that in "
                    "LOCKSCOPE_TLS_PASSWORD"),
         kConnects},
        {Id::TlsKey, Group::Cluster, "--tls-key", nullptr, "FILE", nullptr,
         QT_TR_NOOP("by TLS: the key of our certificate; PEM"), kConnects},
        {Id::Sasl, Group::Cluster, "--sasl", nullptr, "MECHANISM", "digest|kerberos",
         QT_TR_NOOP("sign in by SASL: digest (DIGEST-MD5), as the user of --user, or kerberos (GSSAPI), by "
                    "a ticket"),
         kConnects},
        {Id::User, Group::Cluster, "--user", nullptr, "NAME", nullptr,
         QT_TR_NOOP("by SASL: who we are. The password is that in LOCKSCOPE_SASL_PASSWORD"), kConnects},
        {Id::Service, Group::Cluster, "--service", nullptr, "NAME", nullptr,
         QT_TR_NOOP("by Kerberos: what the servers are called before their hosts (zookeeper)"), kConnects},
        {Id::TicketCache, Group::Cluster, "--ticket-cache", nullptr, "FILE", nullptr,
         QT_TR_NOOP("by Kerberos: where our ticket is, instead of where kinit puts it"), kConnects},
        {Id::Keytab, Group::Cluster, "--keytab", nullptr, "FILE", nullptr,
         QT_TR_NOOP("by Kerberos: get a ticket with the key in FILE of --principal"), kConnects},
        {Id::Principal, Group::Cluster, "--principal", nullptr, "NAME", nullptr,
         QT_TR_NOOP("by Kerberos: who we are, with --keytab"), kConnects},
        {Id::ClientConfig, Group::Cluster, "--client-config", nullptr, "FILE", nullptr,
         QT_TR_NOOP(
             "TLS and SASL as this file says to ZooKeeper's Java client (zookeeper.ssl.* and the like), "
             "as far as other options don't; it is said what of it is not taken over"),
         kConnects},
        {Id::ClientEnvironment, Group::Cluster, "--client-env", nullptr, nullptr, nullptr,
         QT_TR_NOOP("the same, as the environment variables CLIENT_JVMFLAGS and JVMFLAGS say"), kConnects},
        {Id::SecretsDescriptor, Group::Cluster, "--secrets-fd", nullptr, "N", nullptr,
         QT_TR_NOOP(
             "read passwords from descriptor N, in lines such as LOCKSCOPE_SASL_PASSWORD=…, instead of "
             "from the environment"),
         kConnects},
        {Id::Socks, Group::Cluster, "--socks", nullptr, "[USER@]HOST:PORT", nullptr,
         QT_TR_NOOP("reach the servers and AdminServers by this SOCKS5 proxy, which looks up their names"),
         kConnects},
        {Id::Bastion, Group::Cluster, "--bastion", nullptr, "DESTINATION", nullptr,
         QT_TR_NOOP("reach the servers and AdminServers by ssh -W through this host, as your own ssh knows "
                    "it"),
         kConnects},
        {Id::Admin, Group::Cluster, "--admin", nullptr, "URL", nullptr,
         QT_TR_NOOP(
             "AdminServers, such as http://{host}:8080/commands; “{host}” stands for each server's. If they "
             "want a user and a password, those in LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD"),
         kAll},
        {Id::AdminCa, Group::Cluster, "--admin-ca", nullptr, "FILE", nullptr,
         QT_TR_NOOP("for https: whom to trust; PEM"), kAll},
        {Id::AdminCert, Group::Cluster, "--admin-cert", nullptr, "FILE", nullptr,
         QT_TR_NOOP("for https: our own certificate; PEM"), kAll},
        {Id::AdminKey, Group::Cluster, "--admin-key", nullptr, "FILE", nullptr,
         QT_TR_NOOP("for https: the key of our certificate; PEM"), kAll},
        {Id::Ask, Group::Cluster, "--ask", nullptr, "HOST:PORT", nullptr,
         QT_TR_NOOP("a server to ask for evidence; may be repeated; without it those that the ensemble "
                    "names"),
         kAll, false, true},
        {Id::Pin, Group::Cluster, "--pin", nullptr, "PATH", nullptr,
         QT_TR_NOOP("look for locks under PATH too; may be repeated"), kAll, false, true},
        {Id::AskAnyway, Group::Cluster, "--ask-anyway", nullptr, nullptr, nullptr,
         QT_TR_NOOP("ask for the list of ephemeral znodes even where it is so long that a server may hang "
                    "with it"),
         kAll},
        {Id::SessionTimeout, Group::Cluster, "--session-timeout", nullptr, "S", nullptr,
         QT_TR_NOOP("asked for, in seconds (10)"), kConnects},
        {Id::Dialects, Group::Cluster, "--dialects", nullptr, "DIR", nullptr,
         QT_TR_NOOP("recognise the locks of your own libraries by the files *.json in DIR; without it by "
                    "those in the folder of the window's settings, if there is one"),
         kAll | kFiles},
        {Id::Mark, Group::Cluster, "--mark", nullptr, "PATH=WHAT", nullptr,
         QT_TR_NOOP(
             "what PATH is, whatever its names tell: not-a-lock, or a dialect as in the reports' JSON, "
             "such as kazoo-election; may be repeated, and counts for more than what was marked in the "
             "window"),
         kSnapshot | kRecord | kReports | kImport, false, true},
        {Id::Output, Group::Snapshot, "--output", "-o", "FILE", nullptr,
         QT_TR_NOOP(
             "what to write: .json, .json.gz, or a picture as .png or .svg; “-” writes JSON to standard "
             "output. Of record: .lockrec; one that is there is gone on with; or a directory, for a file a "
             "day. Of import-txnlog: .lockrec; one that is there stays. Of redact: as FILE is. Of report: "
             ".html, .pdf, .md, or .csv for two files, of turns and of events. Of lab: the report of a run, "
             "or a comparison, as .html, .json or .csv"),
         kSnapshot | kRecord | kImport | kReportFile | kRedact | kLab},
        {Id::Redact, Group::Snapshot, "--redact", nullptr, "LIST", "hosts|data|users|paths",
         QT_TR_NOOP("hide some of it, separated by commas: hosts, data (of znodes), users, paths, and "
                    "part=TEXT, which "
                    "is hidden wherever it is; what was the same stays the same. redact hides the first four "
                    "without "
                    "it"),
         kSnapshot | kReportFile | kRedact},
        {Id::For, Group::Recording, "--for", nullptr, "TIME", nullptr,
         QT_TR_NOOP("record so long, such as 90s, 10m, 8h or 14d; without it until Ctrl+C or SIGTERM"),
         kRecord},
        {Id::MaxSize, Group::Recording, "--max-size", nullptr, "SIZE", nullptr,
         QT_TR_NOOP(
             "how large the recording may get, such as 512M or 2G, at least 16M: what ended longest ago "
             "goes first; of a directory all files of a cluster, of which the oldest go first"),
         kRecord},
        {Id::Keep, Group::Recording, "--keep", nullptr, "TIME", nullptr,
         QT_TR_NOOP("how long to keep what has ended, such as 14d"), kRecord},
        {Id::Locks, Group::Recording, "--locks", nullptr, "PATTERN", nullptr,
         QT_TR_NOOP("record, or report on, these locks alone, such as /app/lock-* or, for all beneath /app, "
                    "/app/**; may be repeated"),
         kRecord | kReportFile, false, true},
        {Id::OnFinding, Group::Recording, "--on-finding", nullptr, "COMMAND", nullptr,
         QT_TR_NOOP(
             "run a program, with its arguments, when something is found wrong and when it is over; it "
             "gets that as JSON on standard input. No shell reads it"),
         kRecord},
        {Id::Metrics, Group::Recording, "--metrics", nullptr, "HOST:PORT", nullptr,
         QT_TR_NOOP(
             "serve metrics of locks, findings and sessions at http://HOST:PORT/metrics, as OpenMetrics for "
             "Prometheus; on this address alone, such as 127.0.0.1:9404"),
         kRecord},
        {Id::Audit, Group::Recording, "--audit", nullptr, "FILE", nullptr,
         QT_TR_NOOP(
             "of import-txnlog: an audit log of these servers (3.6 and later), for users and addresses "
             "of sessions; may be repeated"),
         kImport, false, true},
        {Id::Format, Group::Reports, "--format", nullptr, "FORMAT", "text|json|csv|md",
         QT_TR_NOOP("text, json, csv or md: for people, for programs, for spreadsheets, for tickets (text)"),
         kReports | kDiff},
        {Id::Json, Group::Reports, "--json", nullptr, nullptr, nullptr,
         QT_TR_NOOP(
             "the same as --format json; of import-txnlog: what was read, of probe: what was measured, of "
             "lab: the report, for programs"),
         kReports | kDiff | kImport | kProbe | kLab},
        {Id::Watch, Group::Reports, "--watch", nullptr, "S", nullptr,
         QT_TR_NOOP("show it again when there is something new, every S seconds at most, 1 to 3600 (2); "
                    "Ctrl+C ends it"),
         kReports, true},
        {Id::At, Group::Reports, "--at", nullptr, "TIME", nullptr,
         QT_TR_NOOP(
             "of a recording: when, such as 2026-11-26T10:02:03, by this machine's clock, or with Z or "
             "+02:00; without it at its end. Of diff: twice, for two moments of one recording"),
         kReports | kDiff, false, true},
        {Id::From, Group::Reports, "--from", nullptr, "TIME", nullptr,
         QT_TR_NOOP("of report: from when on, as --at; without it from the recording's beginning"),
         kReportFile},
        {Id::To, Group::Reports, "--to", nullptr, "TIME", nullptr,
         QT_TR_NOOP("of report: until when, as --at; without it until the recording's end"), kReportFile},
        {Id::Color, Group::Reports, "--color", nullptr, "WHEN", "auto|always|never",
         QT_TR_NOOP("auto, always or never; auto: on a terminal, unless NO_COLOR is set (auto)"),
         kReports | kDiff},
        {Id::MaxWait, Group::Reports, "--max-wait", nullptr, "S", nullptr,
         QT_TR_NOOP("a longer wait is a finding, in seconds (60)"), kReports | kRecord},
        {Id::MaxQueue, Group::Reports, "--max-queue", nullptr, "N", nullptr,
         QT_TR_NOOP("more waiters are a finding (50)"), kReports | kRecord},
        {Id::Accept, Group::Reports, "--accept", nullptr, "LIST", "locks|contenders|liveness|watches",
         QT_TR_NOOP("what need not be checked for exit status 0, separated by commas: locks (that all were "
                    "found), contenders, liveness, watches"),
         bit(Verb::Check)},
        {Id::Limit, Group::Reports, "--limit", nullptr, "S", nullptr,
         QT_TR_NOOP("read no longer than S seconds, 1 to 86400, and tell what there is by then; without it "
                    "until all is read"),
         kReports | kSnapshot},
        {Id::ProbePath, Group::Probe, "--path", nullptr, "PATH", nullptr,
         QT_TR_NOOP("the znode that it makes for itself, and removes (/lockscope-probe; of lab "
                    "/lockscope-lab)"),
         kProbe | kLab},
        {Id::ProbeCycles, Group::Probe, "--cycles", nullptr, "N", nullptr,
         QT_TR_NOOP("how often each thing is measured on each server, 1 to 10000 (200)"), kProbe},
        {Id::ProbeClean, Group::Probe, "--clean", nullptr, nullptr, nullptr,
         QT_TR_NOOP("remove before what earlier probes have left there, whose program has ended"), kProbe},
        {Id::LabContenders, Group::Lab, "--contenders", nullptr, "N", nullptr,
         QT_TR_NOOP("so many contenders in the largest group of each phase, 1 to 10000"), kLab},
        {Id::LabFull, Group::Lab, "--full", nullptr, nullptr, nullptr,
         QT_TR_NOOP("the scenario in full size, which takes longer; without it small, for a first look"),
         kLab},
        {Id::LabSeed, Group::Lab, "--seed", nullptr, "N", nullptr,
         QT_TR_NOOP("repeats the load of a run, whose report tells its seed"), kLab},
        {Id::LabServers, Group::Lab, "--servers", nullptr, "N", "1|3",
         QT_TR_NOOP("of cluster: 1 or 3 servers (1)"), kLab},
        {Id::LabHere, Group::Lab, "--lab-here", nullptr, "NAME", nullptr,
         QT_TR_NOOP("the lab may be on the cluster of --connect; on one of production only if its profile "
                    "allows it and is called NAME"),
         kLab, true},
        {Id::LabYes, Group::Lab, "--yes", nullptr, nullptr, nullptr,
         QT_TR_NOOP("do it without asking, where somebody would be asked"), kLab},
        {Id::Demo, Group::Demo, "--demo", nullptr, nullptr, nullptr,
         QT_TR_NOOP("start a local ZooKeeper with contenders on four locks; where there is no display, "
                    "write pictures and the queues to a new directory"),
         kWindow},
        {Id::DemoContenders, Group::Demo, "--demo-contenders", nullptr, "N", nullptr,
         QT_TR_NOOP("contenders on the mutex, 1 to 1000 (12)"), kWindow},
        {Id::Pictures, Group::Demo, "--pictures", nullptr, "DIR", nullptr,
         QT_TR_NOOP("with --demo: run a few seconds, write pictures and JSON to DIR, exit"), kWindow},
        {Id::Theme, Group::Appearance, "--theme", nullptr, "THEME", "light|dark|system",
         QT_TR_NOOP("light, dark or system"), kWindow | kSnapshot},
        {Id::Language, Group::Appearance, "--language", nullptr, "LANGUAGE", "en|zh_CN|system",
         QT_TR_NOOP("en, zh_CN or system, also of help and reports"), kConnects | kFiles},
        {Id::Zone, Group::Appearance, "--zone", nullptr, "ZONE", "local|utc",
         QT_TR_NOOP("of report: local or utc, by which its moments are told (local)"), kReportFile},
        {Id::Size, Group::Appearance, "--size", nullptr, "WxH", nullptr,
         QT_TR_NOOP("of the window or picture, such as 1366x768"), kWindow | kSnapshot},
        {Id::Log, Group::General, "--log", nullptr, "LEVEL", "error|warning|info|debug",
         QT_TR_NOOP("tell on standard error what the connections do: error, warning, info or debug, each "
                    "with those before it"),
         kConnects},
        {Id::Help, Group::General, "--help", "-h", nullptr, nullptr, QT_TR_NOOP("print this"),
         kConnects | kFiles},
        {Id::Version, Group::General, "--version", nullptr, nullptr, nullptr,
         QT_TR_NOOP("print which version this is"), kConnects | kFiles},
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
