import { defineTexts } from '../language/define-texts.ts'
import en from './en/exchange.json' with { type: 'json' }
import fr from './fr/exchange.json' with { type: 'json' }

/** A request that the gateway made, and its answer. */
export const exchangeTexts = defineTexts('exchange', { en, fr })
