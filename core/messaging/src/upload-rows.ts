import type { UploadCells, UploadPlan, UploadProblem, UploadRow } from '@heliograph/contracts'
import type { MeasuredMessage } from './measure-message.ts'
import { normaliseNumber } from './numbers.ts'
import { type CellText, fillPlaceholders, readPlaceholders } from './placeholders.ts'
import { LONGEST_NUMBER, recipientText } from './recipient-text.ts'
import type { LinkOwner } from './subscription-links.ts'
import { charactersOf } from './upload-requests.ts'

/** How the rows of an upload become messages, derived from its plan. */
export interface RowReader {
  readonly plan: UploadPlan
  readonly pieces: CellText
  /** Country for reading national numbers, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly ownerOf: () => LinkOwner
}

/** A row as a message, with its problem as far as the row alone shows one. */
export interface ReadRow {
  readonly to: string | undefined
  /** With its placeholders filled in, but not its links. */
  readonly text: string
  /** Undefined when there is no text. */
  readonly measure: MeasuredMessage | undefined
  readonly problem: UploadProblem | undefined
}

/** @param columns names of the columns; empty ones where there is no header */
export function rowReader(
  plan: UploadPlan,
  columns: readonly string[],
  rest: Pick<RowReader, 'country' | 'ownerOf'>,
): RowReader {
  return { plan, pieces: readPlaceholders(plan.text, columns).pieces, ...rest }
}

export function readUploadRow(reader: RowReader, cells: UploadCells): ReadRow {
  if (cells === null) return { to: undefined, text: '', measure: undefined, problem: 'unreadable' }
  const { pieces, plan, country, ownerOf } = reader
  // Spreadsheets use an apostrophe to keep the leading zero.
  const number = (cells[plan.numberColumn] ?? '').trim().replace(/^'/, '')
  const to = normaliseNumber(number, 'local', country)
  const { text, isMissing } = fillPlaceholders(pieces, cells)
  const isEmpty = text.trim() === ''
  const measure = isEmpty ? undefined : recipientText({ text }, ownerOf).measureFor(to ?? LONGEST_NUMBER)
  return { to, text, measure, problem: problemOf(to, isEmpty, isMissing, measure) }
}

function problemOf(
  to: string | undefined,
  isEmpty: boolean,
  isMissing: boolean,
  measure: MeasuredMessage | undefined,
): UploadProblem | undefined {
  if (to === undefined) return 'bad-number'
  if (isEmpty) return 'empty-text'
  if (isMissing) return 'missing-value'
  return measure?.excess === undefined ? undefined : 'too-long'
}

/**
 * A row in the form that people see.
 *
 * @param reader undefined while there is no plan
 *
 * @param row counts from 0
 *
 * @param problem the one that was found, if any
 */
export function showUploadRow(
  reader: RowReader | undefined,
  row: number,
  cells: UploadCells,
  problem: UploadProblem | undefined,
): UploadRow {
  const read = reader && readUploadRow(reader, cells)
  return {
    row: row + 1,
    cells,
    to: read?.to ?? null,
    text: read?.measure?.body ?? '',
    encoding: read?.measure?.encoding === 'ucs2' ? 'ucs2' : 'gsm',
    parts: read?.measure?.parts ?? 0,
    problem: problem ?? null,
  }
}

/** Characters of cells and texts after which a page of rows ends. */
const PAGE_CHARACTERS = 1_048_576

/** A page of rows for people, which ends when it has the most rows or characters. */
export class UploadPageRows {
  readonly rows: UploadRow[] = []
  readonly #most: number
  #characters = 0

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.rows.length >= this.#most || this.#characters >= PAGE_CHARACTERS
  }

  add(row: UploadRow): void {
    this.rows.push(row)
    this.#characters += charactersOf(row.cells) + row.text.length
  }
}
