/** A longer cell is none of what is looked for. */
const MOST_CHARACTERS = 254

/** More than this share of the cells that are not empty have to look alike. */
const SHARE = 0.5

/** Of the cells of a column with names, this share differs from all others. */
const DISTINCT = 0.8

/** Rows below which cells that differ say nothing. */
const FEW = 3

/** Whether a cell has the form of a phone number, even with an apostrophe before it, as spreadsheets write it. */
export function looksLikeNumber(cell = ''): boolean {
  return /^['\s]*[+\d().\-/][\d\s().\-/]*$/.test(cell) && cell.replace(/\D/g, '').length >= 7
}

function looksLikeAddress(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(cell) && cell.includes('.')
}

/** One to five words of letters. */
function looksLikeName(cell: string): boolean {
  return /^\p{L}/u.test(cell) && cell.split(/\s+/).length <= 5 && !/[\d@<>{}[\]|\\/_=]/.test(cell)
}

/** How many cells of a column look like that, and how many are not empty. */
function countOf(rows: readonly (readonly string[])[], column: number, looks: (cell: string) => boolean) {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
  return { alike: cells.filter((cell) => cell.length <= MOST_CHARACTERS && looks(cell)).length, filled: cells.length }
}

/** Whether most cells of a column look like phone numbers. */
export function hasNumbers(rows: readonly (readonly string[])[], column: number): boolean {
  const { alike, filled } = countOf(rows, column, looksLikeNumber)
  return alike > filled * SHARE
}

/** The column with the most phone numbers, if most of its cells are; undefined when there is none. */
export function numbersColumn(rows: readonly (readonly string[])[]): number | undefined {
  return columnWith(rows, looksLikeNumber, [])
}

/** The column with e-mail addresses, if there is one, `taken` aside. */
export function addressesColumn(
  rows: readonly (readonly string[])[],
  taken: readonly (number | undefined)[],
): number | undefined {
  return columnWith(rows, looksLikeAddress, taken)
}

/**
 * The column with names of people, if one is likely, `taken` aside: words of letters, of which hardly any come twice.
 * Towns and shops come again and again.
 */
export function namesColumn(
  rows: readonly (readonly string[])[],
  taken: readonly (number | undefined)[],
): number | undefined {
  const isDistinct = (column: number) => {
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
    return cells.length < FEW || new Set(cells).size >= cells.length * DISTINCT
  }
  return columnWith(rows, looksLikeName, taken, isDistinct)
}

/** The first of the columns with the most such cells. */
function columnWith(
  rows: readonly (readonly string[])[],
  looks: (cell: string) => boolean,
  taken: readonly (number | undefined)[],
  isPossible: (column: number) => boolean = () => true,
): number | undefined {
  const columns = Math.max(0, ...rows.map((cells) => cells.length))
  let best: number | undefined
  let most = 0
  for (let column = 0; column < columns; column += 1) {
    if (taken.includes(column)) continue
    const { alike, filled } = countOf(rows, column, looks)
    if (alike <= most || alike <= filled * SHARE || !isPossible(column)) continue
    best = column
    most = alike
  }
  return best
}
