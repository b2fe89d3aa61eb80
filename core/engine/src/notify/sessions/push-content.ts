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
 * The fields in the order in which they are stored. Leaving out their names halves the size, and thousands are written
 * every second. Add new ones at the end.
 */
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

/** Stored as milliseconds. */
const TIMES: ReadonlySet<string> = new Set(['acceptedAt', 'doneAt', 'receivedAt'])

/** A list of values as JSON. */
export function formatContent(content: PushContent): string {
  if (content.kind === 'receipt') {
    const { kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, acceptedAt, doneAt } = content
    const times = [acceptedAt.getTime(), doneAt.getTime()]
    return JSON.stringify([kind, smsId, context, from, to, text, parts, state, networkStatus, errorId, ...times])
  }
  const { kind, incomingId, from, to, text, encoding, receivedAt } = content
  return JSON.stringify([kind, incomingId, from, to, text, encoding, receivedAt.getTime()])
}

/** Reads what `formatContent` wrote. */
export function parseContent(text: string): PushContent {
  const values = JSON.parse(text) as readonly unknown[]
  const fields: readonly string[] = FIELDS[values[0] as PushContent['kind']]
  const entries = fields.map((name, index) => {
    const value = values[index]
    return [name, TIMES.has(name) ? new Date(value as number) : value]
  })
  return Object.fromEntries(entries) as unknown as PushContent
}

/** The push as a receiver gets it. */
export function toPush({ pushId, content }: StoredPush): Push {
  return { pushId, ...content } as Push
}
