import type { Encoding, MessageState, Money, PriorityName } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A message and where it stands now. */
export interface MessageRecord {
  readonly smsId: number
  readonly messageId: string
  readonly bulkId: string | null
  readonly reference: string | null
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly text: string
  readonly encoding: Encoding
  readonly parts: number
  /** Price of the whole message: parts times the client's price of a part. */
  readonly price: Money
  readonly priority: PriorityName
  readonly state: MessageState
  readonly acceptedAt: Date
  /** The time it was or is scheduled for, null when it was to go at once. */
  readonly scheduledAt: Date | null
  /** When the network took it, null until then. */
  readonly submittedAt: Date | null
  /** When it reached its final state, null until then. */
  readonly doneAt: Date | null
  /** The network's own word for it, as received: `DELIVRD`, `UNDELIV`, ... Null before any. */
  readonly networkStatus: string | null
  /** The network's id of the (first part of the) message, null before it has one. */
  readonly networkId: string | null
  /** Id in the error registry of `@heliograph/messaging`; null when nothing failed. */
  readonly errorId: number | null
}

/** All given conditions must hold. */
export interface ReportFilter {
  readonly smsId?: number | undefined
  readonly messageId?: string | undefined
  readonly bulkId?: string | undefined
  /** Sender (channel address). */
  readonly from?: string | undefined
  /** Recipient in E.164 digits. */
  readonly to?: string | undefined
  readonly states?: readonly MessageState[] | undefined
  /** Accepted at or after. */
  readonly since?: Date | undefined
  /** Accepted before. */
  readonly until?: Date | undefined
  /** How many at most, newest first. */
  readonly limit: number
}

/** Reading what became of messages. Reading consumes nothing. */
export interface Reports {
  /** Messages of the principal's client, newest first. */
  find(principal: Principal, filter: ReportFilter): Promise<readonly MessageRecord[]>
}

export const Reports: ServiceToken<Reports> = defineService('heliograph.reports')
