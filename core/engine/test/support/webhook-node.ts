import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'node:test'
import type { Clock, HttpClient } from '@heliograph/contracts'
import { type CapturedLog, type CapturedMetrics, captureLogger, captureMetrics } from '@heliograph/testkit'
import type { Sql } from '../../src/database/database.ts'
import type { ReceiptsWriter, ReceiptWriter } from '../../src/notify/webhooks/outgoing-request.ts'
import type { NewWebhook } from '../../src/notify/webhooks/webhook.ts'
import { WebhookSender, type WebhookSenderSettings } from '../../src/notify/webhooks/webhook-sender.ts'
import type { DatabaseFixture } from './database-fixture.ts'
import { systemClock, testSettings, waitUntil } from './engine-harness.ts'

const LONGEST_WAIT_MS = 1_000

export interface WebhookNodeOptions {
  readonly http: HttpClient
  readonly sql?: Sql
  readonly random?: () => number
  readonly writers?: Readonly<Record<string, ReceiptWriter>>
  /** Of several receipts in one request. */
  readonly many?: Readonly<Record<string, ReceiptsWriter>>
  readonly settings?: Partial<WebhookSenderSettings>
  /** How far its clock is ahead of the database's. */
  readonly aheadMs?: number
}

/** A node that sends webhooks, and does nothing else. */
export interface WebhookNode {
  readonly sender: WebhookSender
  readonly lease: number
  readonly log: CapturedLog
  readonly metrics: CapturedMetrics
  /**
   * Makes what waits for a webhook due now and waits until it has been attempted and recorded. Resolves with how long
   * it would have waited, in seconds.
   */
  attempt(webhookId: number): Promise<number>
  /** How often it was told that contacts are to be answered. */
  answers(): number
  stop(): Promise<void>
}

/**
 * Starts nodes on a database. After each test they are stopped and what still waits is removed, since nodes take
 * whatever there is.
 */
export function useWebhookNodes(database: DatabaseFixture) {
  const nodes = new Set<WebhookNode>()
  const clear = async () => {
    await Promise.all([...nodes].map((node) => node.stop()))
    nodes.clear()
    await database.sql`delete from webhook_batch`
  }
  beforeEach(clear)
  afterEach(clear)

  return async (options: WebhookNodeOptions): Promise<WebhookNode> => {
    const node = await startNode(database, options)
    nodes.add(node)
    return node
  }
}

async function startNode(database: DatabaseFixture, options: WebhookNodeOptions): Promise<WebhookNode> {
  const { sql = database.sql, http, random = () => 0.5, writers = {}, many = {}, settings, aheadMs = 0 } = options
  const [row] = await database.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (${randomUUID()}, 'test', '{webhooks}') returning lease`
  const lease = row?.lease as number
  // What is due already may be attempted before the node is asked to.
  const begun = await allAttempts(database.sql)
  const log = captureLogger()
  const metrics = captureMetrics()
  // The test sets the time; waits are real, because they are for the database, but none is long.
  const after: Clock['after'] = (delayMs, callback) => systemClock.after(Math.min(delayMs, LONGEST_WAIT_MS), callback)
  const clock: Clock = { now: () => database.clock.now() + aheadMs, after }
  const webhooks = { ...testSettings().webhooks, retryDelaysSeconds: [5, 30], ...settings }
  let answers = 0
  const onAnswers = () => {
    answers += 1
  }
  const sender = new WebhookSender({
    sql,
    http,
    random,
    clock,
    steady: clock,
    metrics,
    logger: log,
    secrets: database.secrets,
    settings: webhooks,
    soapNamespace: webhooks.soapNamespace,
    lease: () => lease,
    leaseNumber: () => lease,
    writerOf: (instance) => writers[instance],
    onAnswers,
    manyOf: (instance) => many[instance],
  })
  sender.start()
  let stopping: Promise<void> | undefined
  return {
    sender,
    lease,
    log,
    metrics,
    answers: () => answers,
    attempt: async (webhookId) => {
      const before = begun.get(webhookId) ?? (await attemptsAt(database.sql, webhookId))
      begun.delete(webhookId)
      const waitedSeconds = await makeDue(database.sql, webhookId, before)
      await sender.wake()
      await waitUntil(async () => (await attemptsAt(database.sql, webhookId)) > before, 'the attempt is recorded')
      return waitedSeconds
    },
    stop: () => {
      stopping ??= sender.stop()
      return stopping
    },
  }
}

async function attemptsAt(sql: Sql, webhookId: number): Promise<number> {
  const [row] = await sql<{ attempts: number }[]>`select attempts from webhook where webhook_id = ${webhookId}`
  return row?.attempts as number
}

async function allAttempts(sql: Sql): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; attempts: number }[]>`select webhook_id as id, attempts from webhook`
  return new Map(rows.map(({ id, attempts }) => [id, attempts]))
}

/**
 * Makes the batch of a webhook due now, unless it has been attempted more often than `attempts`. Resolves with the
 * seconds until it would have been due.
 */
async function makeDue(sql: Sql, webhookId: number, attempts: number): Promise<number> {
  const rows = await sql<{ wait: number }[]>`
    with waiting as (
      select batch_id, due_at from webhook_batch where ${webhookId} = any(webhook_ids) and owner is null
        and (select attempts from webhook where webhook_id = ${webhookId}) = ${attempts}::integer
    )
    update webhook_batch set due_at = now() from waiting where webhook_batch.batch_id = waiting.batch_id
    returning extract(epoch from waiting.due_at - now())::float8 as wait`
  return rows[0]?.wait ?? 0
}

/** A webhook as it is stored, with changes. */
export function newWebhook(change: Partial<NewWebhook> & Pick<NewWebhook, 'webhookId'>): NewWebhook {
  return {
    clientId: 1,
    channelId: 1,
    kind: 'dlr',
    subjectId: 1,
    others: [],
    url: 'https://client.example/dlr',
    contentType: 'application/json',
    body: '{"a":1}',
    instance: null,
    form: null,
    replyKind: null,
    requestId: null,
    createdAt: new Date(),
    ...change,
  }
}
