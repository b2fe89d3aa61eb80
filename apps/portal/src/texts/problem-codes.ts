import { defineTexts } from '../language/define-texts.ts'
import en from './en/problem-codes.json' with { type: 'json' }
import fr from './fr/problem-codes.json' with { type: 'json' }

/** What each code of the API's errors means to the user, and what to do next. */
export const problemCodeTexts = defineTexts('problem-codes', { en, fr })
