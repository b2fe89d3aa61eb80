import { nameKey } from './contacts.ts'
import { LONGEST_TEXT } from './segments.ts'

/** A text with places for the cells of a row: its pieces, and for each place the index of a column. */
export type CellText = readonly (string | number)[]

/** Links of the gateway, which are filled in later, when a text is accepted. */
const LINK = /^opt_(?:out|in)_link$/

const PLACE = /\{\{|\}\}|\{([^{}]*)\}/g

/**
 * Reads `{1}` as the first column and `{name}` as the one with that name (the first, where several have it), ignoring
 * case, accents, blanks and punctuation. `{{` and `}}` are braces; a brace alone stays one.
 *
 * @returns `unknown`: placeholders that fit no column, as they were written
 */
export function readPlaceholders(
  text: string,
  columns: readonly string[],
): { readonly pieces: CellText; readonly unknown: readonly string[] } {
  const keys = columns.map(columnKey)
  const pieces: (string | number)[] = []
  const unknown: string[] = []
  let done = 0
  for (const found of text.matchAll(PLACE)) {
    const [written, name] = found
    if (name !== undefined && LINK.test(name)) continue
    pieces.push(text.slice(done, found.index))
    done = found.index + written.length
    if (name === undefined) pieces.push(written.charAt(0))
    else {
      const column = columnOf(name, keys)
      if (column === undefined) unknown.push(written)
      else pieces.push(column)
    }
  }
  pieces.push(text.slice(done))
  return { pieces: pieces.filter((piece) => piece !== ''), unknown }
}

/**
 * The text for a row. It ends one character after the longest text that can be sent, so that what it is made of may be
 * as large as it likes. `isMissing`: a cell that it needs is empty.
 */
export function fillPlaceholders(
  pieces: CellText,
  cells: readonly string[],
): { readonly text: string; readonly isMissing: boolean } {
  const values = new Map<number, string>()
  /** A cell may be much longer than the text and stand in it thousands of times, so it is trimmed once. */
  function trimmed(column: number): string {
    const value = values.get(column) ?? cells[column]?.trim() ?? ''
    values.set(column, value)
    return value
  }
  let text = ''
  let isMissing = false
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : trimmed(piece)
    if (value === '') isMissing = true
    text += value.slice(0, LONGEST_TEXT + 1 - text.length)
    if (text.length > LONGEST_TEXT) break
  }
  return { text, isMissing }
}

/** The key by which columns are found. */
export function columnKey(name: string): string {
  return nameKey(name).replace(/[^\p{L}\p{N}]/gu, '')
}

function columnOf(name: string, keys: readonly string[]): number | undefined {
  if (/^\s*\d+\s*$/.test(name)) {
    const column = Number(name) - 1
    return column >= 0 && column < keys.length ? column : undefined
  }
  const key = columnKey(name)
  const column = key === '' ? -1 : keys.indexOf(key)
  return column < 0 ? undefined : column
}
