import type {
  CarrierLink,
  LateOutcome,
  LinkStatus,
  Logger,
  Network,
  OutgoingMessage,
  PartOutcome,
} from '@heliograph/contracts'
import { CountedAttempts } from './counted-attempts.ts'
import type { Delays } from './delays.ts'
import { type Fate, fateOf } from './fates.ts'
import type { Handsets } from './handsets.ts'
import type { Journal } from './journal.ts'
import type { NetworkIds } from './network-ids.ts'
import { Outstanding } from './outstanding.ts'
import type { Receipt, ReceiptSender } from './receipt-sender.ts'
import type { SubmitEvent, Traffic } from './traffic.ts'

export interface LinkOptions {
  /** The instance id. */
  readonly carrier: string
  readonly network: Network
  readonly logger: Logger
  readonly name: string
  readonly window: number
  readonly partsPerSecond: number
  readonly receipts: CarrierLink['receipts']
  /** False: no receipt is sent, whatever `receipts` promises. */
  readonly sendsReceipts: boolean
  readonly submitDelayMs: number
  readonly receiptDelayMs: number
  readonly receiptBacklog: number
  readonly responseTimeoutMs: number
  readonly reconnectMs: number
}

/** The parts of the network that all links share. */
export interface NetworkSide {
  readonly now: () => number
  readonly delays: Delays
  readonly ids: NetworkIds
  readonly traffic: Traffic
  /** Undefined when virtual phones are off. */
  readonly handsets: Handsets | undefined
  readonly journal: () => Journal
}

/** How long after the response time-out a late answer comes. */
const LATE_MS = 1_000

const NOT_SENT: readonly PartOutcome[] = [{ kind: 'not-sent' }]

/** A connection to the simulated network. */
export class SimulatedLink implements CarrierLink {
  readonly name: string
  readonly window: number
  readonly partsPerSecond: number
  readonly receipts: CarrierLink['receipts']
  readonly capabilities = { content: [], read: false, inboundMedia: false, shiftTables: true } as const
  readonly #options: LinkOptions
  readonly #side: NetworkSide
  readonly #sender: ReceiptSender
  readonly #outstanding = new Outstanding()
  readonly #attempts = new CountedAttempts()
  /** The link is up while the network is running, the gateway uses the link, and it has not dropped. */
  #isRunning = false
  #isOpen = false
  #isDropped = false
  #wasUp = false
  /** How many receipts of accepted parts are not due yet. */
  #waitingReceipts = 0
  #changed: () => void = () => {}

  constructor(options: LinkOptions, side: NetworkSide, sender: ReceiptSender) {
    this.name = options.name
    this.window = options.window
    this.partsPerSecond = options.partsPerSecond
    this.receipts = options.receipts
    this.#options = options
    this.#side = side
    this.#sender = sender
  }

  get pendingReceipts(): number {
    return this.#waitingReceipts + this.#sender.pending
  }

  isUp(): boolean {
    return this.#isRunning && this.#isOpen && !this.#isDropped
  }

  status(): LinkStatus {
    const state = this.isUp() ? 'up' : this.#isOpen ? 'down' : 'standby'
    return { state, detail: null, binds: [], throttles: 0 }
  }

  onChange(listener: () => void): void {
    this.#changed = listener
  }

  open(): void {
    this.#isOpen = true
    this.#tell()
  }

  close(signal: AbortSignal): Promise<void> {
    this.#isOpen = false
    this.#tell()
    return this.#outstanding.drained(signal)
  }

  /**
   * Starts the network side. Receipts do not need an open link: this process may be the only one that still has the
   * receipts it owes.
   */
  start(): void {
    this.#isRunning = true
    this.#tell()
    this.#sender.release()
  }

  /** Stops the network side for good; unanswered submits have an unknown outcome. */
  stop(): void {
    this.#isRunning = false
    this.#tell()
    this.#outstanding.loseAll()
  }

  submit(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    if (!this.isUp()) return Promise.resolve(NOT_SENT)
    if (this.pendingReceipts > this.#options.receiptBacklog) {
      return this.#answer(message, 'try-later', { kind: 'try-later', status: 'ESME_RMSGQFUL' })
    }
    const fate = fateOf(message.to)
    const { submit } = fate
    switch (submit.kind) {
      case 'take':
        return this.#take(message, fate)
      case 'refuse':
        return this.#answer(message, 'refused', {
          kind: 'refused',
          fault: 'destination',
          status: submit.status,
          errorId: submit.errorId,
        })
      case 'throttle':
      case 'try-later':
        if (this.#attempts.next(message.smsId) > submit.times) return this.#take(message, fate)
        return this.#answer(
          message,
          submit.kind === 'throttle' ? 'throttled' : 'try-later',
          submit.kind === 'throttle'
            ? { kind: 'throttled', status: submit.status }
            : { kind: 'try-later', status: submit.status },
        )
      case 'receipt-first':
        return this.#takeReceiptFirst(message, fate)
      case 'no-response':
        return this.#takeSilently(message, fate)
      case 'late':
        return this.#takeLate(message, fate)
      case 'drop-link':
        if (this.#attempts.next(message.smsId) > submit.times) return this.#take(message, fate)
        return this.#dropInstead(message)
    }
  }

  /** Answers for the whole message after the submit delay. */
  #answer(message: OutgoingMessage, event: SubmitEvent, outcome: PartOutcome): Promise<readonly PartOutcome[]> {
    this.#side.traffic.record(this.name, this.#side.now(), event, message, [])
    if (this.#options.submitDelayMs === 0) return Promise.resolve([outcome])
    const submit = this.#outstanding.add()
    this.#side.delays.run(this.#options.submitDelayMs, () => submit.settle([outcome]))
    return submit.outcome
  }

  #take(message: OutgoingMessage, fate: Fate): Promise<readonly PartOutcome[]> {
    const networkIds = this.#accept(message, fate)
    const outcomes = acceptedOutcomes(networkIds)
    const journal = this.#side.journal()
    if (this.#options.submitDelayMs === 0 && !journal.persistent) {
      this.#owe(message, fate, networkIds, this.#options.receiptDelayMs)
      return Promise.resolve(outcomes)
    }
    const submit = this.#outstanding.add()
    this.#side.delays.run(this.#options.submitDelayMs, () => {
      journal.flush()
      submit.settle(outcomes)
      this.#owe(message, fate, networkIds, this.#options.receiptDelayMs)
    })
    return submit.outcome
  }

  #takeReceiptFirst(message: OutgoingMessage, fate: Fate): Promise<readonly PartOutcome[]> {
    const networkIds = this.#accept(message, fate)
    const submit = this.#outstanding.add()
    this.#side.delays.run(this.#options.submitDelayMs, () => {
      this.#side.journal().flush()
      void this.#sender
        .addFirst(this.#receiptsOf(message, fate, networkIds))
        .then(() => submit.settle(acceptedOutcomes(networkIds)))
    })
    this.#side.delays.run(this.#options.responseTimeoutMs, () => this.#outstanding.lose(submit))
    return submit.outcome
  }

  #takeSilently(message: OutgoingMessage, fate: Fate): Promise<readonly PartOutcome[]> {
    const networkIds = this.#accept(message, fate)
    this.#side.journal().flush()
    this.#owe(message, fate, networkIds, this.#options.submitDelayMs + this.#options.receiptDelayMs)
    const submit = this.#outstanding.add()
    this.#side.delays.run(this.#options.responseTimeoutMs, () => this.#outstanding.lose(submit))
    return submit.outcome
  }

  #takeLate(message: OutgoingMessage, fate: Fate): Promise<readonly PartOutcome[]> {
    const networkIds = this.#accept(message, fate)
    this.#side.journal().flush()
    const submit = this.#outstanding.add()
    const { responseTimeoutMs } = this.#options
    this.#side.delays.run(responseTimeoutMs, () => this.#outstanding.lose(submit))
    this.#side.delays.run(responseTimeoutMs + LATE_MS, () => this.#answerLate(message, networkIds))
    this.#owe(message, fate, networkIds, responseTimeoutMs + LATE_MS + this.#options.receiptDelayMs)
    return submit.outcome
  }

  #answerLate({ smsId, attempt }: OutgoingMessage, networkIds: readonly string[]): void {
    const { carrier, network, logger } = this.#options
    for (const [index, outcome] of acceptedOutcomes(networkIds).entries()) {
      network
        .lateAnswer({ carrier, link: this.name, smsId, attempt, part: index + 1, outcome })
        .catch((error: unknown) => logger.warn({ err: error, smsId }, 'a late answer was not recorded'))
    }
  }

  #dropInstead(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    this.#side.traffic.record(this.name, this.#side.now(), 'dropped', message, [])
    const submit = this.#outstanding.add()
    this.#side.delays.run(this.#options.submitDelayMs, () => this.#drop())
    return submit.outcome
  }

  #drop(): void {
    if (!this.#isRunning || this.#isDropped) return
    this.#isDropped = true
    this.#sender.hold()
    this.#tell()
    this.#outstanding.loseAll()
    this.#side.delays.run(this.#options.reconnectMs, () => {
      this.#isDropped = false
      this.#tell()
      if (this.#isRunning) this.#sender.release()
    })
  }

  /** Accepts a message: the network has it from now on, whatever happens to the answer. */
  #accept(message: OutgoingMessage, fate: Fate): readonly string[] {
    const { handsets, ids, traffic, now } = this.#side
    const journal = this.#side.journal()
    const at = now()
    const networkIds = Array.from({ length: message.parts }, () => ids.next())
    traffic.record(this.name, at, 'taken', message, networkIds)
    if (fate.receipt === null || fate.receipt.status === 'delivered') handsets?.receive(message, at)
    if (journal.persistent) {
      const { smsId, attempt, to } = message
      for (const [index, networkId] of networkIds.entries()) {
        const owesReceipt = this.#hasReceipt(fate, index, message.parts)
        journal.take({ smsId, attempt, part: index + 1, networkId, at, to, owesReceipt })
      }
    }
    return networkIds
  }

  #owe(message: OutgoingMessage, fate: Fate, networkIds: readonly string[], delayMs: number): void {
    if (fate.receipt === null || !this.#options.sendsReceipts) return
    this.#waitingReceipts += networkIds.length
    this.#side.delays.run(delayMs, () => {
      this.#waitingReceipts -= networkIds.length
      this.#sender.add(this.#receiptsOf(message, fate, networkIds))
    })
  }

  #receiptsOf(message: OutgoingMessage, fate: Fate, networkIds: readonly string[]): readonly Receipt[] {
    const content = fate.receipt
    if (content === null) return []
    const doneAt = new Date(this.#side.now())
    return networkIds
      .filter((_, index) => this.#hasReceipt(fate, index, networkIds.length))
      .map((networkId) => ({ networkId, to: message.to, content, doneAt }))
  }

  #hasReceipt(fate: Fate, index: number, parts: number): boolean {
    if (fate.receipt === null || !this.#options.sendsReceipts || this.receipts === 'none') return false
    if (this.receipts === 'first') return index === 0
    if (this.receipts === 'last') return index === parts - 1
    return true
  }

  #tell(): void {
    const isUp = this.isUp()
    if (this.#wasUp === isUp) return
    this.#wasUp = isUp
    this.#changed()
  }
}

function acceptedOutcomes(networkIds: readonly string[]): readonly LateOutcome[] {
  return networkIds.map((networkId) => ({ kind: 'accepted', networkId }))
}
