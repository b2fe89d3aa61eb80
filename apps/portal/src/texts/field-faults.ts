import { defineTexts } from '../language/define-texts.ts'
import en from './en/field-faults.json' with { type: 'json' }
import fr from './fr/field-faults.json' with { type: 'json' }

/** What is wrong with a field, by the code of the API, after the name of the field. The values come with the code. */
export const fieldFaultTexts = defineTexts('field-faults', { en, fr })
