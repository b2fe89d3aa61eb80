import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import type { SigningSecrets } from './signing-secrets.ts'
import { JOB_MAX_ATTEMPTS, WEBHOOK_TASK, type WebhookJob } from './webhook-job.ts'

/** A webhook to be sent. */
export interface NewWebhook {
  readonly webhookId: number
  readonly clientId: number
  readonly channelId: number
  readonly kind: 'dlr' | 'incoming' | 'opt-out' | 'opt-in'
  /** The message or incoming SMS it tells of. */
  readonly subjectId: number
  readonly url: string
  readonly contentType: string
  readonly body: string
  /** The instance that writes the request, of what `body` then holds; null: `body` is what is sent. */
  readonly instance: string | null
  readonly createdAt: Date
}

/** Stores webhooks and adds the job of the first attempt at each. */
export async function storeWebhooks(tx: Transaction, webhooks: readonly NewWebhook[]): Promise<void> {
  if (webhooks.length === 0) return
  await tx`
    with added as (
      insert into webhook (
        webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, instance, created_at
      )
      select * from unnest(
        ${numberArray(webhooks.map((webhook) => webhook.webhookId))}::bigint[],
        ${numberArray(webhooks.map((webhook) => webhook.clientId))}::bigint[],
        ${numberArray(webhooks.map((webhook) => webhook.channelId))}::bigint[],
        ${textArray(webhooks.map((webhook) => webhook.kind))}::text[],
        ${numberArray(webhooks.map((webhook) => webhook.subjectId))}::bigint[],
        ${textArray(webhooks.map((webhook) => webhook.url))}::text[],
        ${textArray(webhooks.map((webhook) => webhook.contentType))}::text[],
        ${textArray(webhooks.map((webhook) => webhook.body))}::text[],
        ${textArray(webhooks.map((webhook) => webhook.instance))}::text[],
        ${timeArray(webhooks.map((webhook) => webhook.createdAt.getTime()))}::timestamptz[]
      )
      returning webhook_id
    )
    select count(*) from graphile_worker.add_jobs(array(
      select row(
        ${WEBHOOK_TASK}::text, json_build_object('webhookId', webhook_id), null, null, ${JOB_MAX_ATTEMPTS}::integer,
        null, null, null
      )::graphile_worker.job_spec
      from added order by webhook_id
    ))`
}

/** A webhook as an attempt needs it. */
export interface WebhookRow extends SigningSecrets {
  readonly webhook_id: number
  readonly kind: string
  readonly url: string
  readonly content_type: string
  readonly body: string
  /** See `NewWebhook`. */
  readonly instance: string | null
  /** What that instance wrote for an earlier attempt, as JSON. */
  readonly request: string | null
  /** Attempts made so far. */
  readonly attempts: number
}

export function loadWebhooks(sql: Sql, webhookIds: readonly number[]): PromiseLike<readonly WebhookRow[]> {
  return sql<WebhookRow[]>`
    select webhook.webhook_id, webhook.kind, webhook.url, webhook.content_type, webhook.body, webhook.instance,
      webhook.request, webhook.attempts,
      channel.security_key, channel.previous_security_key, channel.previous_security_key_until,
      channel.optout_secret, channel.previous_optout_secret, channel.previous_optout_secret_until,
      channel.optin_secret, channel.previous_optin_secret, channel.previous_optin_secret_until
    from webhook
    join channel on channel.channel_id = webhook.channel_id
    where webhook.webhook_id = any(${numberArray(webhookIds)}::bigint[])
      and webhook.webhook_id between ${Math.min(...webhookIds)}::bigint and ${Math.max(...webhookIds)}::bigint`
}

/** What came of an attempt. */
export interface AttemptRecord {
  readonly webhookId: number
  readonly attempt: number
  readonly at: Date
  readonly elapsedMs: number
  /** Null when no reply came; `failure` says why. */
  readonly status: number | null
  readonly failure: string | null
  readonly reply: string | null
  /** What an instance wrote for it, as JSON; null when it is what is stored. */
  readonly request: string | null
  readonly state: 'pending' | 'delivered' | 'failed'
  readonly next: { readonly job: WebhookJob; readonly delayMs: number } | null
}

/**
 * Logs attempts, sets the state of their webhooks and adds the jobs of the next attempts: one statement for all. Of an attempt that two workers made (one
 * was taken for dead) the first record stands.
 */
export async function recordAttempts(sql: Sql, records: readonly AttemptRecord[]): Promise<void> {
  const webhookIds = records.map((record) => record.webhookId)
  await sql`
    with result as materialized (
      select * from unnest(
        ${numberArray(webhookIds)}::bigint[],
        ${numberArray(records.map((record) => record.attempt))}::smallint[],
        ${timeArray(records.map((record) => record.at.getTime()))}::timestamptz[],
        ${numberArray(records.map((record) => Math.round(record.elapsedMs)))}::integer[],
        ${numberArray(records.map((record) => record.status))}::integer[],
        ${textArray(records.map((record) => record.failure))}::text[],
        ${textArray(records.map((record) => record.reply))}::text[],
        ${textArray(records.map((record) => record.request))}::text[],
        ${textArray(records.map((record) => record.state))}::text[],
        ${textArray(records.map((record) => (record.next ? JSON.stringify(record.next.job) : null)))}::text[],
        ${numberArray(records.map((record) => Math.round(record.next?.delayMs ?? 0)))}::integer[]
      ) as r (webhook_id, attempt, at, elapsed_ms, status, failure, reply, request, state, next_job, delay_ms)
    ),
    logged as (
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status, failure, reply)
      select webhook_id, attempt, at, elapsed_ms, status, failure, reply from result
      on conflict do nothing
    ),
    counted as (
      update webhook set
        state = result.state, attempts = result.attempt, request = coalesce(webhook.request, result.request)
      from result
      where webhook.webhook_id = result.webhook_id and webhook.attempts < result.attempt
        and webhook.webhook_id between ${Math.min(...webhookIds)}::bigint and ${Math.max(...webhookIds)}::bigint
      returning webhook.webhook_id
    )
    select (graphile_worker.add_job(
      ${WEBHOOK_TASK}::text, next_job::json, run_at => now() + delay_ms * interval '1 millisecond',
      max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id
    from result where next_job is not null and webhook_id in (select webhook_id from counted)`
}
