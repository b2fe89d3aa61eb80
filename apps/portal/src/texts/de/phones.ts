import type { phonesTexts } from '../phones.ts'
import type { Translated } from '../translation.ts'

export const phones: Translated<typeof phonesTexts> = {
  title: 'Virtuelle Telefone',
  description:
    'Telefone des simulierten Netzes: was sie empfangen und was sie antworten. Nichts verlässt dieses Gateway.',
  emptyTitle: 'Noch ist keine Nachricht angekommen',
  empty: 'Senden Sie einen Text an eine beliebige Nummer: Ihr Telefon erscheint hier.',
  offTitle: 'Hier gibt es keine virtuellen Telefone',
  off: 'Sie gehören zum simulierten Netz: Setzen Sie in der Konfiguration `phones: true` für dessen Instanz.',
  phone: (number) => `Telefon ${number}`,
  messages: (number) => `Nachrichten auf ${number}`,
  from: (peer) => `von ${peer}`,
  to: (peer) => `an ${peer}`,
  answer: 'Ihre Antwort',
  send: 'Antwort senden',
  stop: 'Mit STOP antworten',
  noAnswer: (peer) => `${peer} ist keine Nummer; Sie können nicht antworten.`,
  tour: {
    title: 'Ihre ersten zwei Minuten',
    skip: 'Überspringen',
    again: 'Erste Schritte zeigen',
    to: 'Nummer',
    text: 'Text',
    hello: 'Guten Tag! Ihr Tisch ist für heute Abend reserviert. Mit STOP melden Sie sich ab.',
    send: {
      title: 'Eine Nachricht senden',
      text: 'An eine beliebige Nummer: Hier geht sie an ein virtuelles Telefon.',
      action: 'Senden',
    },
    arrive: {
      title: 'Sehen, wie sie ankommt',
      text: 'Sie wird innerhalb einer Sekunde angenommen, gesendet und zugestellt.',
    },
    stop: { title: 'Mit STOP antworten', text: 'Auf dem Telefon, mit einem Klick: Der Kontakt meldet sich ab.' },
    block: {
      title: 'Sehen, wie sie gesperrt wird',
      text: 'Senden Sie noch einmal: Wer sich abgemeldet hat, erhält nichts.',
      action: 'Erneut senden',
    },
    blocked: 'Gesperrt: Dieser Kontakt hat sich abgemeldet.',
    second: 'Mit einer zweiten Nummer weitermachen',
    undo: 'Wieder anmelden',
    next: 'Für Programme: ein API-Schlüssel und fertige Beispiele.',
    developers: 'Entwickler',
    done: 'erledigt',
  },
}
