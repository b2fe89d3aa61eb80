import { defineTexts } from '../language/define-texts.ts'
import en from './en/phones.json' with { type: 'json' }
import fr from './fr/phones.json' with { type: 'json' }

export const phonesTexts = defineTexts('phones', { en, fr })
