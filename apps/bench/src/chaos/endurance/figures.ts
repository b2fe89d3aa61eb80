import type { LevelFigure } from './flatness.ts'
import type { Sample } from './sample.ts'

export const MEBIBYTE = 2 ** 20

/** Tables that grow with use and are kept for years: retention of messages leaves them as they are. */
const KEPT: ReadonlySet<string> = new Set([
  'audit_entry',
  'contact',
  'contact_audit',
  'credit_day',
  'credit_entry',
  'minute_count',
])

/** Octets of the tables that retention keeps small, or of the others; undefined while the database does not answer. */
export function octetsOf({ database }: Sample, isKept: boolean): number | undefined {
  if (database === null) return undefined
  return Object.entries(database.tables)
    .filter(([name]) => KEPT.has(name) === isKept)
    .reduce((sum, [, { octets }]) => sum + octets, 0)
}

function highest(sample: Sample, of: (node: NonNullable<Sample['nodes'][number]>) => number): number | undefined {
  const values = sample.nodes.flatMap((node) => (node === null ? [] : [of(node)]))
  return values.length === 0 ? undefined : Math.max(...values)
}

/** What has to stay flat. */
export const LEVEL_FIGURES: readonly LevelFigure[] = [
  {
    title: 'memory of a node',
    unit: 'MiB',
    of(sample) {
      const octets = highest(sample, ({ resident }) => resident)
      return octets === undefined ? undefined : octets / MEBIBYTE
    },
  },
  {
    title: 'tables under retention',
    unit: 'MiB',
    of(sample) {
      const octets = octetsOf(sample, false)
      return octets === undefined ? undefined : octets / MEBIBYTE
    },
  },
  { title: 'file descriptors of a node', unit: '', of: (sample) => highest(sample, ({ descriptors }) => descriptors) },
]
