import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A day of the week as ISO 8601 counts them: 1 is Monday, 7 is Sunday. @stability stable */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** The same hours on some days. @stability stable */
export interface DayWindow {
  /** The days on which it begins. */
  readonly days: readonly Weekday[]
  /** `21:00`. */
  readonly from: string
  /** `08:00`; not later than `from`: on the next day. */
  readonly to: string
}

/**
 * The hours in which a client sends nothing that can wait: what it accepts meanwhile is scheduled for their end. They
 * are those of the recipient's country where all of it has one time, else those of `zone`.
 *
 * They hold what the portal sends, and other interfaces where `includesInterfaces` is set; never what has the priority
 * CRITICAL, answers to a contact, and what the gateway sends by itself.
 * @stability stable
 */
export interface QuietHours extends DayWindow {
  /** A zone of the IANA database: `Africa/Johannesburg`. */
  readonly zone: string
  readonly includesInterfaces: boolean
}

/** The quiet hours of clients. Both methods throw `unavailable` while the database is away. @stability stable */
export interface QuietHoursSettings {
  /** Those of the principal's client; null: it has none. */
  of(principal: Principal): Promise<QuietHours | null>
  /**
   * Sets them, or (null) removes them; messages that are scheduled already keep their time. For `admin` and `operator`:
   * throws `forbidden`/`not-allowed` for others, `invalid`/`invalid-settings` with `details` for what is wrong.
   */
  set(principal: Principal, quietHours: QuietHours | null): Promise<void>
}

export const QuietHoursSettings: ServiceToken<QuietHoursSettings> = defineService('heliograph.quiet-hours')
