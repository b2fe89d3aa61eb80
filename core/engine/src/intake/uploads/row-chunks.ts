import type { UploadCells } from '@heliograph/contracts'
import { charactersOf } from '@heliograph/messaging'
import type { Queryable, Transaction } from '../../database/database.ts'

/**
 * Rows that are stored, checked and submitted together: at most this many, and fewer when their cells are long. A step
 * of the work holds one chunk.
 */
const ROWS_PER_CHUNK = 500
export const CHARACTERS_PER_CHUNK = 262_144

/** Rows of an upload that follow one another; `firstRow` counts from 0. */
export interface RowChunk {
  readonly firstRow: number
  readonly cells: readonly UploadCells[]
}

/** Cuts rows into chunks, in order. A row is never cut: it makes a chunk of its own when it is long. */
function* cutRows(firstRow: number, rows: readonly UploadCells[]): Generator<RowChunk> {
  let from = 0
  let characters = 0
  for (const [index, cells] of rows.entries()) {
    const more = charactersOf(cells)
    const isFull = index - from === ROWS_PER_CHUNK || characters + more > CHARACTERS_PER_CHUNK
    if (isFull && index > from) {
      yield { firstRow: firstRow + from, cells: rows.slice(from, index) }
      from = index
      characters = 0
    }
    characters += more
  }
  if (from < rows.length) yield { firstRow: firstRow + from, cells: rows.slice(from) }
}

/**
 * Stores rows, over those that may be there, and counts their octets. Each chunk has a statement of its own: the text
 * of one for all would hold up the process while it is made.
 */
export async function insertChunks(
  tx: Transaction,
  uploadId: number,
  firstRow: number,
  rows: readonly UploadCells[],
): Promise<void> {
  let octets = 0
  for (const chunk of cutRows(firstRow, rows)) {
    const body = JSON.stringify(chunk.cells)
    octets += Buffer.byteLength(body)
    await tx`
      insert into upload_chunk (upload_id, first_row, cells)
      values (${uploadId}::bigint, ${chunk.firstRow}::integer, ${body}::text::jsonb)
      on conflict (upload_id, first_row) do update set cells = excluded.cells`
  }
  if (octets > 0)
    await tx`update upload set kept_octets = kept_octets + ${octets}::bigint where upload_id = ${uploadId}::bigint`
}

/** Replaces one row of a chunk, which becomes several when it is too long then. */
export async function replaceRow(
  tx: Transaction,
  uploadId: number,
  { firstRow, cells: before }: RowChunk,
  row: number,
  cells: readonly string[],
): Promise<void> {
  await tx`
    update upload set kept_octets = greatest(kept_octets - ${Buffer.byteLength(JSON.stringify(before))}::bigint, 0)
    where upload_id = ${uploadId}::bigint`
  await insertChunks(tx, uploadId, firstRow, before.with(row - firstRow, cells))
}

/** The chunk that holds a row; undefined after the last row. */
export async function findChunk(sql: Queryable, uploadId: number, row: number): Promise<RowChunk | undefined> {
  const [found] = await sql<{ first_row: number; cells: UploadCells[] }[]>`
    select first_row, cells from upload_chunk
    where upload_id = ${uploadId}::bigint and first_row <= ${row}::integer
    order by upload_id desc, first_row desc limit 1`
  if (found === undefined || row >= found.first_row + found.cells.length) return undefined
  return { firstRow: found.first_row, cells: found.cells }
}

/** The first row of an upload, which may hold the names of the columns; null when it could not be read. */
export async function findFirstRow(sql: Queryable, uploadId: number): Promise<UploadCells> {
  const [found] = await sql<{ cells: UploadCells }[]>`
    select cells -> 0 as cells from upload_chunk where upload_id = ${uploadId}::bigint and first_row = 0`
  return found?.cells ?? null
}
