import { byteaArray, numberArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { countSeals, keyOf, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'
import type { SecretBox } from './secret-box.ts'

/** Rows locked by one statement; each is in use for milliseconds only. */
const STEP = 500

export interface ResealOptions {
  /** Called after each step with how many values have been sealed again. */
  readonly onProgress?: (resealed: number) => void
  /** Ends the work after the step in progress. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Seals under the current key what is sealed under others, in steps, while nodes work. What is done stays so when it is
 * interrupted, and the next call goes on with the rest. Resolves with how many values it has sealed again, and how many
 * are left: those that a node has sealed under another key meanwhile.
 */
export async function reseal(
  sql: Sql,
  box: SecretBox,
  { onProgress = () => undefined, signal }: ResealOptions = {},
): Promise<{ readonly resealed: number; readonly left: number }> {
  let resealed = 0
  for (const place of SEALED_COLUMNS) {
    for (let after: number | undefined = 0; after !== undefined && !signal?.aborted; ) {
      const step: Step = await resealStep(sql, box, place, after)
      resealed += step.resealed
      after = step.next
      if (step.resealed > 0) onProgress(resealed)
    }
  }
  return { resealed, left: await countLeft(sql, box) }
}

interface Step {
  readonly resealed: number
  /** Behind which row the next step begins; undefined when there is none. */
  readonly next: number | undefined
}

/** A value that changes between reading and writing is left alone: it may be a new one. */
async function resealStep(sql: Sql, box: SecretBox, place: SealedColumn, after: number): Promise<Step> {
  const { table, column } = place
  const { ids, firstKey } = box.ring
  const key = place.key === null ? sql`1::bigint` : sql`${sql(place.key)}`
  const rows = await sql<{ key: number; sealed: Buffer }[]>`
    select ${key} as key, ${sql(column)} as sealed from ${sql(table)}
    where ${key} > ${after}::bigint and ${keyOf(sql, column, firstKey)} <> ${ids[0]}
    order by 1 limit ${STEP}::integer`
  const last = rows.at(-1)
  if (last === undefined) return { resealed: 0, next: undefined }
  const written = await sql`
    update ${sql(table)} set ${sql(column)} = change.after
    from unnest(
      ${numberArray(rows.map((row) => row.key))}::bigint[],
      ${byteaArray(rows.map((row) => row.sealed))}::bytea[],
      ${byteaArray(rows.map((row) => box.seal(box.open(row.sealed))))}::bytea[]
    ) as change (row_key, before, after)
    where ${key} = change.row_key and ${sql(column)} = change.before`
  return { resealed: written.count, next: last.key }
}

async function countLeft(sql: Sql, { ring }: SecretBox): Promise<number> {
  const seals = await countSeals(sql, ring.firstKey)
  return [...seals].reduce((left, [id, count]) => (id === ring.ids[0] ? left : left + count), 0)
}
