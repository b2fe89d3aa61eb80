import type { Schemas } from '../../api/client.ts'

type Detail = Schemas['AuditEntry']['detail']

export interface AuditWords {
  /** What fields are called, by the name that the API has for them. */
  readonly names: Readonly<Record<string, string>>
  /** What the values of a field are called, where they are words of the API. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Between a name and its value. */
  readonly colon: string
  /** Words one after the other. */
  readonly list: (words: readonly string[]) => string
  /** Writes a moment, ISO 8601. */
  readonly dateTime: (moment: string) => string
}

const NOTHING = '–'

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What was changed to what, in words. Names and values that are not known, those of plugins say, stay as they are. */
export function auditDetail(detail: Detail, { names, values, colon, list, dateTime }: AuditWords): readonly string[] {
  const nameOf = (field: string) => wordOf(names, field) ?? field
  return Object.entries(detail).map(([field, value]) => {
    // Of a channel only the names of what was changed are noted.
    if (field === 'fields') return `${nameOf(field)}${colon}${list(value.split(', ').map(nameOf))}`
    const word = wordOf(wordOf(values, field) ?? {}, value)
    return `${nameOf(field)}${colon}${word ?? (MOMENT.test(value) ? dateTime(value) : value || NOTHING)}`
  })
}

function wordOf<T>(words: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined
}
