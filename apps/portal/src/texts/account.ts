import { defineTexts } from '../language/define-texts.ts'
import en from './en/account.json' with { type: 'json' }
import fr from './fr/account.json' with { type: 'json' }

export const accountTexts = defineTexts('account', { en, fr })
