import type { IncomingPush, Push, ReceiptPush } from '@heliograph/contracts'

/** A push as it is stored: its user and its content. */
export interface StoredPush {
  readonly pushId: number
  readonly userId: number
  /** How often a node has taken it and not given it back untouched. */
  readonly starts: number
  readonly content: PushContent
}

export type ReceiptContent = Omit<ReceiptPush, 'pushId'>
export type IncomingContent = Omit<IncomingPush, 'pushId'>

/** A push without its id. */
export type PushContent = ReceiptContent | IncomingContent

/**
 * The values of a push in the order in which they are stored, times in milliseconds. Leaving out the names halves the
 * size, and thousands are written every second. Add new ones at the end.
 */
type ReceiptValues = readonly [
  ...Values<ReceiptContent, ['kind', 'smsId', 'context', 'from', 'to', 'text', 'parts', 'state']>,
  ...Values<ReceiptContent, ['networkStatus', 'errorId']>,
  acceptedAt: number,
  doneAt: number,
]
type IncomingValues = readonly [
  ...Values<IncomingContent, ['kind', 'incomingId', 'from', 'to', 'text', 'encoding']>,
  receivedAt: number,
]
type Values<T, Names extends readonly (keyof T)[]> = { readonly [Place in keyof Names]: T[Names[Place]] }

/** A list of values as JSON. */
export function formatContent(content: PushContent): string {
  return JSON.stringify(content.kind === 'receipt' ? receiptValues(content) : incomingValues(content))
}

function receiptValues(content: ReceiptContent): ReceiptValues {
  const { kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, acceptedAt, doneAt } = content
  const submittedAt = acceptedAt.getTime()
  return [kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, submittedAt, doneAt.getTime()]
}

function incomingValues({ kind, incomingId, from, to, text, encoding, receivedAt }: IncomingContent): IncomingValues {
  return [kind, incomingId, from, to, text, encoding, receivedAt.getTime()]
}

/** Reads what `formatContent` wrote. */
export function parseContent(text: string): PushContent {
  const values = JSON.parse(text) as ReceiptValues | IncomingValues
  return values[0] === 'receipt' ? receiptOf(values as ReceiptValues) : incomingOf(values as IncomingValues)
}

function receiptOf(values: ReceiptValues): ReceiptContent {
  const [kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, acceptedAt, doneAt] = values
  return {
    kind,
    smsId,
    context,
    from,
    to,
    text,
    parts,
    state,
    networkStatus,
    errorId,
    acceptedAt: new Date(acceptedAt),
    doneAt: new Date(doneAt),
  }
}

function incomingOf([kind, incomingId, from, to, text, encoding, receivedAt]: IncomingValues): IncomingContent {
  return { kind, incomingId, from, to, text, encoding, receivedAt: new Date(receivedAt) }
}

/** The push as a receiver gets it. */
export function toPush({ pushId, content }: StoredPush): Push {
  return { pushId, ...content } as Push
}
