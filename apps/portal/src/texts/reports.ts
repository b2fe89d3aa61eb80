import { defineTexts } from '../language/define-texts.ts'
import en from './en/reports.json' with { type: 'json' }
import fr from './fr/reports.json' with { type: 'json' }

/** The reports. */
export const reportsTexts = defineTexts('reports', { en, fr })
