import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What changes while people look at it. `conversations`: the inbox of a client. `messages`: the newest messages, with
 * their states. `figures`: what `SystemStatus` and `PeriodFigures` count.
 */
export type MarkedSubject = 'conversations' | 'messages' | 'figures'

export interface MarkScope {
  /** For an operator: of all clients. */
  readonly everyClient?: boolean | undefined
}

/**
 * Tells viewers that something has changed, without what has. A question costs a few entries of an index, however much
 * is kept, so that it can be asked every second while someone looks.
 */
export interface ChangeMarks {
  /**
   * A short text that is another one after a change which the principal may see; now and then it is another one without
   * any. Throws `unavailable` while the database is away.
   */
  of(principal: Principal, subject: MarkedSubject, scope?: MarkScope): Promise<string>
}

export const ChangeMarks: ServiceToken<ChangeMarks> = defineService('heliograph.change-marks')
