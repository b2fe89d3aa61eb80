import { defineTexts } from '../language/define-texts.ts'
import en from './en/routing.json' with { type: 'json' }
import fr from './fr/routing.json' with { type: 'json' }

/** The page of routes and rules. */
export const routingTexts = defineTexts('routing', { en, fr })
