import type { sendingTexts } from '../sending.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const sending: Translated<typeof sendingTexts> = {
  description: 'Was angehalten ist, und Nachrichten, die vielleicht gesendet wurden.',
  holds: 'Angehalten',
  holdsHelp:
    'Angehaltene Nachrichten werden angenommen und warten: Kein Knoten übergibt sie einem Netz. Anbindungen bleiben verbunden, Zustellberichte und eingehende SMS kommen an.',
  nothingHeld: 'Nichts ist angehalten.',
  hold: 'Versand anhalten',
  kind: 'Was anhalten',
  kinds: { deployment: 'Gesamter Versand', route: 'Eine Route', client: 'Ein Kunde' },
  names: { route: 'Route', client: 'Kundennummer' },
  nameOf: (kind, name) => (kind === 'route' ? `Route ${name}` : `Kunde ${name}`),
  reason: 'Grund',
  reasonHelp: 'Für alle, die später hier nachsehen.',
  since: 'Seit',
  resume: 'Fortsetzen',
  resumeOf: (what) => `Fortsetzen: ${what}`,
  held: (what) => `Angehalten: ${what}`,
  resumed: (what) => `Sendet wieder: ${what}`,
  cancel: 'Abbrechen',
  unknown: 'Ungeklärt',
  unknownHelp:
    'Die Verbindung endete, bevor das Netz antwortete, oder die Datenbank wurde aus einer Kopie wiederhergestellt. Zustellberichte klären sie von selbst; was hier bleibt, braucht Ihre Entscheidung.',
  noneUnknown: 'Der Ausgang jeder Nachricht ist bekannt',
  nothing: 'Hier ist nichts zu tun.',
  group: (client, route) => `${client}, Route ${route}`,
  messages: (count) => plural(count, { one: '1 Nachricht', other: `${count} Nachrichten` }),
  oldest: 'Älteste angenommen',
  decide: 'Entscheiden',
  decideOf: (what) => `Entscheiden: ${what}`,
  decisions: { sent: 'Sie wurden gesendet', failed: 'Sie wurden nicht gesendet', resend: 'Erneut senden' },
  meanings: {
    sent: 'Das Netz hat sie. Auf ihre Zustellberichte wird gewartet wie bei jeder anderen Nachricht.',
    failed: 'Kein Netz hat sie. Sie enden als nicht gesendet, und ihr Preis wird gutgeschrieben.',
    resend: 'Sie werden noch einmal gesendet. Empfänger, deren Nachricht doch ankam, erhalten sie doppelt.',
  },
  decided: (count) =>
    plural(count, { one: 'Über 1 Nachricht entschieden', other: `Über ${count} Nachrichten entschieden` }),
}
