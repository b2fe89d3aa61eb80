import { defineTexts } from '../language/define-texts.ts'
import en from './en/problems.json' with { type: 'json' }
import fr from './fr/problems.json' with { type: 'json' }

/** What each category of errors means to the user, and what to do next; codes have sentences of their own. */
export const problemTexts = defineTexts('problems', { en, fr })
