import { defineTexts } from '../language/define-texts.ts'

/** What a client is called where its name is not known. */
export const clientNameTexts = defineTexts('clientNames', {
  en: { client: (clientId: number) => `Client ${clientId}` },
  fr: { client: (clientId) => `Client ${clientId}` },
})
