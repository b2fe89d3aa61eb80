import { defineTexts } from '../language/define-texts.ts'
import en from './en/list-files.json' with { type: 'json' }
import fr from './fr/list-files.json' with { type: 'json' }

/** Why a file is not read as a list, and what to do. */
export const listFileTexts = defineTexts('list-files', { en, fr })
