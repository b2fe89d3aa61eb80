import { defineTexts } from '../language/define-texts.ts'
import en from './en/moments.json' with { type: 'json' }
import fr from './fr/moments.json' with { type: 'json' }

/** Texts of fields for a moment; each preset is also what is typed. Labels of calendars for screen readers. */
export const momentTexts = defineTexts('moments', { en, fr })
