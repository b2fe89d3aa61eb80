import type { logInTexts } from '../log-in.ts'
import type { Translated } from '../translation.ts'

export const logIn: Translated<typeof logInTexts> = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  logIn: 'Anmelden',
  code: 'Code',
  codeHelp: 'Die sechs Ziffern Ihrer Authentifizierungs-App oder einer Ihrer Wiederherstellungscodes.',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen; was Sie gerade schrieben, ist noch da.',
  byLink: 'Sie melden sich mit einem Einmallink an.',
  otherWay: 'Mit E-Mail und Passwort anmelden',
  or: 'oder',
  logInWith: (provider) => `Mit ${provider} anmelden`,
  problems: {
    'use-provider': 'Sie melden sich über den Identitätsanbieter Ihrer Firma an: Benutzen Sie die Schaltfläche unten.',
    'wrong-log-in': 'E-Mail oder Passwort ist falsch. Beim Passwort zählt die Groß- und Kleinschreibung.',
    'wrong-code':
      'Dieser Code ist falsch oder abgelaufen. Warten Sie auf den nächsten und versuchen Sie es dann noch einmal.',
    'account-disabled': 'Dieses Konto ist gesperrt. Wenden Sie sich an einen Administrator Ihrer Firma.',
    'useless-link':
      'Dieser Link wurde schon benutzt oder ist älter als 15 Minuten. Bitten Sie um einen neuen, oder melden Sie sich mit Ihrem Passwort an.',
  },
  locked: (seconds) => `Zu viele Fehlversuche. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
}
