import { defineTexts } from '../language/define-texts.ts'
import en from './en/link-charts.json' with { type: 'json' }
import fr from './fr/link-charts.json' with { type: 'json' }

/** The charts of a link's last hour. */
export const linkChartTexts = defineTexts('link-charts', { en, fr })
