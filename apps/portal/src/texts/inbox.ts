import { defineTexts } from '../language/define-texts.ts'
import en from './en/inbox.json' with { type: 'json' }
import fr from './fr/inbox.json' with { type: 'json' }

export const inboxTexts = defineTexts('inbox', { en, fr })
