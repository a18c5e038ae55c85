// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hosts/host_text.h"

#include "hosts/host_names.h"
#include "words/display_text.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QThread>

namespace lockscope {

namespace {

/// Null on other threads: texts that are made there have addresses alone.
HostNames* namesHere() {
    const auto* const application = QCoreApplication::instance();
    const bool isWindows = application && QThread::currentThread() == application->thread();
    return isWindows ? HostNames::shown() : nullptr;
}

QString withName(const std::string& address, const QString& name) {
    return name.isEmpty() ? displayText(address) : QStringLiteral("%1 (%2)").arg(displayText(address), name);
}

/// Of an address without port.
QString nameOfHost(const std::string& host) {
    HostNames* const names = namesHere();
    if (!names) return {};
    // A name is foreign text, too.
    return displayText(names->nameOf(host).toStdString());
}

}  // namespace

QString hostNameOf(const std::string& address) {
    return nameOfHost(std::string(lockcore::hostOfAddress(address)));
}

QString knownHostNameOf(const std::string& address) {
    const HostNames* const names = namesHere();
    if (!names) return {};
    return displayText(names->knownNameOf(std::string(lockcore::hostOfAddress(address))).toStdString());
}

QString placeText(const std::string& address) {
    const QString name = hostNameOf(address);
    if (name.isEmpty()) return displayText(address);
    const std::size_t colon = address.rfind(':');
    return colon == std::string::npos || address.ends_with(']') ? name
                                                                : name + displayText(address.substr(colon));
}

QString placeInFull(const std::string& address) {
    return withName(address, hostNameOf(address));
}

QString knownPlaceInFull(const std::string& address) {
    return withName(address, knownHostNameOf(address));
}

QString hostInFull(const std::string& host) {
    return withName(host, nameOfHost(host));
}

QString hostInShort(const std::string& host) {
    const QString name = nameOfHost(host);
    return name.isEmpty() ? displayText(host) : name;
}

}  // namespace lockscope
