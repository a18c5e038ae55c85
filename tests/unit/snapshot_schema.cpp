// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_schema.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace lockcore {
namespace {

/// As far as JSON Schema is used there.
class Schema {
public:
    explicit Schema(QJsonObject root) : m_root(std::move(root)) {}

    QString offence(const QJsonValue& value) const { return offence(m_root, value, QStringLiteral("file")); }

private:
    QJsonObject resolved(const QJsonObject& schema) const {
        const QString other = schema[QStringLiteral("$ref")].toString().section(QLatin1Char('/'), -1);
        return other.isEmpty() ? schema : m_root[QStringLiteral("$defs")][other].toObject();
    }

    QString offence(const QJsonObject& given, const QJsonValue& value, const QString& place) const {
        const QJsonObject schema = resolved(given);
        if (const QJsonArray any = schema[QStringLiteral("anyOf")].toArray(); !any.isEmpty()) {
            for (const QJsonValue each : any)
                if (offence(each.toObject(), value, place).isEmpty()) return {};
            return place + QStringLiteral(": none of the forms");
        }
        if (schema.contains(QStringLiteral("const")))
            return schema[QStringLiteral("const")] == value ? QString()
                                                            : place + QStringLiteral(": another value");
        if (const QJsonArray words = schema[QStringLiteral("enum")].toArray();
            !words.isEmpty() && !words.contains(value))
            return place + QStringLiteral(": unknown word ") + value.toString();
        const QString type = schema[QStringLiteral("type")].toString();
        if (type == QLatin1String("object")) return offenceOfObject(schema, value, place);
        if (type == QLatin1String("array")) return offenceOfArray(schema, value, place);
        if (type == QLatin1String("string")) return offenceOfText(schema, value, place);
        const bool isRight = type == QLatin1String("integer")   ? value.isDouble()
                             : type == QLatin1String("boolean") ? value.isBool()
                                                                : type.isEmpty();
        return isRight ? QString() : place + QStringLiteral(": not ") + type;
    }

    QString offenceOfObject(const QJsonObject& schema, const QJsonValue& value, const QString& place) const {
        if (!value.isObject()) return place + QStringLiteral(": no object");
        const QJsonObject object = value.toObject();
        for (const QJsonValue key : schema[QStringLiteral("required")].toArray())
            if (!object.contains(key.toString())) return place + QStringLiteral(": lacks ") + key.toString();
        const QJsonObject members = schema[QStringLiteral("properties")].toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const QString at = place + QLatin1Char('.') + member.key();
            if (members.contains(member.key())) {
                const QString found = offence(members[member.key()].toObject(), member.value(), at);
                if (!found.isEmpty()) return found;
            } else if (!isEncoded(schema, members, member.key())) {
                return at + QStringLiteral(": not described");
            }
        }
        return {};
    }

    /// Bytes of a member that is described as text.
    static bool isEncoded(const QJsonObject& schema, const QJsonObject& members, const QString& key) {
        const QJsonObject patterns = schema[QStringLiteral("patternProperties")].toObject();
        for (const QString& pattern : patterns.keys())
            if (const auto match = QRegularExpression(pattern).match(key); match.hasMatch())
                return members.contains(key.left(match.capturedStart()));
        return false;
    }

    QString offenceOfArray(const QJsonObject& schema, const QJsonValue& value, const QString& place) const {
        if (!value.isArray()) return place + QStringLiteral(": no array");
        const QJsonArray list = value.toArray();
        for (qsizetype i = 0; i < list.size(); ++i) {
            const QString found = offence(schema[QStringLiteral("items")].toObject(), list[i],
                                          QStringLiteral("%1[%2]").arg(place).arg(i));
            if (!found.isEmpty()) return found;
        }
        return {};
    }

    static QString offenceOfText(const QJsonObject& schema, const QJsonValue& value, const QString& place) {
        const QRegularExpression pattern(schema[QStringLiteral("pattern")].toString());
        const bool isRight = value.isString() && pattern.match(value.toString()).hasMatch();
        return isRight ? QString() : place + QStringLiteral(": no such text");
    }

    const QJsonObject m_root;
};

bool isText(const QJsonObject& schema) {
    const bool isOfWords = schema[QStringLiteral("$ref")].toString().endsWith(QStringLiteral("/words"));
    return isOfWords || schema.contains(QStringLiteral("enum")) ||
           schema[QStringLiteral("type")] == QStringLiteral("string") ||
           schema[QStringLiteral("items")].toObject()[QStringLiteral("type")] == QStringLiteral("string");
}

QStringList textMembersOf(QList<QJsonObject> schemas) {
    QStringList members;
    while (!schemas.isEmpty()) {
        const QJsonObject schema = schemas.takeLast();
        const QJsonObject properties = schema[QStringLiteral("properties")].toObject();
        for (const QString& key : properties.keys()) {
            if (isText(properties[key].toObject())) members << key;
            schemas << properties[key].toObject();
        }
        if (schema.contains(QStringLiteral("items"))) schemas << schema[QStringLiteral("items")].toObject();
    }
    return members;
}

QJsonObject snapshotSchema() {
    QFile file(QStringLiteral(SNAPSHOT_SCHEMA));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

}  // namespace

QStringList textMembersOfSnapshots() {
    const QJsonObject schema = snapshotSchema();
    QList<QJsonObject> schemas{schema};
    const QJsonObject parts = schema[QStringLiteral("$defs")].toObject();
    for (const QString& key : parts.keys())
        schemas << parts[key].toObject();
    QStringList members = textMembersOf(schemas);
    members.removeDuplicates();
    members.removeAll(QStringLiteral("base64"));
    return members;
}

QString offenceAgainstSchema(const QByteArray& json) {
    const QJsonObject schema = snapshotSchema();
    if (schema.isEmpty()) return QStringLiteral("there is no schema");
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject()) return QStringLiteral("no JSON");
    return Schema(schema).offence(document.object());
}

}  // namespace lockcore
