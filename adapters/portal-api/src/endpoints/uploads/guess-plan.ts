import { columnKey } from '@heliograph/messaging'
import { guessColumns, looksLikeNumber } from '@heliograph/wire'

/** What the columns of a file seem to be. */
export interface PlanGuess {
  readonly hasHeader: boolean
  /** Null: no column seems to have numbers. */
  readonly numberColumn: number | null
  readonly nameColumn: number | null
  /** Whole texts, one for each row. */
  readonly textColumn: number | null
}

/** Names of columns of texts, in English and French. */
const TEXT_NAMES = ['text', 'message', 'sms', 'messagetext', 'smstext', 'body', 'content', 'texte', 'corps', 'contenu']

/** Judges by the header or, without one, by what the cells look like; `rows` are the first readable ones. */
export function guessPlan(rows: readonly (readonly string[])[]): PlanGuess {
  const [first = []] = rows
  const known = guessColumns(first)
  const keys = first.map(columnKey)
  const byName = TEXT_NAMES.map((name) => keys.indexOf(name)).find((column) => column >= 0)
  if (known?.isHeader) {
    const { mobile, name, firstName } = known.columns
    return { hasHeader: true, numberColumn: mobile, nameColumn: name ?? firstName ?? null, textColumn: byName ?? null }
  }
  const numberColumn = findNumbers(rows)
  const hasHeader = numberColumn !== null && rows.length > 1 && !looksLikeNumber(first[numberColumn])
  return { hasHeader, numberColumn, nameColumn: null, textColumn: hasHeader ? (byName ?? null) : null }
}

/**
 * The column with the most cells that look like numbers; null when no column has more of them than of others. A column
 * in which one row alone does not look like a number counts as well: that row may be the heading.
 */
function findNumbers(rows: readonly (readonly string[])[]): number | null {
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  let best = -1
  let most = rows.length / 2
  for (let column = 0; column < columns; column += 1) {
    const count = rows.filter((cells) => looksLikeNumber(cells[column])).length
    if (count <= most && !(best < 0 && count === rows.length - 1 && count > 0)) continue
    best = column
    most = count
  }
  return best < 0 ? null : best
}
