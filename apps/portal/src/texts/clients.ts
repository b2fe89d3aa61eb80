import { defineTexts } from '../language/define-texts.ts'
import en from './en/clients.json' with { type: 'json' }
import fr from './fr/clients.json' with { type: 'json' }

/** The pages of clients. */
export const clientTexts = defineTexts('clients', { en, fr })
