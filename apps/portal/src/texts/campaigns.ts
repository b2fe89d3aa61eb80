import { defineTexts } from '../language/define-texts.ts'
import en from './en/campaigns.json' with { type: 'json' }
import fr from './fr/campaigns.json' with { type: 'json' }

export const campaignTexts = defineTexts('campaigns', { en, fr })
