import type { Principal, UploadProblem, UploadRowPage } from '@heliograph/contracts'
import { type RowContacts, type RowReader, showUploadRow, TimeSlice, UploadPageRows } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { findChunk, findFirstRow, type RowChunk } from './row-chunks.ts'
import { findRowContacts } from './row-contacts.ts'
import { type RowTools, readerOf } from './row-tools.ts'
import type { UploadEntry } from './upload-row.ts'
import { findProblems, listProblems } from './upload-statements.ts'

export interface ShowOptions extends RowTools {
  readonly sql: Sql
}

/** Which rows; `from` counts from 0. */
export interface ShownRows {
  readonly from: number
  readonly limit: number
  readonly problem: UploadProblem | 'any' | undefined
}

/** A page ends when this many chunks were read for it: rows that are left out may be far apart. */
const MOST_CHUNKS = 50

/** A page of rows for people to look at, without the header. */
export async function showRows(
  options: ShowOptions,
  upload: UploadEntry,
  principal: Principal,
  { from, limit, problem }: ShownRows,
): Promise<UploadRowPage> {
  const reader = await findReader(options, upload, principal)
  const begin = Math.max(from, reader?.plan.hasHeader ? 1 : 0)
  return problem === undefined
    ? showAll(options.sql, upload, reader, begin, limit)
    : showLeftOut(options.sql, upload, reader, { from: begin, limit, problem })
}

async function findReader(
  { sql, senderOf }: ShowOptions,
  { uploadId, plan }: UploadEntry,
  principal: Principal,
): Promise<RowReader | undefined> {
  if (plan === null) return undefined
  const first = await serviceAnswer(findFirstRow(sql, uploadId))
  return readerOf(plan, first, await senderOf(principal))
}

async function showAll(
  sql: Sql,
  { uploadId, clientId, rows: count }: UploadEntry,
  reader: RowReader | undefined,
  from: number,
  limit: number,
): Promise<UploadRowPage> {
  const to = Math.min(from + limit, count)
  const problems = await serviceAnswer(findProblems(sql, uploadId, from, to))
  const page = new UploadPageRows(limit)
  const slice = new TimeSlice()
  let row = from
  while (row < to && !page.isFull) {
    const chunk = await serviceAnswer(findChunk(sql, uploadId, row))
    // Its rows are gone.
    if (chunk === undefined) return { rows: page.rows, next: undefined }
    const end = Math.min(to, chunk.firstRow + chunk.cells.length)
    const shown = chunk.cells.slice(row - chunk.firstRow, end - chunk.firstRow)
    const contacts = await serviceAnswer(findRowContacts(sql, clientId, reader, shown))
    for (; row < end && !page.isFull; row += 1) {
      if (slice.isOver) await slice.rest()
      page.add(showUploadRow(reader, row, chunk.cells[row - chunk.firstRow] ?? null, problems.get(row), contacts))
    }
  }
  return { rows: page.rows, next: row < count ? row : undefined }
}

async function showLeftOut(
  sql: Sql,
  { uploadId, clientId }: UploadEntry,
  reader: RowReader | undefined,
  { from, limit, problem }: ShownRows & { readonly problem: UploadProblem | 'any' },
): Promise<UploadRowPage> {
  const found = await serviceAnswer(listProblems(sql, uploadId, from, problem, limit + 1))
  const page = new UploadPageRows(limit)
  const slice = new TimeSlice()
  let chunk: RowChunk | undefined
  let contacts: RowContacts = new Map()
  let chunks = 0
  for (const { row_number: row, problem: reason } of found) {
    if (page.isFull) return { rows: page.rows, next: row }
    if (chunk === undefined || row >= chunk.firstRow + chunk.cells.length) {
      if (chunks === MOST_CHUNKS) return { rows: page.rows, next: row }
      chunk = await serviceAnswer(findChunk(sql, uploadId, row))
      contacts = await serviceAnswer(findRowContacts(sql, clientId, reader, chunk?.cells ?? []))
      chunks += 1
    }
    if (slice.isOver) await slice.rest()
    page.add(showUploadRow(reader, row, chunk?.cells[row - chunk.firstRow] ?? null, reason, contacts))
  }
  return { rows: page.rows, next: undefined }
}
