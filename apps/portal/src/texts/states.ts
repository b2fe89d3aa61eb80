import { defineTexts } from '../language/define-texts.ts'
import en from './en/states.json' with { type: 'json' }
import fr from './fr/states.json' with { type: 'json' }

/** The word for each state of a message. */
export const stateTexts = defineTexts('states', { en, fr })
