<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Arguments</name>
    <message>
        <source>Opens a project in a window of Cohort. An open project comes to the front.</source>
        <translation>Öffnet ein Projekt in einem Fenster von Cohort. Ein offenes Projekt kommt nach vorn.</translation>
    </message>
    <message>
        <source>Begin a new session.</source>
        <translation>Eine neue Sitzung beginnen.</translation>
    </message>
    <message>
        <source>Use a setting for this run.</source>
        <translation>Eine Einstellung für diesen Lauf verwenden.</translation>
    </message>
    <message>
        <source>Perform the rehearsal of the sample project.</source>
        <translation>Die Probe mit dem Beispielprojekt vorführen.</translation>
    </message>
    <message>
        <source>The project&apos;s folder; the current one when it is left out.</source>
        <translation>Der Ordner des Projekts; ohne Angabe der aktuelle.</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>sent while working</source>
        <translation>während der Arbeit gesendet</translation>
    </message>
    <message>
        <source>Thinking …</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Überlegung</translation>
    </message>
    <message>
        <source>code</source>
        <comment>a text in a monospaced font</comment>
        <translation>Code</translation>
    </message>
    <message>
        <source>cancelled</source>
        <comment>a tool call</comment>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>not allowed</source>
        <comment>a tool call</comment>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>… and more: copy it to see all</source>
        <translation>… und mehr: kopieren, um alles zu sehen</translation>
    </message>
    <message>
        <source>Show the whole output</source>
        <translation>Die ganze Ausgabe zeigen</translation>
    </message>
    <message>
        <source>Not answered</source>
        <translation>Nicht beantwortet</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Not allowed: nobody was there to ask</source>
        <translation>Nicht erlaubt: niemand war da, den man fragen konnte</translation>
    </message>
    <message>
        <source>Allowed once</source>
        <translation>Einmal erlaubt</translation>
    </message>
    <message>
        <source>Allowed for this session</source>
        <translation>Für diese Sitzung erlaubt</translation>
    </message>
    <message>
        <source>Always allowed in this project</source>
        <translation>In diesem Projekt immer erlaubt</translation>
    </message>
    <message>
        <source>rule: %1</source>
        <translation>Regel: %1</translation>
    </message>
    <message>
        <source>This turn failed.</source>
        <translation>Dieser Durchgang ist gescheitert.</translation>
    </message>
    <message>
        <source>Stopped. What was done is kept; write on to continue.</source>
        <translation>Angehalten. Was getan ist, bleibt; schreiben Sie weiter, um fortzufahren.</translation>
    </message>
    <message>
        <source>A limit was reached. Write on to continue, or raise it in the settings.</source>
        <translation>Eine Grenze ist erreicht. Schreiben Sie weiter, um fortzufahren, oder heben Sie sie in den Einstellungen an.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Scripted: these answers come from a rehearsal, not from a model. Tools, sandbox and review are real.</source>
        <translation>Vorgegeben: Diese Antworten kommen aus einer Probe, nicht von einem Modell. Werkzeuge, Sandbox und Prüfung sind echt.</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <comment>a number with its unit</comment>
        <translation>%1 Token</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) not allowed</source>
        <translation>
            <numerusform>%n Aufruf nicht erlaubt</numerusform>
            <numerusform>%n Aufrufe nicht erlaubt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>read %n file(s)</source>
        <translation>
            <numerusform>%n Datei gelesen</numerusform>
            <numerusform>%n Dateien gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>searched %n time(s)</source>
        <translation>
            <numerusform>%n-mal gesucht</numerusform>
            <numerusform>%n-mal gesucht</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rehearsal</name>
    <message>
        <source>Make the failing test pass</source>
        <translation>Bring den fehlschlagenden Test zum Laufen</translation>
    </message>
</context>
<context>
    <name>Sample</name>
    <message>
        <source>The sample project could not be copied to %1: %2</source>
        <translation>Das Beispielprojekt ließ sich nicht nach %1 kopieren: %2</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>der Ordner lässt sich nicht anlegen</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Mode of new sessions</source>
        <translation>Modus neuer Sitzungen</translation>
    </message>
    <message>
        <source>How much an agent may do without asking</source>
        <translation>Was ein Agent tun darf, ohne zu fragen</translation>
    </message>
    <message>
        <source>Provider of new sessions</source>
        <translation>Anbieter neuer Sitzungen</translation>
    </message>
    <message>
        <source>Empty: a local server that answers, else the first that is set up</source>
        <translation>Leer: ein lokaler Server, der antwortet, sonst der erste eingerichtete</translation>
    </message>
    <message>
        <source>Model of new sessions</source>
        <translation>Modell neuer Sitzungen</translation>
    </message>
    <message>
        <source>Empty: the first model that the provider has</source>
        <translation>Leer: das erste Modell des Anbieters</translation>
    </message>
    <message>
        <source>Largest context window of local models</source>
        <translation>Größtes Kontextfenster lokaler Modelle</translation>
    </message>
    <message>
        <source>Tokens; a larger window needs more memory</source>
        <translation>Token; ein größeres Fenster braucht mehr Speicher</translation>
    </message>
    <message>
        <source>Model calls in one turn</source>
        <translation>Modellaufrufe in einem Durchgang</translation>
    </message>
    <message>
        <source>The turn stops when it has made as many</source>
        <translation>Nach so vielen hält der Durchgang an</translation>
    </message>
    <message>
        <source>Tokens in one turn</source>
        <translation>Token in einem Durchgang</translation>
    </message>
    <message>
        <source>Input and output together; 0: no limit</source>
        <translation>Ein- und Ausgabe zusammen; 0: keine Grenze</translation>
    </message>
    <message>
        <source>Seconds of one turn</source>
        <translation>Sekunden eines Durchgangs</translation>
    </message>
    <message>
        <source>0: no limit</source>
        <translation>0: keine Grenze</translation>
    </message>
    <message>
        <source>Sessions at work at the same time</source>
        <translation>Gleichzeitig arbeitende Sitzungen</translation>
    </message>
    <message>
        <source>In one window; a further prompt is refused until one is done</source>
        <translation>In einem Fenster; weitere Aufträge werden abgelehnt, bis eine fertig ist</translation>
    </message>
    <message>
        <source>Longest silence of a model server</source>
        <translation>Längstes Schweigen eines Modellservers</translation>
    </message>
    <message>
        <source>Seconds; a local model may read a long prompt for minutes</source>
        <translation>Sekunden; ein lokales Modell liest einen langen Auftrag unter Umständen minutenlang</translation>
    </message>
    <message>
        <source>Repetitions of a failed model call</source>
        <translation>Wiederholungen eines gescheiterten Modellaufrufs</translation>
    </message>
    <message>
        <source>Only where repeating is safe</source>
        <translation>Nur wo Wiederholen unbedenklich ist</translation>
    </message>
    <message>
        <source>Address of Ollama</source>
        <translation>Adresse von Ollama</translation>
    </message>
    <message>
        <source>Empty: OLLAMA_HOST, else http://127.0.0.1:11434</source>
        <translation>Leer: OLLAMA_HOST, sonst http://127.0.0.1:11434</translation>
    </message>
    <message>
        <source>Rehearsals at a human pace</source>
        <translation>Proben in menschlichem Tempo</translation>
    </message>
    <message>
        <source>Scripted answers are streamed as fast as one reads</source>
        <translation>Vorgegebene Antworten erscheinen so schnell, wie man liest</translation>
    </message>
    <message>
        <source>Seconds of one command</source>
        <translation>Sekunden eines Befehls</translation>
    </message>
    <message>
        <source>A command that asks for more time may have ten times as much</source>
        <translation>Ein Befehl, der um mehr Zeit bittet, bekommt bis zum Zehnfachen</translation>
    </message>
    <message>
        <source>Memory of one command</source>
        <translation>Speicher eines Befehls</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>Megabyte</translation>
    </message>
    <message>
        <source>Processes of one command</source>
        <translation>Prozesse eines Befehls</translation>
    </message>
    <message>
        <source>Threads count too</source>
        <translation>Auch Threads zählen</translation>
    </message>
    <message>
        <source>Output of one command</source>
        <translation>Ausgabe eines Befehls</translation>
    </message>
    <message>
        <source>Megabytes that are kept; a command that writes more is ended</source>
        <translation>Megabyte, die aufgehoben werden; ein Befehl, der mehr schreibt, wird beendet</translation>
    </message>
    <message>
        <source>What is logged</source>
        <translation>Was protokolliert wird</translation>
    </message>
    <message>
        <source>Logs stay on this machine</source>
        <translation>Protokolle bleiben auf diesem Rechner</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Light, dark, or as the desktop says</source>
        <translation>Hell, dunkel oder wie die Arbeitsfläche</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Points; 0: as the desktop says</source>
        <translation>Punkt; 0: wie die Arbeitsfläche</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Asked for</source>
        <comment>a command or a file, which stands behind it</comment>
        <translation>Bat um</translation>
    </message>
    <message>
        <source>Asks for</source>
        <comment>a command or a file, which stands behind it</comment>
        <translation>Bittet um</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen:</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Wrote</source>
        <translation>Geschrieben:</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet:</translation>
    </message>
    <message>
        <source>Editing</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>Aufgelistet:</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>Listet auf</translation>
    </message>
    <message>
        <source>Searched</source>
        <translation>Durchsucht:</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Sucht</translation>
    </message>
    <message>
        <source>Looked for</source>
        <translation>Gesucht:</translation>
    </message>
    <message>
        <source>Looking for</source>
        <translation>Sucht</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>Ausgeführt:</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Führt aus</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant:</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Plant</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>mode</comment>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Ask</source>
        <comment>mode</comment>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Edit</source>
        <comment>mode</comment>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>mode</comment>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Reads only</source>
        <translation>Liest nur</translation>
    </message>
    <message>
        <source>Asks before writing or running</source>
        <translation>Fragt vor dem Schreiben und Ausführen</translation>
    </message>
    <message>
        <source>Edits freely, asks before running</source>
        <translation>Bearbeitet frei, fragt vor dem Ausführen</translation>
    </message>
    <message>
        <source>Runs freely inside the sandbox</source>
        <translation>Handelt in der Sandbox frei</translation>
    </message>
    <message>
        <source>Using %1</source>
        <translation>Verwendet %1</translation>
    </message>
    <message>
        <source>Used %1</source>
        <translation>Verwendet: %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 k</source>
        <comment>thousands</comment>
        <translation>%1 Tsd.</translation>
    </message>
    <message>
        <source>%1 M</source>
        <comment>millions</comment>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>To do</source>
        <comment>plan</comment>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Doing</source>
        <comment>plan</comment>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>plan</comment>
        <translation>Erledigt</translation>
    </message>
</context>
<context>
    <name>cohort::desktop::Launcher</name>
    <message>
        <source>A new window could not be started.</source>
        <translation>Ein neues Fenster ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 ist kein Ordner.</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ChangeList</name>
    <message>
        <source>changed by %1</source>
        <translation>geändert von %1</translation>
    </message>
    <message>
        <source>%1, %2, %3 and %4</source>
        <comment>path, kind of change, lines added, lines removed</comment>
        <translation>%1, %2, %3 und %4</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) added</source>
        <translation>
            <numerusform>%n Zeile hinzugefügt</numerusform>
            <numerusform>%n Zeilen hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfernt</numerusform>
            <numerusform>%n entfernt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cohort::ui::CommandPalette</name>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>Aktion finden</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::Composer</name>
    <message>
        <source>Ask, or type / for commands, @ for files</source>
        <translation>Fragen Sie; / für Befehle, @ für Dateien</translation>
    </message>
    <message>
        <source>Message to the agent</source>
        <translation>Nachricht an den Agenten</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ContextPane</name>
    <message>
        <source>Share of the model&apos;s window in use</source>
        <translation>Belegter Anteil des Modellfensters</translation>
    </message>
    <message>
        <source>%1 of %2 tokens in the model&apos;s window</source>
        <translation>%1 von %2 Token im Fenster des Modells</translation>
    </message>
    <message>
        <source>(estimated)</source>
        <translation>(geschätzt)</translation>
    </message>
    <message>
        <source>%1 tokens; how many the model can take is not known</source>
        <translation>%1 Token; wie viele das Modell fasst, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Measured with the first answer.</source>
        <translation>Wird mit der ersten Antwort gemessen.</translation>
    </message>
    <message>
        <source>Read: %1</source>
        <comment>tokens</comment>
        <translation>Gelesen: %1</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <comment>tokens</comment>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>… from a cache: %1</source>
        <comment>tokens</comment>
        <translation>… aus einem Zwischenspeicher: %1</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ConversationPage</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send the message (Enter)</source>
        <translation>Die Nachricht senden (Eingabetaste)</translation>
    </message>
    <message>
        <source>begin a new session</source>
        <translation>eine neue Sitzung beginnen</translation>
    </message>
    <message>
        <source>plan, ask, edit or auto</source>
        <translation>plan, ask, edit oder auto</translation>
    </message>
    <message>
        <source>go on in a copy of this session</source>
        <translation>in einer Kopie dieser Sitzung weitermachen</translation>
    </message>
    <message>
        <source>give this session another title</source>
        <translation>dieser Sitzung einen anderen Titel geben</translation>
    </message>
    <message>
        <source>stop what runs</source>
        <translation>anhalten, was läuft</translation>
    </message>
    <message>
        <source>review what was changed</source>
        <translation>prüfen, was geändert wurde</translation>
    </message>
    <message>
        <source>open the settings</source>
        <translation>die Einstellungen öffnen</translation>
    </message>
    <message>
        <source>show what can be done</source>
        <translation>zeigen, was man tun kann</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Anstellen</translation>
    </message>
    <message>
        <source>Queue the message until the agent is done (Enter)</source>
        <translation>Die Nachricht anstellen, bis der Agent fertig ist (Eingabetaste)</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ConversationView</name>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>↓ New</source>
        <translation>↓ Neues</translation>
    </message>
    <message>
        <source>Go to the end of the conversation</source>
        <translation>Zum Ende des Gesprächs</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy Message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy Link</source>
        <translation>Verweis kopieren</translation>
    </message>
    <message>
        <source>Fork the Session Here</source>
        <translation>Sitzung hier abzweigen</translation>
    </message>
    <message>
        <source>Edit and Send Again</source>
        <translation>Bearbeiten und erneut senden</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::DiffView</name>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>%1, part %2</source>
        <comment>Accept or Reject, number of the hunk</comment>
        <translation>%1, Teil %2</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Keep this part (A)</source>
        <translation>Diesen Teil behalten (A)</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Restore what was there (R)</source>
        <translation>Wiederherstellen, was dort war (R)</translation>
    </message>
    <message>
        <source>Part %1 of %2</source>
        <translation>Teil %1 von %2</translation>
    </message>
</context>
<context>
    <name>cohort::ui::FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>In diesem Gespräch suchen</translation>
    </message>
    <message>
        <source>Previous message that has it (Shift+Enter)</source>
        <translation>Vorige Nachricht damit (Umschalt+Eingabetaste)</translation>
    </message>
    <message>
        <source>Next message that has it (Enter)</source>
        <translation>Nächste Nachricht damit (Eingabetaste)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n message(s)</source>
        <translation>
            <numerusform>%1 von %n Nachricht</numerusform>
            <numerusform>%1 von %n Nachrichten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cohort::ui::LogList</name>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
</context>
<context>
    <name>cohort::ui::LogPane</name>
    <message>
        <source>What to show</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the records that are shown</source>
        <translation>Die gezeigten Einträge kopieren</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Show:</source>
        <translation>Zeigen:</translation>
    </message>
</context>
<context>
    <name>cohort::ui::MainWindow</name>
    <message>
        <source>%1 – Cohort</source>
        <translation>%1 – Cohort</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open Project …</source>
        <translation>Projekt ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Watch a &amp;Rehearsal</source>
        <translation>Eine P&amp;robe ansehen</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>Fenster &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select &amp;All Messages</source>
        <translation>&amp;Alle Nachrichten auswählen</translation>
    </message>
    <message>
        <source>&amp;Find …</source>
        <translation>&amp;Suchen …</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>&amp;Nächstes</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>&amp;Voriges</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>&amp;Gespräch</translation>
    </message>
    <message>
        <source>C&amp;hanges</source>
        <translation>Än&amp;derungen</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>&amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;New Session</source>
        <translation>&amp;Neue Sitzung</translation>
    </message>
    <message>
        <source>&amp;Fork Session</source>
        <translation>Sitzung &amp;abzweigen</translation>
    </message>
    <message>
        <source>&amp;Rename Session</source>
        <translation>Sitzung &amp;umbenennen</translation>
    </message>
    <message>
        <source>&amp;Delete Session</source>
        <translation>Sitzung &amp;löschen</translation>
    </message>
    <message>
        <source>Answer the &amp;Permission Request</source>
        <translation>Die &amp;Anfrage beantworten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Mode</source>
        <translation>&amp;Modus</translation>
    </message>
    <message>
        <source>&amp;Next Mode</source>
        <translation>&amp;Nächster Modus</translation>
    </message>
    <message>
        <source>M&amp;odel</source>
        <translation>M&amp;odell</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>&amp;Prüfung</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>E&amp;xtras</translation>
    </message>
    <message>
        <source>Command &amp;Palette</source>
        <translation>Befehls&amp;palette</translation>
    </message>
    <message>
        <source>&amp;Look for Models</source>
        <translation>Nach &amp;Modellen sehen</translation>
    </message>
    <message>
        <source>&amp;Settings …</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;About Cohort</source>
        <translation>&amp;Über Cohort</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>Main Tool Bar</source>
        <translation>Hauptwerkzeugleiste</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Mode: %1</source>
        <translation>Modus: %1</translation>
    </message>
    <message>
        <source>%1 (Shift+Tab changes it)</source>
        <translation>%1 (Umschalt+Tab wechselt)</translation>
    </message>
    <message>
        <source>The model that answers in this session</source>
        <translation>Das Modell, das in dieser Sitzung antwortet</translation>
    </message>
    <message>
        <source>%1 % context</source>
        <translation>%1 % Kontext</translation>
    </message>
    <message>
        <source>%1 in context</source>
        <comment>tokens</comment>
        <translation>%1 im Kontext</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <comment>a number with its unit</comment>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>%1 – %2 – Cohort</source>
        <comment>session, project</comment>
        <translation>%1 – %2 – Cohort</translation>
    </message>
    <message>
        <source>not reachable</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>no models</source>
        <translation>keine Modelle</translation>
    </message>
    <message>
        <source>&amp;Look Again</source>
        <translation>&amp;Erneut nachsehen</translation>
    </message>
    <message>
        <source>“%1” is in the trash.</source>
        <translation>„%1“ liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>A mode is plan, ask, edit or auto: /mode ask</source>
        <translation>Ein Modus ist plan, ask, edit oder auto: /mode ask</translation>
    </message>
    <message>
        <source>About Cohort</source>
        <translation>Über Cohort</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Cohort %1&lt;/h3&gt;&lt;p&gt;A desktop coding assistant for people who keep their code on their own machine.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Cohort %1&lt;/h3&gt;&lt;p&gt;Ein Programmierassistent für Menschen, die ihren Code auf dem eigenen Rechner behalten.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Cohort is free software under the GNU General Public License, version 3 or later; it comes without any warranty.&lt;/p&gt;&lt;p&gt;It is made with Qt %1 (LGPL 3), KSyntaxHighlighting (MIT), QCoro (MIT), libcurl (curl), SQLite (public domain), libgit2 (GPL 2 with linking exception), yaml-cpp (MIT), valijson (BSD) and bubblewrap (LGPL 2).&lt;/p&gt;</source>
        <translation>&lt;p&gt;Cohort ist freie Software unter der GNU General Public License, Version 3 oder neuer; es gibt keinerlei Gewährleistung.&lt;/p&gt;&lt;p&gt;Es ist gemacht mit Qt %1 (LGPL 3), KSyntaxHighlighting (MIT), QCoro (MIT), libcurl (curl), SQLite (gemeinfrei), libgit2 (GPL 2 mit Linkausnahme), yaml-cpp (MIT), valijson (BSD) und bubblewrap (LGPL 2).&lt;/p&gt;</translation>
    </message>
    <message>
        <source>An agent is at work</source>
        <translation>Ein Agent arbeitet</translation>
    </message>
    <message>
        <source>An agent is still working. Stop it and close the window?</source>
        <translation>Ein Agent arbeitet noch. Ihn anhalten und das Fenster schließen?</translation>
    </message>
    <message>
        <source>What was done is kept, and the session can go on later.</source>
        <translation>Was getan ist, bleibt, und die Sitzung kann später weitergehen.</translation>
    </message>
    <message>
        <source>&amp;Stop and Close</source>
        <translation>An&amp;halten und schließen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::MessageBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::PermissionCard</name>
    <message>
        <source>Allow &amp;Once</source>
        <translation>&amp;Einmal erlauben</translation>
    </message>
    <message>
        <source>This Se&amp;ssion</source>
        <translation>Diese &amp;Sitzung</translation>
    </message>
    <message>
        <source>&amp;Always Here</source>
        <translation>Hier &amp;immer</translation>
    </message>
    <message>
        <source>&amp;Deny</source>
        <translation>Ab&amp;lehnen</translation>
    </message>
    <message>
        <source>Permission request: %1</source>
        <translation>Anfrage: %1</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Why: %1</source>
        <translation>Warum: %1</translation>
    </message>
    <message>
        <source>Where: %1</source>
        <translation>Wo: %1</translation>
    </message>
    <message>
        <source>&amp;Rule to store:</source>
        <translation>&amp;Regel zum Speichern:</translation>
    </message>
    <message>
        <source>Rule to store for this project</source>
        <translation>Regel, die für dieses Projekt gespeichert wird</translation>
    </message>
    <message>
        <source>A word to the agent (optional)</source>
        <translation>Ein Wort an den Agenten (freiwillig)</translation>
    </message>
    <message>
        <source>A word to the agent</source>
        <translation>Ein Wort an den Agenten</translation>
    </message>
    <message>
        <source>Allow this once (Enter)</source>
        <translation>Dies einmal erlauben (Eingabetaste)</translation>
    </message>
    <message>
        <source>Allow for the rest of this session (S)</source>
        <translation>Für den Rest dieser Sitzung erlauben (S)</translation>
    </message>
    <message>
        <source>Always allow in this project; shows the rule first (A)</source>
        <translation>In diesem Projekt immer erlauben; zeigt zuerst die Regel (A)</translation>
    </message>
    <message>
        <source>Deny (Esc)</source>
        <translation>Ablehnen (Esc)</translation>
    </message>
    <message>
        <source>Ctrl+Enter, then Enter · S · A · Esc</source>
        <comment>the keys of the four buttons before it</comment>
        <translation>Strg+Eingabe, dann Eingabe · S · A · Esc</translation>
    </message>
    <message>
        <source>Enter here denies with this word; the buttons take it along too</source>
        <translation>Die Eingabetaste lehnt hier mit diesem Wort ab; auch die Knöpfe nehmen es mit</translation>
    </message>
    <message>
        <source>What will change</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>Store &amp;and Allow</source>
        <translation>Speichern &amp;und erlauben</translation>
    </message>
</context>
<context>
    <name>cohort::ui::PlanList</name>
    <message>
        <source>%1: %2</source>
        <comment>state and step of a plan</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>cohort::ui::PlanPane</name>
    <message>
        <source>The agent&apos;s plan shows here when it makes one.</source>
        <translation>Hier steht der Plan des Agenten, sobald er einen macht.</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
</context>
<context>
    <name>cohort::ui::Project</name>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>first model</source>
        <translation>erstes Modell</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>model and provider</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>scripted</source>
        <translation>vorgegeben</translation>
    </message>
</context>
<context>
    <name>cohort::ui::QueueBar</name>
    <message>
        <source>Queued messages</source>
        <translation>Angestellte Nachrichten</translation>
    </message>
    <message>
        <source>Queued: %1</source>
        <translation>Angestellt: %1</translation>
    </message>
    <message>
        <source>Send Now</source>
        <translation>Jetzt senden</translation>
    </message>
    <message>
        <source>Give it to the agent at its next step</source>
        <translation>Dem Agenten beim nächsten Schritt geben</translation>
    </message>
    <message>
        <source>Take Back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Put it into the composer again</source>
        <translation>Wieder ins Eingabefeld legen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ReviewPage</name>
    <message>
        <source>Changed files</source>
        <translation>Geänderte Dateien</translation>
    </message>
    <message>
        <source>Accept File</source>
        <translation>Datei annehmen</translation>
    </message>
    <message>
        <source>Keep all that changed in this file</source>
        <translation>Alles behalten, was sich in dieser Datei geändert hat</translation>
    </message>
    <message>
        <source>Reject File</source>
        <translation>Datei ablehnen</translation>
    </message>
    <message>
        <source>Restore this file as it was</source>
        <translation>Die Datei wiederherstellen, wie sie war</translation>
    </message>
    <message>
        <source>Accept All</source>
        <translation>Alle annehmen</translation>
    </message>
    <message>
        <source>Keep all changes of all files</source>
        <translation>Alle Änderungen aller Dateien behalten</translation>
    </message>
    <message>
        <source>Undo Decision</source>
        <translation>Entscheidung zurücknehmen</translation>
    </message>
    <message>
        <source>Take the last decision back (U)</source>
        <translation>Die letzte Entscheidung zurücknehmen (U)</translation>
    </message>
    <message>
        <source>Nothing to review</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>What agents change in this project shows here, to accept or to reject.</source>
        <translation>Was Agenten in diesem Projekt ändern, steht hier zum Annehmen oder Ablehnen.</translation>
    </message>
    <message>
        <source>This change is too large to show. It can be accepted or rejected as a whole.</source>
        <translation>Diese Änderung ist zu groß, um sie zu zeigen. Sie lässt sich im Ganzen annehmen oder ablehnen.</translation>
    </message>
    <message>
        <source>This file is not text. It can be accepted or rejected as a whole.</source>
        <translation>Diese Datei ist kein Text. Sie lässt sich im Ganzen annehmen oder ablehnen.</translation>
    </message>
</context>
<context>
    <name>cohort::ui::SessionList</name>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>working</source>
        <translation>arbeitet</translation>
    </message>
    <message>
        <source>waits for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>driven by %1</source>
        <translation>geführt von %1</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>ungelesen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::SessionsPane</name>
    <message>
        <source>Title of the session</source>
        <translation>Titel der Sitzung</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>New Session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Begin a new session (Ctrl+N)</source>
        <translation>Eine neue Sitzung beginnen (Strg+N)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Fork</source>
        <translation>&amp;Abzweigen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::SettingList</name>
    <message>
        <source>set by you</source>
        <translation>von Ihnen gesetzt</translation>
    </message>
    <message>
        <source>set by the project</source>
        <translation>vom Projekt gesetzt</translation>
    </message>
    <message>
        <source>set by the environment</source>
        <translation>von der Umgebung gesetzt</translation>
    </message>
    <message>
        <source>set for this run</source>
        <translation>für diesen Lauf gesetzt</translation>
    </message>
    <message>
        <source>standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a setting and its value</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>cohort::ui::SettingsDialog</name>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Rehearsals</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Die Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the standard: %1</source>
        <translation>Zurück zum Standard: %1</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ShellPane</name>
    <message>
        <source>waits for your answer</source>
        <translation>wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Commands that the agent runs show here.</source>
        <translation>Hier stehen die Befehle, die der Agent ausführt.</translation>
    </message>
    <message>
        <source>running …</source>
        <translation>läuft …</translation>
    </message>
</context>
<context>
    <name>cohort::ui::ShellRuns</name>
    <message>
        <source>waits for your answer</source>
        <translation>wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a command and its state</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>cohort::ui::StartWindow</name>
    <message>
        <source>Cohort</source>
        <translation>Cohort</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Ein Projekt öffnen</translation>
    </message>
    <message>
        <source>A project is a folder on this machine. Nothing in it is run or sent anywhere by opening it.</source>
        <translation>Ein Projekt ist ein Ordner auf diesem Rechner. Beim Öffnen wird nichts daraus ausgeführt oder gesendet.</translation>
    </message>
    <message>
        <source>&amp;Choose a Folder …</source>
        <translation>Ordner &amp;wählen …</translation>
    </message>
    <message>
        <source>&amp;Watch a Rehearsal</source>
        <translation>Eine &amp;Probe ansehen</translation>
    </message>
    <message>
        <source>A scripted model performs a real task on a small sample project</source>
        <translation>Ein vorgegebenes Modell löst eine echte Aufgabe in einem kleinen Beispielprojekt</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Choose a project&apos;s folder</source>
        <translation>Ordner eines Projekts wählen</translation>
    </message>
</context>
<context>
    <name>cohort::ui::StatusStrip</name>
    <message>
        <source>Review the changes</source>
        <translation>Die Änderungen prüfen</translation>
    </message>
    <message>
        <source>How the agent&apos;s commands run</source>
        <translation>Wie die Befehle des Agenten laufen</translation>
    </message>
    <message>
        <source>Sandbox: %1</source>
        <translation>Sandbox: %1</translation>
    </message>
    <message>
        <source>%1: connected</source>
        <translation>%1: verbunden</translation>
    </message>
    <message>
        <source>%1: not reachable</source>
        <translation>%1: nicht erreichbar</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) changed</source>
        <translation>
            <numerusform>%n Datei geändert</numerusform>
            <numerusform>%n Dateien geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>interrupted; write on to continue</source>
        <translation>unterbrochen; schreiben Sie weiter, um fortzufahren</translation>
    </message>
    <message>
        <source>waits for your answer</source>
        <translation>wartet auf Ihre Antwort</translation>
    </message>
    <message>
        <source>working …</source>
        <translation>arbeitet …</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what is done, for how long</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>cohort::ui::TerminalView</name>
    <message>
        <source>Output of the command</source>
        <translation>Ausgabe des Befehls</translation>
    </message>
</context>
<context>
    <name>cohort::ui::Welcome</name>
    <message>
        <source>No model answers yet</source>
        <translation>Noch antwortet kein Modell</translation>
    </message>
    <message>
        <source>Two steps to a model of your own, on this machine:</source>
        <translation>Zwei Schritte zu einem eigenen Modell auf diesem Rechner:</translation>
    </message>
    <message>
        <source>1.  Install Ollama:   %1</source>
        <translation>1.  Ollama installieren:   %1</translation>
    </message>
    <message>
        <source>2.  Get a model:   %1</source>
        <translation>2.  Ein Modell holen:   %1</translation>
    </message>
    <message>
        <source>Or watch how Cohort works first: a scripted model performs a real task on a small sample project, with the real tools, sandbox and review. Nothing is sent anywhere.</source>
        <translation>Oder sehen Sie erst, wie Cohort arbeitet: Ein vorgegebenes Modell löst eine echte Aufgabe in einem kleinen Beispielprojekt, mit den echten Werkzeugen, der Sandbox und der Prüfung. Nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>&amp;Watch a Rehearsal</source>
        <translation>Eine &amp;Probe ansehen</translation>
    </message>
    <message>
        <source>&amp;Look Again</source>
        <translation>&amp;Erneut nachsehen</translation>
    </message>
    <message>
        <source>Ask for something, or begin with one of these:</source>
        <translation>Fragen Sie etwas, oder beginnen Sie hiermit:</translation>
    </message>
    <message>
        <source>Explain how this project is built and where its parts are.</source>
        <translation>Erkläre, wie dieses Projekt gebaut wird und wo seine Teile sind.</translation>
    </message>
    <message>
        <source>Run the tests and mend what fails.</source>
        <translation>Lass die Tests laufen und behebe, was scheitert.</translation>
    </message>
    <message>
        <source>Look for bugs in the newest changes.</source>
        <translation>Suche Fehler in den neuesten Änderungen.</translation>
    </message>
    <message>
        <source>Looked for:</source>
        <translation>Gesucht wurde:</translation>
    </message>
    <message>
        <source>What shall we do in %1?</source>
        <translation>Was tun wir in %1?</translation>
    </message>
</context>
</TS>
