import { defineTexts } from '../language/define-texts.ts'
import en from './en/operator.json' with { type: 'json' }
import fr from './fr/operator.json' with { type: 'json' }

/** Texts that the pages of operators share, and those of links, instances, nodes and unmatched receipts and SMS. */
export const operatorTexts = defineTexts('operator', { en, fr })
