// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/theme.h"

namespace cohort::ui {

Style::Style()
    : QProxyStyle(QStringLiteral("fusion"))
{}

QIcon Style::standardIcon(StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const
{
    switch (standard) {
    case SP_TitleBarNormalButton:
        return theme::icon(QStringLiteral("float"));
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_LineEditClearButton:
        return theme::icon(QStringLiteral("close"));
    default:
        return QProxyStyle::standardIcon(standard, option, widget);
    }
}

} // namespace cohort::ui
