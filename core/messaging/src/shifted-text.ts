import { NATIONAL_LANGUAGES, type NationalLanguage, type TextLanguage } from '@heliograph/contracts'
import { isGsmText } from './gsm.ts'
import { ESCAPE } from './gsm-alphabet.ts'
import { hasLockingTable } from './national-tables.ts'
import { CONCATENATION_OCTETS, LONGEST_TEXT, partRoom, type TextMeasure } from './segments.ts'
import { countShifted, encodeShifted, type ShiftTables, shiftHeader } from './shift-tables.ts'

/** The size of a text that travels in tables of a language. */
export interface ShiftedMeasure extends TextMeasure {
  readonly tables: ShiftTables
}

/**
 * Finds the tables of a language with which a text needs the fewest parts. Where several do, a single shift table goes
 * before a locking one, since its letters are the plain ones on phones that do not know it. Undefined when the default
 * alphabet has the whole text, when no tables have it, and when it is too long to be sent.
 */
export function measureShifted(text: string, { languages, tables = BOTH }: TextLanguage): ShiftedMeasure | undefined {
  if (text.length > LONGEST_TEXT || isGsmText(text)) return undefined
  let best: ShiftedMeasure | undefined
  for (const language of languages) {
    for (const choice of choicesOf(language, tables)) {
      const measure = measureIn(choice, text)
      if (measure !== undefined && (best === undefined || measure.parts < best.parts)) best = measure
    }
  }
  return best
}

const BOTH = ['single', 'locking'] as const

function choicesOf(language: NationalLanguage, allowed: NonNullable<TextLanguage['tables']>): readonly ShiftTables[] {
  const identifier = NATIONAL_LANGUAGES.indexOf(language) + 1
  const single = { single: identifier, locking: 0 }
  if (!allowed.includes('locking') || !hasLockingTable(language)) return allowed.includes('single') ? [single] : []
  const locking = { single: 0, locking: identifier }
  return allowed.includes('single') ? [single, locking, { single: identifier, locking: identifier }] : [locking]
}

function measureIn(tables: ShiftTables, text: string): ShiftedMeasure | undefined {
  const units = countShifted(text, tables)
  if (units < 0) return undefined
  const headerOctets = 1 + shiftHeader(tables).length / 2
  const single = partRoom('gsm', headerOctets)
  if (units <= single) return { encoding: 'gsm', units, parts: 1, capacity: single, remaining: single - units, tables }
  const capacity = partRoom('gsm', headerOctets + CONCATENATION_OCTETS)
  // Without escapes nothing can straddle the end of a part.
  const parts = units === text.length ? Math.ceil(units / capacity) : countParts(encodeShifted(text, tables), capacity)
  return { encoding: 'gsm', units, parts, capacity, remaining: parts * capacity - units, tables }
}

/** Parts are filled greedily, and no escape is the last of one. */
function countParts(septets: Uint8Array, capacity: number): number {
  let parts = 0
  for (let start = 0; start < septets.length; parts++) {
    const end = start + capacity
    start = end < septets.length && septets[end - 1] === ESCAPE ? end - 1 : end
  }
  return parts
}
