import { defuseFormula, formatCsv } from '@heliograph/wire'

/** The mark by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Headers of a response that a browser saves as a file of CSV. */
export function csvHeaders(fileName: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  }
}

/** What stands in each column for a record, by the names of the columns. */
export type CsvColumns<T> = Readonly<Record<string, (record: T) => string | number | null>>

interface Page<T> {
  readonly records: readonly T[]
  /** Leads to the next page; undefined: there is none. */
  readonly next: number | undefined
}

/** A head and the records of all pages as CSV. A page is asked for when the one before it has been taken. */
export async function* pagesAsCsv<T>(
  columns: CsvColumns<T>,
  first: Page<T>,
  load: (before: number) => Promise<Page<T>>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsv([Object.keys(columns)])
  for (let page = first; ; ) {
    if (page.records.length > 0) yield formatCsv(page.records.map((record) => formatRow(columns, record)))
    if (page.next === undefined) return
    page = await load(page.next)
  }
}

function formatRow<T>(columns: CsvColumns<T>, record: T): readonly (string | number)[] {
  return Object.values(columns).map((column) => {
    const value = column(record) ?? ''
    return typeof value === 'string' ? defuseFormula(value) : value
  })
}
