import { admissionOf } from '@heliograph/access'
import { booleanArray, numberArray, textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'

/** A session to be opened, if there is room for it. */
export interface NewSession {
  readonly sessionId: string
  readonly userId: number
  readonly origin: string
  readonly remote: string
  readonly isReceiver: boolean
  /** Sessions the user may have with this interface, over all nodes. */
  readonly limit: number
}

/**
 * The advisory lock under which the sessions of one user are opened one after the other. Any number will do, as long as
 * every node uses the same.
 */
const SESSION_LOCK = 4_242_803

/** Stores the sessions for which their users have room, in order. Resolves with the ids of those stored. */
export async function insertSessions(
  tx: Transaction,
  nodeId: string,
  sessions: readonly NewSession[],
): Promise<ReadonlySet<string>> {
  const userIds = [...new Set(sessions.map((session) => session.userId))].sort((a, b) => a - b)
  // A statement of its own: the next one has to see what others committed while this one waited.
  await tx`
    select pg_advisory_xact_lock(${SESSION_LOCK}::integer, hashint8(user_id))
    from unnest(${numberArray(userIds)}::bigint[]) as given (user_id)`
  const rows = await tx<{ session_id: string }[]>`
    insert into session_bind (session_id, node_id, user_id, origin, remote, is_receiver)
    select session_id, ${nodeId}::uuid, user_id, origin, remote, is_receiver
    from (
      select *, row_number() over (partition by user_id, origin order by place) as rank
      from unnest(
        ${textArray(sessions.map((session) => session.sessionId))}::uuid[],
        ${numberArray(sessions.map((session) => session.userId))}::bigint[],
        ${textArray(sessions.map((session) => session.origin))}::text[],
        ${textArray(sessions.map((session) => session.remote))}::text[],
        ${booleanArray(sessions.map((session) => session.isReceiver))}::boolean[],
        ${numberArray(sessions.map((session) => session.limit))}::integer[]
      ) with ordinality as given (session_id, user_id, origin, remote, is_receiver, session_limit, place)
    ) as ranked
    where session_limit >= rank + (
      select count(*) from session_bind as present
      where present.user_id = ranked.user_id and present.origin = ranked.origin
    )
    returning session_id`
  return new Set(rows.map((row) => row.session_id))
}

/** Removes sessions that have ended. */
export async function deleteSessions(sql: Sql, sessionIds: readonly string[]): Promise<void> {
  await sql`delete from session_bind where session_id = any(${textArray(sessionIds)}::uuid[])`
}

/** Notes that users have, or just had, a session that takes pushes. */
export async function noteReceivers(sql: Sql | Transaction, userIds: readonly number[]): Promise<void> {
  const unique = [...new Set(userIds)].sort((a, b) => a - b)
  if (unique.length === 0) return
  await sql`
    insert into receiver_seen (user_id, seen_at)
    select user_id, now() from unnest(${numberArray(unique)}::bigint[]) as given (user_id) order by user_id
    on conflict (user_id) do update set seen_at = excluded.seen_at`
}

/** The user, and the key if any, that a session belongs to, and where it comes from. */
export interface Holder {
  readonly userId: number
  /** Null for logins without a key. */
  readonly keyId: number | null
  readonly remote: string
}

/**
 * Resolves with the indexes of the holders whose user or client is no longer enabled, whose key no longer works, or
 * whose client no longer accepts credentials from where they are.
 */
export async function findRevoked(sql: Sql, holders: readonly Holder[]): Promise<readonly number[]> {
  const rows = await sql<{ index: number; is_enabled: boolean; programs: readonly string[] }[]>`
    select given.index::integer - 1 as index, is_enabled, coalesce(client.program_networks, '{}') as programs
    from unnest(
      ${numberArray(holders.map(({ userId }) => userId))}::bigint[], ${numberArray(holders.map(({ keyId }) => keyId))}::bigint[]
    ) with ordinality as given (user_id, key_id, index)
    left join app_user using (user_id)
    left join client using (client_id)
    cross join lateral (
      select coalesce(app_user.enabled and client.enabled, false) and (
        given.key_id is null or exists (
          select from api_key where api_key.key_id = given.key_id and api_key.user_id = given.user_id
            and (api_key.expires_at is null or api_key.expires_at > now())
        )
      ) as is_enabled
    ) as judged
    where not is_enabled or client.program_networks <> '{}'`
  const isRevoked = ({ index, is_enabled, programs }: (typeof rows)[number]) =>
    !is_enabled || !admissionOf({ programs, portal: [] })('programs', holders[index]?.remote)
  return rows.filter(isRevoked).map(({ index }) => index)
}
