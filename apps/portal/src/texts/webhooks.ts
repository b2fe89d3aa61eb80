import { defineTexts } from '../language/define-texts.ts'
import en from './en/webhooks.json' with { type: 'json' }
import fr from './fr/webhooks.json' with { type: 'json' }

/** The log of webhooks, and how receivers verify them. */
export const webhookTexts = defineTexts('webhooks', { en, fr })
