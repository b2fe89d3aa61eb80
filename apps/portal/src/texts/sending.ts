import { defineTexts } from '../language/define-texts.ts'
import en from './en/sending.json' with { type: 'json' }
import fr from './fr/sending.json' with { type: 'json' }

/** Texts of the page on which operators hold sending, and decide about messages of unknown outcome. */
export const sendingTexts = defineTexts('sending', { en, fr })
