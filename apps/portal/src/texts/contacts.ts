import { defineTexts } from '../language/define-texts.ts'
import en from './en/contacts.json' with { type: 'json' }
import fr from './fr/contacts.json' with { type: 'json' }

export const contactTexts = defineTexts('contacts', { en, fr })
