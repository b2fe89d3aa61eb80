import { defineTexts } from '../language/define-texts.ts'
import en from './en/state-groups.json' with { type: 'json' }
import fr from './fr/state-groups.json' with { type: 'json' }

/** The word for each group of states. */
export const stateGroupTexts = defineTexts('state-groups', { en, fr })
