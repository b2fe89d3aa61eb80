import { defineTexts } from '../language/define-texts.ts'
import en from './en/new-client.json' with { type: 'json' }
import fr from './fr/new-client.json' with { type: 'json' }

/** Adding a client with all that it needs, and what to hand over to it. */
export const newClientTexts = defineTexts('new-client', { en, fr })
