import type { accountTexts } from '../account.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const account: Translated<typeof accountTexts> = {
  sections: 'Seiten des Kontos',
  pages: { security: 'Sicherheit', users: 'Benutzer', networks: 'Netzwerke', audit: 'Audit-Protokoll' },
  securityHelp: (email) => `Wie und wo sich ${email} anmeldet.`,
  languageHelp: 'Die Sprache dieser Seiten in diesem Browser.',
  password: {
    title: 'Passwort',
    help: 'Mit einem neuen Passwort werden Sie überall sonst abgemeldet.',
    present: 'Aktuelles Passwort',
    presentHelp: 'Leer lassen, wenn Sie sich gerade mit einem Einmallink angemeldet haben.',
    next: 'Neues Passwort',
    nextHelp:
      'Mindestens 10 Zeichen. Mehrere Wörter sind besser als Sonderzeichen, zum Beispiel: kupfer laterne sieben flüsse.',
    save: 'Passwort ändern',
    tooShort: 'Mindestens 10 Zeichen.',
    wrong: 'Das ist nicht Ihr aktuelles Passwort.',
    done: 'Ihr Passwort wurde geändert.',
  },
  keysLeft: {
    title: 'API-Schlüssel gelten weiter',
    text: 'Schlüssel hängen nicht vom Passwort ab. Falls jemand anderes sie haben könnte, entfernen Sie sie und geben Sie Ihren Programmen neue.',
    key: (id, scope) => `Schlüssel ${id}, ${scope === 'portal' ? 'auch für das Portal' : 'zum Senden'}, erstellt`,
    end: 'Alle entfernen',
    ended: 'Die Schlüssel wurden entfernt.',
  },
  factor: {
    title: 'Authentifizierungs-App',
    help: 'Mit einer App reicht ein gestohlenes Passwort nicht mehr aus: Jede Anmeldung hier verlangt zusätzlich einen Code von Ihrem Telefon. Andere Schnittstellen nehmen dann nur noch Ihre API-Schlüssel an, nicht mehr Ihr Passwort.',
    isOn: 'Aktiv seit',
    left: (count) =>
      plural(count, { one: 'Noch 1 Wiederherstellungscode.', other: `Noch ${count} Wiederherstellungscodes.` }),
    begin: 'App einrichten',
    next: 'Weiter',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    remove: 'Ausschalten',
    removed: 'Bei der Anmeldung wird kein Code mehr verlangt.',
    scan: 'Scannen Sie dies mit Ihrer Authentifizierungs-App und geben Sie dann den angezeigten Code ein.',
    qrCode: 'QR-Code für die Authentifizierungs-App',
    orType: 'Oder geben Sie diesen Schlüssel in der App ein:',
    code: 'Code',
    codeHelp: 'Die sechs Ziffern, die die App gerade zeigt, zum Beispiel 123456.',
    wrongCode: 'Dieser Code ist falsch oder abgelaufen. Warten Sie auf den nächsten.',
    recoveryTitle: 'Wiederherstellungscodes',
    recoveryHelp:
      'Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden. Jeder gilt für eine Anmeldung. Sie werden nicht noch einmal angezeigt.',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    help: 'Eine Sitzung endet nach 12 Stunden ohne Nutzung, spätestens aber nach 30 Tagen.',
    isThis: 'Diese Sitzung',
    byLink: 'Einmallink',
    seen: 'zuletzt genutzt',
    unknownBrowser: 'Unbekannter Browser',
    end: 'Abmelden',
    endOf: (name) => `Abmelden: ${name}`,
    endOthers: 'Überall sonst abmelden',
    ended: 'Abgemeldet.',
  },
}
