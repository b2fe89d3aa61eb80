import type { Principal, UploadCells, UploadProblem, UploadRow, UploadRowPage } from '@heliograph/contracts'
import { type RowReader, showUploadRow } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { type RowTools, readerOf } from './row-tools.ts'
import type { UploadEntry } from './upload-row.ts'
import { findChunk, findProblems, listProblems, type RowChunk } from './upload-statements.ts'

export interface ShowOptions extends RowTools {
  readonly sql: Sql
}

/** Which rows; `from` counts from 0. */
export interface ShownRows {
  readonly from: number
  readonly limit: number
  readonly problem: UploadProblem | 'any' | undefined
}

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
  { upload_id: uploadId, plan }: UploadEntry,
  principal: Principal,
): Promise<RowReader | undefined> {
  if (plan === null) return undefined
  const first = await firstRow(sql, uploadId)
  return readerOf(plan, first, await senderOf(principal))
}

/** The cells of the first row, for the names of the columns. */
async function firstRow(sql: Sql, uploadId: number): Promise<UploadCells> {
  return (await serviceAnswer(findChunk(sql, uploadId, 0)))?.cells[0] ?? null
}

async function showAll(
  sql: Sql,
  { upload_id: uploadId, row_count: count }: UploadEntry,
  reader: RowReader | undefined,
  from: number,
  limit: number,
): Promise<UploadRowPage> {
  const to = Math.min(from + limit, count)
  const problems = await serviceAnswer(findProblems(sql, uploadId, from, to))
  const rows: UploadRow[] = []
  for (let row = from; row < to; ) {
    const chunk = await serviceAnswer(findChunk(sql, uploadId, row))
    if (chunk === undefined) break
    const end = Math.min(to, chunk.firstRow + chunk.cells.length)
    for (; row < end; row += 1)
      rows.push(showUploadRow(reader, row, chunk.cells[row - chunk.firstRow] ?? null, problems.get(row)))
  }
  return { rows, next: to < count ? to : undefined }
}

async function showLeftOut(
  sql: Sql,
  { upload_id: uploadId }: UploadEntry,
  reader: RowReader | undefined,
  { from, limit, problem }: ShownRows & { readonly problem: UploadProblem | 'any' },
): Promise<UploadRowPage> {
  const found = await serviceAnswer(listProblems(sql, uploadId, from, problem, limit + 1))
  const page = found.slice(0, limit)
  const rows: UploadRow[] = []
  let chunk: RowChunk | undefined
  for (const { row_number: row, problem: reason } of page) {
    if (chunk === undefined || row >= chunk.firstRow + chunk.cells.length)
      chunk = await serviceAnswer(findChunk(sql, uploadId, row))
    rows.push(showUploadRow(reader, row, chunk?.cells[row - chunk.firstRow] ?? null, reason))
  }
  return { rows, next: found.length > limit ? (page.at(-1)?.row_number as number) + 1 : undefined }
}
