import { defineTexts } from '../language/define-texts.ts'
import en from './en/run-requests.json' with { type: 'json' }
import fr from './fr/run-requests.json' with { type: 'json' }

/** Running requests of programs from the page. */
export const runTexts = defineTexts('run-requests', { en, fr })
