/**
 * How fast a bulk goes: no more than so many SMS parts in so many seconds, over all nodes. They are spread evenly over
 * that time: 60 parts in 60 seconds are one a second.
 *
 * The messages of such a bulk wait in the gateway for their turn, as `queued` or, when it was scheduled, `scheduled`.
 * Their validity counts from when their turn comes. They can be paused, moved and cancelled meanwhile; see `Schedules`.
 *
 * @stability experimental
 */
export interface SpeedLimit {
  /** 1..1,000,000,000. */
  readonly parts: number
  /** 1..86,400, a day. */
  readonly seconds: number
}
