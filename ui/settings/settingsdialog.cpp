// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settingsdialog.h"

#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

namespace cohort::ui {

namespace {

QString sectionName(const QString &section)
{
    const std::pair<QLatin1StringView, QString> names[] = {
        {QLatin1StringView("agent"), SettingsDialog::tr("Agents")},
        {QLatin1StringView("limits"), SettingsDialog::tr("Limits")},
        {QLatin1StringView("network"), SettingsDialog::tr("Network")},
        {QLatin1StringView("providers"), SettingsDialog::tr("Providers")},
        {QLatin1StringView("rehearsal"), SettingsDialog::tr("Rehearsals")},
        {QLatin1StringView("sandbox"), SettingsDialog::tr("Sandbox")},
        {QLatin1StringView("log"), SettingsDialog::tr("Log")},
        {QLatin1StringView("window"), SettingsDialog::tr("Window")},
    };
    for (const auto &[key, name] : names)
        if (key == section)
            return name;
    return section;
}

} // namespace

SettingsDialog::SettingsDialog(SettingList *settings, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_search(new QLineEdit)
    , m_problem(new QLabel)
    , m_content(new QWidget)
{
    setWindowTitle(tr("Settings"));
    m_search->setPlaceholderText(tr("Search the settings"));
    m_search->setAccessibleName(tr("Search the settings"));
    m_search->setClearButtonEnabled(true);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    new QVBoxLayout(m_content);
    auto *area = new QScrollArea;
    area->setWidget(m_content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_problem);
    layout->addWidget(area, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::search);
    connect(settings, &SettingList::refreshed, this, &SettingsDialog::fill);
    connect(settings, &SettingList::failed, this, [this](const QString &, const QString &message) {
        m_problem->setText(message);
        m_problem->show();
        fill();
    });
    resize(fontMetrics().averageCharWidth() * 95, fontMetrics().height() * 34);
    fill();
}

void SettingsDialog::fill()
{
    m_showing = true;
    QString section;
    auto *layout = static_cast<QVBoxLayout *>(m_content->layout());
    const bool fresh = m_fields.isEmpty();
    for (const auto &setting : m_settings->settings()) {
        const QString here = setting.key.section(u'.', 0, 0);
        if (fresh && here != section) {
            section = here;
            auto *heading = new QLabel(sectionName(section));
            heading->setFont(theme::sized(font(), 1.1, true));
            heading->setContentsMargins(0, theme::spacing(this), 0, 0);
            layout->addWidget(heading);
            m_headings.append({heading, section});
        }
        if (fresh)
            layout->addWidget(makeField(setting));
        for (const auto &field : std::as_const(m_fields))
            if (field.key == setting.key)
                showValue(field, setting);
    }
    if (fresh && !m_fields.isEmpty())
        layout->addStretch();
    m_showing = false;
}

QWidget *SettingsDialog::makeField(const protocol::SettingInfo &setting)
{
    Field field{.key = setting.key};
    const QString name = SettingList::label(setting);
    const QString tooltip = SettingList::tooltip(setting);
    field.words = name + u' ' + tooltip + u' ' + setting.key;
    field.row = new QWidget;
    auto *layout = new QHBoxLayout(field.row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *words =
        new QLabel(QStringLiteral("%1<br><small>%2</small>").arg(name.toHtmlEscaped(), tooltip.toHtmlEscaped()));
    words->setWordWrap(true);
    field.editor = makeEditor(setting);
    field.editor->setAccessibleName(name);
    field.editor->setAccessibleDescription(tooltip);
    field.editor->setToolTip(setting.key);
    words->setBuddy(field.editor);
    field.layer = new QLabel;
    field.layer->setForegroundRole(QPalette::PlaceholderText);
    field.layer->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    auto *reset = new QToolButton;
    reset->setText(tr("Reset"));
    reset->setToolTip(tr("Back to the standard: %1").arg(setting.standard.isEmpty() ? tr("empty") : setting.standard));
    reset->setAccessibleName(tr("Reset %1").arg(name));
    QSizePolicy policy = reset->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    reset->setSizePolicy(policy);
    connect(reset, &QToolButton::clicked, this, [this, key = setting.key] { m_settings->store(key, std::nullopt); });
    field.reset = reset;
    layout->addWidget(words, 5);
    layout->addWidget(field.editor, 3);
    layout->addWidget(field.layer);
    layout->addWidget(reset);
    m_fields.append(field);
    return field.row;
}

QWidget *SettingsDialog::makeEditor(const protocol::SettingInfo &setting)
{
    const auto store = [this, key = setting.key](const QString &value) {
        if (m_showing)
            return;
        m_problem->hide();
        m_settings->store(key, value);
    };
    if (setting.type == QLatin1StringView("boolean")) {
        auto *editor = new QCheckBox;
        connect(editor, &QCheckBox::toggled, this,
                [store](bool on) { store(on ? QStringLiteral("true") : QStringLiteral("false")); });
        return editor;
    }
    if (setting.type == QLatin1StringView("choice")) {
        auto *editor = new QComboBox;
        for (const auto &choice : setting.choices)
            editor->addItem(choice, choice);
        connect(editor, &QComboBox::currentIndexChanged, this,
                [store, editor](int index) { store(editor->itemData(index).toString()); });
        return editor;
    }
    if (setting.type == QLatin1StringView("integer")) {
        auto *editor = new QSpinBox;
        editor->setRange(int(std::max<qint64>(setting.minimum, std::numeric_limits<int>::min())),
                         int(std::min<qint64>(setting.maximum, std::numeric_limits<int>::max())));
        editor->setKeyboardTracking(false);
        editor->setGroupSeparatorShown(true);
        connect(editor, &QSpinBox::valueChanged, this, [store](int value) { store(QString::number(value)); });
        return editor;
    }
    auto *editor = new QLineEdit;
    connect(editor, &QLineEdit::editingFinished, this, [this, store, editor, key = setting.key] {
        if (editor->text() != m_settings->value(key))
            store(editor->text());
    });
    return editor;
}

void SettingsDialog::showValue(const Field &field, const protocol::SettingInfo &setting)
{
    if (auto *check = qobject_cast<QCheckBox *>(field.editor))
        check->setChecked(setting.value == QLatin1StringView("true"));
    else if (auto *choice = qobject_cast<QComboBox *>(field.editor))
        choice->setCurrentIndex(choice->findData(setting.value));
    else if (auto *number = qobject_cast<QSpinBox *>(field.editor))
        number->setValue(setting.value.toInt());
    else if (auto *text = qobject_cast<QLineEdit *>(field.editor); text != nullptr && !text->hasFocus())
        text->setText(setting.value);
    field.layer->setText(SettingList::layer(setting));
    field.reset->setVisible(setting.layer == QLatin1StringView("user"));
}

void SettingsDialog::search(const QString &text)
{
    if (m_search->text() != text)
        m_search->setText(text);
    QStringList sections;
    for (const auto &field : std::as_const(m_fields)) {
        const bool fits = text.trimmed().isEmpty() || field.words.contains(text.trimmed(), Qt::CaseInsensitive);
        field.row->setVisible(fits);
        if (fits)
            sections.append(field.key.section(u'.', 0, 0));
    }
    for (const auto &[heading, section] : std::as_const(m_headings))
        heading->setVisible(sections.contains(section));
}

} // namespace cohort::ui
