import type { inboxTexts } from '../inbox.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const inbox: Translated<typeof inboxTexts> = {
  description: 'Was man an Ihre Nummern schreibt und was Sie antworten.',
  list: 'Konversationen',
  which: 'Welche Konversationen',
  all: 'Alle',
  unread: 'Ungelesen',
  search: 'Name, Nummer oder Wörter',
  unreadCount: (count) => `${count} ungelesen`,
  you: 'Sie',
  octets: 'Binäre Nachricht',
  emptyTitle: 'Noch keine Nachrichten',
  emptyText: 'Wenn jemand eine SMS an eine Ihrer Nummern sendet, erscheint die Konversation hier.',
  noneTitle: 'Keine Konversation gefunden',
  noneUnread: 'Alles ist gelesen.',
  noneFound:
    'Niemand mit diesem Namen oder dieser Nummer hat Ihnen geschrieben, und keine Konversation enthält diese Wörter.',
  chooseTitle: 'Wählen Sie eine Konversation',
  chooseText:
    'Mit j und k gehen Sie in der Liste ab- und aufwärts, mit u zur nächsten ungelesenen Konversation, mit r antworten Sie.',
  back: 'Alle Konversationen',
  to: (channel) => `an ${channel}`,
  optedOut: 'Abgemeldet',
  optedIn: 'Wieder angemeldet',
  contact: 'Kontakt',
  addContact: 'Zu Kontakten hinzufügen',
  entries: 'Nachrichten dieser Konversation',
  earlier: 'Frühere Nachrichten',
  nothingSaid: 'Noch keine Nachrichten.',
  sentBy: (email) => `gesendet von ${email}`,
  bySystem: {
    'auto-reply': 'automatische Antwort',
    'opt-out-confirmation': 'Bestätigung der Abmeldung',
    'opt-in-confirmation': 'Bestätigung der Anmeldung',
    forward: 'weitergeleitet',
  },
  viaInterface: (origin, email) => (email === null ? `über ${origin}` : `über ${origin}, ${email}`),
  scheduledFor: 'geplant für',
  reply: 'Ihre Antwort',
  send: 'Senden',
  sendAndNext: 'Senden und weiter',
  sendHint: 'Strg+Eingabe sendet, Esc verlässt das Feld',
  notSent: (contact) => `Die Antwort an ${contact} wurde nicht gesendet. Sie steht noch im Feld.`,
  cannotAnswer: 'Dieser Absender ist keine Nummer; Sie können nicht antworten.',
  isOptedOut:
    'Dieser Kontakt hat sich abgemeldet und empfängt keine Nachrichten. Mit JOIN kann er sich wieder anmelden.',
  size: (parts, remaining) => `${plural(parts, { one: '1 Teil', other: `${parts} Teile` })}, noch ${remaining} Zeichen`,
  beyondGsm: (characters) => `weniger je Teil wegen ${characters}`,
  neverWrote: 'Diese Nummer hat Ihnen nie geschrieben; es gibt keine Konversation mit ihr.',
  writeTo: 'Nachricht schreiben',
}
