import type { ErrorCategory } from '@heliograph/contracts'
import type { Language } from './language.ts'

/** The words of a page. */
export interface Words {
  readonly title: string
  /** One sentence each. */
  readonly paragraphs: readonly string[]
}

/** The values for a page about a contact. */
export interface About {
  readonly client: string
  /** With its `+`. */
  readonly number: string
}

/** The way a link changes a subscription. */
export type Direction = 'out' | 'in'

/** The faults that have a page, those of links and those of every request. */
export type LinkFault =
  | 'invalid-url'
  | 'invalid-client-id'
  | 'client-not-found'
  | 'short-link-not-found'
  | 'processing-error'
  | 'throttled'
  | 'too-many-changes'

interface Texts {
  readonly done: Readonly<Record<Direction, (about: About) => Words>>
  /** For requests that must change nothing: the page then asks for a click instead. */
  readonly asked: Readonly<Record<Direction, (about: About) => Words & { readonly action: string }>>
  readonly faults: Readonly<Record<LinkFault, Words>>
}

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    done: {
      out: ({ client, number }) => ({
        title: 'You have opted out',
        paragraphs: [`${number} will no longer receive messages from ${client}.`, 'You can close this page.'],
      }),
      in: ({ client, number }) => ({
        title: 'You have opted in',
        paragraphs: [`${number} will receive messages from ${client}.`, 'You can close this page.'],
      }),
    },
    asked: {
      out: ({ client, number }) => ({
        title: 'Stop messages?',
        paragraphs: [`${number} receives messages from ${client} until you stop them.`],
        action: 'Stop messages',
      }),
      in: ({ client, number }) => ({
        title: 'Receive messages?',
        paragraphs: [`${number} can receive messages from ${client}.`],
        action: 'Receive messages',
      }),
    },
    faults: {
      'invalid-url': {
        title: 'Invalid URL format',
        paragraphs: ['This link is incomplete, or its phone number is not valid. Open it again from the message.'],
      },
      'invalid-client-id': {
        title: 'Invalid client ID',
        paragraphs: ['This link does not say which sender it is for. Open it again from the message.'],
      },
      'client-not-found': {
        title: 'Client not found',
        paragraphs: ['The sender that this link is about is not known here. Nothing was changed.'],
      },
      'short-link-not-found': {
        title: 'Link not found',
        paragraphs: ['This link is incomplete, or it no longer works. Open it again from the message, or answer STOP.'],
      },
      'processing-error': {
        title: 'Processing error',
        paragraphs: ['Something went wrong on our side. Please open the link again in a minute.'],
      },
      throttled: {
        title: 'Too many requests',
        paragraphs: ['There were too many requests from your network. Please try again in a minute.'],
      },
      'too-many-changes': {
        title: 'Too many requests',
        paragraphs: [
          'This link cannot be used now, because too many like it were opened. Nothing was changed.',
          'Open the link in your latest message, answer that message, or try again later.',
        ],
      },
    },
  },
  fr: {
    done: {
      out: ({ client, number }) => ({
        title: 'Vous êtes désinscrit',
        paragraphs: [`Le ${number} ne recevra plus de messages de ${client}.`, 'Vous pouvez fermer cette page.'],
      }),
      in: ({ client, number }) => ({
        title: 'Vous êtes inscrit',
        paragraphs: [`Le ${number} recevra les messages de ${client}.`, 'Vous pouvez fermer cette page.'],
      }),
    },
    asked: {
      out: ({ client, number }) => ({
        title: 'Ne plus recevoir de messages ?',
        paragraphs: [`Le ${number} reçoit des messages de ${client} tant que vous ne les arrêtez pas.`],
        action: 'Arrêter les messages',
      }),
      in: ({ client, number }) => ({
        title: 'Recevoir les messages ?',
        paragraphs: [`Le ${number} peut recevoir des messages de ${client}.`],
        action: 'Recevoir les messages',
      }),
    },
    faults: {
      'invalid-url': {
        title: "Format d'URL invalide",
        paragraphs: ["Ce lien est incomplet, ou son numéro n'en est pas un. Ouvrez-le de nouveau depuis le message."],
      },
      'invalid-client-id': {
        title: 'Identifiant client invalide',
        paragraphs: ["Ce lien n'indique pas de quel expéditeur il s'agit. Ouvrez-le de nouveau depuis le message."],
      },
      'client-not-found': {
        title: 'Client introuvable',
        paragraphs: ["L'expéditeur indiqué par ce lien n'est pas connu ici. Rien n'a été modifié."],
      },
      'short-link-not-found': {
        title: 'Lien introuvable',
        paragraphs: [
          'Ce lien est incomplet ou ne fonctionne plus. Ouvrez-le de nouveau depuis le message, ou répondez STOP.',
        ],
      },
      'processing-error': {
        title: 'Erreur de traitement',
        paragraphs: ['Une erreur est survenue de notre côté. Ouvrez de nouveau le lien dans une minute.'],
      },
      throttled: {
        title: 'Trop de requêtes',
        paragraphs: ['Trop de requêtes sont venues de votre réseau. Réessayez dans une minute.'],
      },
      'too-many-changes': {
        title: 'Trop de requêtes',
        paragraphs: [
          "Ce lien ne peut pas être utilisé pour le moment, car trop de liens semblables ont été ouverts. Rien n'a été modifié.",
          'Ouvrez le lien de votre dernier message, répondez à ce message, ou réessayez plus tard.',
        ],
      },
    },
  },
}

/** The page of each category of error: the specification has four. */
export const FAULTS: Readonly<Record<ErrorCategory, LinkFault>> = {
  invalid: 'invalid-url',
  unauthenticated: 'processing-error',
  forbidden: 'processing-error',
  'not-found': 'client-not-found',
  'method-not-allowed': 'invalid-url',
  conflict: 'processing-error',
  'too-large': 'invalid-url',
  throttled: 'throttled',
  unavailable: 'processing-error',
  internal: 'processing-error',
}
