import type { Delivery, DeliveryReceiver } from '@heliograph/contracts'
import { type StoredDelivery, toDelivery } from './delivery-content.ts'
import { Fifo } from './fifo.ts'

export type DeliveryAnswer = Awaited<ReturnType<DeliveryReceiver['deliver']>>

/** A receiver with what it has not answered. */
export interface OpenReceiver {
  readonly receiver: DeliveryReceiver
  outstanding: number
  isOpen: boolean
}

/** The open receivers of one user in this process and what waits for them. */
export class ReceiverQueue {
  readonly #receivers: OpenReceiver[] = []
  readonly #answered: (delivery: StoredDelivery, answer: DeliveryAnswer, by: OpenReceiver) => void
  readonly #waiting = new Fifo<StoredDelivery>()
  /** There may be more in the database than here. */
  mayHaveMore = true

  constructor(answered: (delivery: StoredDelivery, answer: DeliveryAnswer, by: OpenReceiver) => void) {
    this.#answered = answered
  }

  get length(): number {
    return this.#waiting.length
  }

  get isOpen(): boolean {
    return this.#receivers.length > 0
  }

  open(receiver: DeliveryReceiver): OpenReceiver {
    const opened = { receiver, outstanding: 0, isOpen: true }
    this.#receivers.push(opened)
    return opened
  }

  close(receiver: OpenReceiver): void {
    receiver.isOpen = false
    const at = this.#receivers.indexOf(receiver)
    if (at >= 0) this.#receivers.splice(at, 1)
  }

  push(delivery: StoredDelivery): void {
    this.#waiting.push(delivery)
  }

  /** Takes out all that waits. */
  drain(): readonly StoredDelivery[] {
    return this.#waiting.drain()
  }

  /** Hands over as much as the windows of the receivers allow. */
  pump(): void {
    while (this.#waiting.length > 0) {
      const target = this.#freest()
      if (target === undefined) return
      this.#offer(this.#waiting.shift() as StoredDelivery, target)
    }
  }

  /** The receiver with the most room in its window. */
  #freest(): OpenReceiver | undefined {
    let best: OpenReceiver | undefined
    let room = 0
    for (const receiver of this.#receivers) {
      const own = receiver.receiver.window - receiver.outstanding
      if (own > room) {
        best = receiver
        room = own
      }
    }
    return best
  }

  #offer(delivery: StoredDelivery, target: OpenReceiver): void {
    target.outstanding += 1
    const settle = (answer: DeliveryAnswer) => {
      target.outstanding -= 1
      this.#answered(delivery, answer, target)
    }
    deliver(target.receiver, toDelivery(delivery)).then(settle, () => settle('later'))
  }
}

/** A receiver must not throw; one that does has not taken it. */
async function deliver(receiver: DeliveryReceiver, delivery: Delivery): Promise<DeliveryAnswer> {
  return receiver.deliver(delivery)
}
