import { defineTexts } from '../language/define-texts.ts'
import en from './en/balance.json' with { type: 'json' }
import fr from './fr/balance.json' with { type: 'json' }

/** Beside a price, before something is sent. */
export const balanceTexts = defineTexts('balance', { en, fr })
