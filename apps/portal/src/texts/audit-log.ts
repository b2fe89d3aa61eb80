import { defineTexts } from '../language/define-texts.ts'
import en from './en/audit-log.json' with { type: 'json' }
import fr from './fr/audit-log.json' with { type: 'json' }

/** Who did what. */
export const auditLogTexts = defineTexts('audit-log', { en, fr })
