import { defineTexts } from '../language/define-texts.ts'
import en from './en/shell.json' with { type: 'json' }
import fr from './fr/shell.json' with { type: 'json' }

/** The layout around every page. */
export const shellTexts = defineTexts('shell', { en, fr })
