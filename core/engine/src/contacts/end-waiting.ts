import { STATUS_FORMS, UNBLOCKED_ORIGINS } from '@heliograph/messaging'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { type FinishTools, finishMessages } from '../outbound/lifecycle/finish.ts'
import { knownBatch, takeFromBatches } from '../outbound/lifecycle/waiting-batches.ts'
import { type ContactKey, contactSlot } from './contacts.ts'

/** Messages to a contact that are looked at in one transaction. */
const PAGE = 400
/**
 * The same where contacts share a transaction; most have fewer in total. Many contacts together have some thousand
 * messages.
 */
const SHARED_PAGE = 20

export interface EndedPage {
  /** Where the next page begins, undefined when there is none. */
  readonly next: number | undefined
  /**
   * Messages that wait too but belong to batches that nodes have begun. At most 400, so that their ids fit into an
   * announcement.
   */
  readonly atNodes: readonly number[]
}

export interface EndAllTools extends FinishTools {
  readonly sql: Sql
  /** Tells all nodes that messages must not be sent any more, because their contact has opted out. */
  readonly announceOptedOut: (smsIds: readonly number[]) => void
}

/** Ends the messages that wait for the contact behind `first`, page by page. Running it again does nothing. */
export async function endAllWaiting(tools: EndAllTools, contact: ContactKey, first: EndedPage): Promise<void> {
  for (let page = first; ; ) {
    if (page.atNodes.length > 0) tools.announceOptedOut(page.atNodes)
    const { next: below } = page
    if (below === undefined) return
    const [next] = await inTransaction(tools.sql, (tx) => endPages(tx, tools, [contact], below))
    page = next as EndedPage
  }
}

/**
 * Ends a page of the messages that wait for each of these contacts, which have opted out, from the newest: those that
 * no link has been given, including scheduled ones. They are credited back and reported. Messages in the memory of a
 * node can only be ended by that node. No contact may appear twice. Resolves in order.
 *
 * @param below the `next` of the page before
 */
export async function endPages(
  tx: Transaction,
  tools: FinishTools,
  contacts: readonly ContactKey[],
  below?: number,
): Promise<readonly EndedPage[]> {
  if (contacts.length === 0) return []
  const limit = contacts.length === 1 ? PAGE : SHARED_PAGE
  const rows = await findPages(tx, contacts, below, limit)
  const waiting = rows.filter((row) => row.is_waiting)
  const taken = await takeFromBatches(
    tx,
    waiting.map((row) => ({ smsId: row.sms_id, batchId: row.batch_id })),
  )
  const smsIds = taken.map((message) => message.smsId)
  await finishMessages(tx, tools, smsIds, 'opted-out', STATUS_FORMS['opted-out'].errorId)
  const ended = new Set(smsIds)
  const pages = new Map(contacts.map((contact) => [contactSlot(contact), [] as Row[]]))
  for (const row of rows) pages.get(contactSlot({ clientId: row.client_id, mobile: row.recipient }))?.push(row)
  return contacts.map((contact) => {
    const page = pages.get(contactSlot(contact)) ?? []
    return {
      next: page.length < limit ? undefined : page.at(-1)?.sms_id,
      atNodes: page.filter((row) => row.is_waiting && !ended.has(row.sms_id)).map((row) => row.sms_id),
    }
  })
}

interface Row {
  readonly client_id: number
  readonly recipient: string
  readonly sms_id: number
  readonly batch_id: number | null
  readonly is_waiting: boolean
}

/**
 * Uses the index of recipients, each of which has few messages: adding 0 to `client_id` keeps the planner from going
 * through all messages of the client.
 */
function findPages(
  tx: Transaction,
  contacts: readonly ContactKey[],
  below: number | undefined,
  limit: number,
): PromiseLike<readonly Row[]> {
  return tx<Row[]>`
    with page as materialized (
      select given.client_id, given.recipient, found.*
      from unnest(
        ${numberArray(contacts.map(({ clientId }) => clientId))}::bigint[],
        ${textArray(contacts.map(({ mobile }) => mobile))}::text[]
      ) as given (client_id, recipient)
      cross join lateral (
        select sms_id, batch_id from message
        where client_id + 0 = given.client_id and recipient = given.recipient
          and sms_id < ${below ?? Number.MAX_SAFE_INTEGER}::bigint and origin <> all(${textArray(UNBLOCKED_ORIGINS)}::text[])
        order by sms_id desc limit ${limit}::integer
      ) as found
    )
    select message.client_id, message.recipient, message.sms_id, ${knownBatch(tx)} as batch_id,
      coalesce(stored.state in ('scheduled', 'queued', 'retrying'), true) as is_waiting
    from page as message
    left join lateral (
      select state, batch_id from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    order by message.sms_id desc`
}
