// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/tls_text.h"

#include "words/display_text.h"
#include "words/moment.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockscope {
namespace {

struct TlsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::TlsText)
};

QString untilText(const lockcore::CertificateFacts& certificate) {
    return certificate.untilUnixMs == 0 ? TlsText::tr("a time that can't be read")
                                        : shownMoment(certificate.untilUnixMs).date().toString(Qt::ISODate);
}

}  // namespace

QString tlsText(const lockcore::TlsFacts& facts) {
    QStringList lines;
    lines << TlsText::tr("%1 with %2", "version of TLS, cipher")
                 .arg(displayText(facts.version), displayText(facts.cipher));
    lines << TlsText::tr("The server's certificate: %1, issued by %2, valid until %3",
                         "subject, issuer, date")
                 .arg(displayText(facts.server.subject), displayText(facts.server.issuer),
                      untilText(facts.server));
    lines << TlsText::tr("Its SHA-256 fingerprint: %1").arg(displayText(facts.server.fingerprint));
    if (facts.own)
        lines << TlsText::tr("Our certificate, for a server that asks: %1, issued by %2, valid until %3",
                             "subject, issuer, date")
                     .arg(displayText(facts.own->subject), displayText(facts.own->issuer),
                          untilText(*facts.own));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace lockscope
