import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What figures can be divided by. */
export const FIGURE_DIVISIONS = ['channel', 'user', 'origin', 'calling-code', 'state', 'error'] as const
export type FigureDivision = (typeof FIGURE_DIVISIONS)[number]

/** The steps of a period. Weeks begin on Monday. */
export const FIGURE_STEPS = ['day', 'week', 'month'] as const
export type FigureStep = (typeof FIGURE_STEPS)[number]

/** Which messages are counted, and what into. Days are those of UTC, `2026-01-31`. */
export interface PeriodFilter {
  /** For operators: those of this client; absent: of all, which cannot be divided by channel or user. */
  readonly clientId?: number | undefined
  /** The first day of acceptance. */
  readonly from: string
  /** The day after the last. */
  readonly until: string
  /** Absent: the whole period is one step. */
  readonly step?: FigureStep | undefined
  readonly by?: FigureDivision | undefined
}

export interface PeriodCount {
  /** The first day of the step; null: of the whole period. */
  readonly at: string | null
  /**
   * What it is divided by: the id of a channel, user or error (0: no error), the interface, the calling code (empty: a
   * short code), the state. Null: it is not divided.
   */
  readonly key: string | null
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

export interface PeriodReport {
  /** By step, then by key. What would be 0 is left out. */
  readonly counts: readonly PeriodCount[]
  /** When the newest hour of the period was counted last; null: none has been. */
  readonly countedAt: Date | null
  /** False: earlier hours are still to be counted, as after an upgrade. */
  readonly isComplete: boolean
}

/**
 * Messages of past days in figures, which remain when the messages are gone. A call costs the same however many
 * messages there were.
 *
 * They are counted in the background from what is stored anyway, each hour again and again: after a minute at first,
 * then always when it has become twice as old, at the latest after two days, until everything in it has ended; and less
 * often where that would take more than a twentieth of one connection's time. They are exact as of the last count,
 * whatever happened between two. Nothing is counted while no node has the role `cron`.
 *
 * The figures are those of all clients or of one for an `operator`, of the own channel for a `user` who has one, and of
 * the client for others. Throws `unavailable` while the database is away.
 */
export interface PeriodFigures {
  of(principal: Principal, filter: PeriodFilter): Promise<PeriodReport>
}

export const PeriodFigures: ServiceToken<PeriodFigures> = defineService('heliograph.period-figures')
