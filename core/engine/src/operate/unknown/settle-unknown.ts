import type { OutcomeDecision } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Transaction } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { type Fairness, lineOf, MESSAGES_PER_BATCH, placeKey } from '../../outbound/batches/batch.ts'
import { addRepetitions } from '../../outbound/batches/batch-statements.ts'
import { type FinishTools, finishMessages } from '../../outbound/lifecycle/finish.ts'
import { addHistory, type HistoryRow } from '../../outbound/lifecycle/history-rows.ts'

export interface SettleTools {
  readonly finish: FinishTools
  readonly ids: RecordIds
  readonly fairness: Fairness
}

/** A message whose outcome is still unknown. */
interface UnknownRow {
  readonly sms_id: number
  readonly attempt: number
  readonly client_id: number
  readonly route: string
  readonly priority: number
  readonly link: string
}

/** What a decision has changed. */
export interface SettledUnknown {
  readonly messages: number
  /** Routes for which messages wait again. */
  readonly routes: readonly string[]
}

/** Settles some messages of unknown outcome; those of which the outcome is known by now stay as they are. */
export async function settleUnknown(
  tx: Transaction,
  tools: SettleTools,
  smsIds: readonly number[],
  decision: OutcomeDecision,
): Promise<SettledUnknown> {
  const rows = await lockUnknown(tx, smsIds)
  if (rows.length === 0) return { messages: 0, routes: [] }
  const unsettled = rows.map((row) => row.sms_id)
  const at = tools.finish.clock.now()
  if (decision === 'sent') await noteSent(tx, rows, at)
  else await leaveParts(tx, unsettled)
  if (decision === 'failed')
    await finishMessages(tx, tools.finish, unsettled, 'cancelled', STATUS_FORMS.cancelled.errorId, ['unknown'])
  if (decision === 'resend') await queueAgain(tx, tools, rows, at)
  tools.finish.changeNotes?.noteMessagesAfter(tx, unsettled)
  tools.finish.changeNotes?.noteEverywhereAfter(tx, 'unknown')
  const routes = decision === 'resend' ? [...new Set(rows.map(({ route }) => route))] : []
  return { messages: rows.length, routes }
}

/** Locks them in the order of their ids, as everywhere. */
function lockUnknown(tx: Transaction, smsIds: readonly number[]): PromiseLike<readonly UnknownRow[]> {
  return tx<UnknownRow[]>`
    with unsettled as materialized (
      select sms_id, attempt from message_state
      where ${among(tx, 'sms_id', smsIds)} and state = 'unknown' order by sms_id for update
    )
    select unsettled.sms_id, unsettled.attempt, message.client_id, message.route, message.priority,
      coalesce(part.link, '') as link
    from unsettled
    cross join lateral (
      select client_id, route, priority from message where message.sms_id = unsettled.sms_id limit 1
    ) as message
    left join lateral (
      select link from submission where submission.sms_id = unsettled.sms_id order by sms_id desc, attempt desc limit 1
    ) as part on true
    order by unsettled.sms_id`
}

/** Its parts stay unknown until their receipts come, which are matched by the recipient. */
async function noteSent(tx: Transaction, rows: readonly UnknownRow[], at: number): Promise<void> {
  const smsIds = rows.map((row) => row.sms_id)
  await tx`update message_state set state = 'submitted' where ${among(tx, 'sms_id', smsIds)}`
  await addHistory(
    tx,
    rows.map(
      (row): HistoryRow => ({
        ...noteOf(row, at),
        part: 1,
        state: 'accepted',
        networkStatus: 'SETTLED',
        until: null,
        kind: 'report',
        receiptText: 'an operator settled it as sent',
      }),
    ),
  )
}

/** The unknown parts count as left behind: no network has them. */
async function leaveParts(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  await tx`
    update submission set state = 'retrying', held_recipient = null
    where ${among(tx, 'sms_id', smsIds)} and state = 'unknown'`
}

async function queueAgain(
  tx: Transaction,
  { ids, fairness }: SettleTools,
  rows: readonly UnknownRow[],
  at: number,
): Promise<void> {
  const smsIds = rows.map((row) => row.sms_id)
  await tx`
    update message_state set state = 'retrying', done_at = null where ${among(tx, 'sms_id', smsIds)}`
  const places = groupBy(rows, ({ route, priority, client_id: clientId }) => {
    return `${placeKey(route, priority)} ${lineOf(fairness, clientId)}`
  })
  const dueAt = new Date(at)
  const batches = [...places.values()].flatMap((same) =>
    [...chunksOf(same, MESSAGES_PER_BATCH)].map((some) => {
      const { route, priority, client_id: clientId } = some[0] as UnknownRow
      const line = lineOf(fairness, clientId)
      return { route, priority, line, dueAt, speedId: null, smsIds: some.map((row) => row.sms_id) }
    }),
  )
  await addRepetitions(tx, ids, batches)
  await addHistory(
    tx,
    rows.map(
      (row): HistoryRow => ({
        ...noteOf(row, at),
        part: 0,
        state: 'unknown',
        networkStatus: null,
        until: at,
        receiptText: null,
        kind: 'put-off',
      }),
    ),
  )
}

function noteOf({ sms_id: smsId, attempt, link }: UnknownRow, at: number) {
  return { smsId, at, link, attempt, errorId: null, times: 1 }
}
