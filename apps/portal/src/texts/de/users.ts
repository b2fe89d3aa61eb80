import type { Translated } from '../translation.ts'
import type { userTexts } from '../users.ts'

export const users: Translated<typeof userTexts> = {
  title: 'Benutzer',
  help: (client) => `Wer für ${client} arbeitet und was er oder sie darf.`,
  add: 'Benutzer hinzufügen',
  edit: 'Einstellungen ändern',
  access: 'Passwort oder Telefon verloren',
  disable: 'Sperren',
  enable: 'Entsperren',
  disabled: 'Gesperrt',
  disabledNow: (email) => `${email} kann sich nicht mehr anmelden und nicht mehr senden.`,
  enabledNow: (email) => `${email} kann sich wieder anmelden und senden.`,
  actionsOf: (email) => `Aktionen für ${email}`,
  isMe: 'Sie',
  email: 'E-Mail',
  emailHelp: 'Dient zur Anmeldung, zum Beispiel: ann@acme.example.',
  taken: 'Es gibt schon einen Benutzer mit dieser E-Mail-Adresse.',
  role: 'Rolle',
  roleHelp:
    'Benutzer senden und lesen Nachrichten. Administratoren verwalten zusätzlich Benutzer, Schlüssel und Kanäle.',
  roles: { user: 'Benutzer', admin: 'Administrator', operator: 'Betreiber' },
  channel: 'Sendet von',
  channelHelp:
    'Die Nummer oder der Absender der Nachrichten dieses Benutzers, sofern eine Anfrage nichts anderes angibt.',
  defaultChannel: 'Der Standardkanal',
  priority: 'Priorität',
  priorityHelp: 'Hat für die Nachrichten dieses Benutzers Vorrang vor der Vorgabe jeder Schnittstelle.',
  noPriority: 'Vorgabe der Schnittstelle',
  save: 'Speichern',
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  invited: (email) => `Eine Einladung wurde an ${email} gesendet. Ihr Link gilt drei Tage.`,
  linkOf: (email) => `Link für ${email} zum Setzen eines Passworts, drei Tage gültig`,
  makeLink: 'Link für ein neues Passwort senden',
  makeLinkHelp:
    'Der Benutzer setzt damit ein neues Passwort und wird dann überall abgemeldet. Bis dahin gilt das alte.',
  passwordOf: (email) => `Passwort von ${email}`,
  givePassword: 'Neues Passwort setzen',
  givePasswordHelp:
    'Der Benutzer wird überall abgemeldet und braucht zur Anmeldung das neue Passwort, das Sie ihm mitteilen.',
  factorIsOn:
    'Eine Authentifizierungs-App ist im Einsatz. Schalten Sie sie aus, wenn der Benutzer sowohl das Telefon als auch die Wiederherstellungscodes verloren hat.',
  factorIsOff: 'Keine Authentifizierungs-App im Einsatz.',
  removeFactor: 'App ausschalten',
  factorRemoved: (email) => `${email} meldet sich jetzt ohne Code an.`,
}
