import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { limitHint } from '../../database/limit-hint.ts'
import { type SharedColumn, sharedColumns } from '../../database/shared-columns.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import type { AnswerStep } from './webhook.ts'
import type { AttemptOutcome } from './webhook-attempt.ts'
import { wakeJobs } from './webhook-job.ts'

/** An attempt and what was decided after it. */
export interface AttemptRecord extends Omit<AttemptOutcome, 'verdict' | 'sign'> {
  readonly batchId: number
  readonly webhookId: number
  /** Its number in the log of attempts. */
  readonly attempt: number
  readonly at: Date
  readonly state: 'pending' | 'delivered' | 'failed'
  /** As in `Webhook`, after this attempt. */
  readonly tries: number
  readonly signedAt: number | null
  /** How its contact is answered now; null: not at all, or it has been. */
  readonly step: AnswerStep | null
}

/** A webhook that leaves its batch without an attempt. */
export interface PutOffRecord {
  readonly batchId: number
  readonly webhookId: number
  /** As in `AttemptRecord`: a contact is answered without waiting for a failing endpoint. */
  readonly step: AnswerStep | null
}

/** Webhooks that continue in a batch of their own. */
export interface NextBatch {
  readonly webhookIds: readonly number[]
  readonly attempts: number
  readonly endpoint: string | null
  readonly since: Date
  readonly delayMs: number
}

export interface OutcomeRecords {
  readonly attempts: readonly AttemptRecord[]
  readonly putOff: readonly PutOffRecord[]
  /** For webhooks whose attempt failed or that were put off. */
  readonly next: readonly NextBatch[]
  /** Batches that have nothing left after this. */
  readonly finished: readonly number[]
}

/**
 * Records the outcomes of webhooks in one statement: the log of attempts, their states, the answers to contacts, the
 * batches in which they continue, and the end of those they were in. Only webhooks in batches of the lease's holder
 * count; if an attempt was made twice, the first record stands. Recording the same again, because the answer to the
 * commit was lost, changes nothing.
 */
export async function recordOutcomes(sql: Queryable, lease: number, records: OutcomeRecords): Promise<void> {
  const { attempts, putOff, next, finished } = records
  const batchIds = [...new Set([...attempts, ...putOff].map(({ batchId }) => batchId).concat(finished))]
  const hasAnswers = bringAnswers(records)
  const shared = sharedColumns(sql, attempts, SHARED)
  await sql`
    with ${leaseHolder(sql, lease)},
    own as materialized (
      select batch_id, webhook_ids from webhook_batch join holder on holder.lease = webhook_batch.owner
      where batch_id = any(${numberArray(batchIds)}::bigint[])
    ),
    result as materialized (
      select *${shared.values} from unnest(
        ${numberArray(attempts.map(({ batchId }) => batchId))}::bigint[],
        ${numberArray(attempts.map(({ webhookId }) => webhookId))}::bigint[],
        ${timeArray(attempts.map(({ at }) => at.getTime()))}::timestamptz[],
        ${numberArray(attempts.map(({ elapsedMs }) => Math.round(elapsedMs)))}::integer[],
        ${textArray(attempts.map(({ reply }) => reply))}::text[],
        ${numberArray(attempts.map(({ signedAt }) => signedAt))}::bigint[]
        ${shared.arrays}
      ) as r (batch_id, webhook_id, at, elapsed_ms, reply, signed_at${shared.names})
      where batch_id in (select batch_id from own)
      ${limitHint(sql, attempts.length)}
    ),
    counted as (
      update webhook set
        state = result.state, attempts = result.attempt, tries = result.tries, signed_at = result.signed_at,
        request = coalesce(webhook.request, result.request), reply_kind = null,
        first_at = case when result.attempt = 1 then result.at else first_at end,
        first_elapsed_ms = case when result.attempt = 1 then result.elapsed_ms else first_elapsed_ms end,
        first_status = case when result.attempt = 1 then result.status else first_status end,
        first_failure = case when result.attempt = 1 then result.failure else first_failure end,
        first_reply = case when result.attempt = 1 then result.reply else first_reply end
      from result
      where webhook.webhook_id = result.webhook_id and webhook.attempts < result.attempt
      returning result.*, webhook.subject_id
    )
    ${attempts.some(({ attempt }) => attempt > 1) ? laterTable(sql) : sql``}
    ${putOff.length > 0 ? putOffTables(sql, putOff, finished) : sql``}
    ${next.length > 0 ? nextTables(sql, next, putOff.length > 0) : sql``}
    ${hasAnswers ? answerTables(sql, putOff.length > 0) : sql``}
    , ended as (
      delete from webhook_batch
      where batch_id = any(${numberArray(finished)}::bigint[]) and batch_id in (select batch_id from own)
    )
    select ${next.length > 0 ? sql`(select count(*) from woken)` : sql`0`} as woken`
}

/** Nearly all outcomes are deliveries at the first attempt. */
const SHARED: readonly SharedColumn<AttemptRecord>[] = [
  { name: 'attempt', type: 'smallint', of: ({ attempt }) => attempt },
  { name: 'status', type: 'integer', of: ({ status }) => status },
  { name: 'failure', type: 'text', of: ({ failure }) => failure },
  { name: 'request', type: 'text', of: ({ request }) => request },
  { name: 'state', type: 'text', of: ({ state }) => state },
  { name: 'tries', type: 'smallint', of: ({ tries }) => tries },
  { name: 'step', type: 'text', of: ({ step }) => step },
  { name: 'answer', type: 'text', of: ({ answer }) => answer },
]

/** Whether contacts are to be answered because of these outcomes: then `incoming_work` has something to do. */
export function bringAnswers({ attempts, putOff }: Pick<OutcomeRecords, 'attempts' | 'putOff'>): boolean {
  return [...attempts, ...putOff].some(({ step }) => step !== null)
}

/** Adds later attempts to the log; the first is in the webhook's row. `attemptsMade` reads both. */
function laterTable(sql: Queryable) {
  return sql`
    , logged as (
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status, failure, reply)
      select webhook_id, attempt, at, elapsed_ms, status, failure, reply from counted where attempt > 1
    )`
}

/**
 * `put_off` has the webhooks that leave a batch of this node, which then does not contain them any more; `silenced` has
 * those of them that were to answer a contact, and no longer do.
 */
function putOffTables(sql: Queryable, putOff: readonly PutOffRecord[], finished: readonly number[]) {
  const webhookIds = putOff.map(({ webhookId }) => webhookId)
  return sql`
    , put_off as materialized (
      select batch_id, webhook_id, step from unnest(
        ${numberArray(putOff.map(({ batchId }) => batchId))}::bigint[],
        ${numberArray(webhookIds)}::bigint[],
        ${textArray(putOff.map(({ step }) => step))}::text[]
      ) as given (batch_id, webhook_id, step)
      join own using (batch_id)
      where webhook_id = any(own.webhook_ids)
      ${limitHint(sql, putOff.length)}
    ),
    shrunk as (
      update webhook_batch set webhook_ids = array(
        select webhook_id from unnest(webhook_batch.webhook_ids) with ordinality as held (webhook_id, place)
        where webhook_id not in (select webhook_id from put_off)
        order by place
      )
      where batch_id in (select batch_id from put_off) and batch_id <> all(${numberArray(finished)}::bigint[])
    ),
    silenced as (
      update webhook set reply_kind = null
      from put_off
      where webhook.webhook_id = put_off.webhook_id and put_off.step is not null and webhook.reply_kind is not null
      returning webhook.subject_id, put_off.step
    )`
}

function nextTables(sql: Queryable, next: readonly NextBatch[], hasPutOff: boolean) {
  return sql`
    , going_on as materialized (
      select webhook_id from counted where state = 'pending'
      ${hasPutOff ? sql`union all select webhook_id from put_off` : sql``}
    ),
    batched as (
      insert into webhook_batch (webhook_ids, attempts, endpoint, since, due_at)
      select still.webhook_ids, given.attempts, given.endpoint, given.since,
        now() + given.delay_ms * interval '1 millisecond'
      from unnest(
        ${textArray(next.map(({ webhookIds }) => numberArray(webhookIds)))}::text[],
        ${numberArray(next.map(({ attempts }) => attempts))}::smallint[],
        ${textArray(next.map(({ endpoint }) => endpoint))}::text[],
        ${timeArray(next.map(({ since }) => since.getTime()))}::timestamptz[],
        ${numberArray(next.map(({ delayMs }) => Math.round(delayMs)))}::integer[]
      ) as given (webhook_ids, attempts, endpoint, since, delay_ms)
      cross join lateral (
        select array_agg(webhook_id order by webhook_id) as webhook_ids from going_on
        where webhook_id = any(given.webhook_ids::bigint[])
      ) as still
      where still.webhook_ids is not null
      returning due_at, endpoint
    ),
    ${wakeJobs(sql, sql`select due_at from batched where endpoint is null`)}`
}

/** Keeps the replies with the work of their incoming SMS, as steps that are left to do. */
function answerTables(sql: Queryable, hasPutOff: boolean) {
  return sql`
    , answered as (
      insert into incoming_work as work (incoming_id, steps, reply)
      select distinct on (subject_id) subject_id, array[step], answer
      from (
        select subject_id, step, answer from counted where step is not null
        ${hasPutOff ? sql`union all select subject_id, step, null from silenced` : sql``}
      ) as given
      order by subject_id
      on conflict (incoming_id) do update set
        steps = work.steps || excluded.steps, reply = excluded.reply, due_at = least(work.due_at, excluded.due_at)
    )`
}
