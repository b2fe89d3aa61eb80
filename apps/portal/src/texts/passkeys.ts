import { defineTexts } from '../language/define-texts.ts'
import en from './en/passkeys.json' with { type: 'json' }
import fr from './fr/passkeys.json' with { type: 'json' }

export const passkeyTexts = defineTexts('passkeys', { en, fr })
