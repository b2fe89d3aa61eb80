import type { ContactValues } from '@heliograph/contracts'
import { columnKey } from './column-key.ts'
import { contactValue } from './contact-values.ts'
import { LONGEST_TEXT } from './segments.ts'

/** A place in a text that is filled for each recipient. */
export interface Place {
  /** The index of a column, or the key (`columnKey`) of a contact's field. */
  readonly of: number | string
  /** What stands there when there is no value; undefined: then the text cannot be sent. */
  readonly fallback: string | undefined
}

/** A text with places: its pieces in order. */
export type PlacedText = readonly (string | Place)[]

/** Links of the gateway, which are filled in later, when a text is accepted. */
const LINK = /^opt_(?:out|in)_link$/

const PLACE = /\{\{|\}\}|\{([^{}]*)\}/g

/**
 * Reads `{1}` as the first column and `{name}` as the one with that name (the first, where several have it), ignoring
 * case, accents, blanks and punctuation; otherwise as the field of that name of the recipient's contact. In
 * `{name|there}`, the text after the line stands there when the value is empty. `{{` and `}}` are braces; a brace alone
 * stays one.
 *
 * @param fields names of the fields that contacts may have; `any`: every name that is no column is one
 *
 * @returns `unknown`: placeholders that fit neither column nor field, as they were written
 */
export function readPlaceholders(
  text: string,
  columns: readonly string[],
  fields: readonly string[] | 'any' = [],
): { readonly pieces: PlacedText; readonly unknown: readonly string[] } {
  const keys = { columns: columns.map(columnKey), fields: fields === 'any' ? fields : new Set(fields.map(columnKey)) }
  const pieces: (string | Place)[] = []
  const unknown: string[] = []
  let done = 0
  for (const found of text.matchAll(PLACE)) {
    const [written, inside] = found
    if (inside !== undefined && LINK.test(inside)) continue
    pieces.push(text.slice(done, found.index))
    done = found.index + written.length
    if (inside === undefined) pieces.push(written.charAt(0))
    else {
      const { name, fallback } = readInside(inside)
      const of = placeOf(name, keys)
      if (of === undefined) unknown.push(written)
      else pieces.push({ of, fallback })
    }
  }
  pieces.push(text.slice(done))
  return { pieces: pieces.filter((piece) => piece !== ''), unknown }
}

/**
 * Replaces places by other text, which has to have braces written as `{{` and `}}`. `fill` is asked for each name with
 * what follows its line, and returns undefined to leave the place as it is written.
 */
export function replacePlaces(
  text: string,
  fill: (name: string, fallback: string | undefined) => string | undefined,
): string {
  return text.replace(PLACE, (written, inside: string | undefined) => {
    if (inside === undefined || LINK.test(inside)) return written
    const { name, fallback } = readInside(inside)
    return fill(name, fallback) ?? written
  })
}

/** Whether the text is another one for each contact. */
export function needsContact(pieces: PlacedText): boolean {
  return pieces.some((piece) => typeof piece !== 'string' && typeof piece.of === 'string')
}

/**
 * The text for a row or a contact. It ends one character after the longest text that can be sent, so that what it is
 * made of may be as large as it likes. `isMissing`: a value that it needs is empty.
 *
 * @param contact undefined: the number is in no phonebook
 */
export function fillPlaceholders(
  pieces: PlacedText,
  cells: readonly string[],
  contact?: ContactValues | undefined,
): { readonly text: string; readonly isMissing: boolean } {
  const values = new Map<number | string, string>()
  /** A value may be much longer than the text and stand in it thousands of times, so it is trimmed once. */
  function trimmed(of: number | string): string {
    const known = values.get(of)
    if (known !== undefined) return known
    const value = typeof of === 'number' ? cells[of] : contact && contactValue(contact, of)
    const tidy = value?.trim() ?? ''
    values.set(of, tidy)
    return tidy
  }
  let text = ''
  let isMissing = false
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : trimmed(piece.of) || piece.fallback
    if (value === undefined) isMissing = true
    else text += value.slice(0, LONGEST_TEXT + 1 - text.length)
    if (text.length > LONGEST_TEXT) break
  }
  return { text, isMissing }
}

function readInside(inside: string): { readonly name: string; readonly fallback: string | undefined } {
  const line = inside.indexOf('|')
  return line < 0
    ? { name: inside, fallback: undefined }
    : { name: inside.slice(0, line), fallback: inside.slice(line + 1).trim() }
}

interface Keys {
  readonly columns: readonly string[]
  readonly fields: ReadonlySet<string> | 'any'
}

function placeOf(name: string, { columns, fields }: Keys): number | string | undefined {
  if (/^\s*\d+\s*$/.test(name)) {
    const column = Number(name) - 1
    return column >= 0 && column < columns.length ? column : undefined
  }
  const key = columnKey(name)
  if (key === '') return undefined
  const column = columns.indexOf(key)
  if (column >= 0) return column
  return fields === 'any' || fields.has(key) ? key : undefined
}
