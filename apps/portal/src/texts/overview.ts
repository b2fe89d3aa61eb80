import { defineTexts } from '../language/define-texts.ts'
import en from './en/overview.json' with { type: 'json' }
import fr from './fr/overview.json' with { type: 'json' }

/** The overview. */
export const overviewTexts = defineTexts('overview', { en, fr })
