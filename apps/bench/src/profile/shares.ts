import type { Round } from '../report/figures.ts'
import { renderColumns } from '../report/table.ts'
import type { ProfileEntry } from './cpu-profile.ts'

/** Groups of code on the main thread by the place of a function; the first that matches counts. */
const GROUPS: readonly (readonly [string, RegExp])[] = [
  ['garbage collector', /^\(garbage collector\)/],
  ['program and native code', /^\((?:program|native|root)\)/],
  ['SQL driver', /^(?:core\/postgres-driver|postgres)\//],
  ['HTTP and interfaces', /^(?:adapters|core\/http|core\/wire|core\/access)\//],
  ['accept', /^core\/engine\/src\/(?:intake|accounts)\/|^core\/messaging\//],
  ['receipts', /^core\/engine\/src\/outbound\/receipts\//],
  ['dispatch', /^core\/engine\/src\/outbound\//],
  ['events and webhooks', /^core\/engine\/src\/notify\//],
  ['carrier', /^(?:plugins\/carrier-[^/]+|core\/smpp)\//],
  ['database layer', /^core\/engine\/src\/database\//],
  ["node's own code", /^node:/],
  ['rest', /^/],
]

const OTHER_THREADS = 'other threads of the process'
const POSTGRES = 'Postgres'

/** A part of the CPU time of gateway and Postgres. */
export interface CpuShare {
  readonly name: string
  readonly usPerMessage: number
  /** Of the whole, 0..1. */
  readonly share: number
}

/**
 * Splits the CPU time per message: the main thread's by the profile, the rest by the meters. `byPlace`: the shares of
 * the main thread by place. Undefined when the round has no figures per message.
 */
export function splitCpu(
  byPlace: readonly ProfileEntry[],
  { values }: Pick<Round, 'values'>,
): readonly CpuShare[] | undefined {
  const { cpu, cpuGateway, cpuMain, cpuPostgres } = values
  if (cpu === undefined || cpuGateway === undefined || cpuMain === undefined || cpuPostgres === undefined)
    return undefined
  const groups = new Map(GROUPS.map(([name]) => [name, 0]))
  for (const { name, share } of byPlace) {
    const group = groupOf(name)
    groups.set(group, (groups.get(group) ?? 0) + share * cpuMain)
  }
  // Seconds per 1,000 messages are milliseconds for each.
  const rows = [...groups, [OTHER_THREADS, cpuGateway - cpuMain] as const, [POSTGRES, cpuPostgres] as const]
  return rows
    .map(([name, ms]) => ({ name, usPerMessage: ms * 1000, share: ms / (cpu || 1) }))
    .filter(({ usPerMessage }) => usPerMessage > 0)
}

export function groupOf(place: string): string {
  return GROUPS.find(([, pattern]) => pattern.test(place))?.[0] ?? 'rest'
}

export function renderShares(shares: readonly CpuShare[]): readonly string[] {
  const total = shares.reduce((sum, { usPerMessage }) => sum + usPerMessage, 0)
  const row = (name: string, us: number, share: number) => [name, us.toFixed(1), `${(share * 100).toFixed(1)} %`]
  const rows = shares.map(({ name, usPerMessage, share }) => row(name, usPerMessage, share))
  return renderColumns([['CPU time', 'us a message', 'share'], ...rows, row('all', total, 1)], [1, 2]).map(
    (line) => `  ${line}`,
  )
}
