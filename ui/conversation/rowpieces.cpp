// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversation/rowpieces.h"

#include "ui/models/describe.h"
#include "ui/models/segments.h"
#include "ui/models/terminaltext.h"
#include "ui/theme/theme.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>

namespace cohort::ui {

using namespace protocol;

namespace {

constexpr int shownLines = 400;  ///< of an output
constexpr int shownTarget = 140; ///< letters

QString shortTarget(const QString &target)
{
    const auto end = target.indexOf(u'\n');
    QString line = end < 0 ? target : target.first(end) + QStringLiteral(" …");
    if (line.size() > shownTarget)
        line = line.first(shownTarget) + u'…';
    return line;
}

std::unique_ptr<QTextDocument> newDocument(const QFont &font)
{
    auto document = std::make_unique<QTextDocument>();
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(0);
    document->setDefaultFont(font);
    return document;
}

QTextCharFormat coloured(const QColor &colour)
{
    QTextCharFormat format;
    format.setForeground(colour);
    return format;
}

/// Fits what Qt makes of Markdown to the theme.
void dress(QTextDocument *document)
{
    const auto &colours = theme::colours();
    const auto mono = theme::monospace();
    struct Change {
        int from;
        int to;
        QTextCharFormat format;
    };
    QList<Change> changes;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        const bool code = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)
                          || block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage);
        const int heading = block.blockFormat().headingLevel();
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const auto fragment = part.fragment();
            QTextCharFormat format;
            if (fragment.charFormat().isAnchor())
                format.setForeground(colours.accent);
            if (fragment.charFormat().fontFixedPitch() || code) {
                format.setFontFamilies(mono.families());
                format.setFontPointSize(mono.pointSizeF());
                format.setBackground(colours.code);
            }
            if (heading > 0) {
                format.setProperty(QTextFormat::FontSizeAdjustment, std::max(0, 3 - heading));
                format.setFontWeight(QFont::DemiBold);
            }
            if (!format.isEmpty())
                changes.append({fragment.position(), fragment.position() + fragment.length(), format});
        }
    }
    QTextCursor cursor(document);
    for (const auto &change : std::as_const(changes)) {
        cursor.setPosition(change.from);
        cursor.setPosition(change.to, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(change.format);
    }
    const auto frames = document->rootFrame()->childFrames();
    for (auto *frame : frames) {
        if (auto *table = qobject_cast<QTextTable *>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorderCollapse(true);
            format.setBorder(1);
            format.setBorderBrush(colours.line);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setCellSpacing(0);
            format.setCellPadding(QFontMetricsF(document->defaultFont()).height() / 4);
            table->setFormat(format);
        }
    }
    // the outer margins are the row's
    QTextCursor edge(document->begin());
    QTextBlockFormat format = edge.blockFormat();
    format.setTopMargin(0);
    edge.setBlockFormat(format);
    QTextCursor last(document->lastBlock());
    format = last.blockFormat();
    format.setBottomMargin(0);
    last.setBlockFormat(format);
}

/// Makes the pieces of a row, taking over those that did not change.
class Builder
{
public:
    Builder(std::vector<RowPiece> old, const QFont &font)
        : m_old(std::move(old))
        , m_font(font)
        , m_small(theme::sized(m_font, 0.9))
    {}

    std::vector<RowPiece> take() { return std::move(m_pieces); }

    void row(const Row &row)
    {
        if (row.heading)
            heading(row);
        switch (row.kind) {
        case Row::Kind::User:
            user(row);
            break;
        case Row::Kind::Assistant:
            assistant(row);
            break;
        case Row::Kind::Tools:
            tools(row);
            break;
        case Row::Kind::Permission:
            permission(row);
            break;
        case Row::Kind::Notice:
            notice(row);
            break;
        case Row::Kind::TurnStart:
            scripted(row);
            break;
        case Row::Kind::TurnEnd:
            ended(row);
            break;
        }
    }

private:
    /// The piece of that key, and whether it must be filled.
    std::pair<RowPiece &, bool> next(QString key, double before)
    {
        const size_t index = m_pieces.size();
        const bool same = index < m_old.size() && m_old[index].key == key && m_old[index].document != nullptr;
        if (same)
            m_pieces.push_back(std::move(m_old[index]));
        else
            m_pieces.emplace_back();
        RowPiece &piece = m_pieces.back();
        piece.key = std::move(key);
        piece.before = before;
        return {piece, !same};
    }

    RowPiece &plain(const QString &text, const QFont &font, const QColor &colour, double before)
    {
        auto [piece, fresh] = next(u'p' + colour.name() + QString::number(font.pointSizeF()) + text, before);
        if (fresh) {
            piece.document = newDocument(font);
            QTextCursor(piece.document.get()).insertText(text, coloured(colour));
        }
        return piece;
    }

    void heading(const Row &row)
    {
        const bool person = row.kind == Row::Kind::User;
        const QString agent = row.agent.isEmpty() ? Conversation::tr("Agent") : row.agent;
        QString name = person ? Conversation::tr("You") : agent.at(0).toUpper() + agent.sliced(1);
        const QString time = timeText(row.time);
        auto [piece, fresh] = next(u'h' + name + time + (row.steering ? u's' : u'n'), 0);
        if (!fresh)
            return;
        const auto &colours = theme::colours();
        piece.document = newDocument(m_small);
        QTextCursor cursor(piece.document.get());
        QTextCharFormat bold = coloured(person ? colours.text : colours.accent);
        bold.setFontWeight(QFont::DemiBold);
        cursor.insertText(name, bold);
        cursor.insertText(QStringLiteral("   ") + time, coloured(colours.muted));
        if (row.steering)
            cursor.insertText(QStringLiteral(" · ") + Conversation::tr("sent while working"), coloured(colours.muted));
    }

    void user(const Row &row)
    {
        QString text = row.text;
        for (const auto &path : row.attachments)
            text += u'\n' + QStringLiteral("@") + path;
        plain(text, m_font, theme::colours().text, 0.25).ground = Ground::Bubble;
    }

    void assistant(const Row &row)
    {
        if (!row.reasoning.isEmpty()) {
            const bool thinking = row.streaming && row.text.isEmpty();
            const QString label = (row.unfolded ? QStringLiteral("▾ ") : QStringLiteral("▸ "))
                                  + (thinking ? Conversation::tr("Thinking …") : Conversation::tr("Reasoning"));
            RowPiece &line = plain(label, m_small, theme::colours().muted, 0.25);
            line.toggles = true;
            if (row.unfolded) {
                RowPiece &thought = plain(row.reasoning.trimmed(), m_small, theme::colours().muted, 0.25);
                thought.indent = 1;
            }
        }
        markdown(row.text);
    }

    void markdown(const QString &text)
    {
        const auto segments = segmentsOf(text);
        std::optional<Highlighter> highlighter;
        for (qsizetype index = 0; index < segments.size(); ++index) {
            const auto &segment = segments[index];
            const QString part = text.mid(segment.start, segment.length);
            if (segment.kind == Segment::Kind::Code) {
                const bool closes = index + 1 >= segments.size() || !segments[index + 1].continued;
                code(part, segment, closes, text, segments, index);
            } else {
                auto [piece, fresh] = next(u'm' + part, 0.45);
                if (fresh) {
                    piece.document = newDocument(m_font);
                    piece.document->setMarkdown(part,
                                                QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                                                    | QTextDocument::MarkdownNoHTML);
                    dress(piece.document.get());
                }
            }
        }
    }

    void code(const QString &part, const Segment &segment, bool closes, const QString &text, const QList<Segment> &all,
              qsizetype index)
    {
        auto [piece, fresh] =
            next(u'c' + segment.language + (segment.continued ? u'+' : u':') + part, segment.continued ? 0 : 0.5);
        piece.opens = !segment.continued;
        piece.closes = closes;
        if (piece.opens) {
            qsizetype last = index;
            while (last + 1 < all.size() && all[last + 1].continued)
                ++last;
            piece.copy = text.mid(segment.start, all[last].start + all[last].length - segment.start);
        }
        if (!fresh)
            return;
        piece.ground = Ground::Code;
        piece.caption =
            segment.language.isEmpty() ? Conversation::tr("code", "a text in a monospaced font") : segment.language;
        piece.document = newDocument(theme::monospace());
        QTextCursor(piece.document.get())
            .insertText(part.endsWith(u'\n') ? part.chopped(1) : part, coloured(theme::colours().text));
        const size_t mine = m_pieces.size() - 1;
        if (segment.continued && mine > 0 && m_pieces[mine - 1].after)
            piece.after = m_pieces[mine - 1].after;
        else
            piece.after.emplace(segment.language);
        piece.after->highlight(piece.document.get());
    }

    void tools(const Row &row)
    {
        if (row.tools.size() > 1) {
            const bool running = !row.tools.last().status;
            const QString label = (row.unfolded ? QStringLiteral("▾ ") : QStringLiteral("▸ "))
                                  + Transcript::toolSummary(row) + (running ? QStringLiteral(" …") : QString());
            plain(label, m_font, theme::colours().muted, 0.25).toggles = true;
            if (!row.unfolded)
                return;
        }
        for (int index = 0; index < row.tools.size(); ++index)
            tool(row.tools[index], index, row.tools.size() > 1 ? 1 : 0);
    }

    void tool(const ToolLine &line, int index, double indent)
    {
        const auto &colours = theme::colours();
        const bool running = !line.status;
        QString facts = line.summary == line.target ? QString() : line.summary;
        if (facts.isEmpty() && line.status == ToolStatus::Cancelled)
            facts = Conversation::tr("cancelled", "a tool call");
        else if (facts.isEmpty() && line.status == ToolStatus::Denied)
            facts = Conversation::tr("not allowed", "a tool call");
        if (!running && line.durationMs >= 50)
            facts += (facts.isEmpty() ? QString() : QStringLiteral(" · ")) + durationText(line.durationMs);
        const QString review = line.path.isEmpty() ? QString() : Conversation::tr("Review");
        auto [piece, fresh] = next(u't' + line.tool + line.target + facts
                                       + (line.asks ? u'a'
                                          : running ? u'r'
                                                    : u'd')
                                       + (line.unfolded ? u'v' : u'>') + review,
                                   0.25);
        piece.toggles = true;
        piece.tool = index;
        piece.indent = indent;
        if (fresh) {
            const bool failed = line.status && (*line.status != ToolStatus::Ok || line.exitCode != 0);
            piece.document = newDocument(m_font);
            QTextCursor cursor(piece.document.get());
            cursor.insertText(line.unfolded ? QStringLiteral("▾ ") : QStringLiteral("▸ "), coloured(colours.muted));
            cursor.insertText(toolVerb(line.tool, line.phase()) + u' ',
                              coloured(running ? colours.accent : colours.muted));
            QTextCharFormat target = coloured(colours.text);
            const auto mono = theme::monospace();
            target.setFontFamilies(mono.families());
            target.setFontPointSize(mono.pointSizeF());
            cursor.insertText(shortTarget(line.target), target);
            if (running)
                cursor.insertText(QStringLiteral(" …"), coloured(colours.accent));
            if (!facts.isEmpty())
                cursor.insertText(QStringLiteral("   ") + facts, coloured(failed ? colours.bad : colours.muted));
            if (!review.isEmpty()) {
                QTextCharFormat link = coloured(colours.accent);
                link.setAnchor(true);
                link.setAnchorHref(QStringLiteral("review:") + line.path);
                link.setFontUnderline(true);
                cursor.insertText(QStringLiteral("   "), coloured(colours.muted));
                cursor.insertText(review, link);
            }
        }
        if (!line.unfolded)
            return;
        if (!line.input.isEmpty())
            block(line.input, Conversation::tr("Input"), {}, indent + 1);
        if (!line.output.isEmpty())
            block(line.output, Conversation::tr("Output"),
                  line.fullOutput.isEmpty() ? QString() : QStringLiteral("output:") + line.call, indent + 1);
    }

    void block(const QString &text, const QString &caption, const QString &more, double indent)
    {
        auto [piece, fresh] = next(u'b' + caption + more + text, 0.3);
        piece.indent = indent;
        piece.copy = text;
        if (!fresh)
            return;
        piece.ground = Ground::Code;
        piece.caption = caption;
        piece.document = newDocument(theme::monospace());
        qsizetype end = -1;
        int lines = 0;
        while (lines < shownLines && (end = text.indexOf(u'\n', end + 1)) >= 0)
            ++lines;
        QTextCursor cursor(piece.document.get());
        QString shown = end < 0 ? text : text.first(end);
        if (shown.endsWith(u'\n'))
            shown.chop(1);
        TerminalText clean; // outputs have colours and carriage returns too
        clean.write(shown);
        cursor.insertText(clean.plainText(), coloured(theme::colours().text));
        if (end >= 0)
            cursor.insertText(u'\n' + Conversation::tr("… and more: copy it to see all"),
                              coloured(theme::colours().muted));
        if (!more.isEmpty()) {
            QTextCharFormat link = coloured(theme::colours().accent);
            link.setAnchor(true);
            link.setAnchorHref(more);
            link.setFontUnderline(true);
            cursor.insertText(QStringLiteral("\n"));
            cursor.insertText(Conversation::tr("Show the whole output"), link);
        }
    }

    void permission(const Row &row)
    {
        const PermissionLine &line = *row.permission;
        if (!line.decided && !line.expired)
            return; // a card stands here
        const auto &asked = line.request;
        QString verdict = Conversation::tr("Not answered");
        QColor colour = theme::colours().muted;
        if (line.decided && !line.decided->allowed) {
            verdict = line.decided->byPerson ? Conversation::tr("Denied")
                                             : Conversation::tr("Not allowed: nobody was there to ask");
            colour = theme::colours().bad;
        } else if (line.decided) {
            colour = theme::colours().good;
            switch (line.decided->scope) {
            case Scope::Once:
                verdict = Conversation::tr("Allowed once");
                break;
            case Scope::Session:
                verdict = Conversation::tr("Allowed for this session");
                break;
            case Scope::Project:
                verdict = Conversation::tr("Always allowed in this project");
                break;
            }
        }
        const QString what = asked.command.isEmpty() ? asked.summary : asked.command;
        auto [piece, fresh] = next(u'd' + verdict + what, 0.25);
        if (!fresh)
            return;
        piece.document = newDocument(m_font);
        QTextCursor cursor(piece.document.get());
        cursor.insertText(line.decided && line.decided->allowed ? QStringLiteral("✓ ") : QStringLiteral("✕ "),
                          coloured(colour));
        cursor.insertText(verdict + QStringLiteral(": "), coloured(theme::colours().muted));
        cursor.insertText(shortTarget(what), coloured(theme::colours().text));
        if (line.decided && !line.decided->note.isEmpty())
            cursor.insertText(QStringLiteral("\n“%1”").arg(line.decided->note), coloured(theme::colours().muted));
        else if (line.decided && !line.decided->rule.isEmpty())
            cursor.insertText(QStringLiteral("   ") + Conversation::tr("rule: %1").arg(line.decided->rule),
                              coloured(theme::colours().muted));
    }

    void notice(const Row &row)
    {
        const auto &colours = theme::colours();
        const QColor colour = row.severity == Severity::Error     ? colours.bad
                              : row.severity == Severity::Warning ? colours.warning
                                                                  : colours.muted;
        plain((row.severity == Severity::Info ? QStringLiteral("ⓘ ") : QStringLiteral("⚠ ")) + row.text, m_small,
              colour, 0.25);
    }

    void scripted(const Row &row) { plain(row.text, m_small, theme::colours().muted, 0.25).ground = Ground::Badge; }

    void ended(const Row &row)
    {
        const auto &colours = theme::colours();
        if (row.outcome == Outcome::Done) {
            if (!row.reasoning.isEmpty())
                plain(row.reasoning, theme::sized(m_font, 0.85), colours.muted, 0.3);
            return;
        }
        QString title;
        switch (row.outcome) {
        case Outcome::Failed:
            title = Conversation::tr("This turn failed.");
            break;
        case Outcome::Interrupted:
            title = Conversation::tr("Stopped. What was done is kept; write on to continue.");
            break;
        case Outcome::Limit:
            title = Conversation::tr("A limit was reached. Write on to continue, or raise it in the settings.");
            break;
        case Outcome::Done:
            break;
        }
        const bool failed = row.outcome == Outcome::Failed;
        QString text = title;
        if (!row.text.isEmpty())
            text = failed ? title + u' ' + row.text : row.text;
        plain(text, m_font, failed ? colours.bad : colours.warning, 0.3).ground =
            failed ? Ground::Bad : Ground::Warning;
    }

    std::vector<RowPiece> m_old;
    std::vector<RowPiece> m_pieces;
    QFont m_font;
    QFont m_small;
};

} // namespace

std::vector<RowPiece> makePieces(const Row &row, std::vector<RowPiece> old, const QFont &font)
{
    Builder builder(std::move(old), font);
    builder.row(row);
    return builder.take();
}

} // namespace cohort::ui
