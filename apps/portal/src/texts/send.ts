import { defineTexts } from '../language/define-texts.ts'
import en from './en/send.json' with { type: 'json' }
import fr from './fr/send.json' with { type: 'json' }

export const sendTexts = defineTexts('send', { en, fr })
