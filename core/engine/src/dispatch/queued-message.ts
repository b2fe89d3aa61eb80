import type { OutgoingMessage, Priority } from '@heliograph/contracts'
import type { JobTicket } from './job-ticket.ts'

/** A message in memory, between its dispatch job and the recorded answer of a link. */
export interface QueuedMessage {
  readonly message: OutgoingMessage
  readonly priority: Priority
  /** Order of arrival; a message put back keeps it and so is first again. */
  readonly sequence: number
  /** Links that refused it for reasons of their own; the next one is tried. Created when the first does. */
  refusedBy: Set<string> | undefined
  /** The job it came with. */
  readonly ticket: JobTicket
}
