// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/error_what.h"

#include "words/display_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace lockscope {
namespace {

constexpr const char* kWhatContext = "lockscope::ErrorWhat";

/// As lockcore has them, for the translators: a whole text, or a part of one before or behind a colon.
constexpr std::array kKnownWhats{
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "open the recording"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "read the recording"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "write the recording"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "go on with the recording"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "report on the recording"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it does not exist"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it can't be read"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "a database of another program"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "without some of its tables"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "nothing was recorded then"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "a time that can't be"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "a finding that is none"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "a lock without a path"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "its contenders"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "its findings"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it was made of servers' files, which nothing can be added to"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it is of another cluster"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "somebody has removed or replaced its file"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "whether its file is there can't be seen"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "record twice"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "make the directory of the recordings"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "the disk did not answer in time"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "opening a file"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "not a regular one"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "opening a snapshot"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "not a file"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "write the snapshot"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "a file of this name is there"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "reading what is compressed"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "compressing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "no memory"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "reading a server's directory"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "reading servers' files"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "no transaction log and no snapshot of a server is in there"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "no transaction is in the logs, and there is no snapshot"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "making the directory of the list of the lab's runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "reading the list of the lab's runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it is damaged, mend it or move it away before the next run"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "locking the list of the lab's runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "writing the list of the lab's runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "removing the list of the lab's runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it is gone already"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "its program still runs"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "only a part of it was removed"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "write to standard output"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "make the PDF"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "make the report"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "the file name must end in .png or .svg"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "take the pattern"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it does not begin with /"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it has an empty element"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "it has an element that no path can have"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "keep the session"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "keep the connection"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "find the lock"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "release the lock"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "wait for the lock"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "wait for the result"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "The directory has children again"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Another znode has this name now"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "List the locks"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Ask the server"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Ask the server, which took too long before"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Creating"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Deleting"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Reading"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Writing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Listing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Looking for"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Changing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Closing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Acquiring"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Releasing"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Connecting"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Synchronising"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Reading the access control list of"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Reading our certificate for TLS"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Reading the authorities that are trusted for TLS"),
    // As the system has them.
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "No such file or directory"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Permission denied"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "No space left on device"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Read-only file system"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Is a directory"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Not a directory"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Connection refused"),
    QT_TRANSLATE_NOOP("lockscope::ErrorWhat", "Connection timed out"),
};

}  // namespace

QString errorWhat(const std::string& what) {
    QStringList parts = QString::fromStdString(what).split(QStringLiteral(": "));
    bool isAnyKnown = false;
    for (QString& part : parts) {
        const std::string text = part.toStdString();
        const auto known = std::ranges::find_if(kKnownWhats, [&](const char* each) { return text == each; });
        isAnyKnown = isAnyKnown || known != kKnownWhats.end();
        part = known == kKnownWhats.end() ? displayText(text)
                                          : QCoreApplication::translate(kWhatContext, *known);
    }
    if (!isAnyKnown) return displayText(what);
    QString text = parts.takeFirst();
    for (const QString& part : parts)
        text = QCoreApplication::translate("lockscope::ErrorWhat", "%1: %2", "what was tried, what is wrong")
                   .arg(text, part);
    return text;
}

}  // namespace lockscope
