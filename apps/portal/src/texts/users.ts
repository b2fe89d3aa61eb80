import { defineTexts } from '../language/define-texts.ts'
import en from './en/users.json' with { type: 'json' }
import fr from './fr/users.json' with { type: 'json' }

/** Who works for a client, and what they may do. */
export const userTexts = defineTexts('users', { en, fr })
