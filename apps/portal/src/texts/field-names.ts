import { defineTexts } from '../language/define-texts.ts'
import en from './en/field-names.json' with { type: 'json' }
import fr from './fr/field-names.json' with { type: 'json' }

/** What fields that people fill in are called, by the name that the API has for them. */
export const fieldNameTexts = defineTexts('field-names', { en, fr })
