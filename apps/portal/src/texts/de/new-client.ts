import type { newClientTexts } from '../new-client.ts'
import type { Translated } from '../translation.ts'

export const newClient: Translated<typeof newClientTexts> = {
  start: {
    title: 'Damit er anfangen kann (freiwillig)',
    email: 'E-Mail des ersten Benutzers',
    emailHelp: 'Ein Administrator. Das Gateway erzeugt ein erstes Passwort, das Sie ihm mitteilen.',
    withKey: 'Auch einen API-Schlüssel für Programme erstellen',
  },
  handOver: 'Zur Übergabe',
  forClient: (name) => `Geben Sie dies an ${name} weiter`,
  change: 'Der Benutzer sollte das Passwort nach der ersten Anmeldung ändern.',
  address: 'Portal',
  email: 'E-Mail',
  password: 'Erstes Passwort',
  apiKey: 'API-Schlüssel',
  example: 'Zum Ausprobieren',
  open: 'Kunden öffnen',
}
