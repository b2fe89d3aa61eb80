import type { quietHoursTexts } from '../quiet-hours.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const quietHours: Translated<typeof quietHoursTexts> = {
  page: 'Ruhezeiten',
  help: 'Die Stunden, in denen niemand eine Nachricht erhalten soll. Was währenddessen gesendet wird, wartet bis zu ihrem Ende. Antworten an Kontakte und kritische Nachrichten gehen immer sofort hinaus.',
  isOn: 'Nachrichten in Ruhezeiten zurückhalten',
  from: 'Von',
  to: 'Bis',
  toHelp: 'Nicht später als der Beginn: am nächsten Tag.',
  days: 'Tage, an denen sie beginnen',
  zone: 'Zeitzone',
  zoneHelp: 'Für Empfänger, deren Land mehrere hat. Für alle anderen gilt die Zeit in ihrem Land.',
  includesInterfaces: 'Auch, was Programme senden',
  includesInterfacesHelp: 'Sonst wird nur zurückgehalten, was im Portal gesendet wird.',
  save: 'Speichern',
  saved: 'Gespeichert. Was schon geplant ist, behält seinen Zeitpunkt.',
  held: (count, all, at) =>
    `${plural(count, { one: `1 von ${all} wird`, other: `${count} von ${all} werden` })} um ${at} Uhr Ortszeit der Empfänger gesendet.`,
  forUpload: (from, to) =>
    `Die Ruhezeit dauert von ${from} bis ${to} Uhr: Was in dieser Zeit hinausginge, wird um ${to} Uhr Ortszeit der Empfänger gesendet.`,
  change: 'Ruhezeiten ändern',
}
