// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/icon.h"

#include "theme/state_palette.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <optional>

// The resources are in a static library, which the linker would drop otherwise. Outside any namespace, as the
// macro asks.
static void registerIcons() {
    Q_INIT_RESOURCE(lockscope);
}

namespace lockscope {

namespace {

std::optional<Tone> toneOf(IconName name) {
    switch (name) {
        case IconName::Holder: return Tone::Holder;
        case IconName::Waiter: return Tone::Waiter;
        case IconName::Warning: return Tone::Warning;
        case IconName::Fault: return Tone::Fault;
        case IconName::Info: return Tone::Info;
        default: return std::nullopt;
    }
}

QColor inkOf(IconName name, QIcon::Mode mode) {
    const QPalette palette = QGuiApplication::palette();
    switch (mode) {
        case QIcon::Disabled: return palette.color(QPalette::Disabled, QPalette::ButtonText);
        case QIcon::Selected: return palette.color(QPalette::HighlightedText);
        case QIcon::Normal:
        case QIcon::Active: break;
    }
    const std::optional<Tone> tone = toneOf(name);
    return tone ? StatePalette(palette).color(*tone) : palette.color(QPalette::ButtonText);
}

QByteArray svgSource(IconName name) {
    registerIcons();
    QFile file(QStringLiteral(":/lockscope/icons/%1.svg").arg(iconFileName(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Paints one SVG in the colours of the moment. GUI thread.
class SvgIconEngine : public QIconEngine {
public:
    explicit SvgIconEngine(IconName name) : m_name(name), m_source(svgSource(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        QByteArray svg = m_source;
        svg.replace("currentColor", inkOf(m_name, mode).name().toLatin1());
        QSvgRenderer renderer(svg);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QString key = QStringLiteral("lockscope/%1/%2x%3/%4")
                                .arg(iconFileName(m_name))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(inkOf(m_name, mode).rgba(), 0, 16);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        return pixmap(size, mode, state);
    }

    bool isNull() override { return m_source.isEmpty(); }
    QString key() const override { return QStringLiteral("lockscope"); }
    QIconEngine* clone() const override { return new SvgIconEngine(*this); }

private:
    IconName m_name;
    QByteArray m_source;
};

}  // namespace

QIcon icon(IconName name) {
    return QIcon(new SvgIconEngine(name));
}

QString iconFileName(IconName name) {
    switch (name) {
        case IconName::Application: return QStringLiteral("lockscope");
        case IconName::Connect: return QStringLiteral("connect");
        case IconName::Disconnect: return QStringLiteral("disconnect");
        case IconName::Demo: return QStringLiteral("demo");
        case IconName::Open: return QStringLiteral("open");
        case IconName::SaveSnapshot: return QStringLiteral("save-snapshot");
        case IconName::ExportPicture: return QStringLiteral("export-picture");
        case IconName::Refresh: return QStringLiteral("refresh");
        case IconName::Acquire: return QStringLiteral("acquire");
        case IconName::Release: return QStringLiteral("release");
        case IconName::AskToRelease: return QStringLiteral("ask-to-release");
        case IconName::Evict: return QStringLiteral("evict");
        case IconName::ForceRelease: return QStringLiteral("force-release");
        case IconName::ReadOnly: return QStringLiteral("read-only");
        case IconName::WriteEnabled: return QStringLiteral("write-enabled");
        case IconName::LightTheme: return QStringLiteral("light-theme");
        case IconName::DarkTheme: return QStringLiteral("dark-theme");
        case IconName::LockExclusive: return QStringLiteral("lock-exclusive");
        case IconName::LockReadWrite: return QStringLiteral("lock-readwrite");
        case IconName::Session: return QStringLiteral("session");
        case IconName::Holder: return QStringLiteral("holder");
        case IconName::Waiter: return QStringLiteral("waiter");
        case IconName::Warning: return QStringLiteral("warning");
        case IconName::Fault: return QStringLiteral("fault");
        case IconName::Info: return QStringLiteral("info");
        case IconName::Bell: return QStringLiteral("bell");
        case IconName::Unplugged: return QStringLiteral("unplugged");
        case IconName::NoWatch: return QStringLiteral("no-watch");
        case IconName::Add: return QStringLiteral("add");
        case IconName::Stop: return QStringLiteral("stop");
        case IconName::Filter: return QStringLiteral("filter");
        case IconName::Close: return QStringLiteral("close");
        case IconName::ZoomIn: return QStringLiteral("zoom-in");
        case IconName::ZoomOut: return QStringLiteral("zoom-out");
        case IconName::ZoomToFit: return QStringLiteral("zoom-to-fit");
        case IconName::Copy: return QStringLiteral("copy");
        case IconName::Server: return QStringLiteral("server");
        case IconName::Live: return QStringLiteral("live");
        case IconName::Pause: return QStringLiteral("pause");
        case IconName::Play: return QStringLiteral("play");
        case IconName::StepBack: return QStringLiteral("step-back");
        case IconName::StepForward: return QStringLiteral("step-forward");
        case IconName::FindingBack: return QStringLiteral("finding-back");
        case IconName::FindingForward: return QStringLiteral("finding-forward");
        case IconName::Settings: return QStringLiteral("settings");
    }
    return {};
}

}  // namespace lockscope
