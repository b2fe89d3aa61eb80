import { EventEmitter, once } from 'node:events'
import { isDataFault } from '../../database/database.ts'
import { GatheredWrites } from '../../database/gathered-writes.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { retryForever } from '../../database/retry-forever.ts'
import {
  type AttemptRecord,
  bringAnswers,
  type NextBatch,
  type OutcomeRecords,
  recordOutcomes,
} from './record-outcomes.ts'
import { WEBHOOKS_PER_BATCH, WEBHOOKS_PER_ENDPOINT_BATCH } from './store-webhooks.ts'
import { answerStepOf } from './webhook.ts'
import type { HeldBatch, HeldWebhook } from './webhook-memory.ts'

/**
 * How long outcomes are gathered. Nothing waits for them, and the fewer and fuller the statements, the cheaper each
 * webhook; after a crash, webhooks that were answered within this time are sent twice.
 */
const GATHER_MS = 25

/** Outcomes that one statement takes. */
const BATCH = 500

/** How far a wait may be off its length, so that webhooks that failed together are not all tried again together. */
const JITTER = 0.2

/** What became of a webhook that this node held. */
export type Settled =
  | {
      readonly held: HeldWebhook
      readonly attempt: AttemptRecord
      /** Seconds until the next attempt; null when there is none. */
      readonly retryInSeconds: number | null
    }
  | {
      readonly held: HeldWebhook
      readonly attempt: null
      /** The one endpoint that it waits for, and how long in seconds. */
      readonly endpoint: string
      readonly waitSeconds: number
    }

export interface OutcomeRecorderOptions extends NodeTools {
  /** The number of the node's lease. */
  readonly lease: () => number
  /** 0 to 1, for the jitter. */
  readonly random: () => number
  /** Called when webhooks have been recorded, so that this node no longer has them. */
  readonly onRecorded: (settled: readonly Settled[], finished: readonly number[]) => void
  /** Called when the recorded ones say how contacts are answered: `incoming_work` has something to do. */
  readonly onAnswers: () => void
}

/**
 * Records the outcomes of webhooks: gathered, one statement at a time, and retried through any absence of the database.
 */
export class OutcomeRecorder {
  readonly #options: OutcomeRecorderOptions
  readonly #writes: GatheredWrites
  #settled: Settled[] = []
  /** Batches that had nothing left to send when they were taken. */
  #empty: number[] = []
  /** Webhooks whose outcomes are not known to be in the database. */
  readonly #unrecorded = new Set<number>()
  readonly #recorded = new EventEmitter().setMaxListeners(0)

  constructor(options: OutcomeRecorderOptions) {
    this.#options = options
    this.#writes = new GatheredWrites({
      clock: options.clock,
      gatherMs: GATHER_MS,
      isWaiting: () => this.#isWaiting,
      write: (signal) => this.#write(signal),
    })
  }

  add(settled: Settled): void {
    this.#unrecorded.add(settled.held.webhookId)
    this.#settled.push(settled)
    this.#writes.plan()
  }

  /** Ends a batch that has nothing to send. */
  end(batch: HeldBatch): void {
    this.#empty.push(batch.batchId)
    this.#writes.plan()
  }

  /**
   * Resolves when what has become of these webhooks so far is recorded, and this node no longer has those that go on in
   * another batch.
   *
   * @param signal ends the wait; it rejects then
   */
  async recorded(webhookIds: readonly number[], signal: AbortSignal): Promise<void> {
    const waiting = () => webhookIds.some((webhookId) => this.#unrecorded.has(webhookId))
    while (waiting()) await once(this.#recorded, 'pass', { signal })
  }

  /** Writes what is left at once; gives up when the database is away. */
  stop(): Promise<void> {
    return this.#writes.stop()
  }

  get #isWaiting(): boolean {
    return this.#settled.length + this.#empty.length > 0
  }

  async #write(signal: AbortSignal): Promise<void> {
    while (this.#isWaiting) {
      const settled = this.#settled.splice(0, BATCH)
      await this.#record(settled, this.#empty.splice(0), signal)
      for (const { held } of settled) this.#unrecorded.delete(held.webhookId)
      this.#recorded.emit('pass')
    }
  }

  /** What cannot be written stays with this node until it ends. */
  async #record(
    settled: readonly Settled[],
    empty: readonly number[],
    signal: AbortSignal,
    isPart = false,
  ): Promise<void> {
    const { sql, clock, logger, lease, random, onRecorded, onAnswers } = this.#options
    const counts = countByBatch(settled)
    const finished = [...counts].filter(([batch, count]) => batch.left === count).map(([batch]) => batch.batchId)
    const records = toRecords(settled, [...finished, ...empty], random)
    try {
      const retry = { clock, logger, what: 'recording webhooks', signal, isPart }
      await retryForever(retry, () => recordOutcomes(sql, lease(), records))
    } catch (error) {
      if (settled.length > 1 && isDataFault(error)) return this.#recordHalves(settled, empty, signal)
      logger.error({ err: error, webhooks: settled.length }, 'outcomes of webhooks could not be recorded')
      return
    }
    for (const [batch, count] of counts) batch.left -= count
    onRecorded(settled, [...finished, ...empty])
    if (bringAnswers(records)) onAnswers()
  }

  async #recordHalves(settled: readonly Settled[], empty: readonly number[], signal: AbortSignal): Promise<void> {
    const middle = Math.ceil(settled.length / 2)
    await this.#record(settled.slice(0, middle), empty, signal, true)
    await this.#record(settled.slice(middle), [], signal, true)
  }
}

function countByBatch(settled: readonly Settled[]): ReadonlyMap<HeldBatch, number> {
  const counts = new Map<HeldBatch, number>()
  for (const { held } of settled) counts.set(held.batch, (counts.get(held.batch) ?? 0) + 1)
  return counts
}

function toRecords(settled: readonly Settled[], finished: readonly number[], random: () => number): OutcomeRecords {
  const attempts: OutcomeRecords['attempts'][number][] = []
  const putOff: OutcomeRecords['putOff'][number][] = []
  for (const one of settled) {
    const { webhook, batch } = one.held
    if (one.attempt !== null) attempts.push(one.attempt)
    else {
      const step = one.waitSeconds > 0 ? answerStepOf(webhook) : null
      putOff.push({ batchId: batch.batchId, webhookId: webhook.webhookId, step })
    }
  }
  return { attempts, putOff, finished, next: nextBatches(settled, random) }
}

interface Draft extends Omit<NextBatch, 'webhookIds' | 'since'> {
  readonly webhookIds: number[]
  since: Date
}

/** Webhooks that wait for the same endpoint and equally long share a batch. */
function nextBatches(settled: readonly Settled[], random: () => number): readonly NextBatch[] {
  const all: Draft[] = []
  const open = new Map<string, Draft>()
  for (const one of settled) {
    const seconds = one.attempt === null ? one.waitSeconds : one.retryInSeconds
    if (seconds === null) continue
    const endpoint = one.attempt === null ? one.endpoint : null
    const attempts = one.attempt?.attempt ?? one.held.webhook.attempts
    const { since } = one.held.batch
    const key = `${attempts} ${seconds} ${endpoint}`
    const draft = open.get(key)
    const most = endpoint === null ? WEBHOOKS_PER_BATCH : WEBHOOKS_PER_ENDPOINT_BATCH
    if (draft === undefined || draft.webhookIds.length === most) {
      const delayMs = seconds * 1000 * (one.attempt === null ? 1 : 1 - JITTER + 2 * JITTER * random())
      const begun = { webhookIds: [one.held.webhookId], attempts, endpoint, since, delayMs }
      open.set(key, begun)
      all.push(begun)
    } else {
      draft.webhookIds.push(one.held.webhookId)
      if (since < draft.since) draft.since = since
    }
  }
  return all
}
