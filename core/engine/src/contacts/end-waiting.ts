import { FACES } from '@heliograph/messaging'
import type { Transaction } from '../database/database.ts'
import { type FinishTools, finishMessages } from '../lifecycle/finish.ts'
import { takeFromBatches, type WaitingMessage } from '../lifecycle/waiting-batches.ts'

/** Messages to a contact that are looked at in one transaction. */
const PAGE = 400

export interface EndedPage {
  /** Where the next page begins, undefined when there is none. */
  readonly next: number | undefined
  /** Messages that wait as well and belong to batches that nodes have begun. At most 400: their ids fit into an announcement. */
  readonly atNodes: readonly number[]
}

/**
 * Ends messages of a client that wait for a contact which has opted out, a page of them, from the newest: those that no link has been given, scheduled
 * ones too. They are credited back and told. What a node has in memory only that node can end.
 */
export async function endWaiting(
  tx: Transaction,
  tools: FinishTools,
  clientId: number,
  mobile: string,
  below: number | undefined,
): Promise<EndedPage> {
  const page = await findPage(tx, clientId, mobile, below)
  const waiting = page.filter((row) => row.is_waiting)
  const taken = await takeFromBatches(tx, waiting.map(toWaiting))
  const smsIds = taken.map((message) => message.smsId)
  await finishMessages(tx, tools, smsIds, 'opted-out', FACES['opted-out'].errorId)
  const ended = new Set(smsIds)
  return {
    next: page.length < PAGE ? undefined : page.at(-1)?.sms_id,
    atNodes: waiting.map((row) => row.sms_id).filter((smsId) => !ended.has(smsId)),
  }
}

interface Row {
  readonly sms_id: number
  readonly route: string
  readonly priority: number
  readonly due_at: Date
  readonly is_waiting: boolean
}

/** By the index of recipients, each of which has few messages: the sum keeps the planner from going through those of the client. */
function findPage(
  tx: Transaction,
  clientId: number,
  mobile: string,
  below: number | undefined,
): PromiseLike<readonly Row[]> {
  return tx<Row[]>`
    with page as materialized (
      select sms_id, route, priority, coalesce(send_at, accepted_at) as due_at from message
      where client_id + 0 = ${clientId}::bigint and recipient = ${mobile}
        and sms_id < ${below ?? Number.MAX_SAFE_INTEGER}::bigint
      order by sms_id desc limit ${PAGE}::integer
    )
    select page.sms_id, page.route, page.priority, coalesce(stored.send_at, page.due_at) as due_at,
      coalesce(stored.state in ('scheduled', 'queued'), true) as is_waiting
    from page
    left join lateral (
      select state, send_at from message_state where message_state.sms_id = page.sms_id limit 1
    ) as stored on true
    order by page.sms_id desc`
}

function toWaiting(row: Row): WaitingMessage {
  return { smsId: row.sms_id, route: row.route, priority: row.priority, dueAt: row.due_at }
}
