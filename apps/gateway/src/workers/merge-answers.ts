import type { HostHealth, ReloadOutcome } from '@heliograph/runtime'
import type { LinkReport } from '../links/format-links.ts'

/** Why a worker does not answer. */
export interface Absence {
  readonly status: 'down'
  readonly reason: string
}

/** The health of a gateway of several processes. */
export interface CrewHealth {
  /** `down`: no worker is ready for requests. `degraded`: not all are, or something is limited. */
  readonly status: HostHealth['status']
  readonly workers: Readonly<Record<string, HostHealth | Absence>>
}

/** Clients are served while one worker is ready: connections go only to those that listen. Pure. */
export function mergeHealth(workers: CrewHealth['workers']): CrewHealth {
  const states = Object.values(workers).map(({ status }) => status)
  if (states.every((status) => status === 'down')) return { status: 'down', workers }
  return { status: states.every((status) => status === 'ok') ? 'ok' : 'degraded', workers }
}

/** The links of all workers: once for each worker that uses it, or once where none does. By link. Pure. */
export function mergeLinks(reports: Readonly<Record<string, readonly LinkReport[]>>): readonly LinkReport[] {
  const all = Object.entries(reports).flatMap(([worker, links]) =>
    links.map((link): LinkReport => ({ ...link, worker })),
  )
  const used = all.filter(({ status }) => status.state !== 'standby')
  const unused = new Map(
    Object.values(reports)
      .flat()
      .filter(({ id }) => !used.some((link) => link.id === id))
      .map((link): [string, LinkReport] => [link.id, link]),
  )
  return [...used, ...unused.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** What a reload has come to on all workers. Pure. */
export function mergeOutcomes(outcomes: readonly ReloadOutcome[]): ReloadOutcome {
  const failed = new Map(
    outcomes.flatMap(({ failed }) => failed.map((one) => [`${one.path} ${one.message}`, one] as const)),
  )
  return {
    applied: unique(outcomes.flatMap(({ applied }) => applied)),
    restart: unique(outcomes.flatMap(({ restart }) => restart)),
    failed: [...failed.values()],
  }
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)]
}
