import type { passkeyTexts } from '../passkeys.ts'
import type { Translated } from '../translation.ts'

export const passkeys: Translated<typeof passkeyTexts> = {
  title: 'Passkeys',
  help: 'Mit einem Passkey melden Sie sich per Finger, Gesicht oder PIN Ihres Geräts an: ohne Passwort und ohne Code.',
  notHere: (origin) => `Passkeys funktionieren nur unter ${origin}. Öffnen Sie das Portal dort, um einen zu benutzen.`,
  notYet:
    'Es kann kein Passkey hinzugefügt werden: Die Einstellung publicUrl dieses Gateways braucht eine Adresse mit Hostnamen und https, zum Beispiel https://sms.example.com.',
  notInBrowser: 'Dieser Browser kann keine Passkeys benutzen.',
  empty: 'Sie haben noch keinen Passkey.',
  created: 'hinzugefügt',
  lastUsed: 'zuletzt benutzt',
  neverUsed: 'nie benutzt',
  add: 'Passkey hinzufügen',
  name: 'Name',
  nameHelp: 'Woran Sie ihn erkennen, zum Beispiel: Mein Telefon.',
  next: 'Weiter',
  save: 'Speichern',
  cancel: 'Abbrechen',
  added: 'Der Passkey ist hinzugefügt.',
  givenUp: 'Nichts wurde hinzugefügt: Das Fenster des Browsers wurde geschlossen, oder es dauerte zu lange.',
  onDevice: 'Dieses Gerät hat schon einen Passkey für Sie.',
  rename: 'Umbenennen',
  renameOf: (name) => `${name} umbenennen`,
  renamed: 'Der Passkey hat einen anderen Namen.',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeHelp: 'Danach kann sich niemand mehr damit anmelden. Löschen Sie ihn auch auf Ihrem Gerät.',
  removed: 'Der Passkey ist entfernt.',
  ofUser: (count) =>
    count === 1
      ? 'Ein Passkey ist im Einsatz. Entfernen Sie ihn, wenn das Gerät verloren ist.'
      : `${count} Passkeys sind im Einsatz. Entfernen Sie sie, wenn das Gerät verloren ist.`,
  removeAll: 'Passkeys entfernen',
  removedAll: (email) => `${email} meldet sich nicht mehr mit einem Passkey an.`,
}
