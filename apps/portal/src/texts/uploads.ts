import { defineTexts } from '../language/define-texts.ts'
import en from './en/uploads.json' with { type: 'json' }
import fr from './fr/uploads.json' with { type: 'json' }

export const uploadTexts = defineTexts('uploads', { en, fr })
