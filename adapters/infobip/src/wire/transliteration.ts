import { type Transliteration, transliterate } from '@heliograph/messaging'
import type { FieldReader } from '@heliograph/wire'

/** What Infobip calls the letters that are replaced. */
const NAMES: Readonly<Record<string, Transliteration | undefined>> = {
  NONE: undefined,
  TURKISH: 'turkish',
  GREEK: 'greek',
  CYRILLIC: 'cyrillic',
  SERBIAN_CYRILLIC: 'serbian-cyrillic',
  BULGARIAN_CYRILLIC: 'bulgarian-cyrillic',
  CENTRAL_EUROPEAN: 'central-european',
  BALTIC: 'baltic',
  PORTUGUESE: 'portuguese',
  COLOMBIAN: 'colombian',
  NON_UNICODE: 'non-unicode',
  ALL: 'all',
}

/** Characters of a text that is transliterated: about twice what can be sent. A longer one is refused in any case. */
const MAX_LENGTH = 80_000

/** Reads `transliteration`. Returns what replaces letters of a text; undefined where none are to be. */
export function readTransliteration(fields: FieldReader): ((text: string) => string) | undefined {
  if (fields.value('transliteration') === '') return undefined
  const name = fields.choice('transliteration', Object.keys(NAMES))
  const transliteration = name === undefined ? undefined : NAMES[name]
  if (transliteration === undefined) return undefined
  return (text) => (text.length > MAX_LENGTH ? text : transliterate(text, transliteration))
}
