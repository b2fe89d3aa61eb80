import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'

type Fragment = ReturnType<typeof sharedAt>

/** A kind of row that holds a text. `text_mark` and `text_wait` know it by its name. */
export interface TextKind {
  readonly name: 'message' | 'shared' | 'incoming' | 'webhook'
  readonly table: string
  readonly key: string
  /** Added to the days for which texts are kept. */
  readonly extraHours: number
  /** Of `chosen`, a row of the table: when its days began. */
  at(sql: Queryable): Fragment
  /** Of `chosen`: whether something still needs its text. */
  isNeeded(sql: Queryable): Fragment
  /** Of `chosen`: the text that it shares. */
  textId(sql: Queryable): Fragment
  remove(tx: Transaction, ids: readonly number[]): Promise<void>
}

const none = (sql: Queryable) => sql`null::bigint`

/**
 * A text that messages of one submission share has the id of the first of them. That one may be gone; the next message
 * was accepted at nearly the same time.
 */
function sharedAt(sql: Queryable) {
  return sql`(select accepted_at from message where sms_id >= chosen.text_id order by sms_id limit 1)`
}

/** A message is on its way until its state is final. */
const MESSAGES: TextKind = {
  name: 'message',
  table: 'message',
  key: 'sms_id',
  extraHours: 0,
  at: (sql) => sql`chosen.accepted_at`,
  isNeeded: (sql) => sql`not coalesce((
    select is_final(state) from message_state where message_state.sms_id = chosen.sms_id limit 1
  ), false)`,
  textId: (sql) => sql`chosen.text_id`,
  async remove(tx, ids) {
    await tx`update message set body = null, text_id = null where ${among(tx, 'sms_id', ids)}`
    await tx`delete from message_content where ${among(tx, 'sms_id', ids)}`
    await tx`
      update message_history set receipt_text = null
      where ${among(tx, 'sms_id', ids)} and receipt_text is not null`
  },
}

/**
 * Blocks of ids live for a minute, so the messages of a submission may come later in the order of ids than younger
 * ones: an hour later, all that share a text have been passed, and those that still need it wait.
 */
const SHARED: TextKind = {
  name: 'shared',
  table: 'message_text',
  key: 'text_id',
  extraHours: 1,
  at: sharedAt,
  isNeeded: (sql) => sql`exists (select from text_wait where text_wait.text_id = chosen.text_id)`,
  textId: none,
  remove: async (tx, ids) => void (await tx`delete from message_text where ${among(tx, 'text_id', ids)}`),
}

/** What an incoming SMS set off reads its text again, and so do webhooks that are written when they are sent. */
const INCOMING: TextKind = {
  name: 'incoming',
  table: 'incoming_message',
  key: 'incoming_id',
  extraHours: 0,
  at: (sql) => sql`chosen.received_at`,
  isNeeded: (sql) => sql`(
    exists (select from incoming_work where incoming_work.incoming_id = chosen.incoming_id)
    or exists (select from webhook where subject_id = chosen.incoming_id and state = 'pending')
  )`,
  textId: none,
  async remove(tx, ids) {
    await tx`update incoming_message set body = null where ${among(tx, 'incoming_id', ids)}`
    await tx`delete from blob where incoming_id = any(${numberArray(ids)}::bigint[])`
  },
}

/** The request, and the replies, which may be texts for the contact. */
const WEBHOOKS: TextKind = {
  name: 'webhook',
  table: 'webhook',
  key: 'webhook_id',
  extraHours: 0,
  at: (sql) => sql`chosen.created_at`,
  isNeeded: (sql) => sql`chosen.state = 'pending'`,
  textId: none,
  async remove(tx, ids) {
    // One that is being sent again meanwhile keeps its text, and is sent again no more once it has none.
    const removed = await tx<{ webhook_id: number }[]>`
      update webhook set body = null, request = null, first_reply = null
      where ${among(tx, 'webhook_id', ids)} and state <> 'pending' returning webhook_id`
    const gone = removed.map((row) => row.webhook_id)
    if (gone.length > 0)
      await tx`update webhook_attempt set reply = null where ${among(tx, 'webhook_id', gone)} and reply is not null`
    await tx`
      insert into text_wait (kind, id, due_at)
      select 'webhook', id, now() + interval '1 day' from unnest(${numberArray(ids)}::bigint[]) as given (id)
      where id <> all(${numberArray(gone)}::bigint[]) on conflict do nothing`
  },
}

/** Messages before the texts they share: these wait for them. */
export const TEXT_KINDS: readonly TextKind[] = [MESSAGES, SHARED, INCOMING, WEBHOOKS]
