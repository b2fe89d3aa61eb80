import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** Requests of one key within one second. */
export interface KeyUsage {
  readonly keyId: number
  readonly second: number
  readonly requests: number
}

/** Publishes this node's counts; those of a second that was published before are replaced. */
export async function publishUsage(sql: Sql, nodeId: string, usage: readonly KeyUsage[]): Promise<void> {
  await sql`
    insert into rate_usage (key_id, second, node_id, requests)
    select key_id, second, ${nodeId}::uuid, requests
    from unnest(
      ${numberArray(usage.map(({ keyId }) => keyId))}::bigint[],
      ${numberArray(usage.map(({ second }) => second))}::bigint[],
      ${numberArray(usage.map(({ requests }) => requests))}::integer[]
    ) as given (key_id, second, requests)
    on conflict (key_id, second, node_id) do update set requests = excluded.requests`
}

/** What all other nodes have published for the keys from `sinceSecond` on, ascending by second within each key. */
export async function readUsageOfOthers(
  sql: Sql,
  nodeId: string,
  keyIds: readonly number[],
  sinceSecond: number,
): Promise<readonly KeyUsage[]> {
  const rows = await sql<{ key_id: number; second: number; requests: number }[]>`
    select key_id, second, sum(requests)::integer as requests
    from rate_usage
    where key_id = any(${numberArray(keyIds)}::bigint[]) and second >= ${sinceSecond}::bigint
      and node_id <> ${nodeId}::uuid
    group by key_id, second
    order by key_id, second`
  return rows.map((row) => ({ keyId: row.key_id, second: row.second, requests: row.requests }))
}

/** Deletes what no window reaches any more, of all nodes. */
export async function purgeUsage(sql: Sql, beforeSecond: number): Promise<void> {
  await sql`delete from rate_usage where second < ${beforeSecond}::bigint`
}
