import { setTimeout as delay } from 'node:timers/promises'
import type { Deployed } from './deploy.ts'
import { Stalls } from './stalls.ts'
import { readNodeRows } from './takeovers.ts'

/** What the watch over a round has seen. */
export interface Recovery {
  /** The longest time from a node's death until its work was free for others. */
  readonly longestTakeoverMs: number
  /** The longest silence of a link while messages waited, from the last fault on. */
  readonly longestStallMs: number
  /** What took too long, for people. */
  readonly findings: readonly string[]
}

const LOOK_MS = 500

/**
 * Watches until `signal` is aborted that work goes on after each fault.
 *
 * @param before messages of earlier rounds
 * @param enough a link that has nothing to send is no finding while fewer messages wait
 */
export async function watchRecovery(
  { ability, acceptances, cluster, smsc, takeovers }: Deployed,
  { before, enough }: { readonly before: number; readonly enough: number },
  signal: AbortSignal,
): Promise<Recovery> {
  const stalls = new Stalls(ability, enough)
  takeovers.forget()
  while (!signal.aborted) {
    stalls.look(before + acceptances.serials.size, await smsc.stats())
    // Without a database nothing can be taken over.
    await takeovers.look(() => readNodeRows(cluster.sql)).catch(() => {})
    await delay(LOOK_MS, undefined, { signal }).catch(() => {})
  }
  return {
    longestTakeoverMs: takeovers.longestMs,
    longestStallMs: stalls.longestMs,
    findings: [...takeovers.late, ...stalls.late],
  }
}
