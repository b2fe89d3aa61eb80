import { defineTexts } from '../language/define-texts.ts'
import en from './en/contact-import.json' with { type: 'json' }
import fr from './fr/contact-import.json' with { type: 'json' }

export const contactImportTexts = defineTexts('contact-import', { en, fr })
