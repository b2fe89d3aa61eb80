import type { AddressLimits, Clock } from '@heliograph/contracts'
import { addressGroup } from '@heliograph/messaging'
import { putLast } from '../put-last.ts'
import { SlidingWindow } from './sliding-window.ts'

/** Addresses remembered for all limits together; the one that asked longest ago makes room. */
const REMEMBERED = 20_000

/** Creates the `AddressLimits` service. `clock`: measures how long something takes, and is never set. */
export function createAddressLimits(clock: Clock): AddressLimits {
  /** In the order of the last requests. */
  const windows = new Map<string, SlidingWindow>()
  return {
    admit({ name, perMinute }, address) {
      const key = `${name} ${addressGroup(address)}`
      const window = windows.get(key) ?? new SlidingWindow()
      putLast(windows, key, window, REMEMBERED)
      // Requests of one millisecond share an entry.
      const now = Math.floor(clock.now())
      if (window.admit(now, perMinute)) return { admitted: true }
      return { admitted: false, retryAfterSeconds: Math.ceil(window.waitMs(now, perMinute) / 1000) }
    },
  }
}
