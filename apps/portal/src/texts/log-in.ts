import { defineTexts } from '../language/define-texts.ts'
import en from './en/log-in.json' with { type: 'json' }
import fr from './fr/log-in.json' with { type: 'json' }

export const logInTexts = defineTexts('log-in', { en, fr })
