import { PUSHES_KEPT_HOURS } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { enqueuePushes } from '../sessions/enqueue-pushes.ts'
import type { IncomingContent } from '../sessions/push-content.ts'
import type { AfterCommit, PushTools } from '../sessions/push-tools.ts'

/** A complete incoming SMS that belongs to a channel. */
export interface IncomingSubject extends Omit<IncomingContent, 'kind'> {
  readonly channelId: number
}

/**
 * Stores the pushes of incoming SMS in the transaction that stores the SMS: one for each user of the channel that
 * recently had a session to take them. Call the function that it resolves with after the commit, and only then.
 */
export async function notifyIncoming(
  tx: Queryable,
  tools: PushTools,
  incoming: readonly IncomingSubject[],
): Promise<AfterCommit> {
  if (incoming.length === 0) return () => {}
  const users = await findUsers(tx, [...new Set(incoming.map((subject) => subject.channelId))])
  const drafts = incoming.flatMap((subject) =>
    users
      .filter((user) => user.channel_id === subject.channelId)
      .map((user) => ({ userId: user.user_id, content: toContent(subject) })),
  )
  return enqueuePushes(tx, tools, drafts)
}

function toContent(subject: IncomingSubject): IncomingContent {
  const { incomingId, from, to, text, encoding, receivedAt } = subject
  return { kind: 'incoming', incomingId, from, to, text, encoding, receivedAt }
}

interface UserRow {
  readonly channel_id: number
  readonly user_id: number
}

/**
 * Enabled users who send from these channels (see `sendingChannels` for which one that is) and have had a receiver
 * lately.
 */
function findUsers(sql: Queryable, channelIds: readonly number[]): PromiseLike<readonly UserRow[]> {
  return sql<UserRow[]>`
    select channel.channel_id, app_user.user_id
    from channel
    join client on client.client_id = channel.client_id and client.enabled
    join app_user on app_user.client_id = channel.client_id and app_user.enabled
    join receiver_seen on receiver_seen.user_id = app_user.user_id
    where channel.channel_id = any(${numberArray(channelIds)}::bigint[])
      and receiver_seen.seen_at > now() - ${PUSHES_KEPT_HOURS}::integer * interval '1 hour'
      and channel.channel_id = (
        select own.channel_id from channel as own
        where own.client_id = app_user.client_id and own.enabled
        order by own.channel_id = app_user.channel_id desc nulls last, own.is_default desc, own.channel_id limit 1
      )
    order by app_user.user_id`
}
