// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metrics_address.h"

#include "bridge/cluster_status.h"
#include "settings/language.h"
#include "theme/theme.h"
#include "words/moment.h"

#include <lockcore/feed/recorded_locks.h>
#include <lockcore/history/redaction.h>
#include <lockcore/log.h>
#include <lockcore/observe/coverage.h>
#include <lockcore/observe/lock_marks.h>

#include <QSize>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace lockscope {

/// Of the window in a picture, where --size does not say.
constexpr QSize kPictureSize{1366, 768};

enum class ReportFormat { Text, Json, Csv, Markdown };

/// Auto: where a person sees it.
enum class ColourChoice { Auto, Always, Never };

/// What --mark says of a path: the key of a dialect, or that it is no lock.
struct PathMark {
    std::string path;
    std::string key;
};

/// A snapshot, or a moment of a recording: its end without a time.
struct FileAt {
    QString file;
    std::optional<std::int64_t> atUnixMs = {};
};

/// What the verb Lab is asked for. A value.
struct LabWords {
    enum class Deed { List, Run, Compare, Clean, Cluster };
    std::optional<Deed> deed = {};
    QStringList names = {};  ///< a scenario or its file; of Compare two reports
    std::optional<std::size_t> contenders = {};
    std::optional<std::uint64_t> seed = {};
    bool full = false;
    std::size_t servers = 1;           ///< of Cluster
    std::optional<QString> here = {};  ///< the lab may be there; of production the profile's name
    bool yes = false;                  ///< nobody needs to be asked
};

/// What the user asked for on the command line. A value.
struct CommandLine {
    enum class Verb {
        Window,
        Snapshot,
        Record,
        ImportTxnlog,
        Diff,
        ReportFile,  ///< "report"
        Redact,
        List,
        Show,
        Sessions,
        Check,
        Probe,
        Lab,
        Complete,
        Help,
        Version
    };

    Verb verb = Verb::Window;
    std::optional<ConnectionOptions> connection = {};
    QString profile = {};            ///< whose connection is meant instead
    QStringList profiles = {};       ///< all that were named; several of the verb Record
    QString clientConfig = {};       ///< file with the settings of a Java client
    bool clientEnvironment = false;  ///< takes those of the environment
    bool saysService = false;        ///< of Kerberos
    std::optional<std::chrono::milliseconds> maxWait = {};
    std::optional<std::size_t> maxQueue = {};
    bool askAnyway = false;
    QString dialects = {};                 ///< directory with files of a site's own dialects
    std::vector<PathMark> markWords = {};  ///< as typed: a site's own dialects are not known yet
    lockcore::LockMarks marks = {};  ///< those, and what the settings have of the cluster: see withMarks()
    bool demo = false;
    std::size_t demoContenders = 12;
    QString file = {};       ///< snapshot to open; snapshot or recording to report on
    QString lockPath = {};   ///< of the verb Show
    QStringList words = {};  ///< of the verb Complete: those behind the program's name; the last is begun
    // Of the verbs that report: List, Show, Sessions, Check; and the first of ImportTxnlog.
    ReportFormat format = ReportFormat::Text;
    ColourChoice colour = ColourChoice::Auto;
    std::optional<std::chrono::milliseconds> watch = {};  ///< shows again at this interval
    /// Reading ends then, with what there is; of all verbs that look at a cluster once.
    std::optional<std::chrono::milliseconds> limit = {};
    /// Of the verb Check: what need not be checked.
    std::set<lockcore::Aspect> accepted = {};
    std::optional<std::int64_t> atUnixMs = {};  ///< of a report on a recording; its end without
    // Of the verb ReportFile: all of the recording without.
    std::optional<std::int64_t> fromUnixMs = {};
    std::optional<std::int64_t> toUnixMs = {};
    /// Of the verbs Snapshot, Record, ImportTxnlog, ReportFile and Redact; "-" for standard output, of
    /// Snapshot.
    QString output = {};
    /// Of the verbs Snapshot, ReportFile and Redact; without it all is written, or, of Redact, all is hidden.
    std::optional<lockcore::RedactionChoice> redaction = {};
    std::vector<FileAt> compared = {};  ///< of the verb Diff: two
    QStringList directories = {};       ///< of the verb ImportTxnlog: servers', with their files
    QStringList auditLogs = {};         ///< likewise
    LabWords lab = {};
    // Of the verb Probe, the path also of Lab.
    QString probePath = {};  ///< the default's where it is empty
    std::optional<std::size_t> probeCycles = {};
    bool probeCleans = false;
    // Of the verb Record, the locks also of ReportFile.
    std::optional<std::chrono::milliseconds> recordFor = {};
    std::optional<std::uint64_t> mostBytes = {};
    std::optional<std::chrono::milliseconds> keep = {};
    std::vector<lockcore::PathPattern> recordedLocks = {};  ///< none: all of them
    QString onFinding = {};                                 ///< command for each finding
    std::optional<MetricsAddress> metrics = {};             ///< where they are served
    QString pictures = {};  ///< directory; the demo runs a few seconds for its pictures
    std::optional<ThemeChoice> theme = {};
    std::optional<Language> language = {};
    TimeZone zone = TimeZone::Local;  ///< of the verb ReportFile
    std::optional<QSize> size = {};
    std::optional<lockcore::LogLevel> log = {};  ///< up to which it is shown
};

/// True where the verb Record writes a file a day into a directory.
bool recordsDaily(const CommandLine& command);

/// True for the verbs that look at a cluster and print what they see.
bool isReport(CommandLine::Verb verb);

/// When a verb that looks at a cluster asks for watch tables, which are dear: those that tell of watches, or
/// keep what is wrong, need them; a list where names leave open what a directory is.
lockcore::AskWatches watchesFor(CommandLine::Verb verb);

/// `arguments` without the program's name. The failed side is one line that says what is wrong. Pure.
tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments);

/// What --language says, if anything: to tell the problems of all other arguments in it. Pure.
std::optional<Language> languageIn(const QStringList& arguments);
/// The descriptor from which passwords are to be read, before the arguments are taken.
std::optional<int> secretsDescriptorIn(const QStringList& arguments);

/// What --help prints.
QString helpText();

}  // namespace lockscope
