import type { Clock, HttpClient, Logger, Metrics, OutboundError } from '@heliograph/contracts'
import type { SecretBox } from '../accounts/secrets.ts'
import type { Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import { type OutgoingRequest, outgoingRequest, ReceiptFormError, type ReceiptWriter } from './outgoing-request.ts'
import { signWebhook } from './sign-webhook.ts'
import { secretsInForce } from './signing-secrets.ts'
import { parseWebhookJob, type WebhookJob } from './webhook-job.ts'
import { type AttemptRecord, loadWebhooks, recordAttempts, type WebhookRow } from './webhook-statements.ts'

/** Octets of a reply that are kept for the log. */
const REPLY_LIMIT = 2_048
/** Characters of an error text that are kept. */
const FAILURE_LIMIT = 500
/** How far a wait may be off its length, so that what failed together does not come back together. */
const JITTER = 0.2
const BATCH_SIZE = 200
const BATCH_LANES = 2

export interface WebhookTaskOptions {
  readonly sql: Sql
  readonly secrets: SecretBox
  readonly http: HttpClient
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Waits before the second, third, ... attempt; there are as many attempts as waits, and one more. */
  readonly retryDelaysSeconds: readonly number[]
  /** 0 to 1, for the jitter. */
  readonly random: () => number
  /** Who writes the receipts of an instance's messages; undefined when it is not on this node. */
  readonly writerOf: (instance: string) => ReceiptWriter | undefined
}

/** What an attempt came to, before anything is decided. */
type Outcome = Pick<AttemptRecord, 'elapsedMs' | 'status' | 'failure' | 'reply' | 'request'> & {
  readonly verdict: 'delivered' | 'failed' | 'try-again'
}

/**
 * Creates the task behind webhook jobs: one job is one attempt.
 *
 * Any 2xx is success. 5xx, time-outs and network trouble are tried again by a further job; everything else is final. The attempt, the webhook's state and
 * the next job are written in one statement after the attempt, so a job that a crash cut short is run again by its successor and the receiver may
 * see the same request twice, never none. Jobs that run at the same time share their statements.
 */
export function createWebhookTask(options: WebhookTaskOptions): (payload: unknown) => Promise<void> {
  const { sql, clock, logger } = options
  const attempts = options.metrics.counter('webhook_attempts', 'Attempts at customer webhooks', ['outcome'])
  const load = new MicroBatch<number, WebhookRow | undefined>({
    run: async (webhookIds) => {
      const rows = new Map((await loadWebhooks(sql, webhookIds)).map((row) => [row.webhook_id, row]))
      return webhookIds.map((webhookId) => rows.get(webhookId))
    },
    maxItems: BATCH_SIZE,
    lanes: BATCH_LANES,
  })
  const record = new MicroBatch<AttemptRecord, void>({
    run: async (records) => {
      await recordAttempts(sql, records)
      return records.map(() => undefined)
    },
    maxItems: BATCH_SIZE,
    lanes: BATCH_LANES,
  })

  return async (payload) => {
    const job = parseWebhookJob(payload)
    const webhook = await load.add(job.webhookId)
    // Retention took it, or this very attempt was recorded before a crash or by an operator's request to send again.
    if (webhook === undefined || webhook.attempts >= job.attempt) return
    const at = new Date(clock.now())
    const signedAt = job.signedAt ?? Math.floor(at.getTime() / 1000)
    const outcome = await attempt(options, webhook, signedAt)
    const next = nextAttempt(options, job, outcome, signedAt)
    await record.add({
      webhookId: job.webhookId,
      attempt: job.attempt,
      at,
      ...outcome,
      state: next ? 'pending' : outcome.verdict === 'delivered' ? 'delivered' : 'failed',
      next,
    })
    attempts.add(1, { outcome: outcome.verdict })
    if (outcome.verdict !== 'delivered') {
      const { status, failure } = outcome
      logger.info({ webhookId: job.webhookId, attempt: job.attempt, status, failure, final: !next }, 'webhook failed')
    }
  }
}

function nextAttempt(
  { retryDelaysSeconds, random }: WebhookTaskOptions,
  job: WebhookJob,
  { verdict }: Outcome,
  signedAt: number,
): AttemptRecord['next'] {
  const delaySeconds = retryDelaysSeconds[job.failedTries]
  if (verdict !== 'try-again' || delaySeconds === undefined) return null
  return {
    job: { webhookId: job.webhookId, attempt: job.attempt + 1, failedTries: job.failedTries + 1, signedAt },
    delayMs: delaySeconds * 1000 * (1 - JITTER + 2 * JITTER * random()),
  }
}

async function attempt(options: WebhookTaskOptions, webhook: WebhookRow, signedAt: number): Promise<Outcome> {
  try {
    const outgoing = outgoingRequest(webhook, options.writerOf)
    const request = webhook.instance === null ? null : JSON.stringify(outgoing)
    return { request, ...(await send(options, webhook, outgoing, signedAt)) }
  } catch (error) {
    if (!(error instanceof ReceiptFormError)) throw error
    // Another node may have the instance, and a later version of it may do better: nothing is lost by trying again.
    const { instance, message, cause } = error
    options.logger.error({ instance, webhookId: webhook.webhook_id, err: cause ?? error }, 'receipt cannot be written')
    const failure = `receipt-form: ${message}`.slice(0, FAILURE_LIMIT)
    return { request: null, elapsedMs: 0, status: null, failure, reply: null, verdict: 'try-again' }
  }
}

async function send(
  { http, clock, secrets, logger }: WebhookTaskOptions,
  webhook: WebhookRow,
  { method, url, headers: given, body: text }: OutgoingRequest,
  signedAt: number,
): Promise<Omit<Outcome, 'request'>> {
  const body = method === 'GET' ? undefined : Buffer.from(text)
  const [secret, ...next] = secretsInForce(webhook, webhook.kind, clock.now())
  const opened = [secrets.open(secret), ...next.map(secrets.open)] as const
  const signature = body && signWebhook(opened, { id: String(webhook.webhook_id), signedAt, body })
  const headers = withOwn(given, { 'User-Agent': 'Gateway-Webhook/1.0', ...signature })
  const startedAt = clock.now()
  try {
    const reply = await http.request({ method, url, headers, body, replyLimit: REPLY_LIMIT })
    const { status, elapsedMs } = reply
    return { elapsedMs, status, failure: null, reply: reply.body.slice(0, REPLY_LIMIT), verdict: judgeStatus(status) }
  } catch (error) {
    if (!isOutboundError(error)) logger.error({ error, webhookId: webhook.webhook_id }, 'webhook attempt broke')
    const failure = isOutboundError(error) ? error.failure : 'network'
    return {
      elapsedMs: clock.now() - startedAt,
      status: null,
      failure: `${failure}: ${error instanceof Error ? error.message : error}`.slice(0, FAILURE_LIMIT),
      reply: null,
      verdict: failure === 'blocked' || failure === 'invalid-url' ? 'failed' : 'try-again',
    }
  }
}

/** The gateway's own headers, in the place of those that an interface may have given the same name. */
function withOwn(
  given: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(given).filter(([name]) => !taken.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...own }
}

function judgeStatus(status: number): Outcome['verdict'] {
  if (status >= 200 && status < 300) return 'delivered'
  return status >= 500 ? 'try-again' : 'failed'
}

function isOutboundError(error: unknown): error is OutboundError {
  return error instanceof Error && error.name === 'OutboundError'
}
