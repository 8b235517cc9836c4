// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace cohort::ui {

/// Fusion with our drawings on docks and text fields: its own are read from many files, which costs a third of a
/// window's start.
class Style : public QProxyStyle
{
    Q_OBJECT
public:
    Style();

    [[nodiscard]] QIcon standardIcon(StandardPixmap standard, const QStyleOption *option,
                                     const QWidget *widget) const override;
};

} // namespace cohort::ui
