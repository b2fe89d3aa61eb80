import type { alertTexts } from '../alerts.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const alerts: Translated<typeof alertTexts> = {
  description:
    'Lassen Sie sich per E-Mail, durch den Aufruf einer URL und in diesem Portal benachrichtigen, wenn etwas Sie braucht und wenn es vorbei ist.',
  add: 'Neuer Alarm',
  list: 'Alarme',
  none: 'Noch keine Alarme',
  noneText: 'Beginnen Sie mit einem für zur Neige gehendes Guthaben.',
  kind: 'Überwachen',
  kinds: {
    'credit-amount': 'Guthaben',
    'credit-days': 'Tage, für die das Guthaben reicht',
    'delivery-rate': 'Zustellrate',
    'opt-out-rate': 'Abmelderate',
    'webhooks-failing': 'Fehlgeschlagene Webhooks',
    'link-down': 'Anbindungen',
  },
  limits: {
    'credit-amount': 'Alarm unter',
    'credit-days': 'Alarm unter dieser Zahl von Tagen',
    'delivery-rate': 'Alarm unter',
    'opt-out-rate': 'Alarm über',
    'webhooks-failing': 'Alarm über',
    'link-down': 'Alarm nach dieser Zahl von Minuten',
  },
  explained: {
    'credit-amount': 'Endet, wenn das Guthaben wieder ein Zehntel darüber liegt.',
    'credit-days': 'Beim Verbrauch der letzten sieben Tage.',
    'delivery-rate': 'Anteil an den abgeschlossenen Nachrichten der letzten Stunde, ab 20 Nachrichten.',
    'opt-out-rate': 'Abmeldungen seit gestern im Verhältnis zu den zugestellten Nachrichten, ab 20 Nachrichten.',
    'webhooks-failing': 'Anteil an den Webhooks der letzten Stunde, ab 5 Webhooks.',
    'link-down': 'Jede Anbindung, die unterbrochen und nicht pausiert ist.',
  },
  whats: {
    'credit-amount': (limit) => `Das Guthaben liegt unter ${limit}`,
    'credit-days': (limit) =>
      `Das Guthaben reicht für weniger als ${plural(limit, { one: `${limit} Tag`, other: `${limit} Tage` })}`,
    'delivery-rate': (limit) => `Weniger als ${limit} der Nachrichten werden zugestellt`,
    'opt-out-rate': (limit) => `Mehr Abmeldungen als ${limit} der zugestellten Nachrichten`,
    'webhooks-failing': (limit) => `Mehr als ${limit} der Webhooks schlagen fehl`,
    'link-down': (limit) =>
      `Eine Anbindung ist seit mehr als ${plural(limit, { one: `${limit} Minute`, other: `${limit} Minuten` })} unterbrochen`,
  },
  found: {
    'credit-amount': (value) => `Guthaben: ${value}.`,
    'credit-days': (value) => `Reicht für ${plural(value, { one: `${value} Tag`, other: `${value} Tage` })}.`,
    'delivery-rate': (value) => `Zugestellt: ${value}.`,
    'opt-out-rate': (value) => `Abgemeldet: ${value}.`,
    'webhooks-failing': (value) => `Fehlgeschlagen: ${value}.`,
    'link-down': (value) =>
      `Seit ${plural(value, { one: `${value} Minute`, other: `${value} Minuten` })} unterbrochen.`,
  },
  unknown: 'Noch kein Wert.',
  well: 'Alles in Ordnung',
  raised: 'Alarm',
  off: 'Ausgeschaltet',
  since: 'Seit',
  tells: (targets) =>
    targets.length === 0
      ? 'Benachrichtigt alle im Portal.'
      : `Benachrichtigt ${targets.join(', ')} und alle im Portal.`,
  edit: 'Ändern',
  editOf: (what) => `Ändern: ${what}`,
  remove: 'Entfernen',
  removeOf: (what) => `Entfernen: ${what}`,
  removed: 'Der Alarm wurde entfernt.',
  email: 'E-Mail an',
  noMail: 'Dieses Gateway sendet noch keine E-Mails: Ein Betreiber muss das einrichten.',
  url: 'URL aufrufen',
  urlHelp: 'Mit einem POST von JSON, einmal zu Beginn und einmal am Ende.',
  isOn: 'Eingeschaltet',
  save: 'Speichern',
  saved: 'Der Alarm wurde gespeichert.',
  cancel: 'Abbrechen',
  wrong: {
    limit: 'Mehr als 0, und bei Prozenten höchstens 100.',
    email: 'Eine einzelne E-Mail-Adresse.',
    url: 'Eine URL, die mit https:// oder http:// beginnt.',
  },
  history: 'Verlauf',
  historyTable: 'Beginn und Ende der Alarme',
  noHistory: 'Noch kein Alarm wurde ausgelöst.',
  alert: 'Alarm',
  began: 'Beginn',
  ended: 'Ende',
  more: 'Mehr anzeigen',
  notReported: 'Benachrichtigung nicht möglich:',
  over: (what) => `Vorbei: ${what}`,
}
