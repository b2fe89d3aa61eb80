import { columnKey } from '@heliograph/messaging'
import { guessColumns } from '@heliograph/wire'

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

/** Judges by the header and by what the cells look like; `rows` are the first readable ones. */
export function guessPlan(rows: readonly (readonly string[])[]): PlanGuess {
  const known = guessColumns(rows)
  if (known === undefined) return { hasHeader: false, numberColumn: null, nameColumn: null, textColumn: null }
  const { mobile, name, firstName } = known.columns
  const keys = rows[0]?.map(columnKey) ?? []
  const text = TEXT_NAMES.map((each) => keys.indexOf(each)).find((column) => column >= 0)
  return {
    hasHeader: known.isHeader,
    numberColumn: mobile,
    nameColumn: name ?? firstName ?? null,
    textColumn: known.isHeader ? (text ?? null) : null,
  }
}
