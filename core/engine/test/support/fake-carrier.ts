import type { Carrier, CarrierLink, LinkPdu, OutgoingMessage, PartOutcome } from '@heliograph/contracts'

export type Answer = readonly PartOutcome[] | Promise<readonly PartOutcome[]>

/** A link that answers as the test wants and remembers what it was given. */
export class FakeLink implements CarrierLink {
  readonly name: string
  window = 100
  partsPerSecond = 0
  receipts: CarrierLink['receipts'] = 'all'
  capabilities: CarrierLink['capabilities']
  readonly submitted: OutgoingMessage[] = []
  pdus: readonly LinkPdu[] = []
  /** Parts outstanding now, and the most so far. */
  outstanding = 0
  mostOutstanding = 0
  answer: (message: OutgoingMessage) => Answer = (message) => accept(message)
  #up = true
  #listeners: (() => void)[] = []

  constructor(name = 'main') {
    this.name = name
  }

  isUp(): boolean {
    return this.#up
  }

  lastPdus(): readonly LinkPdu[] {
    return this.pdus
  }

  setUp(up: boolean): void {
    this.#up = up
    this.changed()
  }

  /** Reports that something about the link has changed. */
  changed(): void {
    for (const listener of this.#listeners) listener()
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async submit(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    this.submitted.push(message)
    this.outstanding += message.parts
    this.mostOutstanding = Math.max(this.mostOutstanding, this.outstanding)
    try {
      return await this.answer(message)
    } finally {
      this.outstanding -= message.parts
    }
  }
}

/** Figures of a link as agreed with the network. */
export interface Whole {
  readonly window: number
  readonly partsPerSecond: number
}

/** A link that nodes share: this process has of it what belongs to the shares that it has opened. */
export class SharedLink extends FakeLink {
  readonly shares: number
  #whole: Whole
  #open = 0
  /** The most that were. */
  mostOpen = 0

  constructor(name: string, shares: number, whole: Whole) {
    super(name)
    this.shares = shares
    this.#whole = whole
    super.setUp(false)
    this.#use(0)
  }

  /** How many of its shares are open. */
  get open_(): number {
    return this.#open
  }

  useWhole(whole: Whole): void {
    this.#whole = whole
    this.#use(this.#open)
    this.changed()
  }

  open(shares = this.shares): void {
    this.#use(shares)
    this.setUp(true)
  }

  async close(_: AbortSignal, left = 0): Promise<void> {
    this.#use(left)
    this.setUp(left > 0)
  }

  #use(shares: number): void {
    this.#open = shares
    this.mostOpen = Math.max(this.mostOpen, shares)
    this.window = (this.#whole.window * shares) / this.shares
    this.partsPerSecond = (this.#whole.partsPerSecond * shares) / this.shares
  }
}

/** From `close` until `open` none of the answers of a link arrives, whatever has become of them. Open at first. */
export function holdAnswers(link: FakeLink): { close(): void; open(): void } {
  const answer = link.answer
  let opened = Promise.resolve()
  let open = () => {}
  link.answer = async (message) => {
    const outcomes = await answer(message)
    await opened
    return outcomes
  }
  return {
    close() {
      opened = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
  }
}

/** Takes every part, under an id made of message, attempt and part. */
export function accept(message: OutgoingMessage): readonly PartOutcome[] {
  return Array.from({ length: message.parts }, (_, part) => ({
    kind: 'accepted',
    networkId: networkIdOf(message.smsId, message.attempt, part + 1),
  }))
}

export function networkIdOf(smsId: number, attempt: number, part: number): string {
  return `n-${smsId}-${attempt}-${part}`
}

export function carrierOf(...links: CarrierLink[]): Carrier {
  return { links }
}
