// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/report_process.h"

#include "report/report_page.h"
#include "words/display_text.h"

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

QString asArgument(std::int64_t unixMs) {
    return QDateTime::fromMSecsSinceEpoch(unixMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString wordsOf(const lockcore::RedactionChoice& hidden) {
    QStringList words;
    if (hidden.hosts) words << QStringLiteral("hosts");
    if (hidden.data) words << QStringLiteral("data");
    if (hidden.users) words << QStringLiteral("users");
    if (hidden.paths) words << QStringLiteral("paths");
    return words.join(QLatin1Char(','));
}

QStringList argumentsOf(const ReportRequest& request) {
    QStringList arguments{QStringLiteral("report"), QStringLiteral("-o"), request.file,
                          QStringLiteral("--language"), reportLanguage()};
    if (request.span)
        arguments << QStringLiteral("--from") << asArgument(request.span->fromUnixMs)
                  << QStringLiteral("--to") << asArgument(request.span->toUnixMs);
    if (!request.hidden.isEmpty()) arguments << QStringLiteral("--redact") << wordsOf(request.hidden);
    return arguments << QStringLiteral("--") << request.source;
}

/// What it has said on its standard error.
QString problemOf(QProcess& process) {
    QString words = QString::fromUtf8(process.readAllStandardError()).trimmed();
    if (words.startsWith(QLatin1String("lockscope: "))) words.remove(0, 11);
    return words.isEmpty() ? process.errorString() : displayText(words.toStdString());
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
    return {.isWritten = isWritten,
            .isPartial = isPartial,
            .problem = isWritten ? QString() : problemOf(process)};
}

}  // namespace

ReportProcess::ReportProcess(QString program, QObject* parent)
    : QObject(parent), m_program(std::move(program)) {}

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
    process->start(m_program, argumentsOf(request));
    return promise->future();
}

}  // namespace lockscope
