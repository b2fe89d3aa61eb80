import { defineTexts } from '../language/define-texts.ts'
import en from './en/team.json' with { type: 'json' }
import fr from './fr/team.json' with { type: 'json' }

/** The inbox as colleagues share it. */
export const teamTexts = defineTexts('team', { en, fr })
