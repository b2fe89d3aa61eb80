import { defineTexts } from '../language/define-texts.ts'
import en from './en/channels.json' with { type: 'json' }
import fr from './fr/channels.json' with { type: 'json' }

/** Channels and their settings. */
export const channelTexts = defineTexts('channels', { en, fr })
