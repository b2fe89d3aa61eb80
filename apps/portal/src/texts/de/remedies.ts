import type { remedyTexts } from '../remedies.ts'
import type { Translated } from '../translation.ts'

export const remedies: Translated<typeof remedyTexts> = {
  campaigns: 'Zu den Kampagnen',
  channels: 'Zu den Kanälen',
  contacts: 'Zu den Kontakten',
  credit: 'Guthaben ansehen',
  inbox: 'Zum Posteingang',
  keys: 'Zu den API-Schlüsseln',
  messages: 'Zu den Nachrichten',
  security: 'Zu Ihren Sicherheitseinstellungen',
  templates: 'Zu den Vorlagen',
  users: 'Zu den Benutzern',
  webhooks: 'Zu den Webhooks',
}
