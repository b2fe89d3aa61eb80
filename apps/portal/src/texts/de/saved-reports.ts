import type { savedReportTexts } from '../saved-reports.ts'
import type { Translated } from '../translation.ts'

export const savedReports: Translated<typeof savedReportTexts> = {
  title: 'Gespeicherte Berichte',
  save: 'Diesen Bericht speichern',
  saved: 'Der Bericht wurde gespeichert.',
  name: 'Name',
  period: 'Zeitraum',
  mail: 'Montags per E-Mail senden',
  mailOf: (name) => `Montags per E-Mail senden: ${name}`,
  mailHelp: 'An Ihre eigene Adresse, mit den Zahlen als Text und als CSV.',
  mailedFromNow: 'Sie erhalten ihn jetzt montags.',
  mailedNoMore: 'Sie erhalten ihn nicht mehr.',
  noMail: 'Dieses Gateway sendet noch keine E-Mails: Ein Betreiber muss das einrichten.',
  remove: 'Entfernen',
  removeOf: (name) => `Entfernen: ${name}`,
  removed: 'Der Bericht wurde entfernt.',
  cancel: 'Abbrechen',
}
