// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion.h"

#include "client_config.h"
#include "command_options.h"
#include "profile_choice.h"

#include "lab/scenarios.h"

#include <QFileInfo>

#include <algorithm>

namespace lockscope {
namespace {

using Verb = CommandLine::Verb;

/// The words before the one that is begun, as the parser would take them.
struct WordsBefore {
    Verb verb = Verb::Window;
    bool hasVerb = false;
    bool onlyFiles = false;
    QStringList arguments = {};                  ///< words that are no options
    const CommandOption* valueWanted = nullptr;  ///< by the last of them
    std::vector<CommandOption::Id> used = {};
    QStringList cluster = {};  ///< options about a cluster, with their values

    void take(const QString& word) {
        if (const auto* option = std::exchange(valueWanted, nullptr)) {
            note(*option, word);
        } else if (!word.startsWith(QLatin1Char('-')) || onlyFiles) {
            arguments << word;
        } else if (word == QStringLiteral("--")) {
            onlyFiles = true;
        } else {
            takeOption(word);
        }
    }

private:
    void takeOption(const QString& word) {
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const auto* option = findOption(word.left(equals));
        if (!option) return;
        used.push_back(option->id);
        if (equals >= 0)
            note(*option, word.mid(equals + 1));
        else if (option->value && !option->isValueOptional)
            valueWanted = option;
        else if (option->id == CommandOption::Id::Tls || option->id == CommandOption::Id::ClientEnvironment)
            cluster << QLatin1String(option->name);  // without it the server is asked in vain
    }

    void note(const CommandOption& option, const QString& value) {
        if (option.group == CommandOption::Group::Cluster)
            cluster << QLatin1String(option.name) + QLatin1Char('=') + value;
    }
};

WordsBefore readWords(const QStringList& words) {
    WordsBefore before;
    qsizetype next = 0;
    if (words.size() > 1) {
        if (const auto verb = verbNamed(words.front())) {
            before.verb = *verb;
            before.hasVerb = true;
            next = 1;
        }
    }
    for (; next < words.size() - 1; ++next)
        before.take(words[next]);
    return before;
}

Completion valuesOf(const CommandOption& option, const QString& begin, const QString& prefix) {
    Completion completion;
    for (const QString& choice : choicesOf(option))
        if (choice.startsWith(begin)) completion.candidates << prefix + choice;
    if (option.id == CommandOption::Id::Profile) completion.lookup = Completion::Lookup::Profiles;
    completion.begin = begin;
    completion.prefix = prefix;
    return completion;
}

QStringList optionsFor(const WordsBefore& before, const QString& begin) {
    QStringList names;
    for (const CommandOption& option : commandOptions()) {
        const bool isUsed = std::ranges::find(before.used, option.id) != before.used.end();
        const QString name = QLatin1String(option.name);
        if (option.goesWith(before.verb) && name.startsWith(begin) && (!isUsed || option.isRepeatable))
            names << name;
    }
    return names;
}

/// What comes next behind "lab".
QStringList labWords(const QStringList& before) {
    if (before.isEmpty())
        return {QStringLiteral("list"), QStringLiteral("run"), QStringLiteral("compare"),
                QStringLiteral("clean"), QStringLiteral("cluster")};
    if (before != QStringList{QStringLiteral("run")}) return {};
    QStringList names;
    for (const auto& scenario : shippedScenarios())
        names << QString::fromStdString(scenario.name);
    return names;
}

/// Of a word that is no option and no value of one.
Completion argumentsFor(const WordsBefore& before, bool isFirst, const QString& begin) {
    Completion completion;
    completion.begin = begin;
    if (isFirst)
        for (const QString& verb : verbNames())
            if (verb.startsWith(begin)) completion.candidates << verb;
    if (before.verb == Verb::Window || before.onlyFiles) return completion;
    if (before.verb == Verb::Lab && !isFirst)
        for (const QString& word : labWords(before.arguments))
            if (word.startsWith(begin)) completion.candidates << word;
    if (!completion.candidates.isEmpty()) return completion;
    if (before.verb == Verb::Show && before.arguments.isEmpty())
        completion.lookup = Completion::Lookup::Locks;
    else if (begin.isEmpty())
        completion.candidates = optionsFor(before, begin);
    return completion;
}

}  // namespace

Completion completionOf(const QStringList& words) {
    if (words.isEmpty()) return argumentsFor({}, true, {});
    const WordsBefore before = readWords(words);
    const QString& last = words.back();
    if (before.valueWanted) return valuesOf(*before.valueWanted, last, {});
    if (!last.startsWith(QLatin1Char('-')) || before.onlyFiles)
        return argumentsFor(before, words.size() == 1, last);
    const qsizetype equals = last.indexOf(QLatin1Char('='));
    if (equals < 0) return {optionsFor(before, last)};
    const auto* option = findOption(last.left(equals));
    if (!option || !option->goesWith(before.verb)) return {};
    return valuesOf(*option, last.mid(equals + 1), last.left(equals + 1));
}

std::optional<CommandLine> clusterInWords(const QStringList& words, const ProfileStore& profiles) {
    const WordsBefore before = readWords(words);
    auto command = parseCommandLine(QStringList{QStringLiteral("list")} + before.cluster);
    if (command) command = withProfile(*std::move(command), profiles);
    // A shell waits for words: it is told nothing else, and no pipe is waited for.
    if (command && !command->clientConfig.isEmpty() && !QFileInfo(command->clientConfig).isFile())
        return std::nullopt;
    QStringList told;
    if (command) command = withClientConfig(*std::move(command), told);
    if (!command || !command->connection) return std::nullopt;
    return *std::move(command);
}

}  // namespace lockscope
