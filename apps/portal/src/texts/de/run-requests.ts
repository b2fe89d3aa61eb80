import type { runTexts } from '../run-requests.ts'
import type { Translated } from '../translation.ts'

export const runRequests: Translated<typeof runTexts> = {
  title: 'Hier ausführen',
  text: 'Ändern Sie eine Anfrage und senden Sie sie aus Ihrem Browser an dieses Gateway. Sie bewirkt, was sie für Ihr Programm bewirken würde.',
  request: 'Anfrage',
  key: 'API-Schlüssel zum Senden',
  keyHelp: (place) => `Er ersetzt ${place} in der Anfrage und wird nirgends aufbewahrt.`,
  makeKey: 'Testschlüssel erstellen',
  testKey: 'Test',
  noKey: 'Fügen Sie einen Ihrer Schlüssel ein, oder erstellen Sie einen Testschlüssel, der morgen abläuft.',
  method: 'Methode',
  path: 'Pfad',
  headers: 'Kopfzeilen',
  body: 'Inhalt',
  send: 'Anfrage senden',
  answer: 'Antwort',
  answerHeaders: 'Kopfzeilen der Antwort',
  answerBody: 'Inhalt der Antwort',
  elsewhere:
    'Diese Schnittstelle hat eine eigene Adresse, an die ein Browser von dieser Seite aus nicht senden darf. Verwenden Sie den Befehl.',
  sure: 'Wirklich senden?',
  cost: (recipients, parts, price) =>
    `Es wird eine echte Nachricht gesendet: Empfänger ${recipients}, Teile ${parts}, Preis ${price}.`,
  costUnknown:
    'Die Anfrage sendet oder ändert vielleicht echte Nachrichten. Was sie kostet, lässt sich ihr nicht ansehen.',
  balance: (balance) => `Ihr Guthaben beträgt ${balance}.`,
  back: 'Zurück',
  sendNow: 'Wirklich senden',
  problems: {
    path: 'Der Pfad muss mit einem Schrägstrich beginnen und zu diesem Gateway führen.',
    header: 'So lässt sich eine Kopfzeile nicht senden: Schreiben Sie je Zeile eine, als „Name: Wert“.',
    failed: 'Es kam keine Antwort. Prüfen Sie, ob das Gateway erreichbar ist.',
  },
}
