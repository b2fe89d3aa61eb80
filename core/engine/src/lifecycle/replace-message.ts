import { randomUUID } from 'node:crypto'
import { GatewayError, type Replacement } from '@heliograph/contracts'
import { MAX_PARTS } from '@heliograph/messaging'
import { type MeasuredMessage, measureMessage } from '../accept/measure-message.ts'
import type { Transaction } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import type { RoutedMessage } from '../dispatch/routing/router.ts'
import { addDispatchJobs } from '../queue/dispatch-jobs.ts'
import { dispatchTask, JOB_MAX_ATTEMPTS, priorityFlag, routeFlag } from '../queue/job-specs.ts'
import { rescheduleMessages } from './scheduled-jobs.ts'
import type { SelectedMessage } from './select-waiting.ts'
import type { TakenMessage } from './waiting-jobs.ts'

export interface ReplaceTools {
  readonly now: number
  routeFor(to: string, message: RoutedMessage): string
}

/** Changes a message that is in no job and puts it into a new one. Throws the violation of `client_credit_not_negative` when the text costs too much. */
export async function replaceMessage(
  tx: Transaction,
  clientId: number,
  message: SelectedMessage,
  taken: TakenMessage,
  replacement: Replacement,
  tools: ReplaceTools,
): Promise<void> {
  const { smsId } = message
  const { text, sendAt, validitySeconds } = replacement
  let { route } = message
  if (text !== undefined) {
    const measure = measured(text)
    const routed = { clientId, sender: message.sender, priority: message.priority, parts: measure.parts }
    route = tools.routeFor(message.recipient, routed)
    await replaceText(tx, smsId, measure, route)
  }
  if (validitySeconds !== undefined) {
    await tx`update message set validity_seconds = ${validitySeconds}::integer where sms_id = ${smsId}::bigint`
  }
  const runAt = sendAt === undefined ? taken.runAt : new Date(Math.max(sendAt.getTime(), tools.now))
  if (sendAt !== undefined) await rescheduleMessages(tx, [smsId], runAt)
  if (sendAt !== undefined || validitySeconds !== undefined) await checkValidityAgain(tx, smsId)
  const job = { route, priority: message.priority, runAt, smsIds: [smsId] }
  if (runAt.getTime() <= tools.now) await addDispatchJobs(tx, [job])
  else await addScheduledJob(tx, clientId, message, job)
}

function measured(text: string): MeasuredMessage {
  const measure = measureMessage({ text })
  if (!measure.isTooLong) return measure
  const problem = `Message is too long: ${measure.parts} parts, at most ${MAX_PARTS} are allowed`
  throw new GatewayError('invalid', 'message-too-long', problem)
}

/** A header or octets of its own go with the text they belonged to. */
async function replaceText(tx: Transaction, smsId: number, measure: MeasuredMessage, route: string): Promise<void> {
  await tx`
    with priced as materialized (
      select message.sms_id, message.client_id, message.price as old_price,
        ${measure.parts}::smallint * client.price_per_part as price
      from message join client using (client_id) where message.sms_id = ${smsId}::bigint
    ),
    debit as (
      update client_credit set credit = client_credit.credit - (priced.price - priced.old_price)
      from priced where client_credit.client_id = priced.client_id and client_credit.credit is not null
      returning client_credit.client_id
    ),
    entry as (
      insert into credit_entry (client_id, amount, reason, sms_id)
      select client_id, priced.old_price - priced.price, 'replace', priced.sms_id
      from priced join debit using (client_id)
      where priced.price <> priced.old_price
    )
    update message set
      body = ${storableText(measure.body)}, text_id = null, encoding = ${measure.encoding}::smallint, parts = ${measure.parts}::smallint,
      price = priced.price, route = ${route}, user_data_header = null
    from priced where message.sms_id = priced.sms_id and message.sms_id = ${smsId}::bigint`
}

async function checkValidityAgain(tx: Transaction, smsId: number): Promise<void> {
  await tx`
    insert into validity_check (sms_id, due_at)
    select message.sms_id,
      coalesce(message_state.send_at, message.send_at, message.accepted_at)
        + message.validity_seconds * interval '1 second'
    from message left join message_state on message_state.sms_id = message.sms_id
    where message.sms_id = ${smsId}::bigint
    on conflict (sms_id) do update set due_at = excluded.due_at`
}

interface ScheduledJob {
  readonly route: string
  readonly priority: number
  readonly runAt: Date
}

/** A schedule is always part of a bulk, so that it can be found and managed. */
async function addScheduledJob(
  tx: Transaction,
  clientId: number,
  { smsId, bulkId }: SelectedMessage,
  { route, priority, runAt }: ScheduledJob,
): Promise<void> {
  const bulk = bulkId ?? randomUUID()
  if (bulkId === null) await tx`update message set bulk_id = ${bulk} where sms_id = ${smsId}::bigint`
  await tx`
    with added as materialized (
      select (graphile_worker.add_job(
        ${dispatchTask(route)}::text, json_build_object('ids', array[${smsId}::bigint]), run_at => ${runAt}::timestamptz,
        max_attempts => ${JOB_MAX_ATTEMPTS}::integer, priority => ${priority}::integer,
        flags => array[${routeFlag(route)}::text, ${priorityFlag(route, priority)}::text]
      )).id as job_id
    )
    insert into scheduled_job (job_id, client_id, bulk_id, send_at, sms_ids)
    select job_id, ${clientId}::bigint, ${bulk}, ${runAt}::timestamptz, array[${smsId}::bigint] from added`
}
