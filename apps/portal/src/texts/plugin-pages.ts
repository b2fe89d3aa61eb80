import { defineTexts } from '../language/define-texts.ts'
import en from './en/plugin-pages.json' with { type: 'json' }
import fr from './fr/plugin-pages.json' with { type: 'json' }

/** Pages that plugins bring. */
export const pluginPageTexts = defineTexts('plugin-pages', { en, fr })
