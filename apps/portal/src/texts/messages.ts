import { defineTexts } from '../language/define-texts.ts'
import en from './en/messages.json' with { type: 'json' }
import fr from './fr/messages.json' with { type: 'json' }

/** The list of messages and one message. */
export const messagesTexts = defineTexts('messages', { en, fr })
