import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { isStillReported } from '../../notify/webhooks/webhooks-about.ts'
import { removeIncoming, removeMessages } from '../../outbound/lifecycle/remove-rows.ts'

/** A client of which rows that came before a time are to go. */
export interface DueClient {
  readonly client_id: number
  readonly days: number
  readonly before: Date
  /** Above the ids of all of them, and of what was accepted together with one of them. */
  readonly below: number
}

/** Rows that one statement looks at. */
export const LOOK = 50_000

export interface LookedRow {
  readonly id: number
  /** It is old enough, and nothing needs it. */
  readonly is_over: boolean
}

/** Rows of a client that go together. Those that go later may be needed by those before. */
export interface OldRows {
  readonly data: 'messages' | 'incoming'
  /** The next ones after an id, at most `LOOK`. */
  look(sql: Sql, due: DueClient, after: number): PromiseLike<readonly LookedRow[]>
  remove(tx: Transaction, clientId: number, ids: readonly number[]): Promise<void>
}

/** Compared together, and not the client alone, so that only its index fits: it may have few of the rows. */
function areOld(sql: Sql, key: string, due: DueClient, after: number) {
  const place = sql`(client_id, ${sql.unsafe(key)})`
  return sql`
    ${place} > (${due.client_id}::bigint, ${after}::bigint) and ${place} < (${due.client_id}::bigint, ${due.below}::bigint)`
}

/** Of `message`: what is on its way, or is still to be told to the client, is needed. */
const isMessageOver = (sql: Sql, { before }: DueClient) => sql`
  message.accepted_at < ${before}::timestamptz
  and coalesce((
    select is_final(state) from message_state where message_state.sms_id = message.sms_id limit 1
  ), false)
  and not ${isStillReported(sql, sql`message.sms_id`)}`

const MOST_MESSAGES: OldRows = {
  data: 'messages',
  look: (sql, due, after) => sql<LookedRow[]>`
    select sms_id as id, (${isMessageOver(sql, due)}) as is_over from message
    where ${areOld(sql, 'sms_id', due, after)} and text_id is distinct from sms_id
    order by client_id, sms_id limit ${LOOK}::integer`,
  remove: removeMessages,
}

/** A text that messages of one submission share has the id of the first of them, and goes with it, after the rest. */
const FIRST_WITH_TEXTS: OldRows = {
  data: 'messages',
  look: (sql, due, after) => sql<LookedRow[]>`
    with needed as materialized (
      select distinct text_id from message
      where ${areOld(sql, 'sms_id', due, 0)} and text_id <> sms_id
    )
    select sms_id as id, (
      ${isMessageOver(sql, due)} and not exists (select from needed where needed.text_id = message.sms_id)
    ) as is_over
    from message
    where ${areOld(sql, 'sms_id', due, after)} and text_id = sms_id
    order by client_id, sms_id limit ${LOOK}::integer`,
  async remove(tx, clientId, ids) {
    await removeMessages(tx, clientId, ids)
    await tx`delete from message_text where ${among(tx, 'text_id', ids)}`
  },
}

/** What an incoming SMS set off reads it again. */
const INCOMING: OldRows = {
  data: 'incoming',
  look: (sql, due, after) => sql<LookedRow[]>`
    select incoming_id as id, (
      received_at < ${due.before}::timestamptz
      and not exists (select from incoming_work where incoming_work.incoming_id = incoming_message.incoming_id)
      and not exists (select from webhook where subject_id = incoming_message.incoming_id and state = 'pending')
    ) as is_over
    from incoming_message
    where ${areOld(sql, 'incoming_id', due, after)}
    order by client_id, incoming_id limit ${LOOK}::integer`,
  async remove(tx, clientId, ids) {
    await removeIncoming(tx, clientId, ids)
    await tx`
      delete from conversation
      where client_id = ${clientId}::bigint and newest_id = any(${numberArray(ids)}::bigint[])`
  },
}

/** In the order in which they go. */
export const OLD_ROWS: readonly OldRows[] = [MOST_MESSAGES, FIRST_WITH_TEXTS, INCOMING]
