import { defineTexts } from '../language/define-texts.ts'
import en from './en/template-variables.json' with { type: 'json' }
import fr from './fr/template-variables.json' with { type: 'json' }

export const variableTexts = defineTexts('template-variables', { en, fr })
