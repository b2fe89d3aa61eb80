import type { auditDetailTexts } from '../audit-details.ts'
import type { Translated } from '../translation.ts'

export const auditDetails: Translated<typeof auditDetailTexts> = {
  names: {
    by: 'Durch',
    changes: 'Änderungen',
    fields: 'Geändert',
    ids: 'Nachrichten-IDs',
    isDefault: 'Standardkanal',
    level: 'Maßnahme',
    outcome: 'Entscheidung',
    passkeys: 'Passkeys',
    undecided: 'Unentschiedene Nachrichten',
    via: 'Mit',
  },
  values: {
    enabled: { true: 'ja', false: 'nein' },
    isDefault: { true: 'ja', false: 'nein' },
    kind: { 'opt-out': 'Abmeldung', 'opt-in': 'Anmeldung' },
    level: { asking: 'Links fragen nach', refusing: 'Links werden abgewiesen' },
    outcome: { sent: 'gesendet', failed: 'fehlgeschlagen', resend: 'erneut senden' },
    priority: { CRITICAL: 'kritisch', HIGH: 'hoch', NORMAL: 'normal', LOW: 'niedrig', BULK: 'Masse' },
    role: { user: 'Benutzer', admin: 'Administrator', operator: 'Betreiber' },
    scope: { send: 'zum Senden', portal: 'auch für das Portal' },
    via: {
      password: 'Passwort',
      link: 'Einmal-Link',
      mail: 'Link für ein Passwort',
      provider: 'Identitätsanbieter',
      passkey: 'Passkey',
    },
  },
}
