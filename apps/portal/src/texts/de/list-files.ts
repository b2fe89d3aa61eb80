import type { listFileTexts } from '../list-files.ts'
import type { Translated } from '../translation.ts'

export const listFiles: Translated<typeof listFileTexts> = {
  empty: 'Die Datei ist leer. Wählen Sie eine mit einer Zeile je Nummer.',
  'too-large': 'Die Datei ist zu groß. Teilen Sie sie in mehrere Dateien auf.',
  'other-kind': 'Das ist keine lesbare Liste. Speichern Sie sie in Ihrer Tabellenkalkulation als XLSX oder CSV.',
  'old-excel':
    'Das ist eine Arbeitsmappe eines alten Excel (XLS) oder eine mit Passwort. Speichern Sie sie ohne Passwort als XLSX oder CSV.',
  'unknown-encoding': 'Die Zeichen dieser Datei sind nicht lesbar. Speichern Sie sie als XLSX oder als CSV in UTF-8.',
  'bad-workbook':
    'Diese Arbeitsmappe ist beschädigt. Öffnen Sie sie in Ihrer Tabellenkalkulation und speichern Sie sie neu.',
  'too-many-rows': 'Die Arbeitsmappe hat mehr als 1.000.000 Zeilen. Teilen Sie sie in mehrere Dateien auf.',
  'too-many-columns': 'Die Arbeitsmappe hat mehr als 100 Spalten. Löschen Sie die nicht benötigten.',
  'too-slow': 'Das Lesen der Arbeitsmappe dauert zu lange. Speichern Sie sie als CSV, oder teilen Sie sie auf.',
}
