import { defineTexts } from '../language/define-texts.ts'
import en from './en/developers.json' with { type: 'json' }
import fr from './fr/developers.json' with { type: 'json' }

/** Keys and examples for developers. */
export const developerTexts = defineTexts('developers', { en, fr })
