import type { ContactDraft, ContactProblem, Contacts, Principal } from '@heliograph/contracts'
import { TimeSlice } from '@heliograph/messaging'
import { type CsvRecord, csvRecords } from '../csv/csv-records.ts'
import { invalid } from '../invalid.ts'
import { type ContactColumns, guessColumns } from './contact-columns.ts'
import { RowFault, readContactRow } from './contact-rows.ts'

/** Rows that are saved together: their numbers take some 10 ms to read. */
const ROWS_AT_ONCE = 200

/** The same for rows of many columns: cells take their time as well. */
const CELLS_AT_ONCE = 5_000

/** A row of a list that was refused. */
export interface RefusedRow {
  /** The line where it begins, from 1. */
  readonly line: number
  /** Its number as given; empty when the row cannot be read. */
  readonly mobile: string
  readonly problem: { readonly code: ContactProblem['code'] | 'malformed-row'; readonly text: string }
}

/** Progress of an import. Counts are since its beginning; a header is not counted as a row. */
export interface ImportStep {
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  /** Rows refused since the previous step. */
  readonly refusals: readonly RefusedRow[]
}

/**
 * Imports a list of contacts as CSV into the phonebook of the principal's client, some hundred rows at a time. Yields a
 * step whenever rows have been saved, and always a last one.
 *
 * Columns are identified by the first line: by a header, in any order and under usual names, otherwise by what its
 * cells look like. An empty cell keeps the existing value. An unknown column becomes a further field under its
 * header. A row that cannot be imported is reported, and the others are imported. An interrupted import can be started
 * again and writes only what is missing. A list opts contacts out and never in again.
 *
 * Throws `invalid`/`no-number-column` and `unknown-encoding` before anything is saved, and whatever `Contacts.save`
 * throws.
 */
export async function* importContacts(
  contacts: Pick<Contacts, 'save'>,
  principal: Principal,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ImportStep> {
  const batch = new ImportBatch()
  let columns: ContactColumns | undefined
  for await (const record of csvRecords(source)) {
    if (columns === undefined) {
      const guess = guessColumns([record.fields ?? []])
      if (guess === undefined) throw invalid('no-number-column', 'The first line names no column with phone numbers')
      columns = guess.columns
      if (guess.isHeader) continue
    }
    batch.add(columns, record)
    if (batch.isFull) yield await batch.save(contacts, principal)
  }
  yield await batch.save(contacts, principal)
}

/**
 * Imports rows of a list into the phonebook, with columns chosen by the caller; otherwise like `importContacts`.
 * `refusals` are those of all rows.
 *
 * @param group to put all of them into, in addition to the groups of their rows
 */
export async function importRows(
  contacts: Pick<Contacts, 'save'>,
  principal: Principal,
  columns: ContactColumns,
  rows: readonly CsvRecord[],
  group?: string,
): Promise<ImportStep> {
  const batch = new ImportBatch(group)
  const refusals: RefusedRow[] = []
  const slice = new TimeSlice()
  for (const row of rows) {
    if (slice.isOver) await slice.rest()
    batch.add(columns, row)
    if (batch.isFull) refusals.push(...(await batch.save(contacts, principal)).refusals)
  }
  const last = await batch.save(contacts, principal)
  return { ...last, refusals: [...refusals, ...last.refusals] }
}

/** Rows that wait to be saved together, and the counts so far. */
class ImportBatch {
  readonly #counts = { rows: 0, added: 0, changed: 0, unchanged: 0, refused: 0 }
  #drafts: { readonly line: number; readonly draft: ContactDraft }[] = []
  #refusals: RefusedRow[] = []
  #cells = 0
  readonly #groups: readonly string[]

  constructor(group?: string) {
    this.#groups = group === undefined ? [] : [group]
  }

  get isFull(): boolean {
    return this.#size >= ROWS_AT_ONCE || this.#cells >= CELLS_AT_ONCE
  }

  get #size(): number {
    return this.#drafts.length + this.#refusals.length
  }

  add(columns: ContactColumns, { line, fields }: CsvRecord): void {
    if (fields === undefined) {
      const text = 'the row has a misplaced or missing quote, or is too long'
      this.#refusals.push({ line, mobile: '', problem: { code: 'malformed-row', text } })
      return
    }
    this.#cells += fields.length
    try {
      const { groups = [], ...draft } = readContactRow(columns, fields)
      this.#drafts.push({ line, draft: { ...draft, groups: [...groups, ...this.#groups] } })
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      const { code, message: text } = error
      this.#refusals.push({ line, mobile: fields[columns.mobile] ?? '', problem: { code, text } })
    }
  }

  async save(contacts: Pick<Contacts, 'save'>, principal: Principal): Promise<ImportStep> {
    const counts = this.#counts
    counts.rows += this.#size
    const drafts = this.#drafts
    const outcomes = await contacts.save(
      principal,
      drafts.map(({ draft }) => draft),
    )
    outcomes.forEach((outcome, index) => {
      if (outcome.result !== 'refused') counts[outcome.result] += 1
      else this.#refusals.push({ ...outcome, line: drafts[index]?.line ?? 0 })
    })
    const refusals = this.#refusals
      .map(({ line, mobile, problem }) => ({ line, mobile, problem }))
      .sort((a, b) => a.line - b.line)
    counts.refused += refusals.length
    this.#drafts = []
    this.#refusals = []
    this.#cells = 0
    return { ...counts, refusals }
  }
}
