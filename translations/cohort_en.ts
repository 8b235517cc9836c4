<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Conversation</name>
    <message numerus="yes">
        <source>%n call(s) not allowed</source>
        <translation>
            <numerusform>%n call not allowed</numerusform>
            <numerusform>%n calls not allowed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>read %n file(s)</source>
        <translation>
            <numerusform>read %n file</numerusform>
            <numerusform>read %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>searched %n time(s)</source>
        <translation>
            <numerusform>searched once</numerusform>
            <numerusform>searched %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cohort::ui::ChangeList</name>
    <message numerus="yes">
        <source>%n line(s) added</source>
        <translation>
            <numerusform>%n line added</numerusform>
            <numerusform>%n lines added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cohort::ui::FindBar</name>
    <message numerus="yes">
        <source>%1 of %n message(s)</source>
        <translation>
            <numerusform>%1 of %n message</numerusform>
            <numerusform>%1 of %n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cohort::ui::StatusStrip</name>
    <message numerus="yes">
        <source>%n file(s) changed</source>
        <translation>
            <numerusform>%n file changed</numerusform>
            <numerusform>%n files changed</numerusform>
        </translation>
    </message>
</context>
</TS>
