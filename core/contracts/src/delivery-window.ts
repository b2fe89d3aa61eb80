import type { DayWindow } from './quiet-hours.ts'

/**
 * Hours in which a message may be handed to a network: on some days, from one time to another. A `to` that is not later
 * than `from` is on the next day, so that there is at most one window a day.
 *
 * What cannot go now waits until the window opens next, like a scheduled message; that is looked at again right before
 * a link gets it, so that a message that was held up does not go outside of them. One whose validity ends before the
 * window opens has expired at once.
 *
 * @stability experimental
 */
export interface DeliveryWindow extends DayWindow {
  /** A zone of the IANA database: `Africa/Johannesburg`. */
  readonly zone: string
}
