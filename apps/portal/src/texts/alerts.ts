import { defineTexts } from '../language/define-texts.ts'
import en from './en/alerts.json' with { type: 'json' }
import fr from './fr/alerts.json' with { type: 'json' }

/** Alerts: what is watched, and what was told. */
export const alertTexts = defineTexts('alerts', { en, fr })
