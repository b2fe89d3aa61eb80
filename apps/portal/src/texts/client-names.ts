import { defineTexts } from '../language/define-texts.ts'
import en from './en/client-names.json' with { type: 'json' }
import fr from './fr/client-names.json' with { type: 'json' }

/** What a client is called where its name is not known. */
export const clientNameTexts = defineTexts('client-names', { en, fr })
