import type { requestTexts } from '../requests.ts'
import type { Translated } from '../translation.ts'

export const requests: Translated<typeof requestTexts> = {
  title: 'Ihre Anfragen',
  text: 'Anfragen Ihrer Programme, binnen Sekunden, ohne Schlüssel und Passwörter. Jede abgelehnte steht hier; von den angenommenen die erste jeder Minute. Bei SMPP und E-Mail nur die abgelehnten, auch abgelehnte Binds. Anfragen mit unbekanntem Schlüssel lassen sich niemandem zuordnen und erscheinen deshalb nicht.',
  none: 'Noch keine Anfragen. Senden Sie eine mit einem Beispiel und sehen Sie hier zu.',
  failedOnly: 'Nur fehlgeschlagene Anfragen',
  noneFit: 'Keine passenden Anfragen.',
  filters: 'Filter',
  interface: 'Über Schnittstelle',
  key: 'Mit Schlüssel',
  status: 'Status',
  field: 'Falsches Feld',
  words: 'Enthält',
  any: 'Alle',
  allRequests: (id) => `Nur ${id}: alle anzeigen`,
  older: 'Ältere Anfragen',
  show: 'Anfrage anzeigen',
  hide: 'Anfrage ausblenden',
  query: 'Abfrageparameter',
  body: 'Inhalt der Anfrage',
  answer: 'Antwort',
  sameKey: 'Anfragen mit demselben Schlüssel',
  taken: 'Angenommen',
  refused: 'Abgelehnt',
  took: (ms) => `${ms} ms`,
  id: 'ID',
  advice: {
    invalid: 'Korrigieren Sie, was die Meldung nennt. Unverändert schlägt die Anfrage wieder fehl.',
    unauthenticated: 'Prüfen Sie, ob der Schlüssel vollständig ist und nicht entfernt wurde.',
    forbidden:
      'Der Schlüssel gilt, darf das aber gerade nicht: Prüfen Sie Guthaben, Kanäle und die Rolle des Benutzers.',
    'not-found': 'Prüfen Sie ID und Adresse. Was einem anderen Kunden gehört, wird ebenfalls nicht gefunden.',
    'method-not-allowed': 'Diese Adresse braucht eine andere Methode: Siehe die Dokumentation der Schnittstelle.',
    conflict: 'Prüfen Sie den jetzigen Stand. Vielleicht wurde inzwischen gesendet, storniert oder geändert.',
    'too-large': 'Teilen Sie die Anfrage in mehrere auf.',
    throttled:
      'Warten Sie so lange, wie Retry-After angibt; senden Sie dann langsamer oder mehr Nachrichten je Anfrage.',
    unavailable: 'Senden Sie gleich noch einmal, mit derselben messageId, damit niemand die Nachricht doppelt erhält.',
    internal: 'Das ist ein Fehler im Gateway. Teilen Sie Ihrem Betreiber mit, wann er auftrat.',
  },
}
