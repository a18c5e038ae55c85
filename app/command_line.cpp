// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "command_amounts.h"
#include "command_options.h"
#include "connect/secret_variables.h"
#include "redaction_words.h"

#include "connect/connection_check.h"
#include "connect/profile_json.h"
#include "connect/route_text.h"
#include "settings/window_settings.h"
#include "widgets/view_picture.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

struct Cli {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CommandLine)
};

using Problem = tl::unexpected<QString>;
using Parsed = tl::expected<void, QString>;

/// Of --watch alone.
constexpr int kWatchSeconds = 2;
/// A smaller recording would be nothing but bounds.
constexpr std::uint64_t kLeastRecording = std::uint64_t{16} << 20U;
/// Of --cycles: some minutes' work for a server.
constexpr int kMostCycles = 10'000;
constexpr int kMostLabContenders = 10'000;
constexpr QLatin1String kRecordingSuffix(".lockrec");

const QString kDigest = QStringLiteral("digest");
const QString kKerberos = QStringLiteral("kerberos");

QString verbWord(CommandLine::Verb verb) {
    return verb == CommandLine::Verb::Window ? Cli::tr("the window") : verbName(verb);
}

bool hasUserInfo(const QString& adminUrl) {
    ConnectionOptions options;
    options.adminUrl = adminUrl;
    takeAdminCredentials(options);
    return options.adminUrl != adminUrl;
}

/// By its name; what is in it tells whether it is a snapshot or a recording.
bool hasMoments(const QString& file) {
    static const QString suffixes[] = {QStringLiteral(".json"), QStringLiteral(".json.gz"), kRecordingSuffix};
    return std::ranges::any_of(
        suffixes, [&](const QString& suffix) { return file.endsWith(suffix, Qt::CaseInsensitive); });
}

/// "FILE@TIME"; a name may have an "@" of its own.
FileAt fileAt(const QString& argument) {
    const qsizetype at = argument.lastIndexOf(QLatin1Char('@'));
    const auto moment = at > 0 ? momentFrom(argument.mid(at + 1)) : std::nullopt;
    return moment ? FileAt{argument.left(at), moment} : FileAt{argument};
}

QString wrongVerb(const CommandOption& option, const QString& name, CommandLine::Verb verb) {
    using Verb = CommandLine::Verb;
    QStringList verbs;
    for (const Verb each :
         {Verb::Window, Verb::Snapshot, Verb::Record, Verb::ImportTxnlog, Verb::Diff, Verb::ReportFile,
          Verb::Redact, Verb::List, Verb::Show, Verb::Sessions, Verb::Check, Verb::Probe, Verb::Lab})
        if (option.goesWith(each)) verbs << verbWord(each);
    return Cli::tr("%1 goes with %2, not with %3.")
        .arg(name, verbs.join(QStringLiteral(", ")), verbWord(verb));
}

/// 1 and 2 are for what is printed.
bool isForReading(const QString& descriptor) {
    bool isNumber = false;
    const int number = descriptor.toInt(&isNumber);
    return isNumber && (number == 0 || number > 2);
}

/// Takes the arguments one by one. A plain object.
class Parser {
public:
    explicit Parser(const QStringList& arguments) : m_arguments(arguments) {}

    tl::expected<CommandLine, QString> parse() {
        if (const auto verb = m_arguments.isEmpty() ? std::nullopt : verbNamed(m_arguments.front())) {
            m_result.verb = *verb;
            m_next = 1;
        }
        if (m_result.verb == CommandLine::Verb::Complete) {
            m_result.words = m_arguments.mid(1);
            return m_result;
        }
        while (m_next < m_arguments.size()) {
            const QString argument = m_arguments[m_next++];
            const Parsed taken = argument.startsWith(QLatin1Char('-')) && argument.size() > 1 && !m_onlyFiles
                                     ? takeOption(argument)
                                     : takeFile(argument);
            if (!taken) return Problem(taken.error());
            if (m_result.verb == CommandLine::Verb::Help || m_result.verb == CommandLine::Verb::Version)
                return m_result;
        }
        completeSasl();
        completeMoments();
        ConnectionOptions none;
        none.thresholds = m_connection.thresholds;
        none.askAnyway = m_connection.askAnyway;
        if (m_connection != none) m_result.connection = m_connection;
        const QString problem = combinationProblem();
        if (!problem.isEmpty()) return Problem(problem);
        return m_result;
    }

private:
    /// "--name=value" or "--name value".
    Parsed takeOption(const QString& argument) {
        if (argument == QStringLiteral("--")) {
            m_onlyFiles = true;
            return {};
        }
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        const QString name = argument.left(equals);
        const CommandOption* option = findOption(name);
        if (!option) return Problem(Cli::tr("Unknown option %1. See lockscope --help.").arg(name));
        if (!option->goesWith(m_result.verb)) return Problem(wrongVerb(*option, name, m_result.verb));
        QString value = equals < 0 ? QString() : argument.mid(equals + 1);
        if (!option->value && equals >= 0) return Problem(Cli::tr("%1 takes no value.").arg(name));
        if (option->value && equals < 0 && !option->isValueOptional && m_next < m_arguments.size() &&
            !isOption(m_arguments[m_next]))
            value = m_arguments[m_next++];
        const bool mayLack = !option->value || (option->isValueOptional && equals < 0);
        if (value.isEmpty() && !mayLack) return Problem(Cli::tr("%1 needs a value.").arg(name));
        return takeValue(option->id, value);
    }

    /// What is none is a value, whatever it begins with; one that is called like an option goes by "=".
    static bool isOption(const QString& argument) {
        return argument.startsWith(QLatin1String("--")) &&
               findOption(argument.left(argument.indexOf(QLatin1Char('=')))) != nullptr;
    }

    Parsed takeValue(CommandOption::Id id, const QString& value) {
        using Id = CommandOption::Id;
        switch (id) {
            case Id::Connect: return take(m_connection.connectString, value);
            case Id::Profile: return takeProfile(value);
            case Id::Tls: tls(); return {};
            case Id::TlsCa: return take(tls().caFile, value.toStdString());
            case Id::TlsCert: return take(tls().certificateFile, value.toStdString());
            case Id::TlsKey: return take(tls().keyFile, value.toStdString());
            case Id::Sasl: return takeSasl(value);
            case Id::User: return take(m_user, value);
            case Id::Service:
                m_result.saysService = true;
                return take(m_kerberos.service, value.toStdString());
            case Id::TicketCache: return take(m_kerberos.ticketCache, value.toStdString());
            case Id::Keytab: return take(m_kerberos.keytab, value.toStdString());
            case Id::Principal: return take(m_kerberos.principal, value.toStdString());
            case Id::ClientConfig: return take(m_result.clientConfig, value);
            case Id::ClientEnvironment: return take(m_result.clientEnvironment, true);
            case Id::SecretsDescriptor: return takeDescriptor(value);
            case Id::Socks: return takeSocks(value);
            case Id::Bastion: return takeRoute(lockcore::Bastion{.destination = value.toStdString()});
            case Id::Admin: return take(m_connection.adminUrl, value);
            case Id::AdminCa: return take(m_connection.adminTls.caFile, value.toStdString());
            case Id::AdminCert: return take(m_connection.adminTls.certificateFile, value.toStdString());
            case Id::AdminKey: return take(m_connection.adminTls.keyFile, value.toStdString());
            case Id::Ask: return take(m_connection.servers, m_connection.servers << value);
            case Id::Pin: return take(m_connection.pinnedRoots, m_connection.pinnedRoots << value);
            case Id::AskAnyway: m_result.askAnyway = true; return take(m_connection.askAnyway, true);
            case Id::Dialects: return take(m_result.dialects, value);
            case Id::Mark: return takeMark(value);
            case Id::SessionTimeout: return takeTimeout(value);
            case Id::Output: return take(m_result.output, value);
            case Id::Redact: return takeRedaction(value);
            case Id::Format: return takeFormat(value);
            case Id::Json: return takeFormat(QStringLiteral("json"));
            case Id::Color: return takeColour(value);
            case Id::Watch: return takeWatch(value);
            case Id::MaxWait: return takeMaxWait(value);
            case Id::MaxQueue: return takeMaxQueue(value);
            case Id::Accept: return takeAccepted(value);
            case Id::Limit: return takeLimit(value);
            case Id::At: return takeMoment(value);
            case Id::From: return takeMoment(m_result.fromUnixMs, QStringLiteral("--from"), value);
            case Id::To: return takeMoment(m_result.toUnixMs, QStringLiteral("--to"), value);
            case Id::For: return takeDuration(m_result.recordFor, QStringLiteral("--for"), value);
            case Id::Keep: return takeDuration(m_result.keep, QStringLiteral("--keep"), value);
            case Id::Locks: return takeLocks(value);
            case Id::OnFinding: return takeOnFinding(value);
            case Id::Metrics: return takeMetrics(value);
            case Id::Audit: m_result.auditLogs << value; return {};
            case Id::ProbePath: return takeProbePath(value);
            case Id::ProbeCycles: return takeCycles(value);
            case Id::ProbeClean: return take(m_result.probeCleans, true);
            case Id::LabContenders: return takeLabContenders(value);
            case Id::LabFull: return take(m_result.lab.full, true);
            case Id::LabSeed: return takeSeed(value);
            case Id::LabServers: return takeServers(value);
            case Id::LabHere: return take(m_result.lab.here, value);
            case Id::LabYes: return take(m_result.lab.yes, true);
            case Id::MaxSize: return takeSize(m_result.mostBytes, value);
            case Id::Demo: return take(m_result.demo, true);
            case Id::DemoContenders: return takeContenders(value);
            case Id::Pictures: return take(m_result.pictures, value);
            case Id::Theme: return takeTheme(value);
            case Id::Size: return takeSize(value);
            case Id::Language: return takeLanguage(value);
            case Id::Zone: return takeZone(value);
            case Id::Log: return takeLog(value);
            case Id::Help: return take(m_result.verb, CommandLine::Verb::Help);
            case Id::Version: return take(m_result.verb, CommandLine::Verb::Version);
        }
        return {};
    }

    /// What belongs to TLS asks for it.
    lockcore::TlsOptions& tls() {
        if (!m_connection.tls) {
            const std::string password = secretVariable("LOCKSCOPE_TLS_PASSWORD").toStdString();
            m_connection.tls = lockcore::TlsOptions{.keyPassword = password};
            m_connection.tlsKeyHasPassword = !password.empty();
        }
        return *m_connection.tls;
    }

    Parsed takeSasl(const QString& value) {
        if (value != kDigest && value != kKerberos)
            return Problem(Cli::tr("--sasl must be digest or kerberos, not “%1”.").arg(value));
        m_mechanism = value;
        return {};
    }

    /// What belongs to it comes in any order.
    void completeSasl() {
        if (m_mechanism == kKerberos) m_connection.sasl = m_kerberos;
        if (m_mechanism == kDigest)
            m_connection.sasl =
                lockcore::SaslDigest{.user = m_user.toStdString(),
                                     .password = secretVariable("LOCKSCOPE_SASL_PASSWORD").toStdString()};
    }

    QString saslProblem() const {
        if ((m_mechanism == kDigest) == m_user.isEmpty())
            return Cli::tr("--sasl digest and --user go together: one of them is missing.");
        if (m_mechanism != kKerberos && m_kerberos != lockcore::SaslKerberos())
            return Cli::tr("--service, --ticket-cache, --keytab and --principal go with --sasl kerberos.");
        return {};
    }

    /// It has been read, before anything else: see secretsDescriptorIn().
    static Parsed takeDescriptor(const QString& value) {
        if (isForReading(value)) return {};
        return Problem(Cli::tr("--secrets-fd must be the number of a descriptor, not “%1”.").arg(value));
    }

    Parsed takeSocks(const QString& value) {
        const qsizetype at = value.lastIndexOf(QLatin1Char('@'));
        auto proxy = proxyAt(value.mid(at + 1));
        if (!proxy || at == 0)
            return Problem(Cli::tr("--socks must look like proxy:1080, not “%1”.").arg(value));
        proxy->user = value.left(std::max(at, qsizetype{0})).toStdString();
        return takeRoute(*proxy);
    }

    Parsed takeRoute(const lockcore::RouteOptions& route) {
        const lockcore::RouteOptions before = std::exchange(m_connection.route, route);
        if (before == lockcore::RouteOptions{} || before.index() == route.index()) return {};
        return Problem(Cli::tr("There is one way to the servers: choose one of --socks and --bastion."));
    }

    template <typename Member, typename Value>
    static Parsed take(Member& member, const Value& value) {
        member = value;
        return {};
    }

    Parsed takeProfile(const QString& value) {
        if (m_result.verb == CommandLine::Verb::Record && m_result.profiles.contains(value))
            return Problem(Cli::tr("--profile %1 is there twice.").arg(value));
        m_result.profile = value;
        m_result.profiles << value;
        return {};
    }

    Parsed takeLocks(const QString& value) {
        auto pattern = lockcore::PathPattern::from(value.toStdString());
        if (!pattern)
            return Problem(Cli::tr("--locks must look like /app/lock-* or /app/**, not “%1”.").arg(value));
        m_result.recordedLocks.push_back(*std::move(pattern));
        return {};
    }

    Parsed takeOnFinding(const QString& value) {
        if (QProcess::splitCommand(value).isEmpty())
            return Problem(
                Cli::tr("--on-finding must be a program with its arguments, not “%1”.").arg(value));
        return take(m_result.onFinding, value);
    }

    Parsed takeMetrics(const QString& value) {
        m_result.metrics = MetricsAddress::from(value);
        if (!m_result.metrics)
            return Problem(
                Cli::tr("--metrics must be an address with a port, such as 127.0.0.1:9404 or [::1]:9404, "
                        "not “%1”.")
                    .arg(value));
        return {};
    }

    Parsed takeMark(const QString& value) {
        const qsizetype equals = value.lastIndexOf(QLatin1Char('='));
        const std::string path = value.left(std::max(equals, qsizetype{0})).toStdString();
        if (equals < 0 || !value.startsWith(QLatin1Char('/')) || !lockcore::pathProblem(path).empty())
            return Problem(Cli::tr("--mark must look like /app/leader=kazoo-election, not “%1”.").arg(value));
        m_result.markWords.push_back({path, value.mid(equals + 1).toStdString()});
        return {};
    }

    Parsed takeFormat(const QString& value) {
        static const QHash<QString, ReportFormat> formats{
            {QStringLiteral("text"), ReportFormat::Text},
            {QStringLiteral("json"), ReportFormat::Json},
            {QStringLiteral("csv"), ReportFormat::Csv},
            {QStringLiteral("md"), ReportFormat::Markdown},
        };
        const auto format = formats.constFind(value);
        if (format == formats.constEnd())
            return Problem(Cli::tr("--format must be text, json, csv or md, not “%1”.").arg(value));
        if (m_format && *m_format != *format)
            return Problem(Cli::tr("Only one format can be printed: choose one of --json and --format."));
        m_format = m_result.format = *format;
        return {};
    }

    Parsed takeColour(const QString& value) {
        static const QHash<QString, ColourChoice> choices{
            {QStringLiteral("auto"), ColourChoice::Auto},
            {QStringLiteral("always"), ColourChoice::Always},
            {QStringLiteral("never"), ColourChoice::Never},
        };
        const auto choice = choices.constFind(value);
        if (choice == choices.constEnd())
            return Problem(Cli::tr("--color must be auto, always or never, not “%1”.").arg(value));
        m_result.colour = *choice;
        return {};
    }

    Parsed takeWatch(const QString& value) {
        bool isNumber = value.isEmpty();
        const int seconds = value.isEmpty() ? kWatchSeconds : value.toInt(&isNumber);
        if (!isNumber || seconds < 1 || seconds > 3600)
            return Problem(Cli::tr("--watch must be 1 to 3600 seconds, not “%1”.").arg(value));
        m_result.watch = std::chrono::seconds{seconds};
        return {};
    }

    Parsed takeTimeout(const QString& value) {
        bool isNumber = false;
        const int seconds = value.toInt(&isNumber);
        if (!isNumber || seconds < 1 || seconds > 600)
            return Problem(Cli::tr("--session-timeout must be 1 to 600 seconds, not “%1”.").arg(value));
        m_connection.sessionTimeout = std::chrono::seconds{seconds};
        return {};
    }

    Parsed takeProbePath(const QString& value) {
        const std::string path = value.toStdString();
        if (path == "/" || !lockcore::pathProblem(path).empty())
            return Problem(Cli::tr("--path must be a znode such as /app/probe, not “%1”.").arg(value));
        return take(m_result.probePath, value);
    }

    Parsed takeCycles(const QString& value) {
        bool isNumber = false;
        const int cycles = value.toInt(&isNumber);
        if (!isNumber || cycles < 1 || cycles > kMostCycles)
            return Problem(Cli::tr("--cycles must be 1 to 10000, not “%1”.").arg(value));
        return take(m_result.probeCycles, static_cast<std::size_t>(cycles));
    }

    Parsed takeLabContenders(const QString& value) {
        bool isNumber = false;
        const int count = value.toInt(&isNumber);
        if (!isNumber || count < 1 || count > kMostLabContenders)
            return Problem(Cli::tr("--contenders must be 1 to 10000, not “%1”.").arg(value));
        return take(m_result.lab.contenders, static_cast<std::size_t>(count));
    }

    Parsed takeSeed(const QString& value) {
        bool isNumber = false;
        const qulonglong seed = value.toULongLong(&isNumber);
        if (!isNumber) return Problem(Cli::tr("--seed must be a number, not “%1”.").arg(value));
        return take(m_result.lab.seed, std::uint64_t{seed});
    }

    Parsed takeServers(const QString& value) {
        if (value != QStringLiteral("1") && value != QStringLiteral("3"))
            return Problem(Cli::tr("--servers must be 1 or 3, not “%1”.").arg(value));
        return take(m_result.lab.servers, static_cast<std::size_t>(value.toInt()));
    }

    Parsed takeLabWord(const QString& word) {
        using Deed = LabWords::Deed;
        static const QHash<QString, Deed> deeds{{QStringLiteral("list"), Deed::List},
                                                {QStringLiteral("run"), Deed::Run},
                                                {QStringLiteral("compare"), Deed::Compare},
                                                {QStringLiteral("clean"), Deed::Clean},
                                                {QStringLiteral("cluster"), Deed::Cluster}};
        if (m_result.lab.deed) {
            m_result.lab.names << word;
            return {};
        }
        const auto deed = deeds.constFind(word);
        if (deed == deeds.constEnd())
            return Problem(Cli::tr("lab does list, run, compare, clean and cluster, not “%1”.").arg(word));
        m_result.lab.deed = *deed;
        return {};
    }

    Parsed takeTheme(const QString& value) {
        const ThemeChoice theme = themeFromName(value);
        if (themeName(theme) != value)
            return Problem(Cli::tr("--theme must be light, dark or system, not “%1”.").arg(value));
        m_result.theme = theme;
        return {};
    }

    Parsed takeLanguage(const QString& value) {
        m_result.language = languageFromName(value);
        if (!m_result.language)
            return Problem(Cli::tr("--language must be en, zh_CN or system, not “%1”.").arg(value));
        return {};
    }

    Parsed takeZone(const QString& value) {
        if (value != QStringLiteral("local") && value != QStringLiteral("utc"))
            return Problem(Cli::tr("--zone must be local or utc, not “%1”.").arg(value));
        m_result.zone = value == QStringLiteral("utc") ? TimeZone::Utc : TimeZone::Local;
        return {};
    }

    Parsed takeLog(const QString& value) {
        const auto level =
            std::ranges::find(lockcore::kLogLevels, value.toStdString(), lockcore::logLevelName);
        if (level == lockcore::kLogLevels.end())
            return Problem(Cli::tr("--log must be error, warning, info or debug, not “%1”.").arg(value));
        m_result.log = *level;
        return {};
    }

    Parsed takeSize(const QString& value) {
        static const QRegularExpression format(QStringLiteral("^([0-9]{3,4})x([0-9]{3,4})$"));
        const auto match = format.match(value);
        if (!match.hasMatch())
            return Problem(Cli::tr("--size must look like 1366x768, not “%1”.").arg(value));
        m_result.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
        return {};
    }

    Parsed takeContenders(const QString& value) {
        bool isNumber = false;
        const int count = value.toInt(&isNumber);
        if (!isNumber || count < 1 || count > 1000)
            return Problem(Cli::tr("--demo-contenders must be 1 to 1000, not “%1”.").arg(value));
        m_result.demoContenders = static_cast<std::size_t>(count);
        m_hasContenders = true;
        return {};
    }

    Parsed takeMaxWait(const QString& value) {
        bool isNumber = false;
        const int seconds = value.toInt(&isNumber);
        if (!isNumber || seconds < 1)
            return Problem(Cli::tr("--max-wait must be a number of seconds, not “%1”.").arg(value));
        m_result.maxWait = std::chrono::seconds{seconds};
        m_connection.thresholds.longWait = *m_result.maxWait;
        return {};
    }

    Parsed takeMaxQueue(const QString& value) {
        bool isNumber = false;
        const int waiters = value.toInt(&isNumber);
        if (!isNumber || waiters < 0)
            return Problem(Cli::tr("--max-queue must be a number of waiters, not “%1”.").arg(value));
        m_result.maxQueue = static_cast<std::size_t>(waiters);
        m_connection.thresholds.longQueue = *m_result.maxQueue;
        return {};
    }

    Parsed takeAccepted(const QString& value) {
        for (const QString& key : value.split(QLatin1Char(','))) {
            const auto aspect = lockcore::aspectFromKey(key.trimmed().toStdString());
            if (!aspect)
                return Problem(
                    Cli::tr("--accept must name locks, contenders, liveness or watches, separated by commas, "
                            "not “%1”.")
                        .arg(value));
            m_result.accepted.insert(*aspect);
        }
        return {};
    }

    Parsed takeLimit(const QString& value) {
        bool isNumber = false;
        const int seconds = value.toInt(&isNumber);
        if (!isNumber || seconds < 1 || seconds > 86'400)
            return Problem(Cli::tr("--limit must be 1 to 86400 seconds, not “%1”.").arg(value));
        m_result.limit = std::chrono::seconds{seconds};
        return {};
    }

    Parsed takeMoment(const QString& value) {
        const auto moment = momentFrom(value);
        if (moment && m_result.verb == CommandLine::Verb::Diff)
            m_moments.push_back(*moment);
        else
            m_result.atUnixMs = moment;
        if (!moment) return Problem(Cli::tr("--at must look like 2026-11-26T10:02:03, not “%1”.").arg(value));
        return {};
    }

    static Parsed takeMoment(std::optional<std::int64_t>& member, const QString& option,
                             const QString& value) {
        member = momentFrom(value);
        if (!member)
            return Problem(Cli::tr("%1 must look like 2026-11-26T10:02:03, not “%2”.").arg(option, value));
        return {};
    }

    Parsed takeRedaction(const QString& value) {
        m_result.redaction = redactionFrom(value, m_result.redaction.value_or(lockcore::RedactionChoice()));
        if (!m_result.redaction)
            return Problem(
                Cli::tr(
                    "--redact must name hosts, data, users, paths or part=TEXT (without “/”), separated by "
                    "commas, not “%1”.")
                    .arg(value));
        return {};
    }

    static Parsed takeDuration(std::optional<std::chrono::milliseconds>& member, const QString& option,
                               const QString& value) {
        member = durationFrom(value);
        if (!member)
            return Problem(
                Cli::tr("%1 must be a time such as 90s, 10m, 8h or 14d, not “%2”.").arg(option, value));
        return {};
    }

    static Parsed takeSize(std::optional<std::uint64_t>& member, const QString& value) {
        member = bytesFrom(value);
        if (!member || *member < kLeastRecording)
            return Problem(
                Cli::tr("--max-size must be a size such as 512M or 2G, at least 16M, not “%1”.").arg(value));
        return {};
    }

    Parsed takeFile(const QString& argument) {
        if (m_result.verb == CommandLine::Verb::Lab) return takeLabWord(argument);
        if (m_result.verb == CommandLine::Verb::ImportTxnlog) {
            m_result.directories << argument;
            return {};
        }
        if (m_result.verb == CommandLine::Verb::Diff) {
            m_result.compared.push_back(fileAt(argument));
            return {};
        }
        if (m_result.verb == CommandLine::Verb::Show && m_result.lockPath.isEmpty()) {
            m_result.lockPath = argument;
            while (m_result.lockPath.size() > 1 && m_result.lockPath.endsWith(QLatin1Char('/')))
                m_result.lockPath.chop(1);
            return {};
        }
        const bool isReportOnFile =
            isReport(m_result.verb) && m_result.file.isEmpty() && hasMoments(argument);
        if (m_result.verb == CommandLine::Verb::Probe || (isReport(m_result.verb) && !isReportOnFile))
            return Problem(Cli::tr("Unexpected argument “%1”.").arg(argument));
        if (m_result.verb == CommandLine::Verb::Snapshot || m_result.verb == CommandLine::Verb::Record)
            return Problem(
                Cli::tr("Unexpected argument “%1”: the file to write is given with -o.").arg(argument));
        if (!m_result.file.isEmpty())
            return Problem(Cli::tr("Only one snapshot can be opened: “%1” is one too many.").arg(argument));
        m_result.file = argument;
        return {};
    }

    QString combinationProblem() const {
        const bool isSnapshot = m_result.verb == CommandLine::Verb::Snapshot;
        const bool hasClientSettings = m_result.clientEnvironment || !m_result.clientConfig.isEmpty();
        if ((m_result.connection || hasClientSettings) && !m_result.profile.isEmpty())
            return Cli::tr(
                "--profile says all about a cluster: leave out --connect, --admin, --pin and the like.");
        const bool isWithout = m_result.connection && m_connection.connectString.isEmpty();
        if (isWithout || ((m_result.askAnyway || hasClientSettings) && !hasCluster()))
            return Cli::tr("Options about a cluster, such as --admin and --pin, need --connect.");
        if (const QString problem = saslProblem(); !problem.isEmpty()) return problem;
        if (hasUserInfo(m_connection.adminUrl))
            return Cli::tr(
                "--admin takes no user name and password, since everybody on this machine can read "
                "arguments: put them into the environment variables LOCKSCOPE_ADMIN_USER and "
                "LOCKSCOPE_ADMIN_PASSWORD.");
        if (m_result.connection && !connectionProblem(m_connection).isEmpty())
            return Cli::tr("--connect %1: %2")
                .arg(m_connection.connectString, connectionProblem(m_connection));
        if (isSnapshot) return snapshotProblem();
        if (m_result.verb == CommandLine::Verb::Record) return recordProblem();
        if (m_result.verb == CommandLine::Verb::ImportTxnlog) return importProblem();
        if (m_result.verb == CommandLine::Verb::Diff) return diffProblem();
        if (m_result.verb == CommandLine::Verb::ReportFile) return reportFileProblem();
        if (m_result.verb == CommandLine::Verb::Redact) return redactProblem();
        if (m_result.verb == CommandLine::Verb::Probe) return probeProblem();
        if (m_result.verb == CommandLine::Verb::Lab) return labProblem();
        if (isReport(m_result.verb)) return reportProblem();
        const int sources =
            (hasCluster() ? 1 : 0) + (m_result.demo ? 1 : 0) + (m_result.file.isEmpty() ? 0 : 1);
        if (sources > 1) return Cli::tr("Choose one of --connect, --profile, --demo and a file.");
        if (!m_result.pictures.isEmpty() && !m_result.demo) return Cli::tr("--pictures needs --demo.");
        if (m_hasContenders && !m_result.demo) return Cli::tr("--demo-contenders needs --demo.");
        return {};
    }

    bool hasCluster() const { return m_result.connection || !m_result.profile.isEmpty(); }

    /// Of show, whose first argument is the lock.
    bool isFileInPlaceOfPath() const {
        const auto isNamed = [this](const char* suffix) {
            return m_result.lockPath.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
        };
        return m_result.verb == CommandLine::Verb::Show &&
               (isNamed(".lockrec") || isNamed(".json") || isNamed(".json.gz"));
    }

    QString reportProblem() const {
        const bool isOfFile = !m_result.file.isEmpty();
        if (isOfFile && hasCluster()) return Cli::tr("Choose one of --connect, --profile and a file.");
        if (!isOfFile && !hasCluster() && isFileInPlaceOfPath())
            return Cli::tr("show needs the path of a lock before the file: show /app/lock %1.", "file")
                .arg(m_result.lockPath);
        if (!isOfFile && !hasCluster())
            return Cli::tr(
                "A report needs --connect host:port,host:port/chroot, --profile NAME, or a file: a snapshot "
                "(.json, .json.gz) or a recording (.lockrec).");
        if (isOfFile && (m_result.watch || m_result.limit || !m_result.markWords.empty()))
            return Cli::tr("--watch, --limit and --mark are about a cluster, not about a file.");
        if (!isOfFile && m_result.atUnixMs) return Cli::tr("--at needs a recording.");
        if (m_result.verb == CommandLine::Verb::Show && !m_result.lockPath.startsWith(QLatin1Char('/')))
            return Cli::tr("show needs the path of a lock, such as /app/lock.");
        return {};
    }

    /// Two moments of one recording.
    void completeMoments() {
        if (m_result.compared.size() != 1 || m_moments.size() != 2 || m_result.compared[0].atUnixMs) return;
        m_result.compared.push_back(m_result.compared[0]);
        for (std::size_t i = 0; i < m_moments.size(); ++i)
            m_result.compared[i].atUnixMs = m_moments[i];
        m_moments.clear();
    }

    QString diffProblem() const {
        if (m_result.compared.size() == 2 && m_moments.empty()) return {};
        return Cli::tr("diff needs two of FILE and FILE@TIME, or one recording and --at TIME twice.");
    }

    QString reportFileProblem() const {
        static const QString suffixes[] = {QStringLiteral(".html"), QStringLiteral(".pdf"),
                                           QStringLiteral(".md"), QStringLiteral(".csv")};
        if (m_result.file.isEmpty())
            return Cli::tr("report needs a FILE: a recording (.lockrec) or a snapshot (.json, .json.gz).");
        if (std::ranges::none_of(suffixes, [&](const QString& suffix) {
                return m_result.output.endsWith(suffix, Qt::CaseInsensitive);
            }))
            return Cli::tr("report needs -o FILE, whose name ends in .html, .pdf, .md or .csv.");
        if (m_result.fromUnixMs && m_result.toUnixMs && *m_result.fromUnixMs > *m_result.toUnixMs)
            return Cli::tr("--from is later than --to.");
        const bool hidesPaths =
            m_result.redaction && (m_result.redaction->paths || !m_result.redaction->words.empty());
        if (hidesPaths && !m_result.recordedLocks.empty())
            return Cli::tr(
                "--locks names paths that --redact hides: redact the file first, and name the locks as they "
                "are called in there.");
        return {};
    }

    QString redactProblem() const {
        if (m_result.file.isEmpty()) return Cli::tr("redact needs a FILE: a snapshot or a recording.");
        if (m_result.output.isEmpty() || !hasMoments(m_result.output))
            return Cli::tr("redact needs -o FILE, whose name ends in .json, .json.gz or .lockrec.");
        return {};
    }

    QString recordProblem() const {
        if (!hasCluster())
            return Cli::tr("record needs --connect host:port,host:port/chroot, or --profile NAME.");
        if (m_result.output.isEmpty())
            return Cli::tr("record needs -o FILE%1, or -o DIRECTORY for a file a day.").arg(kRecordingSuffix);
        // A file whose name has a mistake in it is not to become a directory.
        const QString last = m_result.output.section(QLatin1Char('/'), -1);
        if (recordsDaily(m_result) && last.contains(QLatin1Char('.')))
            return Cli::tr(
                       "-o %1: the name of a recording must end in %2, that of a directory with dots in /.")
                .arg(m_result.output, kRecordingSuffix);
        if (m_result.profiles.size() > 1 && !recordsDaily(m_result))
            return Cli::tr("Several profiles need -o DIRECTORY, for a file each.");
        return {};
    }

    QString probeProblem() const {
        if (hasCluster()) return {};
        return Cli::tr("A probe needs --connect host:port,host:port/chroot or --profile NAME.");
    }

    QString labProblem() const {
        using Deed = LabWords::Deed;
        const LabWords& lab = m_result.lab;
        if (!lab.deed) return Cli::tr("lab needs a word: list, run, compare, clean or cluster.");
        const qsizetype wanted = *lab.deed == Deed::Run ? 1 : *lab.deed == Deed::Compare ? 2 : 0;
        if (lab.names.size() != wanted)
            return wanted == 0 ? Cli::tr("Unexpected argument “%1”.").arg(lab.names.front())
                   : wanted == 1
                       ? Cli::tr("lab run needs the name of a scenario, or its file.")
                       : Cli::tr("lab compare needs two reports, as lab run -o FILE.json writes them.");
        if (*lab.deed == Deed::Clean && !hasCluster())
            return Cli::tr("lab clean needs --connect host:port,host:port/chroot or --profile NAME.");
        const bool goesThere = *lab.deed == Deed::Run || *lab.deed == Deed::Clean;
        if (!goesThere && hasCluster())
            return Cli::tr("Of lab only run and clean are done on a cluster that is named.");
        const bool hasReport = *lab.deed == Deed::Run || *lab.deed == Deed::Compare;
        if (!hasReport && !m_result.output.isEmpty())
            return Cli::tr("Of lab only run and compare write a file.");
        if (!m_result.output.isEmpty() && !isLabOutput(m_result.output))
            return Cli::tr("-o %1: the name of a report of the lab must end in .html, .json or .csv.")
                .arg(m_result.output);
        // A run takes a minute, and its report is nowhere else.
        if (!m_result.output.isEmpty() && !QFileInfo(m_result.output).absoluteDir().exists())
            return Cli::tr("-o %1: its directory does not exist.").arg(m_result.output);
        return {};
    }

    static bool isLabOutput(const QString& file) {
        return file.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive) ||
               file.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ||
               file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    }

    QString importProblem() const {
        if (m_result.directories.isEmpty())
            return Cli::tr("import-txnlog needs the directories of one server or several of a cluster.");
        return recordingProblem();
    }

    QString recordingProblem() const {
        if (m_result.output.isEmpty())
            return Cli::tr("%1 needs -o FILE%2.").arg(verbName(m_result.verb), kRecordingSuffix);
        if (!m_result.output.endsWith(kRecordingSuffix, Qt::CaseInsensitive))
            return Cli::tr("-o %1: the name of a recording must end in %2.")
                .arg(m_result.output, kRecordingSuffix);
        return {};
    }

    QString snapshotProblem() const {
        if (!hasCluster())
            return Cli::tr("snapshot needs --connect host:port,host:port/chroot, or --profile NAME.");
        if (m_result.output.isEmpty())
            return Cli::tr("snapshot needs -o FILE (or -o - for standard output).");
        const bool isJson = m_result.output == QStringLiteral("-") ||
                            m_result.output.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) ||
                            m_result.output.endsWith(QStringLiteral(".json.gz"));
        if (!isJson && !isPictureFile(m_result.output))
            return Cli::tr("-o %1: the name must end in .json, .json.gz, .png or .svg.").arg(m_result.output);
        return {};
    }

    const QStringList m_arguments;
    qsizetype m_next = 0;
    std::optional<ReportFormat> m_format;
    std::vector<std::int64_t> m_moments;  ///< of the verb Diff, that stand by themselves
    bool m_onlyFiles = false;
    bool m_hasContenders = false;
    QString m_mechanism;  ///< of SASL
    QString m_user;
    lockcore::SaslKerberos m_kerberos;
    ConnectionOptions m_connection;
    CommandLine m_result;
};

/// Of an option that is needed before the others are understood.
std::optional<QString> valueIn(const QStringList& arguments, const QString& option) {
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i].startsWith(option + QLatin1Char('='))) return arguments[i].mid(option.size() + 1);
        if (arguments[i] == option) return arguments.value(i + 1);
    }
    return std::nullopt;
}

}  // namespace

bool recordsDaily(const CommandLine& command) {
    return !command.output.endsWith(kRecordingSuffix, Qt::CaseInsensitive);
}

bool isReport(CommandLine::Verb verb) {
    using Verb = CommandLine::Verb;
    return verb == Verb::List || verb == Verb::Show || verb == Verb::Sessions || verb == Verb::Check;
}

lockcore::AskWatches watchesFor(CommandLine::Verb verb) {
    switch (verb) {
        case CommandLine::Verb::List:
        case CommandLine::Verb::Sessions: return lockcore::AskWatches::WhereNeeded;
        default: return lockcore::AskWatches::Always;
    }
}

tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments) {
    return Parser(arguments).parse();
}

std::optional<Language> languageIn(const QStringList& arguments) {
    const auto name = valueIn(arguments, QStringLiteral("--language"));
    return name ? languageFromName(*name) : std::nullopt;
}

std::optional<int> secretsDescriptorIn(const QStringList& arguments) {
    const bool asksNothing = verbNamed(arguments.value(0)) == CommandLine::Verb::Complete ||
                             arguments.contains(QStringLiteral("--help")) ||
                             arguments.contains(QStringLiteral("--version"));
    const auto descriptor = asksNothing ? std::nullopt : valueIn(arguments, QStringLiteral("--secrets-fd"));
    return descriptor && isForReading(*descriptor) ? std::optional(descriptor->toInt()) : std::nullopt;
}

}  // namespace lockscope
