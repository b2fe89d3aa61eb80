import type { ContactValues, UploadCells, UploadPlan, UploadProblem, UploadRow } from '@heliograph/contracts'
import type { MeasuredMessage } from './measure-message.ts'
import { normaliseNumber } from './numbers.ts'
import { fillPlaceholders, needsContact, type PlacedText, readPlaceholders } from './placeholders.ts'
import { LONGEST_NUMBER, recipientText } from './recipient-text.ts'
import type { LinkOwner } from './subscription-links.ts'
import { letterFor, type TextLetter } from './text-comparison.ts'
import { mapInSlices } from './time-slice.ts'
import { charactersOf } from './upload-requests.ts'

/** How the rows of an upload become messages, derived from its plan. */
export interface RowReader {
  readonly plan: UploadPlan
  readonly pieces: PlacedText
  /** Of the second text, if two are compared. */
  readonly secondPieces?: PlacedText | undefined
  /** Country for reading national numbers, ISO 3166-1 alpha-2. */
  readonly country: string
  readonly ownerOf: () => LinkOwner
}

/** A row as a message, with its problem as far as the row alone shows one. */
export interface ReadRow {
  readonly to: string | undefined
  /** Which of two texts that are compared; undefined where there is one. */
  readonly letter?: TextLetter | undefined
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
  const piecesOf = (text: string) => readPlaceholders(text, columns, 'any').pieces
  const secondPieces = plan.comparison && piecesOf(plan.comparison.text)
  return { plan, pieces: piecesOf(plan.text), secondPieces, ...rest }
}

/** Contacts by their numbers (E.164 digits). */
export type RowContacts = ReadonlyMap<string, ContactValues>

const NO_CONTACTS: RowContacts = new Map()

/** The numbers whose contacts the texts of rows need. Empty when they need none. */
export async function contactsNeeded(reader: RowReader, rows: readonly UploadCells[]): Promise<readonly string[]> {
  if (!needsContact(reader.pieces) && !needsContact(reader.secondPieces ?? [])) return []
  const numbers = await mapInSlices(rows, (cells) => cells && numberOf(reader, cells))
  return [...new Set(numbers)].filter((number) => typeof number === 'string')
}

function numberOf({ plan, country }: RowReader, cells: readonly string[]): string | undefined {
  // Spreadsheets use an apostrophe to keep the leading zero.
  const number = (cells[plan.numberColumn] ?? '').trim().replace(/^'/, '')
  return normaliseNumber(number, 'local', country)
}

/** @param contacts those that are in the phonebook of `contactsNeeded` */
export function readUploadRow(reader: RowReader, cells: UploadCells, contacts: RowContacts = NO_CONTACTS): ReadRow {
  if (cells === null) return { to: undefined, text: '', measure: undefined, problem: 'unreadable' }
  const { plan, secondPieces, ownerOf } = reader
  const to = numberOf(reader, cells)
  const letter = plan.comparison && to !== undefined ? letterFor(plan.comparison, to) : undefined
  const pieces = letter === 'B' && secondPieces !== undefined ? secondPieces : reader.pieces
  const { text, isMissing } = fillPlaceholders(pieces, cells, to === undefined ? undefined : contacts.get(to))
  const isEmpty = text.trim() === ''
  const measure = isEmpty ? undefined : recipientText({ text }, ownerOf).measureFor(to ?? LONGEST_NUMBER)
  return { to, letter, text, measure, problem: problemOf(to, isEmpty, isMissing, measure) }
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
  contacts: RowContacts = NO_CONTACTS,
): UploadRow {
  const read = reader && readUploadRow(reader, cells, contacts)
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
