import type { momentTexts } from '../moments.ts'
import type { Translated } from '../translation.ts'

export const moments: Translated<typeof momentTexts> = {
  zone: (zone) => `Uhrzeit in ${zone}. Leer: sofort.`,
  example: 'morgen 9:00',
  presets: ['In einer Stunde', 'Morgen 9:00', 'Montag 9:00'],
  problems: {
    unclear: 'Das ist kein Zeitpunkt. Schreiben Sie 8:30, morgen 9:00 oder 31. Dez. 14:00.',
    'no-time': 'Um wie viel Uhr? Schreiben Sie zum Beispiel morgen 9:00.',
    'no-such-day': 'Diesen Tag gibt es nicht.',
    skipped: 'Diese Uhrzeit gibt es nicht: Die Uhren werden über sie hinweg vorgestellt.',
    passed: 'Dieser Zeitpunkt ist vorbei.',
  },
  calendar: {
    nextMonth: 'Nächster Monat',
    previousMonth: 'Vorheriger Monat',
    nextYear: 'Nächstes Jahr',
    previousYear: 'Vorheriges Jahr',
    nextDecade: 'Nächstes Jahrzehnt',
    previousDecade: 'Vorheriges Jahrzehnt',
  },
}
