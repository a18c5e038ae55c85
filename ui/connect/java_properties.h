// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>
#include <vector>

namespace lockscope {

/// One setting of a Java program.
struct JavaProperty {
    QString key;
    QString value;

    bool operator==(const JavaProperty&) const = default;
};

/// Each key once, in the order in which they came first. Of several values the last one counts, as in Java.
using JavaProperties = std::vector<JavaProperty>;

/// What is larger can't be settings of a client.
inline constexpr qsizetype kMostPropertyBytes = 1 << 18;

/// A file as java.util.Properties reads it, which is in ISO 8859-1 whatever was meant, without the blanks
/// round keys and values, as ZooKeeper leaves them out. The failed side is a sentence. GUI thread
/// (translated), as the next one.
tl::expected<JavaProperties, QString> javaPropertiesFrom(const QByteArray& text);

/// The words -Dkey=value of a JVM's command line, which the scripts that start one split at blanks alone,
/// quotes or not. Other words are left out.
tl::expected<JavaProperties, QString> javaPropertiesOfFlags(const QString& flags);

}  // namespace lockscope
