// SPDX-License-Identifier: GPL-3.0-or-later
// The module cohort-highlight: KSyntaxHighlighting.
#include "ui/theme/highlightmodule.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

namespace cohort::ui {

namespace {

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

class Engine : public HighlightEngine, public KSyntaxHighlighting::AbstractHighlighter
{
public:
    [[nodiscard]] bool isValid() const override { return definition().isValid(); }

    [[nodiscard]] QList<Highlighter::Range> line(const QString &text) override
    {
        m_ranges.clear();
        m_state = highlightLine(text, m_state);
        return m_ranges;
    }

    [[nodiscard]] std::unique_ptr<HighlightEngine> clone() const override
    {
        auto copy = std::make_unique<Engine>();
        copy->setDefinition(definition());
        copy->setTheme(theme());
        copy->m_state = m_state;
        return copy;
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        if (length <= 0 || format.isDefaultTextStyle(theme()))
            return;
        Highlighter::Range range{.start = offset, .length = length};
        if (format.hasTextColor(theme()))
            range.format.setForeground(format.textColor(theme()));
        if (format.isBold(theme()))
            range.format.setFontWeight(QFont::Bold);
        if (format.isItalic(theme()))
            range.format.setFontItalic(true);
        m_ranges.append(range);
    }

private:
    QList<Highlighter::Range> m_ranges;
    KSyntaxHighlighting::State m_state;
};

} // namespace

} // namespace cohort::ui

extern "C" __attribute__((visibility("default"))) cohort::ui::HighlightEngine *
cohortMakeHighlightEngine(const QString &language, bool dark)
{
    using namespace cohort::ui;
    using KSyntaxHighlighting::Repository;
    auto engine = std::make_unique<Engine>();
    const auto definition = definitionOf(language);
    engine->setDefinition(definition);
    if (definition.isValid())
        engine->setTheme(repository().defaultTheme(dark ? Repository::DarkTheme : Repository::LightTheme));
    return engine.release();
}
