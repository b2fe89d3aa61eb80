import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'

/** Requests of one key within one second. */
export interface KeyUsage {
  readonly keyId: number
  readonly second: number
  readonly requests: number
}

/** A place in the publications of a node. */
export interface Position {
  /** Grows with each publication of a node. */
  readonly sequence: number
  /** The latest second that it covers. */
  readonly lastSecond: number
}

/** What a node publishes at once. The counts of a second replace those it published before. */
export interface Publication extends Position {
  readonly nodeId: string
  readonly usage: readonly KeyUsage[]
}

/** Publishes in one row, however many keys there are. */
export async function publishUsage(sql: Sql, { nodeId, sequence, lastSecond, usage }: Publication): Promise<void> {
  await sql`
    insert into rate_usage (node_id, sequence, last_second, keys, seconds, requests)
    values (
      ${nodeId}::uuid, ${sequence}::bigint, ${lastSecond}::bigint,
      ${numberArray(usage.map(({ keyId }) => keyId))}::bigint[],
      ${numberArray(usage.map(({ second }) => second))}::bigint[],
      ${numberArray(usage.map(({ requests }) => requests))}::bigint[]
    )`
}

interface PublicationRow extends Omit<Publication, 'usage'> {
  readonly keys: readonly number[]
  readonly seconds: readonly number[]
  readonly requests: readonly number[]
}

/**
 * Reads what the other nodes have published since `positions`, in the order of each node.
 *
 * Steps from node to node over the primary key, so that neither what was read before nor what this node published
 * itself is touched.
 *
 * @param positions - how far each node has been read
 */
export async function readUsageOfOthers(
  sql: Sql,
  nodeId: string,
  positions: ReadonlyMap<string, Position>,
): Promise<readonly Publication[]> {
  const rows = await sql<PublicationRow[]>`
    with recursive node (node_id) as (
      (select node_id from rate_usage order by node_id limit 1)
      union all
      select (select next.node_id from rate_usage as next where next.node_id > node.node_id order by next.node_id limit 1)
      from node where node.node_id is not null
    )
    select published.node_id as "nodeId", published.sequence, published.last_second as "lastSecond", published.keys,
      published.seconds, published.requests
    from node
    left join unnest(
      ${textArray([...positions.keys()])}::uuid[], ${numberArray(Array.from(positions.values(), ({ sequence }) => sequence))}::bigint[]
    ) as known (node_id, sequence) on known.node_id = node.node_id
    cross join lateral (
      select * from rate_usage
      where rate_usage.node_id = node.node_id and rate_usage.sequence > coalesce(known.sequence, 0)
      order by rate_usage.sequence
    ) as published
    where node.node_id <> ${nodeId}::uuid
    order by published.node_id, published.sequence`
  return rows.map(({ keys, seconds, requests, ...place }) => ({
    ...place,
    usage: keys.map((keyId, index) => ({
      keyId,
      second: seconds[index] as number,
      requests: requests[index] as number,
    })),
  }))
}

/** Deletes what no window reaches any more, for all nodes. */
export async function purgeUsage(sql: Sql, beforeSecond: number): Promise<void> {
  await sql`delete from rate_usage where last_second < ${beforeSecond}::bigint`
}
