import { defineTexts } from '../language/define-texts.ts'
import en from './en/quiet-hours.json' with { type: 'json' }
import fr from './fr/quiet-hours.json' with { type: 'json' }

export const quietHoursTexts = defineTexts('quiet-hours', { en, fr })
