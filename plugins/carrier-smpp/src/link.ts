import type {
  CarrierLink,
  Clock,
  LinkCapabilities,
  LinkPdu,
  LinkStatus,
  Logger,
  Network,
  OutgoingMessage,
  PartOutcome,
} from '@heliograph/contracts'
import type { RequestOutcome, ResponsePdu } from '@heliograph/smpp'
import { AdaptiveRate } from './adaptive-rate.ts'
import { BackOff } from './back-off.ts'
import { Bind } from './bind.ts'
import type { LinkConfig } from './config.ts'
import { Deliveries } from './deliveries.ts'
import { IdFormatLearner } from './id-format.ts'
import { KeptPdus } from './kept-pdus.ts'
import { LateAnswers } from './late-answers.ts'
import type { LinkMetrics } from './link-metrics.ts'
import { linkStatus } from './link-status.ts'
import { Patience, type PatienceStep } from './patience.ts'
import { References } from './references.ts'
import { Repeats } from './repeats.ts'
import { createStatusReader, type ReadStatus } from './statuses.ts'
import { planSubmit, type SubmitDraft, type SubmitPlan } from './submit-plan.ts'

export interface LinkOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly name: string
  readonly config: LinkConfig
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  /** `rateOf` is called at each scrape. */
  readonly metrics: (link: string, rateOf: () => number) => LinkMetrics
}

const NOT_SENT: PartOutcome = { kind: 'not-sent' }
const UNKNOWN: PartOutcome = { kind: 'unknown' }

/** A link to an SMSC: its connections, and the traffic over them in both directions. */
export class SmppLink implements CarrierLink {
  readonly name: string
  readonly receipts: CarrierLink['receipts']
  readonly capabilities: LinkCapabilities
  readonly shares: number
  readonly #config: LinkConfig
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #metrics: LinkMetrics
  readonly #rate: AdaptiveRate
  readonly #patience: Patience
  readonly #late: LateAnswers
  readonly #references: References
  readonly #readStatus: ReadStatus
  readonly #ids: IdFormatLearner
  readonly #repeats: Repeats
  /** Undefined when none are kept. */
  readonly #pdus: KeptPdus | undefined
  readonly #binds: readonly Bind[]
  /** The connections that can send. */
  readonly #senders: readonly Bind[]
  #throttles = 0
  #throttledAt = Number.NEGATIVE_INFINITY
  /** The configured rate of the whole link, in parts a second. */
  #fullRate: number
  /** How many of its shares this node uses. */
  #used = 0
  #closing: Promise<unknown> | undefined
  #changed: () => void = () => {}

  constructor(options: LinkOptions) {
    const { carrier, name, config, network, clock, logger } = options
    this.name = name
    this.receipts = config.receipts
    // Another alphabet is converted by the SMSC, which would not leave escapes as they are.
    this.capabilities = { content: [], read: false, inboundMedia: false, shiftTables: config.alphabet === 'gsm' }
    this.shares = config.nodes
    this.#config = config
    this.#clock = clock
    this.#logger = logger
    this.#fullRate = config.rate
    this.#rate = new AdaptiveRate(this.#shareOf(config.rate), clock)
    this.#patience = new Patience(config.responseTimeoutMs)
    this.#late = new LateAnswers((part, outcome) => {
      network.lateAnswer({ carrier, link: name, ...part, outcome }).catch((error: unknown) => {
        logger.warn({ err: error, smsId: part.smsId }, 'a late answer was not recorded')
      })
    })
    this.#metrics = options.metrics(name, () => this.#rate.partsPerSecond)
    this.#references = new References(options.random, config.nodes > 1)
    this.#readStatus = createStatusReader(config)
    // Without receipts, the format cannot be learned.
    const isLearning = config.idFormat !== 'auto' || config.receipts !== 'none'
    this.#ids = new IdFormatLearner(isLearning ? config.idFormat : 'string', logger)
    this.#repeats = new Repeats(clock)
    this.#pdus = config.keepPdus.count === 0 ? undefined : new KeptPdus(config.keepPdus, clock)
    this.#binds = this.#makeBinds(options)
    this.#senders = this.#binds.filter(({ kind }) => kind !== 'receiver')
  }

  get window(): number {
    return this.#patience.shareOf(this.#fullWindow)
  }

  /** While nothing is bound, the window that there would be, since a link with a window of 0 would never be used. */
  get #fullWindow(): number {
    let bound = 0
    for (const bind of this.#senders) if (bind.isBound) bound += 1
    return this.#config.window * (bound === 0 ? this.#shareOf(this.#senders.length) : bound)
  }

  get partsPerSecond(): number {
    return this.#rate.partsPerSecond
  }

  /** Changes the configured rate, in parts a second, 0 for no limit. */
  useRate(partsPerSecond: number): void {
    this.#fullRate = partsPerSecond
    this.#rate.useLimit(this.#shareOf(partsPerSecond))
    this.#changed()
  }

  isUp(): boolean {
    return this.#isOpen && this.#senders.some((bind) => bind.isBound)
  }

  get #isOpen(): boolean {
    return this.#used > 0
  }

  onChange(listener: () => void): void {
    this.#changed = listener
  }

  status(): LinkStatus {
    return linkStatus({
      isOpen: this.#isOpen,
      isUp: this.isUp(),
      binds: this.#binds.slice(0, this.#shareOf(this.#binds.length)),
      throttles: this.#throttles,
      throttledAgoMs: this.#clock.now() - this.#throttledAt,
      partsPerSecond: this.partsPerSecond,
      configuredRate: this.#rate.limit,
      window: this.window,
      timeoutMs: this.#patience.timeoutMs,
      answersLate: this.#patience.isStretched,
    })
  }

  lastPdus(): readonly LinkPdu[] {
    return this.#pdus?.newestFirst ?? []
  }

  open(shares = this.shares): void {
    if (shares <= this.#used) return
    this.#use(shares)
    // Waits for connections that are still closing, because the network may count them.
    if (this.#closing === undefined) this.#openBinds()
    else void this.#closing.then(() => this.#openBinds())
  }

  async close(signal: AbortSignal, left = 0): Promise<void> {
    const wasUp = this.isUp()
    this.#use(Math.min(left, this.#used))
    const closing = Promise.all(this.#binds.slice(this.#usedBinds).map((bind) => bind.close(signal)))
    this.#closing = closing
    if (wasUp) this.#changed()
    await closing
    if (this.#closing === closing) this.#closing = undefined
  }

  async submit(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    if (!this.isUp()) return [NOT_SENT]
    const { submits, parts, reference } = planSubmit(message, this.#config, this.#references, this.#clock.now())
    const first = submits[0]
    if (first !== undefined && reference === undefined) {
      return [this.#late.settle(first, await this.#send(message, first, parts[0] ?? null))]
    }
    const given = await Promise.all(submits.map((submit, index) => this.#send(message, submit, parts[index] ?? null)))
    const outcomes = submits.map((submit, index) => this.#late.settle(submit, given[index] ?? UNKNOWN))
    this.#keepReference(message.smsId, reference, outcomes)
    return outcomes
  }

  async #send({ smsId, attempt }: OutgoingMessage, submit: SubmitDraft, part: number | null): Promise<PartOutcome> {
    const answer = await this.#request(submit)
    const outcome = this.#read(answer)
    if (answer.kind === 'response') this.#noteAnswer(answer.tookMs)
    else if (answer.kind === 'expired') {
      this.#late.gaveUp(submit, { smsId, attempt, part })
      this.#patienceChanged(this.#patience.gaveUp(answer.tookMs, this.#clock.now()))
    }
    this.#metrics.submitted(outcome.kind)
    return outcome
  }

  #answeredLate(response: ResponsePdu, submit: object, tookMs: number): void {
    this.#metrics.late()
    this.#noteAnswer(tookMs)
    this.#late.answered(submit, this.#readResponse(response))
  }

  #noteAnswer(tookMs: number): void {
    this.#patienceChanged(this.#patience.answered(tookMs, this.#clock.now()))
  }

  #patienceChanged(step: PatienceStep | undefined): void {
    if (step === undefined) return
    const fields = { responseTimeoutMs: this.#patience.timeoutMs, window: this.window }
    if (step === 'eased') this.#logger.info(fields, 'the SMSC responds in time again')
    else this.#logger.warn(fields, 'the SMSC responds slowly; waiting longer and sending less at once')
    this.#changed()
  }

  /**
   * Sends over the connection with the most room. If that connection breaks before the request is sent, another one is
   * used.
   */
  async #request(submit: SubmitDraft): Promise<RequestOutcome> {
    for (;;) {
      const bind = this.#roomiest()
      if (bind === undefined) return { kind: 'not-sent' }
      this.#rate.count()
      const outcome = await bind.request(submit)
      if (outcome.kind !== 'not-sent' || outcome.error !== undefined) return outcome
    }
  }

  #roomiest(): Bind | undefined {
    if (!this.#isOpen) return undefined
    let best: Bind | undefined
    for (const bind of this.#senders) {
      if (bind.isBound && (best === undefined || bind.room > best.room)) best = bind
    }
    return best
  }

  #read(outcome: RequestOutcome): PartOutcome {
    switch (outcome.kind) {
      case 'response':
        return this.#readResponse(outcome.pdu)
      case 'expired':
      case 'lost':
        return UNKNOWN
      case 'not-sent':
        if (outcome.error === undefined) return NOT_SENT
        this.#logger.warn({ err: outcome.error }, 'a message does not fit a submit_sm')
        return this.#readStatus(outcome.error.commandStatus)
    }
  }

  #readResponse(pdu: ResponsePdu): PartOutcome {
    if (pdu.commandStatus !== 0) {
      const outcome = this.#readStatus(pdu.commandStatus)
      if (outcome.kind === 'throttled') this.#slowDown()
      return outcome
    }
    if (pdu.command !== 'submit_sm_resp') return UNKNOWN
    const networkId = pdu.messageId.trim()
    if (networkId === '') return { kind: 'accepted', networkId: null }
    this.#ids.answered(networkId)
    return { kind: 'accepted', networkId }
  }

  #slowDown(): void {
    this.#throttles += 1
    this.#throttledAt = this.#clock.now()
    if (!this.#rate.throttled()) return
    this.#logger.info({ partsPerSecond: this.#rate.partsPerSecond }, 'the SMSC throttles; sending more slowly')
    this.#changed()
  }

  /** Keeps the reference for the remaining parts when only some were accepted. */
  #keepReference(smsId: number, reference: SubmitPlan['reference'], outcomes: readonly PartOutcome[]): void {
    if (reference === undefined) return
    const taken = outcomes.filter(({ kind }) => kind === 'accepted').length
    if (taken === outcomes.length) this.#references.forget(smsId)
    else this.#references.remember(smsId, reference)
  }

  #use(shares: number): void {
    this.#used = shares
    this.#rate.useLimit(this.#shareOf(this.#fullRate))
  }

  /** What of something belongs to the shares that this node uses; while it uses none, to one. */
  #shareOf(whole: number): number {
    return (whole * Math.max(1, this.#used)) / this.shares
  }

  get #usedBinds(): number {
    return this.#isOpen ? this.#shareOf(this.#binds.length) : 0
  }

  #openBinds(): void {
    for (const bind of this.#binds.slice(0, this.#usedBinds)) bind.open()
  }

  #makeBinds(options: LinkOptions): readonly Bind[] {
    const { config, clock, logger } = options
    const repeats = this.#repeats
    const pdus = this.#pdus
    const deliveries = new Deliveries({
      ...options,
      link: options.name,
      metrics: this.#metrics,
      ids: this.#ids,
      repeats,
    })
    const kinds = config.bind === 'transceiver' ? (['transceiver'] as const) : (['transmitter', 'receiver'] as const)
    return Array.from({ length: config.binds }, () => kinds)
      .flat()
      .map(
        (kind) =>
          new Bind({
            kind,
            config,
            clock,
            logger,
            metrics: this.#metrics,
            responseTimeoutMs: () => this.#patience.timeoutMs,
            onLateAnswer: (response, submit, tookMs) => this.#answeredLate(response, submit, tookMs),
            backOff: new BackOff(config.reconnectMinMs, config.reconnectMaxMs, options.random),
            onConnect: () => repeats.suspect(),
            onChange: () => {
              repeats.suspect()
              this.#changed()
            },
            onRequest: (request, respond) => deliveries.handle(request, respond),
            onPdu: pdus && ((source, frame) => pdus.keep(source, frame)),
          }),
      )
  }
}
