import { defineTexts } from '../language/define-texts.ts'
import en from './en/erase.json' with { type: 'json' }
import fr from './fr/erase.json' with { type: 'json' }

export const eraseTexts = defineTexts('erase', { en, fr })
