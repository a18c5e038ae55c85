// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/secret_store.h"

#include <QCoreApplication>

#include <qt6keychain/keychain.h>

#include <utility>

namespace lockscope {
namespace {

struct SecretText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SecretText)
};

SecretFailure failureOf(const QKeychain::Job& job) {
    switch (job.error()) {
        case QKeychain::EntryNotFound: return {SecretProblem::Missing, job.errorString()};
        case QKeychain::NoBackendAvailable:
        case QKeychain::NotImplemented: return {SecretProblem::NoService, job.errorString()};
        case QKeychain::AccessDenied:
        case QKeychain::AccessDeniedByUser: return {SecretProblem::Denied, job.errorString()};
        default: return {SecretProblem::Failed, job.errorString()};
    }
}

/// By QtKeychain, whose jobs delete themselves and never fall back to plain text unless told to. Lives on the
/// GUI thread.
class Keychain final : public SecretStore {
public:
    void read(const QString& profile, QObject* context, Done done) override {
        start(new QKeychain::ReadPasswordJob(service()), profile, context, std::move(done),
              [](const QKeychain::Job& job) {
                  return static_cast<const QKeychain::ReadPasswordJob&>(job).textData();
              });
    }

    void write(const QString& profile, const QString& secret, QObject* context, Done done) override {
        auto* job = new QKeychain::WritePasswordJob(service());
        job->setTextData(secret);
        start(job, profile, context, std::move(done), [secret](const QKeychain::Job&) { return secret; });
    }

    void remove(const QString& profile) override {
        auto* job = new QKeychain::DeletePasswordJob(service());
        job->setKey(profile);
        job->start();
    }

private:
    static QString service() { return QStringLiteral("Lockscope"); }

    template <class SecretOf>
    static void start(QKeychain::Job* job, const QString& profile, QObject* context, Done done,
                      SecretOf secretOf) {
        job->setKey(profile);
        QObject::connect(job, &QKeychain::Job::finished, context,
                         [done = std::move(done), secretOf](const QKeychain::Job* finished) {
                             if (finished->error() != QKeychain::NoError)
                                 done(tl::unexpected(failureOf(*finished)));
                             else
                                 done(secretOf(*finished));
                         });
        job->start();
    }
};

}  // namespace

std::unique_ptr<SecretStore> makeKeychain() {
    return std::make_unique<Keychain>();
}

QString secretFailureText(const SecretFailure& failure) {
    switch (failure.problem) {
        case SecretProblem::NoProfile: return SecretText::tr("Only profiles can keep a password.");
        case SecretProblem::Missing: return SecretText::tr("No password is kept for this profile.");
        case SecretProblem::NoService:
            return SecretText::tr(
                "No keychain service runs in this desktop session, so passwords are not kept.");
        case SecretProblem::Denied: return SecretText::tr("The keychain refused access.");
        case SecretProblem::Failed: break;
    }
    // What a desktop without any service comes to with some back ends.
    return SecretText::tr("No keychain could be used (%1), so passwords are not kept.").arg(failure.detail);
}

}  // namespace lockscope
