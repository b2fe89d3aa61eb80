import type { LinkMailWords } from '../mail/link-mail.ts'
import type { PasswordLinkKind } from './password-links.ts'

/** What the mails are about. */
export interface PasswordMailFacts {
  /** The name of the deployment. */
  readonly product: string
  /** The client that the user belongs to. */
  readonly client: string
}

type Words = Readonly<Record<PasswordLinkKind, (facts: PasswordMailFacts) => LinkMailWords>>

/** The mails with links by which a password is set, by language. */
const WORDS: Readonly<Record<string, Words>> = {
  en: {
    forgotten: ({ product }) => ({
      subject: `${product}: set a new password`,
      before: [`Someone, probably you, asked for a new password for ${product}. Set one here:`],
      action: 'Set a new password',
      after: [
        'The link works for one hour, and once.',
        'If it was not you, do nothing: your password stays as it is. Nobody gets in with this request alone.',
      ],
    }),
    invited: ({ product, client }) => ({
      subject: `${product}: your access for ${client}`,
      before: [`You have access to ${product} for ${client}. Set your password, and you are logged in:`],
      action: 'Set your password',
      after: ['The link works for three days, and once. If you do not know what this is about, do nothing.'],
    }),
  },
  fr: {
    forgotten: ({ product }) => ({
      subject: `${product}\u00a0: choisissez un nouveau mot de passe`,
      before: [
        `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour ${product}. Choisissez-le ici\u00a0:`,
      ],
      action: 'Choisir un nouveau mot de passe',
      after: [
        'Le lien fonctionne pendant une heure, et une seule fois.',
        'Si ce n’était pas vous, ne faites rien\u00a0: votre mot de passe reste inchangé. Cette demande seule n’ouvre la porte à personne.',
      ],
    }),
    invited: ({ product, client }) => ({
      subject: `${product}\u00a0: votre accès pour ${client}`,
      before: [
        `Vous avez accès à ${product} pour ${client}. Choisissez votre mot de passe, et vous serez connecté\u00a0:`,
      ],
      action: 'Choisir votre mot de passe',
      after: [
        'Le lien fonctionne pendant trois jours, et une seule fois. Si vous ne savez pas de quoi il s’agit, ne faites rien.',
      ],
    }),
  },
}

/** English for a language that there are no words in. */
export function passwordWords(language: string): { readonly language: string; readonly words: Words } {
  const words = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined
  return words === undefined ? { language: 'en', words: WORDS.en as Words } : { language, words }
}
