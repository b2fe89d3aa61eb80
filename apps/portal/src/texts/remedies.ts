import { defineTexts } from '../language/define-texts.ts'
import en from './en/remedies.json' with { type: 'json' }
import fr from './fr/remedies.json' with { type: 'json' }

/** The links from a problem to its remedy. */
export const remedyTexts = defineTexts('remedies', { en, fr })
