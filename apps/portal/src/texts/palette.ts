import { defineTexts } from '../language/define-texts.ts'
import en from './en/palette.json' with { type: 'json' }
import fr from './fr/palette.json' with { type: 'json' }

export const paletteTexts = defineTexts('palette', { en, fr })
