import type { Delivery, DeliveryReceiver, IncomingDelivery, ReceiptDelivery } from '@heliograph/contracts'

export type Answer = Awaited<ReturnType<DeliveryReceiver['deliver']>>

/** A client's end of a session: remembers what it was given and answers as told. */
export class FakeReceiver implements DeliveryReceiver {
  window = 100
  readonly given: Delivery[] = []
  outstanding = 0
  mostOutstanding = 0
  answer: (delivery: Delivery) => Promise<Answer> = async () => 'taken'

  async deliver(delivery: Delivery): Promise<Answer> {
    this.given.push(delivery)
    this.outstanding += 1
    this.mostOutstanding = Math.max(this.mostOutstanding, this.outstanding)
    try {
      return await this.answer(delivery)
    } finally {
      this.outstanding -= 1
    }
  }

  get receipts(): readonly ReceiptDelivery[] {
    return this.given.filter((delivery) => delivery.kind === 'receipt')
  }

  get incoming(): readonly IncomingDelivery[] {
    return this.given.filter((delivery) => delivery.kind === 'incoming')
  }
}
