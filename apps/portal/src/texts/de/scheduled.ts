import type { scheduledTexts } from '../scheduled.ts'
import type { Translated } from '../translation.ts'

export const scheduled: Translated<typeof scheduledTexts> = {
  description:
    'Nachrichten, die noch gesendet werden. Bis zum Beginn des Versands lassen sie sich verschieben oder stornieren.',
  emptyTitle: 'Nichts ist geplant',
  emptyText: 'Geben Sie beim Schreiben einer Nachricht einen Zeitpunkt an, und sie wartet hier.',
  write: 'Nachricht schreiben',
  list: 'Liste',
  calendar: 'Kalender',
  view: 'Ansicht',
  messages: (count) => `${count} Nachrichten`,
  oneMessage: '1 Nachricht',
  from: (from) => `von ${from}`,
  reschedule: 'Verschieben',
  rescheduleTitle: 'Neuer Zeitpunkt',
  save: 'Speichern',
  moved: 'Verschoben.',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  cancel: 'Stornieren',
  cancelSure: (messages) => `${messages} endgültig stornieren?`,
  keep: 'Behalten',
  cancelled: 'Storniert und erstattet.',
  nothingThen: 'Für diesen Tag ist nichts geplant.',
  more: 'Mehr anzeigen',
}
