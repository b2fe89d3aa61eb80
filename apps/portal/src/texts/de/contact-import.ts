import type { contactImportTexts } from '../contact-import.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const contactImport: Translated<typeof contactImportTexts> = {
  title: 'Kontakte importieren',
  description:
    'Eine Liste aus einer Tabelle oder einem Adressbuch. Vorhandene Kontakte werden aktualisiert, nie verdoppelt. Ein unterbrochener Import läuft weiter, wenn Sie im selben Browser auf diese Seite zurückkehren.',
  allContacts: 'Alle Kontakte',
  choose: 'Datei auswählen',
  otherFile: 'Andere Datei auswählen',
  fileHelp:
    'XLSX, oder CSV mit Kommas, Semikolons oder Tabulatoren, bis 32 MB. Eine Liste kann Kontakte abmelden, aber nie wieder anmelden.',
  rows: (count) => plural(count, { one: '1 Zeile', other: `${count} Zeilen` }),
  header: 'Die erste Zeile enthält die Spaltennamen',
  columns: 'Was steht in welcher Spalte?',
  column: (number) => `Spalte ${number}`,
  roleOf: (column) => `Inhalt der Spalte ${column}`,
  roles: {
    skip: 'Nicht übernehmen',
    mobile: 'Mobilnummer',
    name: 'Name',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    groups: 'Gruppen (a;b)',
    status: 'Status (0 abgemeldet, 1 angemeldet)',
    other: 'Weiteres Feld',
  },
  noNumber: 'Wählen Sie die Spalte mit den Mobilnummern.',
  preview: 'Die ersten Zeilen',
  start: (count) => plural(count, { one: '1 Zeile importieren', other: `${count} Zeilen importieren` }),
  stop: 'Anhalten',
  goOn: 'Fortsetzen',
  progress: 'Fortschritt des Imports',
  done: 'Der Import ist abgeschlossen',
  stopped: 'Der Import wurde angehalten',
  added: 'Hinzugefügt',
  changed: 'Aktualisiert',
  unchanged: 'Unverändert',
  refused: 'Abgelehnt',
  problems: 'Nicht importierte Zeilen',
  problemsHelp:
    'Korrigieren Sie sie in Ihrer Liste und importieren Sie sie noch einmal; die übrigen Zeilen bleiben, wie sie sind.',
  moreProblems: (count) => `Nur die ersten ${count} werden angezeigt.`,
  row: 'Zeile',
  number: 'Nummer',
  problem: 'Problem',
  saveRefused: 'Als CSV speichern',
  doubles: (rows, count) =>
    plural(rows, {
      one: '1 Zeile hat die Nummer einer früheren Zeile und aktualisiert denselben Kontakt.',
      other: `${count} Zeilen haben die Nummer einer früheren Zeile und aktualisieren denselben Kontakt.`,
    }),
  allToGroup: 'Alle zu Gruppe hinzufügen',
  allToGroupHelp: 'Ein neuer Name legt eine neue Gruppe an.',
}
