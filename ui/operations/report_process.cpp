// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/report_process.h"

#include "report/report_page.h"
#include "words/display_text.h"
#include "words/moment.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFutureWatcher>
#include <QProcess>
#include <QPromise>
#include <QTimer>

#include <chrono>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

/// As README tells.
constexpr int kStatusPartial = 3;

constexpr std::chrono::seconds kTimeToEnd{10};

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportProcess)
};

QString asArgument(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs).toUTC().toString(Qt::ISODateWithMs);
}

QString wordsOf(const lockcore::RedactionChoice& hidden) {
    QStringList words;
    if (hidden.hosts) words << QStringLiteral("hosts");
    if (hidden.data) words << QStringLiteral("data");
    if (hidden.users) words << QStringLiteral("users");
    if (hidden.paths) words << QStringLiteral("paths");
    return words.join(QLatin1Char(','));
}

/// As this program shows it: its language, its zone.
QStringList argumentsOf(const ReportRequest& request, const QString& dialects) {
    const bool isUtc = shownTimeZone() == TimeZone::Utc;
    QStringList arguments{QStringLiteral("report"),
                          QStringLiteral("-o"),
                          request.file,
                          QStringLiteral("--language"),
                          reportLanguage(),
                          QStringLiteral("--zone"),
                          isUtc ? QStringLiteral("utc") : QStringLiteral("local")};
    if (!dialects.isEmpty()) arguments << QStringLiteral("--dialects") << dialects;
    if (request.span)
        arguments << QStringLiteral("--from") << asArgument(request.span->fromUnixMs)
                  << QStringLiteral("--to") << asArgument(request.span->toUnixMs);
    if (!request.hidden.isEmpty()) arguments << QStringLiteral("--redact") << wordsOf(request.hidden);
    return arguments << QStringLiteral("--") << request.source;
}

/// What it has said itself on its standard error, a line each. Libraries say other things there.
QStringList sentencesOf(const QString& words) {
    const QString own = QStringLiteral("lockscope: ");
    QStringList sentences;
    for (const QString& line : words.split(QLatin1Char('\n')))
        if (line.startsWith(own)) sentences << displayText(line.mid(own.size()).trimmed().toStdString());
    return sentences;
}

/// The last thing it has said is why it ended; before that it may have told what it leaves out.
QString problemOf(const QProcess& process, const QString& words) {
    if (process.exitStatus() == QProcess::CrashExit) return process.errorString();
    const QStringList sentences = sentencesOf(words);
    if (!sentences.isEmpty()) return sentences.back();
    if (!words.trimmed().isEmpty()) return displayText(words.trimmed().toStdString());
    return Texts::tr("The report was not written, and nothing says why (exit status %1).")
        .arg(process.exitCode());
}

/// It removes what it has made for itself, as a redacted copy of a recording.
void endSoon(QProcess& process) {
    process.terminate();
    QTimer::singleShot(kTimeToEnd, &process, &QProcess::kill);
}

ReportOutcome outcomeOf(QProcess& process) {
    const bool hasEnded = process.exitStatus() == QProcess::NormalExit;
    const bool isPartial = hasEnded && process.exitCode() == kStatusPartial;
    const bool isWritten = isPartial || (hasEnded && process.exitCode() == 0);
    const QString words = QString::fromLocal8Bit(process.readAllStandardError());
    if (!isWritten) return {.problem = problemOf(process, words)};
    return {.isWritten = true, .isPartial = isPartial, .warnings = sentencesOf(words)};
}

}  // namespace

ReportProcess::ReportProcess(QString program, QString dialects, QObject* parent)
    : QObject(parent), m_program(std::move(program)), m_dialects(std::move(dialects)) {}

ReportProcess::~ReportProcess() {
    for (QProcess* const process : findChildren<QProcess*>(Qt::FindDirectChildrenOnly)) {
        process->disconnect(this);
        // A process that is killed, or a QProcess that waits for its end: both leave something behind.
        process->setParent(QCoreApplication::instance());
        connect(process, &QProcess::finished, process, &QObject::deleteLater);
        endSoon(*process);
    }
}

QFuture<void> ReportProcess::start(const ReportRequest& request,
                                   std::function<void(const ReportOutcome&)> done) {
    auto* const process = new QProcess(this);
    const auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    auto* const watcher = new QFutureWatcher<void>(process);
    connect(watcher, &QFutureWatcherBase::canceled, process, [process] { endSoon(*process); });
    watcher->setFuture(promise->future());
    const auto ended = [process, promise, done = std::move(done)](const ReportOutcome& outcome) {
        const bool isCancelled = promise->isCanceled();
        promise->finish();
        process->deleteLater();
        if (isCancelled && !outcome.isWritten)
            done({.isCancelled = true});
        else
            done(outcome);
    };
    connect(process, &QProcess::finished, this, [process, ended] { ended(outcomeOf(*process)); });
    connect(process, &QProcess::errorOccurred, this, [process, ended](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) ended({.problem = process->errorString()});
    });
    process->setStandardOutputFile(QProcess::nullDevice());
    process->start(m_program, argumentsOf(request, m_dialects));
    return promise->future();
}

}  // namespace lockscope
