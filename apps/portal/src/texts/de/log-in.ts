import type { logInTexts } from '../log-in.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

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
  byPasskey: 'Mit einem Passkey anmelden',
  problems: {
    'use-provider': 'Sie melden sich über den Identitätsanbieter Ihrer Firma an: Benutzen Sie die Schaltfläche unten.',
    'wrong-log-in': 'E-Mail oder Passwort ist falsch. Beim Passwort zählt die Groß- und Kleinschreibung.',
    'wrong-code':
      'Dieser Code ist falsch oder abgelaufen. Warten Sie auf den nächsten und versuchen Sie es dann noch einmal.',
    'account-disabled': 'Dieses Konto ist gesperrt. Wenden Sie sich an einen Administrator Ihrer Firma.',
    'useless-link':
      'Dieser Link wurde schon benutzt oder ist älter als 15 Minuten. Bitten Sie um einen neuen, oder melden Sie sich mit Ihrem Passwort an.',
    'wrong-passkey':
      'Dieser Passkey wird hier nicht angenommen, oder es dauerte zu lange. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    'no-mail':
      'Dieses Gateway sendet keine E-Mails. Bitten Sie einen Administrator Ihrer Firma um einen Link für ein neues Passwort.',
  },
  locked: (seconds) =>
    `Zu viele Fehlversuche. Versuchen Sie es in ${plural(seconds, { one: '1 Sekunde', other: `${seconds} Sekunden` })} noch einmal.`,
  forgotten: {
    title: 'Passwort vergessen?',
    help: 'Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort setzen. Der Link gilt eine Stunde.',
    send: 'E-Mail senden',
    sent: (email) =>
      `Falls es einen Benutzer ${email} gibt, ist eine E-Mail unterwegs. Kommt keine an, sehen Sie im Spam-Ordner nach oder fragen Sie einen Administrator Ihrer Firma.`,
  },
  newPassword: {
    title: 'Passwort setzen',
    help: 'Danach sind Sie angemeldet. Alle anderen Sitzungen enden, und Passkeys sowie API-Schlüssel, die das Portal öffnen, gelten nicht mehr.',
    label: 'Neues Passwort',
    rule: 'Mindestens 10 Zeichen. Mehrere Wörter sind besser als Sonderzeichen.',
    save: 'Passwort setzen',
    useless: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie um einen neuen.',
  },
}
