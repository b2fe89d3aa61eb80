import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Which messages of unknown outcome are meant; an absent field allows any. @stability experimental */
export interface UnknownFilter {
  readonly clientId?: number | undefined
  /** The route by which they were accepted. */
  readonly route?: string | undefined
  /** Accepted then or later. */
  readonly since?: Date | undefined
}

/**
 * A message of which it is not known whether a network has it: someone may decide, or a receipt.
 * @stability experimental
 */
export interface UnknownMessage {
  readonly smsId: number
  readonly clientId: number
  readonly to: string
  readonly route: string
  readonly priority: number
  readonly acceptedAt: Date
  /** Since when it is not known. */
  readonly since: Date
  /** The link that had it; `restored`: it may have been sent after the copy from which the database was restored. */
  readonly link: string
}

/** How many messages of unknown outcome there are of a client and route. @stability experimental */
export interface UnknownCount {
  readonly clientId: number
  readonly route: string
  readonly messages: number
  /** When the oldest of them was accepted. */
  readonly oldestAt: Date
}

/**
 * What someone decides about a message of unknown outcome. `sent`: a network has it, so that its receipt is waited for
 * as for that of any other. `failed`: none has, and it ends, credited back like one that was cancelled. `resend`: it is
 * sent again.
 * @stability experimental
 */
export type OutcomeDecision = 'sent' | 'failed' | 'resend'

/**
 * Messages of unknown outcome, and what is decided about them, for operators; every method throws
 * `forbidden`/`not-allowed` for others and `unavailable` while the database is away.
 * @stability experimental
 */
export interface UnknownOutcomes {
  /** By client and route. */
  count(principal: Principal, filter: UnknownFilter): Promise<readonly UnknownCount[]>
  /** The first of them, by recipient; at most 1,000. */
  list(principal: Principal, filter: UnknownFilter, limit: number): Promise<readonly UnknownMessage[]>
  /**
   * Decides about the first of them, at most 1,000 at a time, so that it takes no longer than a request may. Resolves
   * with how many it has decided about: 0 when there are none left.
   */
  decide(principal: Principal, filter: UnknownFilter, decision: OutcomeDecision): Promise<number>
}

export const UnknownOutcomes: ServiceToken<UnknownOutcomes> = defineService('heliograph.unknown-outcomes')
