import type { IncomingPush, Push, PushReceiver, ReceiptPush } from '@heliograph/contracts'

export type Answer = Awaited<ReturnType<PushReceiver['receive']>>

/** A client's end of a session: remembers what it was given and answers as the test wants. */
export class FakeReceiver implements PushReceiver {
  window = 100
  readonly given: Push[] = []
  outstanding = 0
  mostOutstanding = 0
  answer: (push: Push) => Promise<Answer> = async () => 'taken'

  async receive(push: Push): Promise<Answer> {
    this.given.push(push)
    this.outstanding += 1
    this.mostOutstanding = Math.max(this.mostOutstanding, this.outstanding)
    try {
      return await this.answer(push)
    } finally {
      this.outstanding -= 1
    }
  }

  get receipts(): readonly ReceiptPush[] {
    return this.given.filter((push) => push.kind === 'receipt')
  }

  get incoming(): readonly IncomingPush[] {
    return this.given.filter((push) => push.kind === 'incoming')
  }
}
