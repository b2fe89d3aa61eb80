import { defineTexts } from '../language/define-texts.ts'
import en from './en/networks.json' with { type: 'json' }
import fr from './fr/networks.json' with { type: 'json' }

export const networkTexts = defineTexts('networks', { en, fr })
