import { defineTexts } from '../language/define-texts.ts'
import en from './en/scheduled.json' with { type: 'json' }
import fr from './fr/scheduled.json' with { type: 'json' }

export const scheduledTexts = defineTexts('scheduled', { en, fr })
