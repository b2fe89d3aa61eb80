import { defineTexts } from '../language/define-texts.ts'
import en from './en/chosen-contacts.json' with { type: 'json' }
import fr from './fr/chosen-contacts.json' with { type: 'json' }

/** Actions on several contacts at once. */
export const chosenContactTexts = defineTexts('chosen-contacts', { en, fr })
