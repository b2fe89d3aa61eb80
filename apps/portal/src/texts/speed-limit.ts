import { defineTexts } from '../language/define-texts.ts'
import en from './en/speed-limit.json' with { type: 'json' }
import fr from './fr/speed-limit.json' with { type: 'json' }

/** How fast the messages of a campaign may go. */
export const speedLimitTexts = defineTexts('speed-limit', { en, fr })
