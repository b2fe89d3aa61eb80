import type { OutgoingMessage, Priority } from '@heliograph/contracts'
import type { JobTicket } from './job-ticket.ts'

/** A message in memory, between its dispatch job and the recorded answer of a link. */
export interface QueuedMessage {
  readonly message: OutgoingMessage
  readonly priority: Priority
  /** When its job was due, milliseconds since the epoch. */
  readonly dueAt: number
  /** Links that refused it for reasons of their own; the next one is tried. Created when the first does. */
  refusedBy: Set<string> | undefined
  /** The job it came with. */
  readonly ticket: JobTicket
}

/**
 * The order of dispatch: by priority, then by when a message was due (at once means when it was accepted), then by id.
 *
 * It follows from what is stored and not from when a job happened to be loaded, since several workers fetch jobs at once; and a message put back finds its
 * old place by it.
 */
export function comesBefore(a: QueuedMessage, b: QueuedMessage): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.message.smsId < b.message.smsId)
}
