import { defineTexts } from '../language/define-texts.ts'
import en from './en/waiting.json' with { type: 'json' }
import fr from './fr/waiting.json' with { type: 'json' }

/** Why messages wait, for those who can do something about it and those who cannot. */
export const waitingTexts = defineTexts('waiting', { en, fr })
