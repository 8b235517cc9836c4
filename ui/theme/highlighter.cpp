// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/highlighter.h"

#include "ui/theme/highlightmodule.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QLibrary>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QThreadPool>

namespace cohort::ui {

namespace {

/// Loads the module when it is called first; null when that fails, and code then has no colours. Any thread.
MakeHighlightEngine loaded()
{
    static const auto function = [] {
        QLibrary module(QCoreApplication::applicationDirPath() + QStringLiteral("/../lib/cohort/cohort-highlight.so"));
        const auto found = reinterpret_cast<MakeHighlightEngine>(module.resolve("cohortMakeHighlightEngine"));
        if (found == nullptr)
            qWarning().noquote() << "code has no colours:" << module.errorString();
        return found;
    }();
    return function;
}

} // namespace

void Highlighter::prepare()
{
    QThreadPool::globalInstance()->start([] {
        if (const auto make = loaded())
            delete make(QStringLiteral("C++"), false); // reads the index of languages
    });
}

Highlighter::Highlighter(const QString &language)
{
    if (const auto make = loaded())
        d.reset(make(language, theme::isDark()));
}

Highlighter::~Highlighter() = default;

Highlighter::Highlighter(const Highlighter &other)
    : d(other.d ? other.d->clone() : nullptr)
{}

Highlighter &Highlighter::operator=(const Highlighter &other)
{
    if (this != &other)
        d = other.d ? other.d->clone() : nullptr;
    return *this;
}

bool Highlighter::isValid() const
{
    return d && d->isValid();
}

QList<Highlighter::Range> Highlighter::line(const QString &text)
{
    return isValid() ? d->line(text) : QList<Range>();
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
