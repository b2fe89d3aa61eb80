import type { Delivery, IncomingDelivery, ReceiptDelivery } from '@heliograph/contracts'

/** A delivery as it is kept: its user, and what to tell. */
export interface StoredDelivery {
  readonly deliveryId: number
  readonly userId: number
  /** Tries that came to nothing. */
  readonly tries: number
  readonly content: DeliveryContent
}

export type ReceiptContent = Omit<ReceiptDelivery, 'deliveryId'>
export type IncomingContent = Omit<IncomingDelivery, 'deliveryId'>

/** A delivery without its id. */
export type DeliveryContent = ReceiptContent | IncomingContent

/** The fields in the order in which they are kept. Without their names they are half as long, and thousands are written every second. New ones go to the end. */
const FIELDS = {
  receipt: [
    'kind',
    'smsId',
    'context',
    'from',
    'to',
    'text',
    'parts',
    'state',
    'networkStatus',
    'errorId',
    'acceptedAt',
    'doneAt',
  ] satisfies (keyof ReceiptContent)[],
  incoming: ['kind', 'incomingId', 'from', 'to', 'text', 'encoding', 'receivedAt'] satisfies (keyof IncomingContent)[],
} as const

/** Kept as milliseconds. */
const TIMES: ReadonlySet<string> = new Set(['acceptedAt', 'doneAt', 'receivedAt'])

/** A list of values as JSON. */
export function formatContent(content: DeliveryContent): string {
  if (content.kind === 'receipt') {
    const { kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, acceptedAt, doneAt } = content
    const times = [acceptedAt.getTime(), doneAt.getTime()]
    return JSON.stringify([kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, ...times])
  }
  const { kind, incomingId, from, to, text, encoding, receivedAt } = content
  return JSON.stringify([kind, incomingId, from, to, text, encoding, receivedAt.getTime()])
}

/** Reads what `formatContent` wrote. */
export function parseContent(text: string): DeliveryContent {
  const values = JSON.parse(text) as readonly unknown[]
  const fields: readonly string[] = FIELDS[values[0] as DeliveryContent['kind']]
  const entries = fields.map((name, index) => {
    const value = values[index]
    return [name, TIMES.has(name) ? new Date(value as number) : value]
  })
  return Object.fromEntries(entries) as unknown as DeliveryContent
}

/** As a receiver is given it. */
export function toDelivery({ deliveryId, content }: StoredDelivery): Delivery {
  return { deliveryId, ...content } as Delivery
}
