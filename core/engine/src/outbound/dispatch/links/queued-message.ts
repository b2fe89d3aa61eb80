import type { OutgoingMessage, Priority } from '@heliograph/contracts'
import type { OpenHours } from '@heliograph/messaging'
import type { BatchTicket } from './batch-ticket.ts'

/**
 * What earlier attempts left at a network, for a message of which only some parts are still to be sent
 * (`message.only`).
 */
export interface EarlierParts {
  /** The link that has the other parts, `<instance>/<name>`: only that link has their concatenation reference. */
  readonly link: string
  /** The attempt that began the series. */
  readonly series: number
  /** One of the other parts may or may not have been sent and waits for a receipt. */
  readonly isUncertain: boolean
}

/** A handover that came to nothing: the link gave the message back, or it was not for that link. */
export interface Detour {
  readonly kind: 'put-back' | 'passed-on'
  readonly link: string
  readonly attempt: number
  readonly networkStatus: string | null
  readonly errorId: number | null
  /** The first and the last time, milliseconds since the epoch. */
  readonly at: number
  readonly until: number
  readonly times: number
}

/** A message in memory, between the claim of its batch and the recorded answer of a link. */
export interface QueuedMessage {
  /** Replaced by `startOver`, and by links that know no tables of languages; itself never changed. */
  message: OutgoingMessage
  readonly priority: Priority
  readonly clientId: number
  /** Null: it belongs to none. */
  readonly bulkId: string | null
  /** The interface that it came by. */
  readonly origin: string
  /** When it may go; undefined: at any time. */
  readonly hours: OpenHours | undefined
  /** The request that it came by; null: none. */
  readonly requestId: string | null
  /** Its client wants to be told that a network has taken it. */
  readonly tellsSent: boolean
  /** When it was handed to a link last, milliseconds since the epoch; kept only while steps are watched. */
  handedOverAt: number
  /** When its batch was due, milliseconds since the epoch. */
  readonly dueAt: number
  /** Links that refused it for reasons of their own; the next one is tried. Created with the first refusal. */
  refusedBy: Set<string> | undefined
  /** Handovers that came to nothing and are not written down yet. Created with the first. */
  detours: Detour[] | undefined
  /** Whether the attempt is open in the database. */
  isOpened: boolean
  /** Set while the attempt is being closed, because a link gave the message back. */
  closing: Promise<void> | undefined
  /** For the repetition of a long message: `Opening.settled`. */
  settled: number | null
  /** Set as long as `message.only` is. */
  earlier: EarlierParts | undefined
  /** The batch it came with. */
  readonly ticket: BatchTicket
}

/**
 * The order of dispatch: by priority, then by when a message was due (at once means when it was accepted), then by id.
 *
 * It follows from what is stored and not from when a batch happened to be loaded, so a message that is put back finds
 * its old place.
 */
export function comesBefore(a: QueuedMessage, b: QueuedMessage): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.message.smsId < b.message.smsId)
}

/** Whether every link may have the message: none has refused it or has parts of it. */
export function isUnrestricted({ refusedBy, earlier }: QueuedMessage): boolean {
  return refusedBy === undefined && earlier === undefined
}

/** Parts that a link would have to send. */
export function partsFor({ message, earlier }: QueuedMessage, link: string): number {
  return message.only === null || earlier?.link !== link ? message.parts : message.only.length
}

/** Makes a message ready for a link: a link that does not have the parts sent so far has to send all of them. */
export function startOver(item: QueuedMessage, link: string): void {
  if (item.earlier === undefined || item.earlier.link === link) return
  item.earlier = undefined
  item.message = { ...item.message, only: null }
}
