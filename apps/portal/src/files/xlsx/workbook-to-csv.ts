import { csvLine } from '../csv-line.ts'
import { ListFault } from '../list-fault.ts'
import { findSheet } from './find-sheet.ts'
import { LIMITS } from './limits.ts'
import { Parts } from './parts.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readRows } from './sheet-rows.ts'
import { readStyles } from './styles.ts'

/** Rows in one piece of the text. */
const ROWS_AT_ONCE = 1_000

/**
 * The first visible sheet of a workbook (XLSX) as CSV with commas, in pieces of text: what people see in its cells, as
 * far as they hold data. Formulas are not worked out: their stored values are taken. Throws a `ListFault`, and other
 * errors for files that are damaged.
 */
export function workbookToCsv(octets: Uint8Array, mostRows: number = LIMITS.rows): string[] {
  const { sheet, strings, styles, isFrom1904 } = findSheet(new Parts(octets))
  const context = {
    strings: strings === undefined ? [] : readSharedStrings(strings),
    formats: styles === undefined ? [] : readStyles(styles),
    isFrom1904,
  }
  const pieces: string[] = []
  let lines: string[] = []
  let rows = 0
  let characters = 0
  readRows(sheet, context, (cells) => {
    rows += 1
    if (rows > mostRows) throw new ListFault('too-many-rows')
    const line = csvLine(cells)
    characters += line.length
    if (characters > LIMITS.characters) throw new ListFault('too-large')
    lines.push(line)
    if (lines.length < ROWS_AT_ONCE) return
    pieces.push(`${lines.join('\n')}\n`)
    lines = []
  })
  if (lines.length > 0) pieces.push(`${lines.join('\n')}\n`)
  return pieces
}
