import { setTimeout as delay } from 'node:timers/promises'
import type { Deployed } from './deploy.ts'
import { describeFault } from './describe-fault.ts'
import { type Fault, HARMLESS, lastingMs } from './faults.ts'
import { inflict } from './inflict.ts'

export const FIRST_FAULT_AFTER_MS = 1_000
/** How much longer than planned a fault may last before the round is given up: Postgres may have to recover. */
const FAULT_LIMIT_MS = 120_000

export interface StrikeOptions {
  readonly faults: readonly Fault[]
  /** By `performance.now()`: a fault that would end later is left out, with those after it. */
  readonly endMs: number
  readonly say: (text: string) => void
}

export interface Struck {
  /** Those that were inflicted. */
  readonly faults: readonly Fault[]
  /** Those because of which nodes ended themselves though they had no reason to, for people. */
  readonly needlessDeaths: readonly string[]
}

/** Inflicts the faults one after the other. */
export async function strike(deployed: Deployed, { faults, endMs, say }: StrikeOptions): Promise<Struck> {
  const struck: Fault[] = []
  const needlessDeaths: string[] = []
  await delay(FIRST_FAULT_AFTER_MS)
  for (const fault of faults) {
    if (performance.now() + fault.pauseMs + lastingMs(fault) > endMs) break
    await delay(fault.pauseMs)
    const description = describeFault(fault)
    say(description)
    const before = countDeaths(deployed)
    deployed.ability.disturb()
    struck.push(fault)
    await inTime(inflict(deployed, fault), lastingMs(fault) + FAULT_LIMIT_MS, description)
    const deaths = countDeaths(deployed) - before
    if (deaths > 0 && HARMLESS.has(fault.kind))
      needlessDeaths.push(`nodes ended by themselves ${deaths} times: ${description}`)
  }
  return { faults: struck, needlessDeaths }
}

/** How often nodes have ended on their own so far. */
export function countDeaths({ nodes }: Deployed): number {
  return nodes.reduce((sum, { deaths }) => sum + deaths.length, 0)
}

async function inTime(work: Promise<void>, limitMs: number, what: string): Promise<void> {
  const over = new AbortController()
  const late = delay(limitMs, undefined, { signal: over.signal }).then(
    () => Promise.reject(new Error(`this fault did not end: ${what}`)),
    () => {},
  )
  try {
    await Promise.race([work, late])
  } finally {
    over.abort()
  }
}
