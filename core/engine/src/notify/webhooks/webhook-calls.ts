import { type Clock, type Counter, type Metrics, type StepFeed, waitAtMost } from '@heliograph/contracts'
import type { Call, EndpointQueue } from './endpoint-queue.ts'
import { type CallLimits, EndpointSchedule } from './endpoint-schedule.ts'
import type { OutcomeRecorder } from './outcome-recorder.ts'
import type { AttemptRecord } from './record-outcomes.ts'
import { answerStepOf, type NewWebhook } from './webhook.ts'
import { type AttemptOutcome, type AttemptTools, attemptWebhook, noReply } from './webhook-attempt.ts'
import type { HeldWebhook } from './webhook-memory.ts'

/** How long calls under way may take when the node stops. */
const DRAIN_MS = 5_000

export interface WebhookCallsOptions extends AttemptTools {
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly metrics: Metrics
  readonly steps?: StepFeed | undefined
  readonly recorder: OutcomeRecorder
  readonly limits: CallLimits
  readonly retryDelaysSeconds: readonly number[]
  readonly giveUpHours: number
  /** Whether the node may send anything. */
  readonly mayCall: () => boolean
  /** Called when an endpoint can take more of what waits for it in the table. */
  readonly onRoom: (endpoint: string) => void
}

/** Calls endpoints with the queued webhooks, as their schedule and limits allow, and decides what the outcomes mean. */
export class WebhookCalls {
  readonly #options: WebhookCallsOptions
  readonly #schedule: EndpointSchedule<HeldWebhook>
  readonly #running = new Set<Promise<void>>()
  readonly #attempts: Counter
  #isStopped = false
  /** Outcomes that still arrive no longer count. */
  #isOver = false
  #isTimed = false

  constructor(options: WebhookCallsOptions) {
    this.#options = options
    this.#schedule = new EndpointSchedule(options.limits)
    const { metrics } = options
    this.#attempts = metrics.counter('webhook_attempts', 'Attempts at customer webhooks', ['outcome'])
    metrics.gauge('webhook_calls', 'Webhook calls under way').collect(() => this.#running.size)
    metrics
      .gauge('webhook_endpoints_failing', 'Endpoints that failed so often that only probes are sent to them')
      .collect(() => this.#failing())
  }

  /** Queues a webhook, or puts it back into the table when its endpoint fails or has enough to do. */
  add(held: HeldWebhook): void {
    const { clock, giveUpHours } = this.#options
    const { webhook, batch, materials, isOvertaken } = held
    const isTooOld = batch.endpoint !== null && clock.now() - batch.since.getTime() > giveUpHours * 3_600_000
    if (materials === null) this.#fail(held, 'gone: its channel or its incoming SMS no longer exists')
    else if (isOvertaken) this.#fail(held, 'not-sent: a later receipt of its message was stored meanwhile')
    else if (isTooOld)
      this.#fail(held, `not-sent: its endpoint failed, or was too slow, for longer than ${giveUpHours} h`)
    else this.#enqueue(held, this.#schedule.queueOf(webhook))
  }

  /** Begins the calls that may begin. */
  pump(): void {
    const { steady, mayCall } = this.#options
    if (this.#isStopped || !mayCall()) return
    for (let call = this.#schedule.next(steady.now()); call !== undefined; call = this.#schedule.next(steady.now())) {
      const running: Promise<void> = this.#run(call).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
    this.#planPump()
  }

  /**
   * For which endpoint, and how long in milliseconds, a webhook that is being stored has to wait in the table; null
   * when it may be queued here at once.
   */
  delayOf(webhook: NewWebhook): { readonly endpoint: string; readonly delayMs: number } | null {
    const queue = this.#schedule.find(webhook)
    // A webhook whose reply is for a contact comes here, so that the contact is answered whether or not it is sent.
    if (queue === undefined || webhook.replyKind !== null) return null
    const now = this.#options.steady.now()
    if (queue.isOpen(now)) return { endpoint: queue.waitingFor(now), delayMs: secondsUntilProbe(queue, now) * 1000 }
    if (!queue.hasMore && !queue.isFull) return null
    queue.hasMore = true
    return { endpoint: queue.endpoint, delayMs: 0 }
  }

  /** Endpoints that can take no more, for a look at what waits for the others. */
  full(): readonly string[] {
    const now = this.#options.steady.now()
    this.#schedule.forgetIdle(now)
    const full: string[] = []
    for (const queue of this.#schedule.queues()) {
      const hasEnough = queue.isFailing() ? queue.length > 0 : !queue.isLow
      if (hasEnough || queue.isOpen(now)) full.push(queue.endpoint)
    }
    return full
  }

  /** Call when something that is not put off waits in the table for an endpoint. */
  left(endpoint: string): void {
    const queue = this.#schedule.get(endpoint)
    if (queue !== undefined) queue.hasMore = true
    if (queue === undefined || queue.isLow) this.#options.onRoom(endpoint)
  }

  /** Call when nothing that is due waits in the table for an endpoint. */
  noneLeft(endpoint: string): void {
    const queue = this.#schedule.get(endpoint)
    if (queue !== undefined) queue.hasMore = false
  }

  /** Begins no more calls. Resolves when the calls under way have ended, or were given up after a while. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await waitAtMost(this.#options.clock, DRAIN_MS, Promise.all(this.#running))
    this.#isOver = true
  }

  #enqueue(held: HeldWebhook, queue: EndpointQueue<HeldWebhook>): void {
    const now = this.#options.steady.now()
    if (queue.isOpen(now)) this.#putOff(held, queue, secondsUntilProbe(queue, now))
    else if (!queue.isFull && !isOvertaking(held, queue)) this.#schedule.add(queue, held, now)
    else {
      queue.hasMore = true
      this.#putOff(held, queue, 0)
    }
  }

  async #run(call: Call<HeldWebhook>): Promise<void> {
    const { clock, steady } = this.#options
    const { webhook, materials } = call.item
    const at = new Date(clock.now())
    const signedAt = webhook.signedAt ?? Math.floor(at.getTime() / 1000)
    if (materials === null) return
    const outcome = await attemptWebhook(this.#options, webhook, materials, signedAt)
    // It is not known whether it arrived, so the next node that takes it sends it again.
    if (this.#isOver) return
    this.#schedule.ended(call, outcome.sign, steady.now())
    this.#settle(call.item, at, signedAt, outcome)
    for (const queue of this.#schedule.queuesBeside(call.queue)) {
      if (queue.isOpen(steady.now())) this.#holdBack(queue)
      else if (queue.hasMore && queue.isLow) this.#options.onRoom(queue.endpoint)
    }
    this.pump()
  }

  #settle(held: HeldWebhook, at: Date, signedAt: number, outcome: AttemptOutcome): void {
    const { verdict, status, failure } = outcome
    const { recorder, retryDelaysSeconds, logger } = this.#options
    const { webhookId, attempts, tries } = held.webhook
    const retryInSeconds = verdict === 'try-again' ? (retryDelaysSeconds[tries] ?? null) : null
    const attempt = attempts + 1
    const state = verdict === 'delivered' ? verdict : retryInSeconds === null ? 'failed' : 'pending'
    const record: AttemptRecord = {
      batchId: held.batch.batchId,
      webhookId,
      attempt,
      at,
      elapsedMs: outcome.elapsedMs,
      status,
      failure,
      reply: outcome.reply,
      request: outcome.request,
      state,
      tries: tries + 1,
      signedAt,
      step: answerStepOf(held.webhook),
      answer: outcome.answer,
    }
    recorder.add({ held, attempt: record, retryInSeconds })
    this.#attempts.add(1, { outcome: verdict })
    if (this.#options.steps?.isWatched) this.#tell(held, at.getTime(), outcome)
    if (verdict === 'delivered') return
    logger.info({ webhookId, attempt, status, failure, final: retryInSeconds === null }, 'webhook failed')
  }

  #tell({ webhook }: HeldWebhook, startedAt: number, { elapsedMs, status, verdict }: AttemptOutcome): void {
    const { requestId, subjectId: smsId, webhookId, attempts } = webhook
    if (requestId === null) return
    const endedAt = startedAt + elapsedMs
    const attempt = attempts + 1
    this.#options.steps?.tell({
      kind: 'webhook',
      requestId,
      startedAt,
      endedAt,
      smsId,
      webhookId,
      attempt,
      status,
      verdict,
    })
  }

  /** Ends a webhook without a call. */
  #fail(held: HeldWebhook, failure: string): void {
    const at = new Date(this.#options.clock.now())
    const outcome = noReply(failure, { elapsedMs: 0, request: null, verdict: 'failed', sign: null })
    this.#settle(held, at, Math.floor(at.getTime() / 1000), outcome)
  }

  #holdBack(queue: EndpointQueue<HeldWebhook>): void {
    const seconds = secondsUntilProbe(queue, this.#options.steady.now())
    for (const held of queue.drain()) this.#putOff(held, queue, seconds)
  }

  #putOff(held: HeldWebhook, queue: EndpointQueue<HeldWebhook>, waitSeconds: number): void {
    const endpoint = queue.waitingFor(this.#options.steady.now())
    this.#options.recorder.add({ held, attempt: null, endpoint, waitSeconds })
  }

  /** Begins more calls when one becomes slow and makes room for another. */
  #planPump(): void {
    const { steady } = this.#options
    const { slowAt } = this.#schedule
    if (slowAt === null || this.#isTimed) return
    this.#isTimed = true
    steady.after(Math.max(0, slowAt - steady.now()), () => {
      this.#isTimed = false
      this.pump()
    })
  }

  #failing(): number {
    let failing = 0
    for (const queue of this.#schedule.queues()) if (queue.isFailing()) failing += 1
    return failing
  }
}

/** In full seconds, so that what waits for several endpoints falls due together. */
function secondsUntilProbe({ probeAt }: EndpointQueue<HeldWebhook>, now: number): number {
  return Math.max(1, Math.ceil(((probeAt ?? now) - now) / 1000))
}

/** Whether it waited for the whole host and would now overtake others of its URL, which got its own queue since. */
function isOvertaking({ batch }: HeldWebhook, queue: EndpointQueue<HeldWebhook>): boolean {
  return queue.hasMore && batch.endpoint !== null && batch.endpoint !== queue.endpoint
}
