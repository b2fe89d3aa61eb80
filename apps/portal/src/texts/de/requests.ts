import type { requestTexts } from '../requests.ts'
import type { Translated } from '../translation.ts'

export const requests: Translated<typeof requestTexts> = {
  title: 'Ihre Anfragen',
  text: 'Die neuesten Anfragen Ihrer Programme an diesen Knoten des Gateways, sobald sie eintreffen: höchstens 200, nach einem Neustart leer. Bei SMPP und E-Mail nur die abgelehnten. Anfragen mit unbekanntem Schlüssel lassen sich niemandem zuordnen und erscheinen deshalb nicht.',
  none: 'Noch keine Anfragen. Senden Sie eine mit einem Beispiel und sehen Sie hier zu.',
  failedOnly: 'Nur fehlgeschlagene Anfragen',
  noneFailed: 'Keine fehlgeschlagenen Anfragen.',
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
