// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace cohort::ui::theme {

/// Puts widgets behind each other in reading direction, and begins a new line where the width ends: for rows of buttons
/// that must stay readable in a narrow window. Each has the size that it asks for; hidden ones take no room.
class FlowLayout : public QLayout
{
    Q_OBJECT
public:
    FlowLayout();

    void addItem(QLayoutItem *item) override; ///< Takes it.
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override; ///< The caller owns it.
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;    ///< All in one line.
    [[nodiscard]] QSize minimumSize() const override; ///< The widest alone.
    void setGeometry(const QRect &rectangle) override;

private:
    int arrange(const QRect &rectangle, bool move) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace cohort::ui::theme
