import { setTimeout as delay } from 'node:timers/promises'
import { type Limits, unlessAborted } from '../limits.ts'
import { timeFixedLoop } from './fixed-loop.ts'
import { busyShareOf, machineTimes } from './proc.ts'

const BUSY_SHARE = 0.08
const WATCH_MS = 2000

/** How busy the machine was at the last check before a run. */
export interface Quiet {
  readonly quiet: boolean
  readonly busyShare: number
  /** Time of the fixed loop after the wait: the pace that the machine has for what follows. */
  readonly loopMs: number
}

/**
 * Waits until less than 8 % of the machine was busy for two seconds, at most `patienceMs`, and then times the fixed
 * loop.
 */
export async function waitForIdleMachine({
  patienceMs,
  signal,
}: Pick<Limits, 'signal'> & { readonly patienceMs: number }): Promise<Quiet> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const before = machineTimes()
    await unlessAborted(signal, delay(WATCH_MS))
    const busyShare = busyShareOf(before, machineTimes())
    const quiet = busyShare < BUSY_SHARE
    if (quiet || Date.now() >= deadline) return { quiet, busyShare, loopMs: timeFixedLoop() }
  }
}
