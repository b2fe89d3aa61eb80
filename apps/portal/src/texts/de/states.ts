import type { stateTexts } from '../states.ts'
import type { Translated } from '../translation.ts'

export const states: Translated<typeof stateTexts> = {
  scheduled: 'Geplant',
  queued: 'In Warteschlange',
  submitting: 'Wird übergeben',
  unknown: 'Noch keine Antwort',
  submitted: 'Beim Netz',
  retrying: 'Neuer Versuch',
  delivered: 'Zugestellt',
  undeliverable: 'Unzustellbar',
  'refused-by-network': 'Vom Netz abgelehnt',
  expired: 'Abgelaufen',
  unconfirmed: 'Unbestätigt',
  cancelled: 'Storniert',
  'no-route': 'Keine Route',
  'opted-out': 'Abgemeldet',
  'bad-number': 'Falsche Nummer',
  'no-credit': 'Kein Guthaben',
  'too-long': 'Zu lang',
  duplicate: 'Doppelt',
}
