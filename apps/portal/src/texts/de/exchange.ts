import type { exchangeTexts } from '../exchange.ts'
import type { Translated } from '../translation.ts'

export const exchange: Translated<typeof exchangeTexts> = {
  request: 'Anfrage',
  answer: 'Antwort',
  headers: 'Kopfzeilen',
  noBody: 'Kein Inhalt',
  noReply: 'Leere Antwort',
  noAnswer: 'Keine Antwort',
  in: (time) => `nach ${time}`,
  meanings: {
    success: 'Angenommen. Jeder Status von 200 bis 299 gilt als Erfolg.',
    redirect: 'Weiterleitungen wird nicht gefolgt. Geben Sie die Adresse ein, zu der die Weiterleitung führt.',
    unauthorised:
      'Ihr Server hat Signatur oder Schlüssel nicht angenommen. Prüfen Sie, ob er das aktuelle Geheimnis hat.',
    missing: 'Ihr Server kennt diesen Pfad nicht. Prüfen Sie die URL.',
    refused: 'Ihr Server hat die Anfrage abgelehnt. Abgelehnte Anfragen wiederholt das Gateway nicht.',
    broken: 'Auf Ihrem Server ist ein Fehler aufgetreten. Das Gateway versucht einen Webhook dann bis zu dreimal.',
    timeout: 'Ihr Server hat nicht innerhalb von zehn Sekunden geantwortet.',
    blocked: 'Die Adresse ist nicht öffentlich. Ihr Betreiber kann Webhooks in andere Netze erlauben.',
    unreachable:
      'Ihr Server war nicht erreichbar. Prüfen Sie Namen und Port, und ob eine Firewall das Gateway blockiert.',
  },
}
