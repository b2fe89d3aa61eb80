import { defineTexts } from '../language/define-texts.ts'
import en from './en/saved-reports.json' with { type: 'json' }
import fr from './fr/saved-reports.json' with { type: 'json' }

/** Reports that are kept, and mailed on Mondays. */
export const savedReportTexts = defineTexts('saved-reports', { en, fr })
