import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What figures can be divided by. A campaign is what one upload sent; a link is the one that the message was handed to
 * last, so those of messages that none had are left out. `client` and `link` are for operators.
 * @stability experimental
 */
export const FIGURE_DIVISIONS = [
  ...(['channel', 'user', 'origin', 'calling-code', 'state', 'error', 'campaign'] as const),
  ...(['link', 'client'] as const),
] as const
/** @stability experimental */
export type FigureDivision = (typeof FIGURE_DIVISIONS)[number]

/** The steps of a period. Weeks begin on Monday. @stability experimental */
export const FIGURE_STEPS = ['day', 'week', 'month'] as const
/** @stability experimental */
export type FigureStep = (typeof FIGURE_STEPS)[number]

/** Which messages are counted, and what into. Days are those of UTC, `2026-01-31`. @stability experimental */
export interface PeriodFilter {
  /**
   * For operators: those of this client; absent: of all, which cannot be divided by channel, user or campaign,
   * and can by client.
   */
  readonly clientId?: number | undefined
  /** The first day of acceptance. */
  readonly from: string
  /** The day after the last. */
  readonly until: string
  /** Absent: the whole period is one step. */
  readonly step?: FigureStep | undefined
  readonly by?: FigureDivision | undefined
}

/** @stability experimental */
export interface PeriodCount {
  /** The first day of the step; null: of the whole period. */
  readonly at: string | null
  /**
   * What it is divided by: the id of a channel, user, client or error (0: no error), the interface, the calling code
   * (empty: a short code), the state, the bulk id of a campaign, `<instance>/<link>`. Null: it is not divided.
   */
  readonly key: string | null
  /** What the campaign is called; null: it is not divided by that. */
  readonly name: string | null
  readonly messages: number
  readonly parts: number
  /** Ended, cancelled ones apart. */
  readonly ended: number
  readonly delivered: number
  /** What they cost, a decimal. For all clients it adds up amounts of different currencies. */
  readonly charged: string
  /** What was credited back. */
  readonly refunded: string
}

/** @stability experimental */
export interface PeriodReport {
  /** By step, then by key. What would be 0 is left out. */
  readonly counts: readonly PeriodCount[]
  /** When the newest hour of the period was counted last; null: none has been. */
  readonly countedAt: Date | null
  /** False: earlier hours are still to be counted, as after an upgrade. */
  readonly isComplete: boolean
}

/** What came of the messages of a step. @stability experimental */
export interface PeriodOutcome {
  /** As in `PeriodCount`. */
  readonly at: string | null
  /** SMS that came in meanwhile, those by which contacts opted out among them. */
  readonly replies: number
  /**
   * Contacts that opted out meanwhile, by SMS, link or hand; one that had done so before does not count. Null: not
   * known, to a user of one channel, because an opt-out is one of the whole client.
   */
  readonly optOuts: number | null
  /**
   * How long it took from the time a message was to go until the network reported it as delivered, of the messages of
   * the step; each within a tenth. Null: none was.
   */
  readonly handset: HandsetTimes | null
}

/** @stability experimental */
export interface HandsetTimes {
  readonly messages: number
  /** Half of them took no longer. */
  readonly p50Ms: number
  /** Nine of ten took no longer. */
  readonly p90Ms: number
}

/**
 * Messages of past days in figures, which remain when the messages are gone, for `retention.figureMonths`. A call
 * costs the same however many messages there were.
 *
 * They are counted in the background from what is stored anyway, each hour again and again: after a minute at first,
 * then always when it has become twice as old, at the latest after two days, until everything in it has ended; and less
 * often where that would take more than a twentieth of one connection's time. They are exact as of the last count,
 * whatever happened between two. Nothing is counted while no node has the role `cron`.
 *
 * The figures are those of all clients or of one for an `operator`, of the own channel for a `user` who has one, and of
 * the client for others. Throws `forbidden`/`not-allowed` for a division that is not for the principal, and
 * `unavailable` while the database is away.
 * @stability experimental
 */
export interface PeriodFigures {
  of(principal: Principal, filter: PeriodFilter): Promise<PeriodReport>
  /** By step; what there was nothing of is left out. Opt-outs count within some minutes. */
  outcomes(principal: Principal, filter: Omit<PeriodFilter, 'by'>): Promise<readonly PeriodOutcome[]>
}

export const PeriodFigures: ServiceToken<PeriodFigures> = defineService('heliograph.period-figures')
