import type { Push, PushReceiver } from '@heliograph/contracts'
import { Fifo } from './fifo.ts'
import { type StoredPush, toPush } from './push-content.ts'

export type PushAnswer = Awaited<ReturnType<PushReceiver['receive']>>

/** A receiver with the number of pushes that it has not answered. */
export interface OpenReceiver {
  readonly receiver: PushReceiver
  outstanding: number
  isOpen: boolean
}

/** The open receivers of one user in this process and what waits for them. */
export class ReceiverQueue {
  readonly #receivers: OpenReceiver[] = []
  readonly #answered: (push: StoredPush, answer: PushAnswer, by: OpenReceiver) => void
  readonly #waiting = new Fifo<StoredPush>()
  /** There may be more in the database than here. */
  mayHaveMore = true

  constructor(answered: (push: StoredPush, answer: PushAnswer, by: OpenReceiver) => void) {
    this.#answered = answered
  }

  get length(): number {
    return this.#waiting.length
  }

  get isOpen(): boolean {
    return this.#receivers.length > 0
  }

  open(receiver: PushReceiver): OpenReceiver {
    const opened = { receiver, outstanding: 0, isOpen: true }
    this.#receivers.push(opened)
    return opened
  }

  close(receiver: OpenReceiver): void {
    receiver.isOpen = false
    const at = this.#receivers.indexOf(receiver)
    if (at >= 0) this.#receivers.splice(at, 1)
  }

  add(push: StoredPush): void {
    this.#waiting.push(push)
  }

  /** Takes out all that waits. */
  drain(): readonly StoredPush[] {
    return this.#waiting.drain()
  }

  /** Hands over as much as the windows of the receivers allow. */
  pump(): void {
    while (this.#waiting.length > 0) {
      const target = this.#freest()
      if (target === undefined) return
      this.#offer(this.#waiting.shift() as StoredPush, target)
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

  #offer(push: StoredPush, target: OpenReceiver): void {
    target.outstanding += 1
    const settle = (answer: PushAnswer) => {
      target.outstanding -= 1
      this.#answered(push, answer, target)
    }
    hand(target.receiver, toPush(push)).then(settle, () => settle('later'))
  }
}

/** A receiver must not throw; one that does has not taken the push. */
async function hand(receiver: PushReceiver, push: Push): Promise<PushAnswer> {
  return receiver.receive(push)
}
