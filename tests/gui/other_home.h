// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QTemporaryDir>

/// Another home than the person's, with a folder for documents, as long as this lives.
class OtherHome {
public:
    OtherHome() {
        QDir(m_directory.path()).mkpath(QStringLiteral("Documents"));
        qputenv("HOME", m_directory.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_directory.path().toUtf8());
    }
    ~OtherHome() {
        put("HOME", m_before);
        put("XDG_CONFIG_HOME", m_configBefore);
    }
    OtherHome(const OtherHome&) = delete;
    OtherHome& operator=(const OtherHome&) = delete;

    QString documents() const { return m_directory.filePath(QStringLiteral("Documents")); }

private:
    static void put(const char* name, const QByteArray& value) {
        if (value.isNull())
            qunsetenv(name);
        else
            qputenv(name, value);
    }

    const QByteArray m_before = qgetenv("HOME");
    const QByteArray m_configBefore = qgetenv("XDG_CONFIG_HOME");
    QTemporaryDir m_directory;
};
