import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { JOB_MAX_ATTEMPTS, WEBHOOK_TASK, type WebhookJob } from './webhook-job.ts'

/** A webhook to be sent. */
export interface NewDelivery {
  readonly deliveryId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: 'dlr' | 'incoming' | 'opt-out' | 'opt-in'
  /** The message or incoming SMS it tells of. */
  readonly subjectId: number
  readonly url: string
  readonly contentType: string
  readonly body: string
  readonly createdAt: Date
}

/** Stores deliveries and adds the job of the first attempt at each. */
export async function addDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await tx`
    with added as (
      insert into webhook_delivery (
        delivery_id, client_id, channel_id, kind, subject_id, url, content_type, body, created_at
      )
      select * from unnest(
        ${numberArray(deliveries.map((delivery) => delivery.deliveryId))}::bigint[],
        ${numberArray(deliveries.map((delivery) => delivery.clientId))}::bigint[],
        ${numberArray(deliveries.map((delivery) => delivery.channelId))}::bigint[],
        ${textArray(deliveries.map((delivery) => delivery.kind))}::text[],
        ${numberArray(deliveries.map((delivery) => delivery.subjectId))}::bigint[],
        ${textArray(deliveries.map((delivery) => delivery.url))}::text[],
        ${textArray(deliveries.map((delivery) => delivery.contentType))}::text[],
        ${textArray(deliveries.map((delivery) => delivery.body))}::text[],
        ${timeArray(deliveries.map((delivery) => delivery.createdAt.getTime()))}::timestamptz[]
      )
      returning delivery_id
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row(
        ${WEBHOOK_TASK}::text, json_build_object('deliveryId', delivery_id), null, null, ${JOB_MAX_ATTEMPTS}::integer,
        null, null, null
      )::graphile_worker.job_spec
      from added order by delivery_id
    ))`
}

/** A delivery as an attempt needs it. */
export interface DeliveryRow {
  readonly delivery_id: number
  readonly kind: string
  readonly url: string
  readonly content_type: string
  readonly body: string
  /** Attempts made so far. */
  readonly attempts: number
  /** What it is signed with, sealed. */
  readonly secret: Buffer
}

/** Opt-out and opt-in webhooks may have a shared secret of their own; all others are signed with the channel's security key. */
export function loadDeliveries(sql: Sql, deliveryIds: readonly number[]): PromiseLike<readonly DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select delivery.delivery_id, delivery.kind, delivery.url, delivery.content_type, delivery.body, delivery.attempts,
      coalesce(
        case delivery.kind when 'opt-out' then channel.optout_secret when 'opt-in' then channel.optin_secret end,
        channel.security_key
      ) as secret
    from webhook_delivery as delivery
    join channel on channel.channel_id = delivery.channel_id
    where delivery.delivery_id = any(${numberArray(deliveryIds)}::bigint[])
      and delivery.delivery_id between ${Math.min(...deliveryIds)}::bigint and ${Math.max(...deliveryIds)}::bigint`
}

/** What came of an attempt. */
export interface AttemptRecord {
  readonly deliveryId: number
  readonly attempt: number
  readonly at: Date
  readonly elapsedMs: number
  /** Null when no reply came; `failure` says why. */
  readonly status: number | null
  readonly failure: string | null
  readonly reply: string | null
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly next: { readonly job: WebhookJob; readonly delayMs: number } | null
}

/**
 * Logs attempts, sets the state of their deliveries and adds the jobs of the next attempts: one statement for all. Of an attempt that two workers made (one
 * was taken for dead) the first record stands.
 */
export async function recordAttempts(sql: Sql, records: readonly AttemptRecord[]): Promise<void> {
  const deliveryIds = records.map((record) => record.deliveryId)
  await sql`
    with result as materialized (
      select * from unnest(
        ${numberArray(deliveryIds)}::bigint[],
        ${numberArray(records.map((record) => record.attempt))}::smallint[],
        ${timeArray(records.map((record) => record.at.getTime()))}::timestamptz[],
        ${numberArray(records.map((record) => Math.round(record.elapsedMs)))}::integer[],
        ${numberArray(records.map((record) => record.status))}::integer[],
        ${textArray(records.map((record) => record.failure))}::text[],
        ${textArray(records.map((record) => record.reply))}::text[],
        ${textArray(records.map((record) => record.state))}::text[],
        ${textArray(records.map((record) => (record.next ? JSON.stringify(record.next.job) : null)))}::text[],
        ${numberArray(records.map((record) => Math.round(record.next?.delayMs ?? 0)))}::integer[]
      ) as r (delivery_id, attempt, at, elapsed_ms, status, failure, reply, state, next_job, delay_ms)
    ),
    logged as (
      insert into webhook_attempt (delivery_id, attempt, at, elapsed_ms, status, failure, reply)
      select delivery_id, attempt, at, elapsed_ms, status, failure, reply from result
      on conflict do nothing
    ),
    counted as (
      update webhook_delivery as delivery set state = result.state, attempts = result.attempt
      from result
      where delivery.delivery_id = result.delivery_id and delivery.attempts < result.attempt
        and delivery.delivery_id between ${Math.min(...deliveryIds)}::bigint and ${Math.max(...deliveryIds)}::bigint
      returning delivery.delivery_id
    )
    select (graphile_worker.add_job(
      ${WEBHOOK_TASK}::text, next_job::json, run_at => now() + delay_ms * interval '1 millisecond',
      max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id
    from result where next_job is not null and delivery_id in (select delivery_id from counted)`
}
