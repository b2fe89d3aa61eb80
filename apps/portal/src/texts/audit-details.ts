import { defineTexts } from '../language/define-texts.ts'
import en from './en/audit-details.json' with { type: 'json' }
import fr from './fr/audit-details.json' with { type: 'json' }

/** What an entry of the audit log says beyond the action. Fields that are filled in elsewhere too have names there. */
export const auditDetailTexts = defineTexts('audit-details', { en, fr })
