import { defineTexts } from '../language/define-texts.ts'
import en from './en/requests.json' with { type: 'json' }
import fr from './fr/requests.json' with { type: 'json' }

/** Requests of programs, and what to do about those that failed. */
export const requestTexts = defineTexts('requests', { en, fr })
