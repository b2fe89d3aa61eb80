import type { Queryable } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'

/** A regular task of the deployment. */
export interface ChoreRun {
  readonly name: string
  /** The node that does it. */
  readonly node: string
  readonly begunAt: Date
  /** When the last run that has ended did so; null: none has. */
  readonly endedAt: Date | null
  /** Why that one failed; null: it did not. */
  readonly error: string | null
}

/** The node that does chores: its lease, and its name for operators. */
export interface ChoreDoer {
  readonly lease: number
  readonly node: string
}

/** After so many of its intervals a chore is taken from a living node that has not begun it again. */
const MISSED = 5
/** Not less than this, so that one that takes long is not done twice at once. */
const LEAST_MS = 300_000

/** Begins a chore. False: another living node does it. */
export async function beginChore(
  sql: Queryable,
  { lease, node }: ChoreDoer,
  name: string,
  everyMs: number,
): Promise<boolean> {
  const begun = await sql`
    insert into chore as known (name, lease, node, begun_at) values (${name}, ${lease}::bigint, ${node}, now())
    on conflict (name) do update set lease = excluded.lease, node = excluded.node, begun_at = excluded.begun_at
    where known.lease = excluded.lease or not exists (select from node where node.lease = known.lease)
      or known.begun_at < now() - ${Math.max(LEAST_MS, MISSED * everyMs)}::bigint * interval '1 millisecond'
    returning 1`
  return begun.length > 0
}

/** Notes how a chore has ended, unless another node does it by now. */
export async function endChore(sql: Queryable, { lease }: ChoreDoer, name: string, error: unknown): Promise<void> {
  const text = error === undefined ? null : storableText(error instanceof Error ? error.message : String(error))
  await sql`
    update chore set ended_at = now(), error = ${text} where name = ${name} and lease = ${lease}::bigint`
}

/** All chores by name. */
export async function listChores(sql: Queryable): Promise<readonly ChoreRun[]> {
  return sql<ChoreRun[]>`
    select name, node, begun_at as "begunAt", ended_at as "endedAt", error from chore order by name`
}
