import type { paletteTexts } from '../palette.ts'
import type { Translated } from '../translation.ts'

export const palette: Translated<typeof paletteTexts> = {
  hint: 'Eine Seite, eine Nummer, ein Name oder eine Nachrichten-ID',
  hits: 'Treffer',
  count: (hits) => `${hits} Treffer`,
  searching: 'Suche läuft',
  empty:
    'Keine Treffer. Um Nachrichten und Kontakte zu finden, geben Sie eine Nummer, einen Namen, eine Nachrichten-ID oder eine Referenz ein.',
  failed: 'Die Suche ist fehlgeschlagen; Seiten lassen sich weiterhin finden.',
  groups: {
    pages: 'Seiten',
    messages: 'Nachrichten',
    contacts: 'Kontakte',
    channels: 'Kanäle',
    clients: 'Kunden',
    lists: 'Weiter mit',
  },
  message: (to) => `An ${to}`,
  messagesOf: (number) => `Nachrichten an ${number}`,
  conversationWith: (number) => `Konversation mit ${number}`,
  messagesWith: (text) => `Nachrichten mit „${text}“`,
  clientNumber: (id) => `Kunde ${id}`,
}
