import { defineTexts } from '../language/define-texts.ts'

export const paletteTexts = defineTexts('palette', {
  en: {
    hint: 'A page, a number, a name or a message ID',
    hits: 'Results',
    count: (hits: number) => (hits === 1 ? '1 result' : `${hits} results`),
    searching: 'Searching',
    empty: 'No results. To find messages and contacts, enter a number, a name, a message ID or a reference.',
    failed: 'The search failed; pages can still be found.',
    groups: {
      pages: 'Pages',
      messages: 'Messages',
      contacts: 'Contacts',
      channels: 'Channels',
      clients: 'Clients',
      lists: 'Continue with',
    },
    message: (to: string) => `To ${to}`,
    messagesOf: (number: string) => `Messages to ${number}`,
    conversationWith: (number: string) => `Conversation with ${number}`,
    messagesWith: (text: string) => `Messages with “${text}”`,
    clientNumber: (id: number) => `Client ${id}`,
  },
  fr: {
    hint: 'Une page, un numéro, un nom ou l’identifiant d’un message',
    hits: 'Résultats',
    count: (hits: number) => (hits < 2 ? `${hits} résultat` : `${hits} résultats`),
    searching: 'Recherche en cours',
    empty:
      'Aucun résultat. Pour trouver des messages et des contacts, saisissez un numéro, un nom, l’identifiant d’un message ou une référence.',
    failed: 'La recherche a échoué ; les pages restent accessibles.',
    groups: {
      pages: 'Pages',
      messages: 'Messages',
      contacts: 'Contacts',
      channels: 'Canaux',
      clients: 'Clients',
      lists: 'Continuer avec',
    },
    message: (to: string) => `À ${to}`,
    messagesOf: (number: string) => `Messages à ${number}`,
    conversationWith: (number: string) => `Conversation avec ${number}`,
    messagesWith: (text: string) => `Messages contenant « ${text} »`,
    clientNumber: (id: number) => `Client ${id}`,
  },
})
