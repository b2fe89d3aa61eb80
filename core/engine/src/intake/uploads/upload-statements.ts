import type { UploadProblem } from '@heliograph/contracts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import { entryOf, type StoredUpload, type UploadEntry, uploadColumns } from './upload-row.ts'

export async function findUpload(sql: Queryable, uploadId: number): Promise<UploadEntry | undefined> {
  const [row] = await sql<StoredUpload[]>`
    select ${uploadColumns(sql)} from upload join client using (client_id) where upload_id = ${uploadId}::bigint`
  return row && entryOf(row)
}

/** Locks the upload against other changes until the transaction has ended. */
export async function lockUpload(tx: Transaction, uploadId: number): Promise<UploadEntry | undefined> {
  const [row] = await tx<StoredUpload[]>`
    select ${uploadColumns(tx)} from upload join client using (client_id)
    where upload_id = ${uploadId}::bigint for update of upload`
  return row && entryOf(row)
}

/** @param bulkIds undefined: whatever bulk they have */
export async function listUploads(
  sql: Queryable,
  clientId: number,
  {
    before,
    limit,
    bulkIds,
  }: { readonly before: number; readonly limit: number; readonly bulkIds?: readonly string[] | undefined },
): Promise<readonly UploadEntry[]> {
  const rows = await sql<StoredUpload[]>`
    select ${uploadColumns(sql)} from upload join client using (client_id)
    where client_id = ${clientId}::bigint and upload_id < ${before}::bigint
      ${bulkIds === undefined ? sql`` : sql`and bulk_id = any(${textArray(bulkIds)}::text[])`}
    order by upload_id desc limit ${limit}::integer`
  return rows.map(entryOf)
}

/** The upload whose messages have a bulk id. */
export async function findUploadOfBulk(
  sql: Queryable,
  clientId: number,
  bulkId: string,
): Promise<UploadEntry | undefined> {
  const [row] = await listUploads(sql, clientId, { before: Number.MAX_SAFE_INTEGER, limit: 1, bulkIds: [bulkId] })
  return row
}

/** Notes numbers of an upload; resolves with those that were not noted before. */
export async function noteNumbers(
  tx: Transaction,
  uploadId: number,
  mobiles: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx<{ mobile: string }[]>`
    insert into upload_number (upload_id, mobile)
    select ${uploadId}::bigint, mobile from unnest(${textArray(mobiles)}::text[]) as given (mobile)
    on conflict do nothing returning mobile`
  return new Set(rows.map(({ mobile }) => mobile))
}

/** A row that is left out. */
export interface ProblemRow {
  readonly row: number
  readonly problem: UploadProblem
}

export async function insertProblems(
  tx: Transaction,
  uploadId: number,
  problems: readonly ProblemRow[],
): Promise<void> {
  if (problems.length === 0) return
  await tx`
    insert into upload_problem (upload_id, row_number, problem)
    select ${uploadId}::bigint, row_number, problem
    from unnest(
      ${numberArray(problems.map(({ row }) => row))}::integer[], ${textArray(problems.map(({ problem }) => problem))}::text[]
    ) as given (row_number, problem)
    on conflict (upload_id, row_number) do update set problem = excluded.problem`
}

/** Problems of the rows from `from` up to, but not including, `to`. */
export async function findProblems(
  sql: Queryable,
  uploadId: number,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, UploadProblem>> {
  const rows = await sql<{ row_number: number; problem: UploadProblem }[]>`
    select row_number, problem from upload_problem
    where upload_id = ${uploadId}::bigint and row_number >= ${from}::integer and row_number < ${to}::integer`
  return new Map(rows.map(({ row_number, problem }) => [row_number, problem]))
}

/** Rows that are left out, in order, beginning with `from`. */
export function listProblems(
  sql: Queryable,
  uploadId: number,
  from: number,
  problem: UploadProblem | 'any',
  limit: number,
): PromiseLike<readonly { readonly row_number: number; readonly problem: UploadProblem }[]> {
  return sql<{ row_number: number; problem: UploadProblem }[]>`
    select row_number, problem from upload_problem
    where upload_id = ${uploadId}::bigint and row_number >= ${from}::integer
      ${problem === 'any' ? sql`` : sql`and problem = ${problem}`}
    order by row_number limit ${limit}::integer`
}

/** Forgets the results of checking the rows of an upload. */
export async function forgetChecks(tx: Transaction, uploadId: number): Promise<void> {
  await tx`delete from upload_problem where upload_id = ${uploadId}::bigint`
  await tx`delete from upload_number where upload_id = ${uploadId}::bigint`
}
