import type { Clock, Metrics, StepFeed } from '@heliograph/contracts'
import type { SecretBox } from '../../accounts/master-keys/secret-box.ts'
import { retryForever } from '../../database/retry-forever.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { freeRows } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import type { EngineSettings } from '../../settings.ts'
import { ChannelSecrets } from './channel-secrets.ts'
import { loadWebhooks } from './load-webhooks.ts'
import { OutcomeRecorder, type Settled } from './outcome-recorder.ts'
import { findOvertaken } from './overtaken-receipts.ts'
import { prepareWebhooks } from './prepare-webhooks.ts'
import { noteWebhooks } from './store-webhooks.ts'
import type { NewWebhook, OwnedWebhooks, Webhook } from './webhook.ts'
import type { AttemptTools } from './webhook-attempt.ts'
import { WEBHOOK_BATCHES, type WebhookBatch } from './webhook-batches.ts'
import { WebhookCalls } from './webhook-calls.ts'
import { WebhookClaims } from './webhook-claims.ts'
import type { LeftWebhooks, Placement, WebhookFastPath } from './webhook-fast-path.ts'
import { type HeldBatch, WebhookMemory } from './webhook-memory.ts'

/** Nothing can have happened to what goes out straight after its commit. */
const NONE_OVERTAKEN: ReadonlySet<number> = new Set()

/** What the section `webhooks` of the configuration says about when webhooks are sent. */
export type WebhookSenderSettings = Omit<EngineSettings['webhooks'], 'allowNetworks' | 'sentReceipts' | 'soapNamespace'>

export interface WebhookSenderOptions extends AttemptTools, OwnerTools {
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly secrets: SecretBox
  readonly metrics: Metrics
  readonly steps?: StepFeed | undefined
  readonly settings: WebhookSenderSettings
  /** 0 to 1, for the jitter. */
  readonly random: () => number
  /** Called when outcomes have said how contacts are answered: `incoming_work` has something to do. */
  readonly onAnswers: () => void
  readonly changeNotes?: ChangeNotes | undefined
}

/**
 * Sends the webhooks that this node owns, from memory.
 *
 * They arrive in batches, either stored here and taken over with the commit, or claimed. Every outcome is recorded
 * under the node's lease, and a batch is deleted with the last of them; a webhook without an outcome when the process
 * dies is sent by the node that takes the batch over. What an endpoint cannot take, because it fails again and again or
 * is too slow, waits in the table in batches of its own, so that nothing else waits behind it.
 */
export class WebhookSender implements WebhookFastPath {
  readonly #options: WebhookSenderOptions
  readonly #secrets: ChannelSecrets
  readonly #memory = new WebhookMemory()
  readonly #recorder: OutcomeRecorder
  readonly #calls: WebhookCalls
  readonly #claims: WebhookClaims
  readonly #stopping = new AbortController()
  /** There may be more in the table than there was room for. */
  #isHungry = false
  #isStopped = true

  constructor(options: WebhookSenderOptions) {
    this.#options = options
    const { settings, metrics, lease, leaseNumber } = options
    this.#secrets = new ChannelSecrets(options)
    this.#recorder = new OutcomeRecorder({
      ...options,
      lease: leaseNumber,
      onRecorded: (settled, finished) => this.#recorded(settled, finished),
    })
    this.#calls = new WebhookCalls({
      ...options,
      ...settings,
      limits: { ...settings, calls: settings.concurrency, failures: settings.failuresToPause },
      recorder: this.#recorder,
      mayCall: () => lease() !== null,
      onRoom: (endpoint) => this.#claims.lookFor(endpoint),
    })
    const taker = {
      room: () => this.#room(),
      full: () => this.#calls.full(),
      noneLeft: (endpoint: string) => this.#calls.noneLeft(endpoint),
      holds: (batchId: number) => this.#memory.hasBatch(batchId),
      take: (batches: readonly WebhookBatch[]) => this.#take(batches),
    }
    this.#claims = new WebhookClaims({ ...options, taker, giveUpHours: settings.giveUpHours })
    metrics.gauge('webhooks_held', 'Webhooks in the memory of this node').collect(() => this.#memory.size)
  }

  start(): void {
    this.#isStopped = false
    this.#claims.start()
  }

  /** Waits for the calls under way, records them and frees the rest for other nodes. */
  async stop(): Promise<void> {
    const { sql, leaseNumber, logger } = this.#options
    this.#isStopped = true
    this.#stopping.abort()
    await this.#claims.stop()
    await this.#calls.stop()
    await this.#recorder.stop()
    await freeRows(sql, WEBHOOK_BATCHES, leaseNumber()).catch((error: unknown) =>
      logger.warn({ err: error }, 'webhooks could not be released; they become free when the lease expires'),
    )
  }

  /**
   * Call when a job reports that webhooks are due, or when the node may send again. Resolves when they have been looked
   * for.
   */
  wake(): Promise<void> {
    this.#calls.pump()
    return this.#claims.look()
  }

  /** Call when what is cached about channels may be out of date. */
  accountsChanged(): void {
    this.#secrets.forget()
  }

  place(webhooks: readonly NewWebhook[]): Placement | undefined {
    const lease = this.#options.lease()
    if (lease === null || this.#isStopped || this.#memory.room < webhooks.length) return undefined
    const taken: NewWebhook[] = []
    const left = new Map<string, LeftWebhooks & { readonly webhookIds: number[] }>()
    for (const webhook of webhooks) {
      const delay = this.#calls.delayOf(webhook)
      const batch = delay === null ? undefined : left.get(delay.endpoint)
      if (delay === null) taken.push(webhook)
      else if (batch === undefined) left.set(delay.endpoint, { ...delay, webhookIds: [webhook.webhookId] })
      else batch.webhookIds.push(webhook.webhookId)
    }
    return { lease, taken, left: [...left.values()] }
  }

  run({ batchId, since, endpoint, webhooks }: OwnedWebhooks): void {
    if (this.#memory.hasBatch(batchId)) return
    void this.#admit({ batchId, since, endpoint, left: webhooks.length }, webhooks, NONE_OVERTAKEN)
  }

  left({ endpoint, delayMs }: LeftWebhooks): void {
    if (delayMs === 0) this.#calls.left(endpoint)
  }

  outcomeUnknown(): void {
    this.#claims.outcomeUnknown()
  }

  #room(): number {
    const { room } = this.#memory
    this.#isHungry = room === 0
    return room
  }

  async #take(batches: readonly WebhookBatch[]): Promise<void> {
    const fresh = batches.filter((batch) => !this.#memory.hasBatch(batch.batch_id))
    const ids = fresh.flatMap((batch) => batch.webhook_ids)
    // A batch may be claimed before this node knows that its own statement has stored it. Its webhooks are still in
    // memory then, in the batch before.
    await this.#recorder.recorded(ids, this.#stopping.signal)
    const { sql } = this.#options
    const loaded = new Map((await loadWebhooks(sql, ids)).map((webhook) => [webhook.webhookId, webhook]))
    const overtaken = await findOvertaken(sql, loaded.values())
    for (const { batch_id: batchId, webhook_ids: webhookIds, attempts, endpoint, since } of fresh) {
      const webhooks = webhookIds
        .map((webhookId) => loaded.get(webhookId))
        .filter((webhook) => webhook !== undefined)
        // A webhook with more attempts is settled, or in another batch; one that is here was sent again by an operator
        // while it waits for its attempt.
        .filter((webhook) => webhook.attempts === attempts && !this.#memory.has(webhook.webhookId))
      const batch = { batchId, since, endpoint, left: webhooks.length }
      if (webhooks.length === 0) this.#recorder.end(batch)
      else await this.#admit(batch, webhooks, overtaken)
    }
  }

  /** What cannot be prepared stays with its batch until the node ends. */
  async #admit(batch: HeldBatch, webhooks: readonly Webhook[], overtaken: ReadonlySet<number>): Promise<void> {
    const { sql, clock, logger } = this.#options
    this.#memory.add(batch, webhooks)
    const retry = { clock, logger, what: 'preparing webhooks', signal: this.#stopping.signal }
    try {
      const held = await retryForever(retry, () => prepareWebhooks(sql, this.#secrets, batch, webhooks, overtaken))
      for (const one of held) this.#calls.add(one)
      this.#calls.pump()
    } catch (error) {
      logger.error({ err: error, batchId: batch.batchId }, 'webhooks could not be prepared')
    }
  }

  #recorded(settled: readonly Settled[], finished: readonly number[]): void {
    this.#memory.remove(
      settled.map(({ held }) => held.webhookId),
      finished,
    )
    const { changeNotes } = this.#options
    if (changeNotes?.isWatched)
      noteWebhooks(
        changeNotes,
        settled.map(({ held }) => held.webhook),
      )
    const left = settled.flatMap((one) => (one.attempt === null && one.waitSeconds === 0 ? [one.endpoint] : []))
    for (const endpoint of new Set(left)) this.#calls.left(endpoint)
    if (this.#isHungry && this.#memory.room > 0) void this.#claims.look()
  }
}
