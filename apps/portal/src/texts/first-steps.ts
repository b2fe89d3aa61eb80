import { defineTexts } from '../language/define-texts.ts'
import en from './en/first-steps.json' with { type: 'json' }
import fr from './fr/first-steps.json' with { type: 'json' }

/** The list of first steps on the overview. */
export const firstStepsTexts = defineTexts('first-steps', { en, fr })
