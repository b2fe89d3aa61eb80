import type { Delivery, IncomingDelivery, ReceiptDelivery } from '@heliograph/contracts'

/** A delivery as it is kept: for whom, and what to tell as JSON. */
export interface StoredDelivery {
  readonly deliveryId: number
  readonly userId: number
  /** Tries that came to nothing. */
  readonly tries: number
  readonly content: DeliveryContent
}

/** A delivery without its id. */
export type DeliveryContent = Omit<ReceiptDelivery, 'deliveryId'> | Omit<IncomingDelivery, 'deliveryId'>

/** The names of times in contents. */
const TIMES = ['acceptedAt', 'doneAt', 'receivedAt'] as const

export function formatContent(content: DeliveryContent): string {
  return JSON.stringify(content)
}

/** Reads what `formatContent` wrote. */
export function parseContent(text: string): DeliveryContent {
  const content = JSON.parse(text) as Record<string, unknown>
  for (const name of TIMES) if (content[name] !== undefined) content[name] = new Date(content[name] as string)
  return content as unknown as DeliveryContent
}

/** As a receiver is given it. */
export function toDelivery({ deliveryId, content }: StoredDelivery): Delivery {
  return { deliveryId, ...content } as Delivery
}
