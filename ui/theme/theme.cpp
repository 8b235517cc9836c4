// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QStyle>
#include <QStyleHints>
#include <QSvgRenderer>

#include <array>
#include <memory>

namespace cohort::ui::theme {

namespace {

// the only colours in the window's code: one table for light, one for dark
const Colours light{.text = QColor(0x1f2328),
                    .muted = QColor(0x656d76),
                    .accent = QColor(0x2f5fc4),
                    .line = QColor(0xd8dce2),
                    .bubble = QColor(0xeaf0fa),
                    .card = QColor(0xfff8e6),
                    .code = QColor(0xf4f6f8),
                    .added = QColor(0x1a7f37),
                    .removed = QColor(0xc2273b),
                    .addedGround = QColor(0xe3f6e6),
                    .removedGround = QColor(0xfdeaec),
                    .good = QColor(0x1a7f37),
                    .warning = QColor(0x9a6700),
                    .bad = QColor(0xc2273b),
                    .found = QColor(0xffe48a)};
const Colours dark{.text = QColor(0xdfe3e8),
                   .muted = QColor(0x939ba6),
                   .accent = QColor(0x86b1ff),
                   .line = QColor(0x3a3f47),
                   .bubble = QColor(0x2a3345),
                   .card = QColor(0x38321f),
                   .code = QColor(0x1a1d22),
                   .added = QColor(0x62c97a),
                   .removed = QColor(0xff8a94),
                   .addedGround = QColor(0x1b3524),
                   .removedGround = QColor(0x402226),
                   .good = QColor(0x62c97a),
                   .warning = QColor(0xe0b040),
                   .bad = QColor(0xff8a94),
                   .found = QColor(0x6b5a14)};

constexpr std::array<QRgb, 16> terminalLight{0x24292f, 0xc2273b, 0x1a7f37, 0x9a6700, 0x2f5fc4, 0x8339b5,
                                             0x1b7c83, 0x6e7781, 0x57606a, 0xa40e26, 0x2da44e, 0x7d4e00,
                                             0x4f7fe0, 0xa475f9, 0x3192aa, 0x8c959f};
constexpr std::array<QRgb, 16> terminalDark{0x5c6370, 0xff8a94, 0x62c97a, 0xe0b040, 0x86b1ff, 0xd6a0ff,
                                            0x5fd0d8, 0xc4cad2, 0x7c8490, 0xffaab2, 0x8be0a0, 0xf0cc70,
                                            0xa8c8ff, 0xe4c0ff, 0x8ae4ea, 0xf0f3f6};

QPalette paletteOf(bool isDarkPalette)
{
    const Colours &use = isDarkPalette ? dark : light;
    const QColor window = isDarkPalette ? QColor(0x25282d) : QColor(0xf3f4f6);
    const QColor base = isDarkPalette ? QColor(0x1f2226) : QColor(0xffffff);
    const QColor button = isDarkPalette ? QColor(0x32363d) : QColor(0xf7f8fa);
    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, use.text);
    palette.setColor(QPalette::Text, use.text);
    palette.setColor(QPalette::ButtonText, use.text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, isDarkPalette ? QColor(0x272b31) : QColor(0xf6f7f9));
    palette.setColor(QPalette::ToolTipBase, isDarkPalette ? QColor(0x32363d) : QColor(0xffffff));
    palette.setColor(QPalette::ToolTipText, use.text);
    palette.setColor(QPalette::PlaceholderText, use.muted);
    palette.setColor(QPalette::Highlight, isDarkPalette ? QColor(0x3d63b0) : QColor(0x2f5fc4));
    palette.setColor(QPalette::HighlightedText, QColor(0xffffff));
    palette.setColor(QPalette::Accent, isDarkPalette ? QColor(0x3d63b0) : QColor(0x2f5fc4));
    palette.setColor(QPalette::Link, use.accent);
    palette.setColor(QPalette::LinkVisited, use.accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, isDarkPalette ? QColor(0x6d747e) : QColor(0x9aa1aa));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, button.darker(115));
    return palette;
}

/// Draws one of our SVGs in the text's colour of the state it is shown in.
class DrawingEngine : public QIconEngine
{
public:
    explicit DrawingEngine(QString path)
        : m_path(std::move(path))
    {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        painter->drawPixmap(rect, scaledPixmap(rect.size(), mode, state, painter->device()->devicePixelRatio()));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        QPixmap pixmap(size * scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        if (!m_renderer)
            m_renderer = std::make_shared<QSvgRenderer>(m_path);
        m_renderer->render(&painter, QRectF(pixmap.rect()));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        const auto palette = QApplication::palette();
        QColor colour = palette.color(QPalette::ButtonText);
        if (mode == QIcon::Disabled)
            colour = palette.color(QPalette::Disabled, QPalette::ButtonText);
        else if (mode == QIcon::Selected)
            colour = palette.color(QPalette::HighlightedText);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }

    [[nodiscard]] QIconEngine *clone() const override { return new DrawingEngine(m_path); }

private:
    QString m_path;
    std::shared_ptr<QSvgRenderer> m_renderer;
};

} // namespace

bool isDark()
{
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

const Colours &colours()
{
    return isDark() ? dark : light;
}

QColor terminalColour(int index)
{
    return QColor((isDark() ? terminalDark : terminalLight)[size_t(index) % 16]);
}

void apply(const QString &scheme)
{
    const bool wantDark = scheme == QLatin1StringView("dark");
    const bool wantLight = scheme == QLatin1StringView("light");
    auto *hints = QGuiApplication::styleHints();
    if (wantDark || wantLight)
        hints->setColorScheme(wantDark ? Qt::ColorScheme::Dark : Qt::ColorScheme::Light);
    else
        hints->unsetColorScheme();
    static const bool ours =
        QApplication::style()->name().compare(QLatin1StringView("fusion"), Qt::CaseInsensitive) == 0;
    if (ours && qobject_cast<Style *>(QApplication::style()) == nullptr)
        QApplication::setStyle(new Style);
    const bool desktopDark = hints->colorScheme() == Qt::ColorScheme::Dark;
    if (ours)
        QApplication::setPalette(paletteOf(wantDark || (!wantLight && desktopDark)));
    else if ((wantDark || wantLight) && isDark() != wantDark) // a platform without colour schemes
        QApplication::setPalette(paletteOf(wantDark));
}

void applyFontSize(int points)
{
    static const QFont desktop = QApplication::font();
    QFont font = desktop;
    if (points > 0)
        font.setPointSize(points);
    if (font != QApplication::font())
        QApplication::setFont(font);
}

QIcon icon(const QString &name)
{
    return QIcon(new DrawingEngine(QStringLiteral(":/icons/%1.svg").arg(name)));
}

QFont monospace()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QApplication::font().pointSizeF() * 0.95);
    return font;
}

QFont sized(const QFont &font, double factor, bool bold)
{
    QFont result = font;
    result.setPointSizeF(font.pointSizeF() * factor);
    if (bold)
        result.setWeight(QFont::DemiBold);
    return result;
}

int spacing(const QWidget *widget)
{
    const int spacing = QApplication::style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing, nullptr, widget);
    return spacing > 0 ? spacing : QFontMetrics(QApplication::font()).height() / 3;
}

} // namespace cohort::ui::theme
