import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { MicroBatch } from '../../database/micro-batch.ts'
import { storableText } from '../../database/storable-text.ts'
import type { BulkName } from '../bulks/bulk-name.ts'

/** Finds the limits that bulks have been given by earlier requests. */
export interface KnownSpeeds {
  /** The id of the limit; null: the bulk has none. */
  of(bulk: BulkName): Promise<number | null>
}

const MOST_READ = 500

/** One that is looked up may be joined, so it must not be forgotten meanwhile: see `forgetSpeeds`. */
const RENEWED_AFTER_HOURS = 1

/** Requests that come at the same time share a statement. */
export function createKnownSpeeds(sql: Sql): KnownSpeeds {
  const reads = new MicroBatch<BulkName, number | null>({
    run: (bulks) => readSpeeds(sql, bulks),
    maxItems: MOST_READ,
    lanes: 2,
  })
  return { of: (bulk) => reads.add(bulk) }
}

async function readSpeeds(sql: Sql, bulks: readonly BulkName[]): Promise<readonly (number | null)[]> {
  const rows = await sql<{ speedId: number | null; isOld: boolean }[]>`
    select speed_id as "speedId",
      coalesce(greatest(named_at, next_at) < now() - ${RENEWED_AFTER_HOURS}::integer * interval '1 hour', false) as "isOld"
    from unnest(
      ${numberArray(bulks.map(({ clientId }) => clientId))}::bigint[],
      ${textArray(bulks.map(({ bulkId }) => storableText(bulkId)))}::text[]
    ) with ordinality as given (client_id, bulk_id, place)
    left join bulk_speed using (client_id, bulk_id)
    order by place`
  const old = rows.flatMap(({ speedId, isOld }) => (isOld && speedId !== null ? [speedId] : []))
  const kept = old.length === 0 ? [] : await renew(sql, old)
  return rows.map(({ speedId, isOld }) => (isOld && !kept.includes(speedId as number) ? null : speedId))
}

/** Those of the limits that there still are. */
async function renew(sql: Sql, speedIds: readonly number[]): Promise<readonly number[]> {
  const rows = await sql<{ speedId: number }[]>`
    update bulk_speed set named_at = now() where speed_id = any(${numberArray(speedIds)}::bigint[])
    returning speed_id as "speedId"`
  return rows.map(({ speedId }) => speedId)
}
