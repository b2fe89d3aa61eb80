import { defineTexts } from '../language/define-texts.ts'
import en from './en/connection.json' with { type: 'json' }
import fr from './fr/connection.json' with { type: 'json' }

/** The note above a page whose gateway does not answer. */
export const connectionTexts = defineTexts('connection', { en, fr })
