import { defineTexts } from '../language/define-texts.ts'

/** What an entry of the audit log says beyond the action. Fields that are filled in elsewhere too have names there. */
export const auditDetailTexts = defineTexts('auditDetails', {
  en: {
    names: {
      by: 'By',
      changes: 'Changes',
      fields: 'Changed',
      ids: 'Message IDs',
      isDefault: 'Default channel',
      level: 'Measure',
      outcome: 'Decision',
      passkeys: 'Passkeys',
      undecided: 'Undecided messages',
      via: 'By',
    },
    values: {
      enabled: { true: 'yes', false: 'no' },
      isDefault: { true: 'yes', false: 'no' },
      kind: { 'opt-out': 'opt-out', 'opt-in': 'opt-in' },
      level: { asking: 'links ask first', refusing: 'links are refused' },
      outcome: { sent: 'sent', failed: 'failed', resend: 'send again' },
      priority: { CRITICAL: 'critical', HIGH: 'high', NORMAL: 'normal', LOW: 'low', BULK: 'bulk' },
      role: { user: 'user', admin: 'administrator', operator: 'operator' },
      scope: { send: 'for sending', portal: 'also for the portal' },
      via: {
        password: 'password',
        link: 'one-time link',
        mail: 'link for a password',
        provider: 'identity provider',
        passkey: 'passkey',
      },
    },
  },
  fr: {
    names: {
      by: 'Par',
      changes: 'Modifications',
      fields: 'Modifié',
      ids: 'Identifiants des messages',
      isDefault: 'Canal par défaut',
      level: 'Mesure',
      outcome: 'Décision',
      passkeys: 'Clés d’accès',
      undecided: 'Messages à décider',
      via: 'Par',
    },
    values: {
      enabled: { true: 'oui', false: 'non' },
      isDefault: { true: 'oui', false: 'non' },
      kind: { 'opt-out': 'désabonnement', 'opt-in': 'réabonnement' },
      level: { asking: 'les liens demandent confirmation', refusing: 'les liens sont refusés' },
      outcome: { sent: 'envoyés', failed: 'en échec', resend: 'renvoyer' },
      priority: { CRITICAL: 'critique', HIGH: 'haute', NORMAL: 'normale', LOW: 'basse', BULK: 'en masse' },
      role: { user: 'utilisateur', admin: 'administrateur', operator: 'opérateur' },
      scope: { send: 'pour l’envoi', portal: 'pour le portail aussi' },
      via: {
        password: 'mot de passe',
        link: 'lien à usage unique',
        mail: 'lien pour un mot de passe',
        provider: 'fournisseur d’identité',
        passkey: 'clé d’accès',
      },
    },
  },
})
