// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/highlighter.h"

#include "ui/theme/theme.h"

#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

namespace cohort::ui {

namespace {

/// Loaded when the first code is shown.
KSyntaxHighlighting::Repository &repository()
{
    static KSyntaxHighlighting::Repository repository;
    return repository;
}

KSyntaxHighlighting::Definition definitionOf(const QString &language)
{
    if (language.isEmpty())
        return {};
    if (language.contains(u'.') || language.contains(u'/'))
        return repository().definitionForFileName(language.section(u'/', -1));
    if (const auto byName = repository().definitionForName(language); byName.isValid())
        return byName;
    return repository().definitionForFileName(QStringLiteral("code.") + language.section(u' ', 0, 0).toLower());
}

} // namespace

class Highlighter::Private : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    QList<Range> ranges;
    KSyntaxHighlighting::State state;

    void run(const QString &text)
    {
        ranges.clear();
        state = highlightLine(text, state);
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        if (length <= 0 || format.isDefaultTextStyle(theme()))
            return;
        Range range{.start = offset, .length = length};
        if (format.hasTextColor(theme()))
            range.format.setForeground(format.textColor(theme()));
        if (format.isBold(theme()))
            range.format.setFontWeight(QFont::Bold);
        if (format.isItalic(theme()))
            range.format.setFontItalic(true);
        ranges.append(range);
    }
};

Highlighter::Highlighter(const QString &language)
    : d(std::make_unique<Private>())
{
    const auto definition = definitionOf(language);
    d->setDefinition(definition);
    if (definition.isValid())
        d->setTheme(repository().defaultTheme(theme::isDark() ? KSyntaxHighlighting::Repository::DarkTheme
                                                              : KSyntaxHighlighting::Repository::LightTheme));
}

Highlighter::~Highlighter() = default;

Highlighter::Highlighter(const Highlighter &other)
    : d(std::make_unique<Private>())
{
    *this = other;
}

Highlighter &Highlighter::operator=(const Highlighter &other)
{
    if (this != &other) {
        d->setDefinition(other.d->definition());
        d->setTheme(other.d->theme());
        d->state = other.d->state;
    }
    return *this;
}

bool Highlighter::isValid() const
{
    return d->definition().isValid();
}

QList<Highlighter::Range> Highlighter::line(const QString &text)
{
    if (!isValid())
        return {};
    d->run(text);
    return d->ranges;
}

void Highlighter::highlight(QTextDocument *document)
{
    if (!isValid())
        return;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        QList<QTextLayout::FormatRange> formats;
        const auto ranges = line(block.text());
        for (const auto &range : ranges)
            formats.append({.start = range.start, .length = range.length, .format = range.format});
        block.layout()->setFormats(formats);
        document->markContentsDirty(block.position(), block.length());
    }
}

} // namespace cohort::ui
