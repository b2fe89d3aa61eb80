import type { Translated } from '../translation.ts'
import type { webhookTexts } from '../webhooks.ts'
import { plural } from './plural.ts'

export const webhooks: Translated<typeof webhookTexts> = {
  title: 'Webhooks',
  description: 'Was an Ihre Server gesendet wurde, wie sie geantwortet haben und was noch wartet.',
  verifyLink: 'Signatur prüfen',
  backToLog: 'Alle Webhooks',
  none: 'Keine passenden Webhooks',
  noneText:
    'Webhooks erscheinen hier, sobald ein Kanal eine URL hat und etwas geschieht: ein Zustellbericht, eine eingehende SMS, eine Abmeldung.',
  list: 'Webhooks, neueste zuerst',
  filters: 'Filter',
  any: 'Alle',
  kind: 'Art',
  state: 'Status',
  channel: 'Kanal',
  since: 'Seit',
  everyClient: 'Alle Kunden',
  kinds: { dlr: 'Zustellbericht', incoming: 'Eingehende SMS', 'opt-out': 'Abmeldung', 'opt-in': 'Anmeldung' },
  states: { pending: 'Wartend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
  periods: { hour: 'Letzte Stunde', day: 'Letzte 24 Stunden', week: 'Letzte 7 Tage' },
  select: (id) => `Webhook ${id} auswählen`,
  attempts: (count) => plural(count, { one: '1 Versuch', other: `${count} Versuche` }),
  selected: (count) => `${count} ausgewählt`,
  resend: 'Erneut senden',
  resendSelected: (count) => `${count} erneut senden`,
  resendFailed: 'Fehlgeschlagene wiederholen',
  resendFailedText:
    'Sendet jeden Webhook erneut, der zu den Filtern passt und in diesem Zeitraum endgültig fehlgeschlagen ist. Ihr Server erhält vielleicht einen doppelt.',
  resent: (count) =>
    count === 0
      ? 'Es gab nichts erneut zu senden'
      : plural(count, { one: '1 Webhook wird erneut gesendet', other: `${count} Webhooks werden erneut gesendet` }),
  clear: 'Auswahl aufheben',
  details: (id) => `Webhook ${id}`,
  tellsOf: 'Betrifft',
  message: (id) => `Nachricht ${id}`,
  incoming: (id) => `Eingehende SMS ${id}`,
  createdAt: 'erstellt',
  noRequest: 'Die Anfrage wurde noch nicht erstellt.',
  noAttempts: 'Noch keine Versuche.',
  attempt: (number) => `Versuch ${number}`,
  paused: {
    title: (count) =>
      plural(count, { one: 'Ein Server schlägt dauernd fehl', other: `${count} Server schlagen dauernd fehl` }),
    text: 'Webhooks warten, bis ein einzelner Probeaufruf gelingt; inzwischen geht nichts verloren. Bringen Sie den Server in Ordnung, und sie werden von selbst gesendet.',
    waiting: (count) => `${count} wartend`,
    since: 'seit',
    next: 'Nächster Probeaufruf',
    show: 'Anzeigen',
  },
  verify: {
    title: 'Signatur prüfen',
    description: 'Wie Ihr Server prüft, dass ein Webhook von hier kommt und unterwegs nicht verändert wurde.',
    rule: 'X-Signature ist sha256= gefolgt vom HMAC-SHA256 des genauen Inhalts, hexadezimal, mit dem Geheimnis des Kanals als Schlüssel. Während ein Geheimnis gewechselt wird, ist X-Signature-Next mit dem neuen gebildet: Nehmen Sie beide an.',
    channel: 'Kanal',
    url: 'Seine URL für Zustellberichte',
    noUrl: 'Der Kanal hat noch keine URL für Zustellberichte; die Beispiele lauschen deshalb auf diesem Rechner.',
    secretHint:
      'Übergeben Sie den Sicherheitsschlüssel dem Programm in der Variablen SECRET. Er wurde bei seiner Erzeugung angezeigt; ist er verloren, erzeugen Sie einen neuen.',
    toSecrets: 'Zu den Schlüsseln des Kanals',
    byHand: 'Von Hand',
    check: {
      title: 'Hier prüfen',
      text: 'Nichts davon verlässt Ihren Browser.',
      secret: 'Geheimnis',
      body: 'Inhalt, genau wie er ankam',
      signature: 'X-Signature',
      matches: 'Die Signatur ist echt',
      differs: 'Die Signatur passt nicht zu diesem Inhalt und Geheimnis',
      expected: 'Erwartet:',
      unavailable: 'Browser berechnen Signaturen nur auf HTTPS-Seiten. Verwenden Sie eines der Programme oben.',
    },
    libraries:
      'Bibliotheken für Standard Webhooks prüfen die Kopfzeilen webhook-id, webhook-timestamp und webhook-signature, die ebenfalls gesendet werden.',
  },
}
