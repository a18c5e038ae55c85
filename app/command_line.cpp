// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "bridge/view_picture.h"
#include "profiles/connection_check.h"
#include "window/window_settings.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

namespace lockscope {
namespace {

struct Cli {
    Q_DECLARE_TR_FUNCTIONS(lockscope::CommandLine)
};

using Problem = tl::unexpected<QString>;
using Parsed = tl::expected<void, QString>;

std::optional<CommandLine::Verb> verbNamed(const QString& name) {
    using Verb = CommandLine::Verb;
    static const QHash<QString, Verb> verbs{{QStringLiteral("snapshot"), Verb::Snapshot},
                                            {QStringLiteral("list"), Verb::List},
                                            {QStringLiteral("show"), Verb::Show},
                                            {QStringLiteral("sessions"), Verb::Sessions},
                                            {QStringLiteral("check"), Verb::Check}};
    const auto found = verbs.constFind(name);
    return found == verbs.constEnd() ? std::nullopt : std::optional(*found);
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
        while (m_next < m_arguments.size()) {
            const QString argument = m_arguments[m_next++];
            const Parsed taken = argument.startsWith(QLatin1Char('-')) && argument.size() > 1 && !m_onlyFiles
                                     ? takeOption(argument)
                                     : takeFile(argument);
            if (!taken) return Problem(taken.error());
            if (m_result.verb == CommandLine::Verb::Help || m_result.verb == CommandLine::Verb::Version)
                return m_result;
        }
        ConnectionOptions none;
        none.thresholds = m_connection.thresholds;
        if (m_connection != none) m_result.connection = m_connection;
        const QString problem = combinationProblem();
        if (!problem.isEmpty()) return Problem(problem);
        return m_result;
    }

private:
    /// "--name=value" or "--name value".
    Parsed takeOption(const QString& argument) {
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        const QString name = argument.left(equals);
        m_inlineValue = equals < 0 ? QString() : argument.mid(equals + 1);
        Parsed taken = takeFlag(name);
        if (taken && equals >= 0) return Problem(Cli::tr("%1 takes no value.").arg(name));
        if (taken || !taken.error().isEmpty()) return taken;
        const bool known = isValueOption(name);
        if (!known) return Problem(Cli::tr("Unknown option %1. See lockscope --help.").arg(name));
        if (equals < 0) {
            if (m_next >= m_arguments.size()) return Problem(Cli::tr("%1 needs a value.").arg(name));
            m_inlineValue = m_arguments[m_next++];
        }
        if (m_inlineValue.isEmpty()) return Problem(Cli::tr("%1 needs a value.").arg(name));
        return takeValue(name, m_inlineValue);
    }

    /// Fails with an empty text where `name` is no flag.
    Parsed takeFlag(const QString& name) {
        if (name == QStringLiteral("--help") || name == QStringLiteral("-h"))
            m_result.verb = CommandLine::Verb::Help;
        else if (name == QStringLiteral("--version"))
            m_result.verb = CommandLine::Verb::Version;
        else if (name == QStringLiteral("--demo"))
            m_result.demo = true;
        else if (name == QStringLiteral("--json"))
            m_result.json = true;
        else if (name == QStringLiteral("--"))
            m_onlyFiles = true;
        else
            return Problem(QString());
        return {};
    }

    static bool isValueOption(const QString& name) {
        static const QStringList names{QStringLiteral("--connect"),    QStringLiteral("--admin"),
                                       QStringLiteral("--pin"),        QStringLiteral("--session-timeout"),
                                       QStringLiteral("--theme"),      QStringLiteral("--size"),
                                       QStringLiteral("--pictures"),   QStringLiteral("-o"),
                                       QStringLiteral("--output"),     QStringLiteral("--demo-contenders"),
                                       QStringLiteral("--max-wait"),   QStringLiteral("--max-queue"),
                                       QStringLiteral("--ask"),        QStringLiteral("--admin-ca"),
                                       QStringLiteral("--admin-cert"), QStringLiteral("--admin-key"),
                                       QStringLiteral("--language"),   QStringLiteral("--profile")};
        return names.contains(name);
    }

    Parsed takeValue(const QString& name, const QString& value) {
        if (name == QStringLiteral("--connect"))
            m_connection.connectString = value;
        else if (name == QStringLiteral("--profile"))
            m_result.profile = value;
        else if (name == QStringLiteral("--admin"))
            m_connection.adminUrl = value;
        else if (name == QStringLiteral("--admin-ca"))
            m_connection.adminTls.caFile = value.toStdString();
        else if (name == QStringLiteral("--admin-cert"))
            m_connection.adminTls.certificateFile = value.toStdString();
        else if (name == QStringLiteral("--admin-key"))
            m_connection.adminTls.keyFile = value.toStdString();
        else if (name == QStringLiteral("--ask"))
            m_connection.servers << value;
        else if (name == QStringLiteral("--pin"))
            m_connection.pinnedRoots << value;
        else if (name == QStringLiteral("--session-timeout"))
            return takeTimeout(value);
        else if (name == QStringLiteral("--theme"))
            return takeTheme(value);
        else if (name == QStringLiteral("--language"))
            return takeLanguage(value);
        else if (name == QStringLiteral("--size"))
            return takeSize(value);
        else if (name == QStringLiteral("--pictures"))
            m_result.pictures = value;
        else if (name == QStringLiteral("--demo-contenders"))
            return takeContenders(value);
        else if (name == QStringLiteral("--max-wait"))
            return takeMaxWait(value);
        else if (name == QStringLiteral("--max-queue"))
            return takeMaxQueue(value);
        else
            m_result.output = value;
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

    Parsed takeFile(const QString& argument) {
        if (m_result.verb == CommandLine::Verb::Show && m_result.lockPath.isEmpty()) {
            m_result.lockPath = argument;
            return {};
        }
        if (isReport(m_result.verb)) return Problem(Cli::tr("Unexpected argument “%1”.").arg(argument));
        if (m_result.verb == CommandLine::Verb::Snapshot)
            return Problem(
                Cli::tr("Unexpected argument “%1”: the file to write is given with -o.").arg(argument));
        if (!m_result.file.isEmpty())
            return Problem(Cli::tr("Only one snapshot can be opened: “%1” is one too many.").arg(argument));
        m_result.file = argument;
        return {};
    }

    QString combinationProblem() const {
        const bool isSnapshot = m_result.verb == CommandLine::Verb::Snapshot;
        if (m_result.connection && !m_result.profile.isEmpty())
            return Cli::tr(
                "--profile says all about a cluster: leave out --connect, --admin, --pin and the like.");
        if (m_result.connection && m_connection.connectString.isEmpty())
            return Cli::tr("Options about a cluster, such as --admin and --pin, need --connect.");
        if (m_result.connection && !connectionProblem(m_connection).isEmpty())
            return Cli::tr("--connect %1: %2")
                .arg(m_connection.connectString, connectionProblem(m_connection));
        if (isSnapshot) return snapshotProblem();
        if (isReport(m_result.verb)) return reportProblem();
        if (m_result.json || m_result.maxWait || m_result.maxQueue)
            return Cli::tr("--json, --max-wait and --max-queue belong to list, show, sessions and check.");
        if (!m_result.output.isEmpty())
            return Cli::tr("-o belongs to the command “snapshot”: lockscope snapshot --connect … -o FILE.");
        const int sources =
            (hasCluster() ? 1 : 0) + (m_result.demo ? 1 : 0) + (m_result.file.isEmpty() ? 0 : 1);
        if (sources > 1) return Cli::tr("Choose one of --connect, --profile, --demo and a file.");
        if (!m_result.pictures.isEmpty() && !m_result.demo) return Cli::tr("--pictures needs --demo.");
        if (m_hasContenders && !m_result.demo) return Cli::tr("--demo-contenders needs --demo.");
        return {};
    }

    bool hasCluster() const { return m_result.connection || !m_result.profile.isEmpty(); }

    QString reportProblem() const {
        if (!hasCluster())
            return Cli::tr("A report needs --connect host:port,host:port/chroot, or --profile NAME.");
        if (m_result.verb == CommandLine::Verb::Show && !m_result.lockPath.startsWith(QLatin1Char('/')))
            return Cli::tr("show needs the path of a lock, such as /app/lock.");
        if (m_result.demo || !m_result.pictures.isEmpty() || !m_result.output.isEmpty())
            return Cli::tr("A report can't be combined with --demo, --pictures or -o.");
        return {};
    }

    QString snapshotProblem() const {
        if (!hasCluster())
            return Cli::tr("snapshot needs --connect host:port,host:port/chroot, or --profile NAME.");
        if (m_result.output.isEmpty())
            return Cli::tr("snapshot needs -o FILE (or -o - for standard output).");
        if (m_result.demo || !m_result.pictures.isEmpty())
            return Cli::tr("snapshot can't be combined with --demo or --pictures.");
        const bool isJson = m_result.output == QStringLiteral("-") ||
                            m_result.output.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
        if (!isJson && !isPictureFile(m_result.output))
            return Cli::tr("-o %1: the name must end in .json, .png or .svg.").arg(m_result.output);
        return {};
    }

    const QStringList m_arguments;
    qsizetype m_next = 0;
    QString m_inlineValue;
    bool m_onlyFiles = false;
    bool m_hasContenders = false;
    ConnectionOptions m_connection;
    CommandLine m_result;
};

}  // namespace

bool isReport(CommandLine::Verb verb) {
    using Verb = CommandLine::Verb;
    return verb == Verb::List || verb == Verb::Show || verb == Verb::Sessions || verb == Verb::Check;
}

tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments) {
    return Parser(arguments).parse();
}

std::optional<Language> languageIn(const QStringList& arguments) {
    const QString option = QStringLiteral("--language");
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i].startsWith(option + QLatin1Char('=')))
            return languageFromName(arguments[i].mid(option.size() + 1));
        if (arguments[i] == option) return languageFromName(arguments.value(i + 1));
    }
    return std::nullopt;
}

QString helpText() {
    return Cli::tr(
        "Lockscope shows and operates the locks on a ZooKeeper cluster.\n"
        "\n"
        "  lockscope [--connect STRING | --demo | FILE] [OPTION…]\n"
        "      Opens the window: on a cluster, on a demo of its own, on a saved snapshot.\n"
        "  lockscope snapshot --connect STRING -o FILE [OPTION…]\n"
        "      Writes all locks to FILE, without a display: .json, or a picture as .png or .svg;\n"
        "      “-o -” writes JSON to standard output.\n"
        "  lockscope list|show PATH|sessions|check --connect STRING [--json] [OPTION…]\n"
        "      Prints all locks; one lock's queue; the sessions that hold and wait; what is wrong.\n"
        "      Needs no display.\n"
        "\n"
        "Cluster\n"
        "  --connect STRING        host:port,host:port/chroot\n"
        "  --profile NAME          a profile that was made in the window, with all that it says. Without "
        "the\n"
        "                          window its password is that in LOCKSCOPE_PASSWORD, else the keychain's\n"
        "  --admin URL             AdminServers, such as http://{host}:8080/commands; “{host}” stands for\n"
        "                          each server's\n"
        "  --admin-ca FILE         for https: whom to trust; --admin-cert FILE and --admin-key FILE: our "
        "own\n"
        "                          certificate and its key; PEM\n"
        "  --ask HOST:PORT         a server to ask for evidence; may be repeated; without it those that the\n"
        "                          ensemble names\n"
        "  --pin PATH              look for locks under PATH too; may be repeated\n"
        "  --session-timeout S     asked for, in seconds (10)\n"
        "Reports\n"
        "  --json                  for programs\n"
        "  --max-wait S            a longer wait is a finding, in seconds (60)\n"
        "  --max-queue N           more waiters are a finding (50)\n"
        "Demo\n"
        "  --demo                  start a local ZooKeeper with contenders on four locks; where there is\n"
        "                          no display, write pictures and the queues to a new directory\n"
        "  --demo-contenders N     contenders on the mutex, 1 to 1000 (12)\n"
        "  --pictures DIR          with --demo: run a few seconds, write pictures and JSON to DIR, exit\n"
        "Window\n"
        "  --theme THEME           light, dark or system\n"
        "  --language LANGUAGE     en, zh_CN or system, also of help and reports\n"
        "  --size WxH              such as 1366x768\n"
        "\n"
        "  --help, --version\n"
        "\n"
        "Exit status: 0 done, 1 failed, 2 wrong arguments.\n"
        "Of check: 0 nothing is wrong, 1 something is, 2 the cluster could not be checked.\n");
}

}  // namespace lockscope
