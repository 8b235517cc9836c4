// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of code.
#pragma once

#include <QString>
#include <QTextCharFormat>

#include <memory>

class QTextDocument;

namespace cohort::ui {

class HighlightEngine;

/// Highlights lines one after the other; a copy goes on from where the original was.
class Highlighter
{
public:
    /// Loads what highlighting needs in the background, so that the first code does not wait for it.
    static void prepare();

    /// @param language  a name, as after a code fence, or a file name
    explicit Highlighter(const QString &language);
    ~Highlighter();
    Highlighter(const Highlighter &other);
    Highlighter &operator=(const Highlighter &other);

    [[nodiscard]] bool isValid() const;

    struct Range {
        int start = 0;
        int length = 0;
        QTextCharFormat format;
    };
    [[nodiscard]] QList<Range> line(const QString &text);
    /// Colours all blocks of a document.
    void highlight(QTextDocument *document);

private:
    std::unique_ptr<HighlightEngine> d;
};

} // namespace cohort::ui
