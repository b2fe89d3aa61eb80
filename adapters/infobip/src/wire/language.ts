import { NATIONAL_LANGUAGES, type NationalLanguage, type TextLanguage } from '@heliograph/contracts'
import type { FieldReader } from '@heliograph/wire'

/** Values of `languageCode`. Infobip has `TR`, `ES` and `PT`, and chooses among these. */
const LANGUAGES: Readonly<Record<string, readonly NationalLanguage[] | undefined>> = {
  NONE: [],
  AUTODETECT: ['tr', 'es', 'pt'],
  ...Object.fromEntries(NATIONAL_LANGUAGES.map((language) => [language.toUpperCase(), [language]])),
}

const CODES = Object.keys(LANGUAGES)

/** Reads `languageCode`, `singleShift` and `lockingShift`. With neither shift, which is usual, either may be used. */
export function readLanguage(fields: FieldReader | undefined): TextLanguage | undefined {
  if (fields === undefined || fields.value('languageCode') === '') return undefined
  const code = fields.choice('languageCode', CODES)
  const single = fields.flag('singleShift') ?? false
  const locking = fields.flag('lockingShift') ?? false
  const languages = LANGUAGES[code ?? 'NONE'] ?? []
  if (languages.length === 0) return undefined
  if (single === locking) return { languages }
  return { languages, tables: [single ? 'single' : 'locking'] }
}
