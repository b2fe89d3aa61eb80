import {
  GatewayError,
  type GroupUpload,
  type NewUpload,
  type UploadCells,
  type UploadPiece,
  type UploadPlan,
  type UploadState,
} from '@heliograph/contracts'
import { CONTACT_FIELDS } from './contact-values.ts'
import { describeUnknown, type FieldNames, knownFields, readPersonalText, refuseUnknown } from './personal-text.ts'
import { readPlaceholders } from './placeholders.ts'
import { checkSpeedLimit } from './speed-limit.ts'
import { checkShare } from './text-comparison.ts'

/** The most uploads of a client that may wait to be started. */
export const MAX_WAITING_UPLOADS = 100

/** How many mebibytes the rows of a client's uploads take at once, unless the deployment says otherwise. */
export const UPLOAD_MEBIBYTES = 256

const MAX_OCTETS = 64 * 1024 * 1024
const MAX_ROWS = 1_000_000
const MAX_NAME = 200
const MAX_CELLS = 100
/** Characters in the cells of a row; readers of CSV take no longer ones. */
const MAX_ROW_CHARACTERS = 65_536
const MAX_ROWS_AT_ONCE = 10_000
const MAX_TEXT = 10_000
const MAX_GROUPS_AT_ONCE = 100

/** The most rows on a page. */
const MAX_PAGE = 500

/** A tidy name. Throws `invalid`/`bad-upload`. */
export function readUploadName(name: string): string {
  const tidy = name.trim()
  if (tidy.length < 1 || tidy.length > MAX_NAME) throw badUpload('name', `must have 1 to ${MAX_NAME} characters`)
  return tidy
}

/** A draft with a tidy name. Throws `invalid`/`bad-upload`. */
export function readNewUpload({ name, octets }: NewUpload): NewUpload {
  const tidy = readUploadName(name)
  if (!Number.isSafeInteger(octets) || octets < 1 || octets > MAX_OCTETS)
    throw badUpload('octets', `must be a whole number from 1 to ${MAX_OCTETS}`)
  return { name: tidy, octets }
}

/**
 * Reads a text for groups: a tidy name, groups without repetitions, rows, a plan, and a speed limit. Throws
 * `invalid`/`bad-upload`, `bad-plan`, `bad-speed-limit` and `unknown-placeholder`.
 *
 * @param further resolves with the names of the further fields that contacts may have; called only when that matters
 */
export async function readGroupUpload(
  { name, groupIds, recipients = [], text, from, flash, speedLimit }: GroupUpload,
  further: FieldNames,
) {
  const groups = [...new Set(groupIds)]
  if (groups.length > MAX_GROUPS_AT_ONCE) throw badUpload('groupIds', `must be at most ${MAX_GROUPS_AT_ONCE}`)
  if (groups.length + recipients.length < 1) throw badUpload('groupIds', 'must name a group, or recipients a number')
  if (recipients.length > MAX_ROWS_AT_ONCE) throw badUpload('recipients', `must be at most ${MAX_ROWS_AT_ONCE}`)
  const plan: UploadPlan = { hasHeader: false, numberColumn: 0, text, from, flash }
  const rows = recipients.map((number) => [number.trim(), ''])
  checkText(text)
  if (speedLimit !== undefined) checkSpeedLimit(speedLimit)
  refuseUnknown(await readPersonalText(text, further))
  return { name: readUploadName(name), groupIds: groups, rows, plan, speedLimit }
}

/**
 * The plan of what is sent again: each row is a number and the whole text that it did not get. Where two texts are
 * compared, each number counts for the text that it had.
 *
 * @param from the sender of the first message
 *
 * @param origin what is sent again; null: it had no plan
 */
export function resentPlan(
  { from, flash }: { readonly from: string; readonly flash: boolean },
  origin: UploadPlan | null,
): UploadPlan {
  const comparison = origin?.comparison && { ...origin.comparison, text: '{2}' }
  const plan = { hasHeader: false, numberColumn: 0, text: '{2}', from }
  return { ...plan, ...(flash && { flash }), ...(comparison !== undefined && { comparison }) }
}

/** Throws `invalid`/`too-many-recipients` for more rows than an upload may have. */
export function checkRowCount(rows: number): void {
  if (rows <= MAX_ROWS) return
  throw new GatewayError('invalid', 'too-many-recipients', `An upload has at most ${MAX_ROWS} rows`)
}

/** Throws `invalid`/`bad-upload` for a piece that an upload with this many octets and rows cannot take. */
export function checkPiece({ from, to, rows, separator }: UploadPiece, octets: number, rowsBefore: number): void {
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to > from && to <= octets))
    throw badUpload('to', 'must be an octet of the file after `from`')
  if (separator.length > 1) throw badUpload('separator', 'must be one character')
  if (rows.length > MAX_ROWS_AT_ONCE) throw badUpload('rows', `must be at most ${MAX_ROWS_AT_ONCE}`)
  for (const cells of rows) if (cells !== null) checkCells('rows', cells)
  if (rowsBefore + rows.length > MAX_ROWS) throw badUpload('rows', `must be at most ${MAX_ROWS} in total`)
}

/** Throws `invalid`/`bad-upload` for a row that is too large. */
export function checkCells(field: string, cells: readonly string[]): void {
  if (cells.length > MAX_CELLS) throw badUpload(field, `must have at most ${MAX_CELLS} cells each`)
  if (charactersOf(cells) > MAX_ROW_CHARACTERS)
    throw badUpload(field, `must have at most ${MAX_ROW_CHARACTERS} characters in the cells of a row`)
}

/** Characters in the cells of a row. */
export function charactersOf(cells: UploadCells): number {
  return (cells ?? []).reduce((sum, cell) => sum + cell.length, 0)
}

/**
 * Throws `invalid`/`bad-plan` for a plan that does not fit the columns.
 *
 * @param first the first row
 *
 * @param further resolves with the names of the further fields that contacts may have; called only when that matters
 */
export async function checkPlan(plan: UploadPlan, first: readonly string[], further: FieldNames): Promise<void> {
  const { numberColumn, text, comparison } = plan
  if (!Number.isSafeInteger(numberColumn) || numberColumn < 0 || numberColumn >= first.length)
    throw badPlan('numberColumn', 'must be a column of the file')
  const columns = columnsOf(plan, first)
  await checkPlaced('text', text, columns, further)
  if (comparison === undefined) return
  checkShare(comparison)
  await checkPlaced('comparison', comparison.text, columns, further)
}

async function checkPlaced(
  field: string,
  text: string,
  columns: readonly string[],
  further: FieldNames,
): Promise<void> {
  checkText(text, field)
  if (readPlaceholders(text, columns, CONTACT_FIELDS).unknown.length === 0) return
  const fields = knownFields(await further())
  const { unknown } = readPlaceholders(text, columns, fields)
  if (unknown.length > 0) throw badPlan(field, describeUnknown(unknown, [...columns, ...fields]))
}

function checkText(text: string, field = 'text'): void {
  if (text.trim() === '' || text.length > MAX_TEXT) throw badPlan(field, `must have 1 to ${MAX_TEXT} characters`)
}

/** The names of the columns, empty without a header. */
export function columnsOf({ hasHeader }: UploadPlan, first: readonly string[]): readonly string[] {
  return hasHeader ? first : first.map(() => '')
}

/** Throws `conflict`/`upload-state` unless the upload is in one of these states. */
export function requireUploadState(state: UploadState, ...allowed: readonly UploadState[]): void {
  if (!allowed.includes(state)) throw new GatewayError('conflict', 'upload-state', `The upload is ${state} now`)
}

/** What `Uploads.createFromFailed` throws when there is no one to send to. */
export function nothingFailed(): GatewayError {
  return new GatewayError('conflict', 'nothing-failed', 'None of its messages has failed')
}

export function clampRows(limit: number): number {
  return Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_PAGE)
}

export function uploadNotFound(): GatewayError {
  return new GatewayError('not-found', 'upload-not-found', 'There is no such upload')
}

export function rowNotFound(): GatewayError {
  return new GatewayError('not-found', 'row-not-found', 'The upload has no such row')
}

export function rowIsSound(): GatewayError {
  return new GatewayError('conflict', 'row-is-sound', 'This row has no problem to correct')
}

export function pieceMissing(received: number): GatewayError {
  return new GatewayError('conflict', 'piece-missing', `The next chunk begins at offset ${received}`)
}

export function tooManyUploads(): GatewayError {
  const text = `${MAX_WAITING_UPLOADS} uploads are already waiting to be started: start or cancel some`
  return new GatewayError('conflict', 'too-many-uploads', text)
}

export function uploadsFull(mebibytes: number): GatewayError {
  const text = `Uploads take all of the ${mebibytes} MiB available: cancel those you do not need`
  return new GatewayError('conflict', 'uploads-full', text)
}

function badUpload(field: string, text: string): GatewayError {
  return new GatewayError('invalid', 'bad-upload', `${field} ${text}`, { details: { [field]: text } })
}

function badPlan(field: string, text: string): GatewayError {
  return new GatewayError('invalid', 'bad-plan', `${field}: ${text}`, { details: { [field]: text } })
}
